#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/rtl/find_model.hpp"
#include "rig/link/rtl/waveform.hpp"
#include "rtl_test_tools.hpp"
#include "rtl_workshop.hpp"

using namespace rig;
using namespace rig::test;
using namespace std::chrono_literals;

namespace {

/// `forgetful` answers with what a register held at power-on, so another power-on is another answer.
std::shared_ptr<const RtlModel> build(const std::string& name, const std::string& design = "forgetful") {
  return RtlModel::load(std::filesystem::path(RIG_FIXTURE_MODELS) / (design + name + ".so"));
}

/// A few bytes with pauses; something goes wrong in the middle of them.
std::shared_ptr<RtlRecording> recorded(std::uint64_t seed, const std::string& name = "",
                                       Bytes* answers = nullptr) {
  RtlOptions options;
  options.seed = seed;
  options.recording = std::make_shared<RtlRecording>();
  RtlLink link(build(name), options);
  for (const char* text : {"U", "abc", "x"}) {
    send(link, text);
    const Bytes answer = bytes_of(events_until(link, text[0] == 'U' ? 2ms : text[0] == 'a' ? 3ms : 4ms));
    if (answers != nullptr) answers->insert(answers->end(), answer.begin(), answer.end());
    if (text[0] == 'a') options.recording->mark();
  }
  return options.recording;
}

/// An FST file as GTKWave's own reader has it: for each signal its changes, by time.
class Vcd {
 public:
  explicit Vcd(const fs::path& file) {
    const fs::path vcd = file.string() + ".vcd";
    const std::string command =
        "fst2vcd -f " + shell_quoted(file.string()) + " -o " + shell_quoted(vcd.string());
    BOOST_TEST_REQUIRE(std::system(command.c_str()) == 0, "fst2vcd, of the package gtkwave");
    std::istringstream in(content_of_file(vcd).value_or(""));
    std::map<std::string, std::vector<std::string>> names;  // by code
    std::vector<std::string> scopes;
    std::string word;
    std::uint64_t time = 0;
    while (in >> word) {
      if (word == "$scope") {
        in >> word >> word;
        scopes.push_back(word);
      } else if (word == "$upscope") {
        scopes.pop_back();
      } else if (word == "$var") {
        std::string code, name, path;
        in >> word >> word >> code >> name;
        for (const std::string& scope : scopes) path += scope + '.';
        names[code].push_back(path + name);
      } else if (word[0] == '#') {
        time = std::stoull(word.substr(1));
      } else if (word[0] == 'b') {
        std::string code;
        in >> code;
        for (const std::string& name : names[code]) changes_[name].emplace_back(time, word.substr(1));
      } else if (word[0] == '0' || word[0] == '1') {
        for (const std::string& name : names[word.substr(1)])
          changes_[name].emplace_back(time, word.substr(0, 1));
      }
    }
  }

  using Changes = std::vector<std::pair<std::uint64_t, std::string>>;
  const Changes& of(const std::string& signal) const {
    BOOST_TEST_REQUIRE(changes_.contains(signal), signal);
    return changes_.at(signal);
  }
  const std::map<std::string, Changes>& all() const { return changes_; }
  /// The bytes that a signal shows one after the other, without the pauses between them.
  std::string bytes(const std::string& signal) const {
    std::string text;
    for (const auto& [time, bits] : of(signal)) {
      const auto value = static_cast<char>(std::stoul(bits, nullptr, 2));
      if (value != 0) text += value;
    }
    return text;
  }

 private:
  std::map<std::string, Changes> changes_;
};

/// What an instance writes while these edges come on its line, and how much of it was evaluated.
rig_model_state write_again(const std::string& design, const RtlLife& life, const fs::path& file, bool skip,
                            std::uint64_t from, std::uint64_t until, std::uint64_t end) {
  PowerOn how;
  how.seed = life.seed;
  how.skip = skip;
  how.trace_file = file;
  how.trace_from = from;
  how.trace_until = until;
  RtlInstance instance(build("-trace", design), how);
  const auto run_to = [&](std::uint64_t cycle, bool rx) {
    while (instance.state().cycle < cycle) instance.run(cycle, rx, true);
  };
  bool rx = true;
  for (const TxEdge& edge : life.rx) {
    run_to(edge.cycle, rx);
    rx = edge.level;
  }
  run_to(end, rx);
  const rig_model_state state = instance.state();
  instance.end_trace();
  return state;
}

/// The head of an FST file.
struct Head {
  explicit Head(const fs::path& file) : text(content_of_file(file).value_or("")) {}

  std::uint64_t number(std::size_t at) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) value = value << 8 | static_cast<unsigned char>(text.at(at + i));
    return value;
  }
  bool is_fst() const { return text.size() > 330 && text[0] == 0 && number(1) == 329; }
  std::uint64_t begin() const { return number(9); }
  std::uint64_t end() const { return number(17); }
  std::uint64_t scopes() const { return number(41); }
  std::uint64_t blocks_of_changes() const { return number(65); }
  int time_unit() const { return static_cast<signed char>(text.at(73)); }

  std::string text;
};

WaveformOptions around_the_failure(const Scratch& scratch, const RtlRecording& recording) {
  WaveformOptions options;
  options.file = scratch.directory / "wave.fst";
  options.failure = recording.marked()->cycle;
  options.before = 200us;
  options.after = 100us;
  return options;
}

std::uint64_t picoseconds(Duration time) {
  return static_cast<std::uint64_t>(time.count()) * 1000;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_traced_build_does_the_same_from_power_on) {
  const Scratch scratch;
  std::vector<std::vector<TxEdge>> answers;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto recording = recorded(seed);
    const RtlLife& life = recording->lives().front();
    WaveformOptions options = around_the_failure(scratch, *recording);
    options.after = 2ms;  // to the end
    const Waveform wave = write_waveform(build("-trace"), life, options);
    BOOST_TEST(wave.difference == "");
    BOOST_TEST(wave.edges == life.tx.size());
    answers.push_back(life.tx);
  }
  BOOST_TEST((answers[0] != answers[1] || answers[1] != answers[2]), "the seeds have to differ");
}

BOOST_AUTO_TEST_CASE(a_build_that_counts_its_lines_does_the_same_too) {
  BOOST_TEST((recorded(3, "-coverage")->lives().front().tx == recorded(3)->lives().front().tx));
}

// Instances of a process count together, so the one that evaluates each clock would add what was skipped.
BOOST_AUTO_TEST_CASE(what_is_reached_does_not_depend_on_what_is_skipped) {
  for (const std::string design : {"forgetful", "blinker", "hello"}) {
    BOOST_TEST_CONTEXT(design) {
      const Scratch scratch;
      const auto reached = [&](bool skip) {
        PowerOn how;
        how.skip = skip;
        {
          RtlInstance instance(build("-coverage", design), how);
          instance.run(200'000, true, false);
          instance.run(200'434, false, false);
          instance.run(600'000, true, false);
          if (design != "blinker") BOOST_TEST((instance.state().evaluated < 300'000U) == skip);
          instance.write_coverage(scratch.directory / "coverage.dat");
        }
        std::set<std::string> points;
        std::istringstream in(content_of_file(scratch.directory / "coverage.dat").value_or(""));
        for (std::string line; std::getline(in, line);) {
          if (!line.ends_with("' 0")) points.insert(line.substr(0, line.rfind(' ')));
        }
        return points;
      };
      const std::set<std::string> skipped = reached(true);
      BOOST_TEST(skipped.size() > 20U);
      BOOST_TEST((reached(false) == skipped));
    }
  }
}

BOOST_AUTO_TEST_CASE(another_answer_is_told) {
  const Scratch scratch;
  const auto recording = recorded(1);
  RtlLife changed = recording->lives().front();
  changed.tx[2].cycle += 1;
  const Waveform wave = write_waveform(build("-trace"), changed, around_the_failure(scratch, *recording));
  check_has(wave.difference, {"edge 3 of tx: clock ", " in the case, clock "});
}

BOOST_AUTO_TEST_CASE(the_file_holds_the_window_and_no_more) {
  const Scratch scratch;
  const auto recording = recorded(1);
  const WaveformOptions options = around_the_failure(scratch, *recording);
  const Waveform wave = write_waveform(build("-trace"), recording->lives().front(), options);
  BOOST_REQUIRE(wave.failure.has_value());
  BOOST_TEST((*wave.failure - wave.from == 200us));
  BOOST_TEST((wave.until - *wave.failure >= 100us && wave.until - *wave.failure < 100us + 100ns));
  BOOST_TEST(!wave.shortened);
  const Head head(wave.file);
  BOOST_REQUIRE(head.is_fst());
  BOOST_TEST(head.begin() == picoseconds(wave.from));
  BOOST_TEST(head.end() == picoseconds(wave.until) - 10'000);  // the last falling edge of a clock of 50 MHz
  BOOST_TEST(head.time_unit() == -12);
  BOOST_TEST(head.scopes() >= 4U);  // rig, TOP, forgetful and below
  BOOST_TEST(head.blocks_of_changes() >= 1U);
  const std::string view = content_of_file(wave.view).value_or("");
  check_has(view, {wave.file.string(), "rig.clock\n", "rig.rx\n", "rig.tx\n", "rig.rx_byte[7:0]\n",
                   "rig.tx_text[127:0]\n", "rig.failure\n", std::to_string(picoseconds(*wave.failure))});
}

BOOST_AUTO_TEST_CASE(each_clock_of_the_window_is_in_the_file_and_the_bytes_on_both_lines) {
  const Scratch scratch;
  Bytes answers;
  const auto recording = recorded(1, "", &answers);
  WaveformOptions options = around_the_failure(scratch, *recording);
  options.before = 2500us;
  options.after = 2ms;
  const Waveform wave = write_waveform(build("-trace"), recording->lives().front(), options);
  const Vcd vcd(wave.file);
  const auto rises = [&](const std::string& signal) {
    const auto& changes = vcd.of(signal);
    return std::count_if(changes.begin(), changes.end(),
                         [](const auto& change) { return change.second == "1"; });
  };
  const std::int64_t periods = (wave.until - wave.from) / 20ns;
  BOOST_TEST(rises("rig.clock") == periods);
  BOOST_TEST(rises("TOP.clk_i") == periods);
  BOOST_TEST(vcd.bytes("rig.rx_byte") == "Uabcx");
  std::erase(answers, 0);  // is shown as a pause
  BOOST_TEST(vcd.bytes("rig.tx_byte") == to_text(answers));
  BOOST_TEST(answers.size() >= 2U);
  const auto& failure = vcd.of("rig.failure");
  BOOST_TEST(failure.back().second == "1");
  BOOST_TEST(failure.back().first == picoseconds(*wave.failure));
}

// Three milliseconds before the window, and a second after it; the blinker's lights depend on all of them.
BOOST_AUTO_TEST_CASE(what_is_skipped_before_the_window_changes_nothing_in_it) {
  for (const std::string design : {"forgetful", "blinker", "hello"}) {
    BOOST_TEST_CONTEXT(design) {
      const Scratch scratch;
      RtlLife life;
      life.seed = 5;
      for (const int edge : {150'000, 150'434, 150'868, 158'000})
        life.rx.push_back({static_cast<std::uint64_t>(edge), life.rx.size() % 2 == 1});
      const auto written = [&](bool skip) {
        const fs::path file = scratch.directory / (skip ? "skipped.fst" : "all.fst");
        const rig_model_state state = write_again(design, life, file, skip, 149'000, 160'000, 170'000);
        return std::pair(state, Vcd(file));
      };
      const auto [skipped_state, skipped] = written(true);
      const auto [all_state, all] = written(false);
      BOOST_TEST((skipped.all() == all.all()));
      BOOST_TEST(all_state.evaluated == 170'000U);
      if (design != "blinker") BOOST_TEST(skipped_state.evaluated < 60'000U);
    }
  }
}

BOOST_AUTO_TEST_CASE(outside_of_the_window_the_design_is_skipped) {
  const Scratch scratch;
  RtlLife life;
  life.rx = {{500'000'000, false}, {500'000'434, true}};
  const rig_model_state state = write_again("forgetful", life, scratch.directory / "wave.fst", true,
                                            499'999'000, 500'009'000, 1'000'000'000);
  BOOST_TEST(state.cycle == 1'000'000'000U);
  BOOST_TEST(state.evaluated >= 10'000U);
  BOOST_TEST(state.evaluated < 60'000U);
}

BOOST_AUTO_TEST_CASE(where_nothing_failed_all_is_written) {
  const Scratch scratch;
  const auto recording = recorded(1);
  WaveformOptions options = around_the_failure(scratch, *recording);
  options.failure.reset();
  const Waveform wave = write_waveform(build("-trace"), recording->lives().front(), options);
  BOOST_TEST((wave.from == 0ns));
  BOOST_TEST((wave.until >= 4ms));
}

BOOST_AUTO_TEST_CASE(a_window_that_does_not_fit_shrinks_around_the_failure) {
  const Scratch scratch;
  const auto recording = recorded(1);
  WaveformOptions options = around_the_failure(scratch, *recording);
  options.before = 1200us;
  options.after = 1200us;
  const std::uint64_t whole = write_waveform(build("-trace"), recording->lives().front(), options).bytes;
  options.limit = whole / 3;
  const Waveform wave = write_waveform(build("-trace"), recording->lives().front(), options);
  BOOST_TEST(wave.shortened);
  BOOST_TEST(wave.bytes == fs::file_size(wave.file));
  BOOST_TEST(wave.bytes < whole * 2 / 3);  // it is looked at from time to time
  BOOST_TEST((wave.from < *wave.failure && *wave.failure < wave.until));
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_an_error) {
  const Scratch scratch;
  const auto recording = recorded(1);
  WaveformOptions options = around_the_failure(scratch, *recording);
  options.file = scratch.directory / "none" / "wave.fst";
  BOOST_CHECK_THROW(write_waveform(build("-trace"), recording->lives().front(), options), RigError);
}

BOOST_AUTO_TEST_CASE(a_case_begins_with_the_instance_that_is_powered_on) {
  RtlRecording recording;
  recording.power_on(1, 0ms, 50'000'000);
  recording.power_on(2, 10ms, 50'000'000);
  recording.tx_changed({700, false});
  recording.simulated(900);
  recording.mark();
  BOOST_TEST(recording.marked()->life == 1U);
  BOOST_TEST(recording.marked()->cycle == 700U);
  recording.rx_changed({800, false});
  recording.mark();
  BOOST_TEST(recording.marked()->cycle == 700U, "the first time counts");
  recording.begin();
  BOOST_TEST(recording.lives().size() == 1U);
  BOOST_TEST(recording.lives().front().seed == 2U);
  BOOST_TEST(!recording.marked().has_value());
}

BOOST_AUTO_TEST_CASE(a_failure_that_is_found_later_is_marked_where_it_was) {
  RtlRecording recording;
  recording.power_on(1, 0ms, 50'000'000);
  recording.tx_changed({100'000, false});
  recording.power_on(2, 10ms, 50'000'000);
  recording.rx_changed({700'000, false});
  RtlRecording earlier = recording;
  recording.mark(12ms);
  BOOST_TEST(recording.marked()->life == 1U);
  BOOST_TEST(recording.marked()->cycle == 100'000U);
  earlier.mark(9ms);
  BOOST_TEST(earlier.marked()->life == 0U);
  BOOST_TEST(earlier.marked()->cycle == 450'000U);
}

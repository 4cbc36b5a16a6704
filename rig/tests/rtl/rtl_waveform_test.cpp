#include <boost/test/unit_test.hpp>
#include <chrono>
#include <optional>

#include "rig/base/errors.hpp"
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
std::shared_ptr<const RtlModel> build(const std::string& name) {
  return RtlModel::load(std::filesystem::path(RIG_FIXTURE_MODELS) / ("forgetful" + name + ".so"));
}

/// A few bytes with pauses; something goes wrong in the middle of them.
std::shared_ptr<RtlRecording> recorded(std::uint64_t seed, const std::string& name = "") {
  RtlOptions options;
  options.seed = seed;
  options.recording = std::make_shared<RtlRecording>();
  RtlLink link(build(name), options);
  for (const char* text : {"U", "abc", "x"}) {
    send(link, text);
    events_until(link, text[0] == 'U' ? 2ms : text[0] == 'a' ? 3ms : 4ms);
    if (text[0] == 'a') options.recording->mark();
  }
  return options.recording;
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
  recording.power_on(1);
  recording.power_on(2);
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

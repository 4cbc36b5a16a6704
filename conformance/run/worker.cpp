#include "conformance/run/worker.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "conformance/referee/host/play.hpp"
#include "conformance/referee/recorded.hpp"
#include "conformance/referee/scenario_file.hpp"
#include "conformance/run/answers.hpp"
#include "conformance/run/models_of_run.hpp"
#include "conformance/run/referee_subject.hpp"
#include "conformance/run/replay.hpp"
#include "conformance/run/run.hpp"
#include "conformance/run/waves/wave_maker.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/exec/adoption.hpp"
#include "rig/link/transcript/runs.hpp"
#include "rig/link/transcript/times.hpp"
#include "rig/link/transcript/transcript.hpp"
#include "rig/report/json.hpp"

namespace conformance {

namespace {

/// Lines to the parent, in blocks: a transcript has many, and each would cost a system call.
class Channel {
 public:
  void tell(Message kind, const std::string& text) {
    pending_ += static_cast<char>(kind);
    pending_ += text;
    pending_ += '\n';
    const bool is_due = Clock::now() - flushed_ > longest_wait;
    if (kind != Message::transcript || pending_.size() > block || is_due) flush();
  }

  /// Asks the parent, and waits for its answer: `go`, `skip`, `stop`.
  std::string may_begin(const std::string& id) {
    tell(Message::may_begin, id);
    std::string answer;
    return std::getline(std::cin, answer) ? answer : "stop";
  }

  /// Has a model built by the parent. UsageError and RigError as it answers.
  std::filesystem::path build(const std::filesystem::path& description, const rig::ModelQuery& query) {
    tell(Message::build, question_for(description, query));
    std::string answer;
    std::getline(std::cin, answer);
    return answer_in(answer).get<std::string>();
  }

  void flush() {
    std::size_t done = 0;
    while (done < pending_.size()) {
      const ssize_t wrote = write(worker_channel, pending_.data() + done, pending_.size() - done);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) std::_Exit(3);  // the parent is gone: nobody is left to work for
      done += static_cast<std::size_t>(wrote);
    }
    pending_.clear();
    flushed_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t block = std::size_t{1} << 16;
  /// A slow DUT takes many minutes for a block, and a parent that hears nothing believes that this hangs.
  static constexpr std::chrono::seconds longest_wait{10};
  std::string pending_;
  Clock::time_point flushed_ = Clock::now();
};

/// Tells the parent how far a simulation is, so that its speed can be told while a case goes on.
class Pulse {
 public:
  explicit Pulse(Channel& channel) : channel_(channel) {}

  /// An operation of a DUT that keeps simulated time.
  void operation(const std::string& line) {
    if (Clock::now() - told_ <= each) return;
    const std::optional<rig::Duration> now = rig::end_of_operation(line);
    if (!now || *now <= reached_) return;
    channel_.tell(Message::simulated, std::to_string((*now - reached_).count()));
    told_ = Clock::now();
    reached_ = *now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds each{500};
  Channel& channel_;
  Clock::time_point told_ = Clock::now();
  rig::Duration reached_{};
};

/// Opens the DUT once, keeps it for all cases, and records what it does.
class LiveDut {
 public:
  LiveDut(const RunOptions& options, const rig::protocol::Contest& contest, const std::string& board,
          Places places, Channel& channel)
      : options_(options),
        contest_(contest),
        board_(rig::dut::parse_dut_name(board)),
        places_(std::move(places)),
        run_{CONTEST_RIG_VERSION, contest.name, options.dut, options.seed},
        channel_(channel),
        lines_([this](const std::string& line) { channel_.tell(Message::transcript, line); }),
        waves_(places_.waves, board_,
               [this](const std::string& what) { channel_.tell(Message::doing, what); }) {}

  WayToDut open(const std::string& case_id) {
    if (!far_end_) open_dut();
    if (waves_.recording()) waves_.recording()->begin();
    channel_.tell(Message::transcript, rig::segment_line(case_id, run_, far_end_->info()));
    return {*far_end_};
  }

  /// A case has ended: all of its lines go to the parent.
  void end_segment(rig::report::CaseRecord& record) {
    lines_.end();
    waves_.case_ended(record, how_to_open());
  }

  void went_wrong(std::optional<rig::Duration> at) {
    if (waves_.recording()) waves_.recording()->mark(at);
  }

 private:
  rig::dut::OpenOptions how_to_open() const {
    rig::dut::OpenOptions how{contest_, options_.seed, options_.board_reset, {}};
    how.recording = waves_.recording();
    return how;
  }

  void open_dut() {
    const auto tell = [this](const std::string& line) {
      lines_.add(line);
      if (far_end_ && far_end_->info().clock_kind == rig::ClockKind::simulated) pulse_.operation(line);
    };
    rig::dut::OpenOptions how = how_to_open();
    how.coverage = !places_.waves.coverage.empty();
    how.coverage_file = places_.waves.coverage;
    how.folder = places_.run;
    how.sandbox = places_.sandbox;
    how.starts = places_.kept.empty() ? rig::Starts::forgotten : rig::Starts::kept;
    how.reset.ask = [this](const std::string& what) { ask(what); };
    how.say = [this](const std::string& what) { channel_.tell(Message::say, named(what)); };
    // Other DUTs were opened by the parent already: it takes no time now.
    const bool takes_time = rig::dut::opens_once(board_);
    if (takes_time) channel_.tell(Message::doing, rig::dut::opening_text(board_));
    try {
      far_end_ = rig::record(rig::dut::open_dut(board_, how), tell);
    } catch (const rig::UsageError& error) {  // what could be known without opening it was told before
      std::string why = error.what();
      if (why.ends_with('.')) why.pop_back();  // the parent ends the sentence
      channel_.tell(Message::refused, why);
      throw;
    }
    if (takes_time) channel_.tell(Message::doing, {});
  }

  /// With the board's name, where there are several.
  std::string named(const std::string& what) const {
    return board_.text == options_.dut ? what : board_.text + ": " + what;
  }

  void ask(const std::string& what) {
    channel_.tell(Message::ask, named(what));
    std::string answer;
    if (std::getline(std::cin, answer) && answer == "done") return;
    throw rig::RigError("Nobody confirmed that the board was reset (--reset ask).");
  }

  const RunOptions& options_;
  const rig::protocol::Contest& contest_;
  rig::dut::DutName board_;
  Places places_;
  rig::RunIdentity run_;
  Channel& channel_;
  rig::RunsOfBytes lines_;
  WaveMaker waves_;
  Pulse pulse_{channel_};
  std::unique_ptr<rig::FarEnd> far_end_;  // once it is open
};

/// How cases come to their DUT, and leave it.
struct Ways {
  std::function<WayToDut(const std::string& case_id)> open;
  std::function<void(rig::report::CaseRecord&)> end_segment;
  std::function<void(std::optional<rig::Duration>)> went_wrong;
};

/// For a DUT that is live, or recorded.
Ways ways_to_dut(const RunOptions& options, const rig::protocol::Contest& contest, const std::string& board,
                 Places places, Channel& channel) {
  if (const rig::dut::DutName dut = rig::dut::parse_dut_name(board); rig::dut::is_recorded(dut)) {
    const auto tell = [&channel](const std::string& line) { channel.tell(Message::transcript, line); };
    const auto recorded = std::make_shared<RecordedDut>(dut.target, contest, tell);
    return {[recorded](const std::string& case_id) { return recorded->open(case_id); }, [](auto&) {},
            [](auto) {}};
  }
  const auto live = std::make_shared<LiveDut>(options, contest, board, std::move(places), channel);
  return {[live](const std::string& case_id) { return live->open(case_id); },
          [live](rig::report::CaseRecord& record) { live->end_segment(record); },
          [live](std::optional<rig::Duration> at) { live->went_wrong(at); }};
}

/// A referee for the cases of this process: the program itself, or its recorded games.
class Referee {
 public:
  Referee(const RunOptions& options, const rig::protocol::Contest& contest, rig::Sandbox sandbox)
      : recorded_dut_(dut_of(options)),
        description_(recorded_dut_ ? recorded_description(recorded_dut_->target,
                                                          rig::read_transcript(recorded_dut_->target))
                                   : describe_referee(options, contest)),
        host_{description_, contest, rig::host::parse_referee_name(options.referee).fault,
              std::move(sandbox)} {
    if (recorded_dut_) recorded_.emplace(recorded_dut_->target, contest, description_);
  }

  void set_up(Environment& environment, Channel& channel) {
    environment.referee = &host_;
    environment.recorded = recorded_ ? &*recorded_ : nullptr;
    environment.refuse = [&channel](const std::string& why) { channel.tell(Message::refused, why); };
    const auto note = [&channel](const std::string& line) { channel.tell(Message::transcript, line); };
    if (!recorded_) environment.note = note;
    environment.begin = [this, &environment, &channel, note](const std::string& id) {
      channel.tell(Message::begin, id);
      note(recorded_ ? recorded_->first_line(id) : first_line(environment, id));
    };
  }

 private:
  std::string first_line(const Environment& environment, const std::string& id) const {
    const RunOptions& options = environment.options;
    const rig::RunIdentity run{CONTEST_RIG_VERSION, environment.contest.name, options.referee, options.seed};
    return rig::segment_line(id, run, info_of(description_, options.referee));
  }

  std::optional<rig::dut::DutName> recorded_dut_;  // whose transcript is judged again
  rig::host::Description description_;
  rig::host::Host host_;
  std::optional<RecordedReferee> recorded_;
};

/// With what the parent has found out about this machine.
nlohmann::json to_json(const rig::Sandbox& sandbox) {
  nlohmann::json told = {
      {"wish", rig::word_of(sandbox.wish)},
      {"shown", sandbox.shown},
      {"hidden", sandbox.hidden},
      {"network", sandbox.network},
  };
  if (sandbox.wish != rig::Sandboxing::off) told["why_none"] = rig::why_no_sandbox();
  return told;
}

rig::Sandbox sandbox_from(const nlohmann::json& told) {
  rig::Sandbox sandbox;
  if (told.contains("why_none")) rig::take_as_known(told.at("why_none"));
  sandbox.wish = rig::sandboxing_from(told.at("wish"));
  sandbox.network = told.at("network");
  for (const auto& path : told.at("shown")) sandbox.shown.emplace_back(path.get<std::string>());
  for (const auto& path : told.at("hidden")) sandbox.hidden.emplace_back(path.get<std::string>());
  return sandbox;
}

/// What is asked for instead of cases: see question.
std::string answer_to(const std::string& question, const RunOptions& options,
                      const rig::protocol::Contest& contest, const rig::Sandbox& sandbox, bool coverage) {
  rig::dut::OpenOptions how{contest, options.seed, options.board_reset, {}};
  how.coverage = coverage;
  how.sandbox = sandbox;
  return answer_with([&]() -> nlohmann::json {
    if (question == question::registers)
      return rig::dut::registers_left_open(rig::dut::parse_dut_name(options.dut), how);
    const rig::RunIdentity run{CONTEST_RIG_VERSION, contest.name, options.dut, options.seed};
    return rig::segment_line(question, run, rig::dut::open_dut(options.dut, how)->info());
  });
}

void work(Channel& channel) {
  std::string job_text;
  std::getline(std::cin, job_text);
  const nlohmann::json job = nlohmann::json::parse(job_text);
  RunOptions options = options_from_words(job.at("options").get<std::map<std::string, std::string>>());
  const rig::protocol::Contest& contest = contest_of(options);
  const Catalogue catalogue = catalogue_for(options);
  register_scenarios(options);
  const nlohmann::json& places = job.at("places");
  const std::string kept = places.at("kept");
  const rig::Sandbox sandbox = sandbox_from(places.at("sandbox"));
  const WaveOptions waves =
      wave_options_from_words(places.at("waves").get<std::map<std::string, std::string>>());
  rig::have_models_built_by(
      [&channel](const std::filesystem::path& description, const rig::ModelQuery& query) {
        return channel.build(description, query);
      });
  if (const std::string question = job.at("question"); !question.empty())
    return channel.tell(Message::answer,
                        answer_to(question, options, contest, sandbox, !waves.coverage.empty()));
  Ways ways;
  if (options.referee.empty()) {
    ways = ways_to_dut(options, contest, job.at("board").get<std::string>(),
                       {places.at("run"), kept, sandbox, waves}, channel);
  }
  Environment environment{
      options,
      contest,
      catalogue,
      ways.open,
      [&](const std::string& id) { channel.tell(Message::begin, id); },
      [&](rig::report::CaseRecord record) {
        if (ways.end_segment) ways.end_segment(record);
        channel.tell(Message::record, rig::report::to_json(record));
      },
      {},
  };
  environment.kept = KeptStarts(kept);
  environment.went_wrong = ways.went_wrong;
  std::optional<Referee> referee;
  if (!options.referee.empty()) {
    referee.emplace(options, contest, sandbox);
    referee->set_up(environment, channel);
  }
  if (job.at("ask").get<bool>())
    environment.may_begin = [&](const std::string& id) {
      const std::string answer = channel.may_begin(id);
      if (answer == "skip") environment.left_out.insert(id);
      return answer != "stop";
    };
  run_cases(job.at("cases").get<std::vector<std::string>>(), environment);
}

}  // namespace

std::string job_line(const std::map<std::string, std::string>& options, const std::vector<std::string>& cases,
                     const std::string& board, const Places& places, bool ask, const std::string& question) {
  try {
    return nlohmann::json{{"options", options},
                          {"cases", cases},
                          {"board", board},
                          {"places",
                           {{"run", places.run},
                            {"kept", places.kept},
                            {"sandbox", to_json(places.sandbox)},
                            {"waves", to_words(places.waves)}}},
                          {"question", question},
                          {"ask", ask}}
        .dump();
  } catch (const nlohmann::json::exception&) {
    throw rig::UsageError("An option or a path is not valid UTF-8.");
  }
}

int worker_main() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rig::Adoption adoption;
  int argc = 1;
  char program[] = "certify";
  char* argv[] = {program, nullptr};
  testing::InitGoogleTest(&argc, argv);
  Channel channel;
  try {
    work(channel);
  } catch (const std::exception& failure) {
    channel.tell(Message::broken, failure.what());
    return 3;
  }
  channel.flush();
  return 0;
}

}  // namespace conformance

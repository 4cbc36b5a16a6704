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
class Channel final : public RunListener {
 public:
  void say(const std::string& what) override { tell(Message::say, what); }
  void doing(const std::string& what) override { tell(Message::doing, what); }
  void simulated(rig::Duration by) override { tell(Message::simulated, std::to_string(by.count())); }
  void begins(const std::string& case_id) override { tell(Message::begin, case_id); }
  void ended(const rig::report::CaseRecord& record) override {
    tell(Message::record, rig::report::to_json(record));
  }
  /// Somebody looks on: lines come soon, and a request at once, as its answer may take long.
  void hurry() { is_live_ = true; }
  /// A line of the transcript.
  void note(const std::string& line) {
    tell(Message::transcript, line);
    if (is_live_ && line.starts_with("[\"send\"")) flush();
  }

  /// Asks the parent, and waits for its answer.
  Admission may_begin(const std::string& case_id) override {
    tell(Message::may_begin, case_id);
    std::string answer;
    std::getline(std::cin, answer);
    for (const Admission known : {Admission::go, Admission::skip}) {
      if (answer == word_of(known)) return known;
    }
    return Admission::stop;  // nor where the parent is gone
  }

  void tell(Message kind, const std::string& text) {
    pending_ += static_cast<char>(kind);
    pending_ += text;
    pending_ += '\n';
    const bool is_due = Clock::now() - flushed_ > (is_live_ ? longest_wait_live : longest_wait);
    if (kind != Message::transcript || pending_.size() > block || is_due) flush();
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
  static constexpr std::chrono::milliseconds longest_wait{10'000};
  static constexpr std::chrono::milliseconds longest_wait_live{200};
  bool is_live_ = false;
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
    channel_.simulated(*now - reached_);
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

/// What cases ask of this process, whatever is tested: the parent knows.
class SupportOfWorker : public CaseSupport {
 public:
  /// `asks`: whether the parent is asked before each case.
  SupportOfWorker(Channel& channel, bool asks) : channel_(channel), asks_(asks) {}

  virtual void set_up(Environment& /*environment*/) {}
  Admission may_begin(const std::string& case_id) override {
    return asks_ ? channel_.may_begin(case_id) : Admission::go;
  }
  void begins(const std::string& case_id) override { channel_.begins(case_id); }
  void ended(const rig::report::CaseRecord& record) override { channel_.ended(record); }

 protected:
  Channel& channel_;

 private:
  bool asks_;
};

/// Opens the DUT once, keeps it for all cases, and records what it does.
class LiveDut final : public SupportOfWorker {
 public:
  LiveDut(const RunOptions& options, const rig::protocol::Contest& contest, const std::string& board,
          Places places, Channel& channel, bool asks)
      : SupportOfWorker(channel, asks),
        options_(options),
        contest_(contest),
        board_(rig::dut::parse_dut_name(board)),
        places_(std::move(places)),
        run_{CONTEST_RIG_VERSION, contest.name, options.dut, options.seed},
        lines_([&channel](const std::string& line) { channel.note(line); }),
        waves_(places_.waves, board_, channel),
        pulse_(channel) {}

  WayToDut open(const std::string& case_id) override {
    if (!far_end_) open_dut();
    if (waves_.recording()) waves_.recording()->begin();
    channel_.note(rig::segment_line(case_id, run_, far_end_->info()));
    return {*far_end_};
  }

  /// All of its lines go to the parent before.
  void ended(const rig::report::CaseRecord& record) override {
    lines_.end();
    rig::report::CaseRecord with_wave = record;
    waves_.case_ended(with_wave, how_to_open());
    channel_.ended(with_wave);
  }

  void went_wrong(std::optional<rig::Duration> at) override {
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
    how.say = [this](const std::string& what) { channel_.say(named(what)); };
    // Other DUTs were opened by the parent already: it takes no time now.
    const bool takes_time = rig::dut::opens_once(board_);
    if (takes_time) channel_.doing(rig::dut::opening_text(board_));
    try {
      far_end_ = rig::record(rig::dut::open_dut(board_, how), tell);
    } catch (const rig::UsageError& error) {  // what could be known without opening it was told before
      std::string why = error.what();
      if (why.ends_with('.')) why.pop_back();  // the parent ends the sentence
      channel_.tell(Message::refused, why);
      throw;
    }
    if (takes_time) channel_.doing({});
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
  rig::RunsOfBytes lines_;
  WaveMaker waves_;
  Pulse pulse_;
  std::unique_ptr<rig::FarEnd> far_end_;  // once it is open
};

/// A DUT of which an earlier run is judged again.
class ReplayedDut final : public SupportOfWorker {
 public:
  ReplayedDut(const std::string& transcript, const rig::protocol::Contest& contest, Channel& channel,
              bool asks)
      : SupportOfWorker(channel, asks), recorded_(transcript, contest) {}

  WayToDut open(const std::string& case_id) override {
    channel_.note(recorded_.first_line(case_id));
    return recorded_.open(case_id);
  }

 private:
  RecordedDut recorded_;
};

/// A referee for the cases of this process: the program itself, or its recorded games.
class Referee final : public SupportOfWorker {
 public:
  Referee(const RunOptions& options, const rig::protocol::Contest& contest, rig::Sandbox sandbox,
          Channel& channel, bool asks)
      : SupportOfWorker(channel, asks),
        options_(options),
        recorded_dut_(dut_of(options)),
        description_(recorded_dut_ ? recorded_description(recorded_dut_->target,
                                                          rig::read_transcript(recorded_dut_->target))
                                   : describe_referee(options, contest)),
        host_{description_, contest, rig::host::parse_referee_name(options.referee).fault,
              std::move(sandbox)} {
    if (recorded_dut_) recorded_.emplace(recorded_dut_->target, contest, description_);
  }

  void set_up(Environment& environment) override {
    environment.referee = &host_;
    environment.recorded = recorded_ ? &*recorded_ : nullptr;
  }
  void begins(const std::string& case_id) override {
    channel_.begins(case_id);
    channel_.note(recorded_ ? recorded_->first_line(case_id) : first_line(case_id));
  }
  void refuse(const std::string& why) override { channel_.tell(Message::refused, why); }
  /// In a replay the lines of its games are there already.
  void note(const std::string& line) override {
    if (!recorded_) channel_.note(line);
  }

 private:
  std::string first_line(const std::string& case_id) const {
    const rig::RunIdentity run{CONTEST_RIG_VERSION, host_.contest.name, options_.referee, options_.seed};
    return rig::segment_line(case_id, run, info_of(description_, options_.referee));
  }

  const RunOptions& options_;
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

/// For a referee, or for a DUT that is live or recorded.
std::unique_ptr<SupportOfWorker> support_of(const RunOptions& options, const rig::protocol::Contest& contest,
                                            const nlohmann::json& job, Places places, Channel& channel) {
  const bool asks = job.at("ask");
  if (!options.referee.empty())
    return std::make_unique<Referee>(options, contest, std::move(places.sandbox), channel, asks);
  const std::string board = job.at("board");
  if (const rig::dut::DutName dut = rig::dut::parse_dut_name(board); rig::dut::is_recorded(dut))
    return std::make_unique<ReplayedDut>(dut.target, contest, channel, asks);
  return std::make_unique<LiveDut>(options, contest, board, std::move(places), channel, asks);
}

void work(Channel& channel) {
  std::string job_text;
  std::getline(std::cin, job_text);
  const nlohmann::json job = nlohmann::json::parse(job_text);
  if (job.at("live")) channel.hurry();
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
  const auto support = support_of(options, contest, job, {places.at("run"), kept, sandbox, waves}, channel);
  Environment environment{options, contest, catalogue, *support};
  environment.kept = KeptStarts(kept);
  support->set_up(environment);
  run_cases(job.at("cases").get<std::vector<std::string>>(), environment);
}

}  // namespace

std::string word_of(Admission admission) {
  switch (admission) {
    case Admission::go: return "go";
    case Admission::skip: return "skip";
    case Admission::stop: return "stop";
  }
  return "?";
}

std::string job_line(const std::map<std::string, std::string>& options, const std::vector<std::string>& cases,
                     const std::string& board, const Places& places, bool ask, const std::string& question,
                     bool live) {
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
                          {"ask", ask},
                          {"live", live}}
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

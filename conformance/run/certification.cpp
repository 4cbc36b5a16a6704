#include "conformance/run/certification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <random>
#include <thread>

#include "conformance/referee/scenario_file.hpp"
#include "conformance/run/boards.hpp"
#include "conformance/run/budget/spending.hpp"
#include "conformance/run/consequences.hpp"
#include "conformance/run/divided/part.hpp"
#include "conformance/run/gate/gate.hpp"
#include "conformance/run/identity.hpp"
#include "conformance/run/logged_run.hpp"
#include "conformance/run/power_on.hpp"
#include "conformance/run/referee_subject.hpp"
#include "conformance/run/replay.hpp"
#include "conformance/run/report_path.hpp"
#include "conformance/run/run.hpp"
#include "conformance/run/same_team.hpp"
#include "conformance/run/sandbox_of_run.hpp"
#include "conformance/run/waves/waves_of_run.hpp"
#include "conformance/run/whole_run.hpp"
#include "conformance/run/worker.hpp"
#include "conformance/suite/matrix.hpp"
#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/password.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/dut/dut.hpp"
#include "rig/link/files/run_folder.hpp"
#include "rig/report/console/console.hpp"
#include "rig/report/console/ticker.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/html/html.hpp"
#include "rig/report/json.hpp"
#include "rig/report/junit.hpp"
#include "rig/report/signature.hpp"

namespace conformance {

using rig::RigError;
using rig::UsageError;
using rig::report::CaseRecord;
using rig::report::RunRecord;

namespace {

/// One whole run, from the command line to the exit status.
class Run final : RunListener {
 public:
  explicit Run(CommandLine line) : line_(std::move(line)), console_(std::cout, {.quiet = line_.quiet}) {}

  int perform() {
    try {
      return run_suite();
    } catch (const std::exception& error) {
      if (log_.is_open()) log_stop(error.what());
      throw;
    }
  }

 private:
  int run_suite() {
    std::optional<rig::report::Ticker> ticker;
    if (console_.shows_progress())
      ticker.emplace(std::chrono::milliseconds(250), [this] { console_.tick(); });
    prepare();
    console_.begin(record_, plan_.cases.size());
    const auto begun = std::chrono::steady_clock::now();
    const std::string evidence = record_.replay ? std::string() : transcript_path();
    const rig::TranscriptHeader header = transcript_header();
    if (gathers_parts(line_)) expect_all_parts(line_.parts, plan_.jobs);
    rig::TranscriptWriter transcript(evidence, header);
    transcript.begin_occasion(occasion_);
    plan_.transcript = &transcript;
    RunResult result =
        gathers_parts(line_) ? gather_parts(line_.parts, plan_, header, *this) : run_plan(plan_, *this);
    if (!result.refused.empty()) throw UsageError(result.refused + ".");
    if (runs_a_part(line_)) return finish_part(transcript, result);
    record_.wall_time = std::chrono::steady_clock::now() - begun;
    if (!record_.replay) note_end();
    assemble(result);
    write_all(transcript);
    console_.summary(record_, written_);
    annotate(line_, record_);
    return rig::report::exit_status(record_);
  }

  // what the run reports, and asks

  void say(const std::string& what) override { console_.say(what); }
  void doing(const std::string& what) override { console_.doing(what); }
  void simulated(rig::Duration by) override { console_.simulated(by); }
  Admission may_begin(const std::string& case_id) override { return spending_.may_begin(case_id); }
  void begins(const std::string& case_id) override { console_.case_begins(case_id); }
  void ended(const CaseRecord& record) override {
    spending_.ended(record);
    console_.case_ended(completed(record));
  }
  bool fails(const CaseRecord& one) override { return fails_a_mandatory_clause(one); }

  /// The run came to no verdict; that this cannot be written down is no reason to hide why.
  void log_stop(const std::string& why) {
    try {
      log_.stop(key_in_file(), why);
    } catch (const std::exception& error) {
      console_.say(error.what());
    }
  }

  Part part() const { return {line_.part, line_.jobs}; }

  /// A part has the evidence of its own cases, under the identity of the whole run.
  void narrow_to_part() {
    plan_.cases = cases_of(part(), plan_);
    plan_.jobs = 1;
    record_.partial.push_back(part().name());
    begin_part(line_.parts, part());
  }

  int finish_part(rig::TranscriptWriter& transcript, const RunResult& result) {
    if (result.interrupted) throw RigError("The part was interrupted; it is missing.");
    note_end();
    write_transcript(transcript);
    write_part(line_.parts, part(), transcript.head(), result);
    for (const std::string& error : result.errors) console_.say(error);
    const bool failed = failed_by_surroundings(result);
    console_.say(fmt::format("{}: {} of {} cases ended{}", part().name(), result.records.size(),
                             plan_.cases.size(), failed ? ", and the rig had errors" : ""));
    return failed ? worth_another_try : 0;
  }

  void prepare() {
    const std::optional<Replay> recorded = adopt_transcript();
    const std::optional<Replay> replayed = line_.again ? std::nullopt : recorded;
    plan_.dut = dut_of(line_.options);
    gate_.read_baseline_of(line_, plan_.dut);
    const rig::protocol::Contest& contest = contest_of(line_.options);
    if (!line_.given.contains("seed")) line_.options.seed = std::random_device{}();
    check_team(contest.team, contest.name, line_.options.team);
    if (line_.options.capacity && !contest.endless)
      throw UsageError(
          fmt::format("--capacity: the board of {} has a size; --capacity is for boards without one.",
                      line_.options.board ? "this run" : contest.name));
    if (tests_a_referee() && !replayed) check_referee(line_);
    if (!recorded) register_scenarios(line_.options);  // else they were read with the transcript
    const Catalogue catalogue = catalogue_for(line_.options);
    chosen_ = select_cases(catalogue, line_.selection, line_.options.resets, asked_by(line_.options));
    record_.partial = reasons_for_partial(line_.selection, line_.options);
    if (!line_.options.scenario.empty()) record_.partial.push_back("--scenario " + line_.options.scenario);
    if (recorded) narrow_to_recorded(*recorded, chosen_, record_.partial);
    for (const CaseEntry* entry : chosen_) {
      blanks_[entry->id()] = blank_record(*entry, catalogue);
      if (!replayed || replayed->came_to(entry->id())) plan_.cases.push_back(entry->id());
    }
    if (recorded) order_as_recorded(*recorded, plan_.cases);
    if (line_.sign) prepare_to_sign("--sign");
    if (!line_.log.empty()) prepare_to_sign("--log");
    plan_.waves = waves_.prepare(line_, plan_.dut);
    plan_.options = line_.options;
    plan_.sandbox = sandbox_of_programs(line_, transcript_path());
    fill_record(contest, catalogue);
    gate_.read_known_failures_of(line_, catalogue, record_);
    log_.begin(line_, record_);
    if (replayed) {
      name_recorded(*replayed);
    } else if (tests_a_referee()) {
      look_at_referee(contest);
    } else {
      look_at_dut(contest);
    }
    plan_.jobs = jobs();
    if (!replayed) note_identity(catalogue);
    plan_.max_failures = line_.max_failures;
    if (runs_a_part(line_)) narrow_to_part();
    plan_.kept = folder_for_kept_starts();
    if (!replayed && !tests_a_referee()) spending_.take_part(line_, plan_, record_, *this);
  }

  bool tests_a_referee() const { return !line_.options.referee.empty(); }

  /// Reads the description, so that what is wrong in it is told as such.
  void look_at_referee(const rig::protocol::Contest& contest) {
    const rig::host::Description referee = describe_referee(line_.options, contest);
    note_referee(referee);
    plan_.sandbox = sandbox_of(referee, plan_.sandbox);
  }

  void note_referee(const rig::host::Description& referee) {
    record_.role = "referee";
    record_.far_end = "a referee";
    record_.link_description = referee.name + (referee.note.empty() ? "" : ": " + referee.note);
    record_.clock = clock_name(rig::ClockKind::monotonic);
  }

  /// A replay takes its options from the transcript.
  std::optional<Replay> adopt_transcript() {
    const std::optional<rig::dut::DutName> dut = dut_of(line_.options);
    const bool is_recorded = dut && rig::dut::is_recorded(*dut);
    if (!is_recorded && line_.again)
      throw UsageError("--again: --dut names no transcript, as in --dut transcript:FILE.");
    if (!is_recorded) return std::nullopt;
    if (line_.again) return adopt_to_run_again(dut->target);
    Replay replay = read_replay(dut->target);
    line_.options = options_of_replay(replay, line_.options, line_.given);
    line_.given.insert("seed");
    return replay;
  }

  /// The DUT itself is run, as it was then; whoever wants another run does not name a transcript.
  Replay adopt_to_run_again(const std::string& path) {
    Replay replay = read_replay(path);
    if (replay.referee)
      throw UsageError(
          "--again: games under a referee are played in real time; no two runs of them are alike.");
    line_.options = replay.options;
    line_.given.insert("seed");
    line_.seed_chosen = "given";
    if (line_.jobs == 0) line_.jobs = workers_in(replay.transcript.header.identity);
    return replay;
  }

  /// Before anything is run: a key that is not there is told at once. It is not opened.
  void prepare_to_sign(const char* option) const {
    if (transcript_path().empty())
      throw UsageError(
          fmt::format("{}: there is no transcript to sign; give --reports or --transcript.", option));
    if (line_.signing_key.empty())
      throw UsageError(fmt::format(
          "{}: the path of the key is missing, as in RIG_SIGNING_KEY=organiser.key certify …", option));
    if (!std::filesystem::is_regular_file(line_.signing_key))
      throw UsageError(fmt::format("{}: there is no key {} (RIG_SIGNING_KEY).", option, line_.signing_key));
  }

  rig::PrivateKey key_in_file() const {
    return rig::PrivateKey::from_file(line_.signing_key, rig::password_of_key({}));
  }

  /// When all that was under test is gone.
  void open_key() {
    try {
      key_ = key_in_file();
    } catch (const UsageError& error) {
      throw RigError(line_.sign ? fmt::format("The run is not signed: {} Sign it afterwards with rig sign.",
                                              error.what())
                                : fmt::format("The end of the run is not in the log. {}", error.what()));
    }
    if (!line_.sign) return;
    record_.signed_by = key_->public_key().hex();
    occasion_["signed-by"] = record_.signed_by;
    record_.identity = listed(record_.program_version, identity_, occasion_);
  }

  /// Where the transcript of this run goes; empty: nowhere.
  std::string transcript_path() const {
    if (runs_a_part(line_)) return part().transcript_in(line_.parts);
    return report_path(line_, line_.transcript, "transcript.jsonl");
  }

  void note_identity(const Catalogue& catalogue) {
    identity_ = identity_of(plan_, catalogue);
    occasion_ = occasion_of(line_, record_.started);
    if (!plan_.dut || rig::dut::runs_code_of_others(*plan_.dut))
      occasion_["sandbox"] = describe(plan_.sandbox);
    record_.identity = listed(record_.program_version, identity_, occasion_);
  }

  void fill_record(const rig::protocol::Contest& contest, const Catalogue& catalogue) {
    record_.program_version = CONTEST_RIG_VERSION;
    record_.contest = contest.name;
    record_.contest_title = contest.title;
    record_.codes = contest.codes;
    record_.dut = tests_a_referee() ? line_.options.referee : line_.options.dut;
    record_.team_name = line_.team_name;
    record_.label = line_.label;
    record_.strict = line_.strict;
    record_.gathered = gathers_parts(line_);
    record_.seed = line_.options.seed;
    record_.started = rig::utc_now();
    record_.command = line_.text;
    for (const auto& [name, value] : told_settings(line_.options)) record_.settings.push_back({name, value});
    if (line_.max_failures > 0)
      record_.settings.push_back({"max-failures", std::to_string(line_.max_failures)});
    for (const rig::protocol::Setting& setting : contest.settings)
      record_.settings.push_back({setting.name, setting.value});
    record_.requirements = blank_requirements(catalogue, line_.options.resets);
    for (const MatrixRow& row : known_matrix(catalogue_of(line_.options))) {
      for (const std::string& id : row.caught) {
        std::vector<std::string>& faults = record_.faults_caught[id];
        if (std::find(faults.begin(), faults.end(), row.fault) == faults.end()) faults.push_back(row.fault);
      }
    }
  }

  /// A replay's report is about the DUT that was recorded, and says that it was not run again.
  void name_recorded(const Replay& replay) {
    const rig::TranscriptHeader& header = replay.transcript.header;
    record_.dut = header.dut;
    record_.chain_head = replay.transcript.head;
    const std::optional<rig::Occasion> occasion =
        rig::read_occasion(replay.path, replay.transcript.head_of_occasion());
    record_.replay = {
        {replay.path, header.program_version, !record_.chain_head.empty(), occasion.has_value()}};
    if (occasion) adopt(*occasion, replay.path);
    record_.identity = listed(header.program_version, header.identity,
                              occasion ? occasion->facts : std::map<std::string, std::string>());
    if (replay.referee) return note_referee(*replay.referee);
    if (const std::optional<rig::LinkInfo> link = replay.link()) note_link(*link);
  }

  /// Whose the DUT was, and what it was called, is told as it was recorded.
  void adopt(const rig::Occasion& occasion, const std::string& path) {
    const auto fact = [&](const std::string& name) {
      const auto found = occasion.facts.find(name);
      return found == occasion.facts.end() ? std::string() : found->second;
    };
    const auto recorded = [&](const std::string& option, const std::string& now) {
      std::string then = fact(option);
      if (!now.empty() && now != then)
        throw UsageError(
            fmt::format("--{}: found \"{}\", and the run was recorded with \"{}\"; a replay "
                        "cannot change it.",
                        option, now, then));
      return then;
    };
    record_.team_name = recorded("team-name", line_.team_name);
    record_.label = recorded("label", line_.label);
    record_.started = fact("started");
    record_.signed_by = fact("signed-by");
    record_.occasion_sha256 = rig::sha256_file(rig::occasion_path(path));
  }

  /// Opens the DUT once before any worker does, so that what the user mistyped is told as such.
  void look_at_dut(const rig::protocol::Contest& contest) {
    check_boards(line_);
    const rig::dut::DutName& dut = *plan_.dut;
    if (line_.options.board_reset.settle && !rig::dut::settles(dut)) {
      throw UsageError(
          fmt::format("--settle: a DUT of kind {} has no port to open and no board to reset.", dut.scheme));
    }
    if (!rig::dut::opens_once(dut)) {
      if (gathers_parts(line_)) return;  // the parts have opened it
      console_.doing(rig::dut::opening_text(dut));
      if (rig::dut::is_simulated(dut)) return note_link(look_in_a_worker(plan_));
      rig::dut::OpenOptions how{contest, line_.options.seed, line_.options.board_reset, {}};
      how.sandbox = plan_.sandbox;
      note_link(rig::dut::open_dut(dut, how)->info());
    } else if (line_.jobs > 1 && !are_several(line_.options.dut)) {
      throw UsageError(
          fmt::format("--jobs {}: there is one board, and it talks to one at a time.", line_.jobs));
    }
  }

  void note_link(const rig::LinkInfo& info) {
    record_.far_end = rig::dut::kind_of_far_end(info.name);
    record_.link_description = info.description;
    record_.link_facts = info.facts;
    record_.clock = clock_name(info.clock_kind);
    record_.uncertainty = info.uncertainty;
    record_.hold_back = info.hold_back;
  }

  int jobs() const {
    if (tests_a_referee()) return 1;  // it lives in real time, and so do its boards
    const std::size_t boards = rig::dut::boards_named(line_.options.dut).size();
    if (boards > 1) return static_cast<int>(boards);
    if (line_.jobs > 0) return line_.jobs;
    if (line_.budget) return 1;  // what there is time for does not depend on which worker ends first
    if (!rig::dut::keeps_own_time(*plan_.dut)) return 1;
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
  }

  /// The record of a case that came from a worker, with what the parent knows: a dead worker's case has only
  /// its id, and every requirement it cites is in error.
  CaseRecord completed(CaseRecord record) const {
    const CaseRecord& blank = blanks_.at(record.id);
    record.title = blank.title;
    for (const auto& [id, tally] : blank.requirements) {
      rig::report::Tally& own = record.requirements[id];
      if (record.verdict == rig::Verdict::error) own.worst = rig::Verdict::error;
    }
    if (are_several(record_.dut)) record.board = board_of_case(record.id, plan_.transcript->first_lines());
    record.again = command_of_case(line_.options, record);
    return record;
  }

  void assemble(const RunResult& result) {
    record_.interrupted = result.interrupted;
    const std::string stopped = note_stop(result);
    record_.errors = result.errors;
    for (const CaseEntry* entry : chosen_) {
      const std::string id = entry->id();
      if (spending_.left_out().contains(id)) continue;
      const auto found = result.records.find(id);
      const bool is_blank = found == result.records.end();
      record_.cases.push_back(is_blank ? blanks_.at(id) : completed(found->second));
      if (is_blank) record_.cases.back().reason = stopped;
    }
    spending_.conclude(record_);
    const Catalogue catalogue = load_catalogue(catalogue_of(line_.options));
    const Requirement* same_team = catalogue.by_aspect("hello.same");
    if (same_team != nullptr) compare_teams(record_.cases, *same_team);
    const auto& first_lines = plan_.transcript->first_lines();
    if (!first_lines.empty() && !tests_a_referee()) note_link(link_of_run(first_lines));
    if (!tests_a_referee()) take_back_consequences(record_, catalogue);
    if (!result.interrupted && result.errors.empty()) judge_whole_run(record_);
    compare_clocks(record_);
    waves_.finish(line_, record_);
    rig::report::conclude(record_);
    const bool ran_here =
        !record_.replay && !record_.interrupted && !tests_a_referee() && !gathers_parts(line_);
    if (ran_here) record_.power_on = try_other_power_on(plan_, record_, *this);
    gate_.judge(line_, record_);
  }

  /// Why cases were left out; empty: they were not. A run without them is no whole one.
  std::string note_stop(const RunResult& result) {
    if (!result.stopped) return {};
    const int most = line_.max_failures;
    std::string why = fmt::format("stopped after {} failure{}", most, most == 1 ? "" : "s");
    record_.partial.push_back(fmt::format("--max-failures {}: {}", most, why));
    return why;
  }

  bool fails_a_mandatory_clause(const CaseRecord& one) const {
    return std::any_of(one.findings.begin(), one.findings.end(), [&](const rig::report::Finding& finding) {
      const bool mandatory =
          std::any_of(record_.requirements.begin(), record_.requirements.end(), [&](const auto& clause) {
            return clause.id == finding.requirement && clause.level == rig::report::Level::mandatory;
          });
      return finding.verdict == rig::Verdict::fail && mandatory &&
             !GateOfRun::expects(one.id, finding.requirement, record_);
    });
  }

  /// Those of the run before are removed. Empty: nothing is kept.
  std::string folder_for_kept_starts() const {
    if (tests_a_referee() || gathers_parts(line_)) return {};
    const bool on_disk = rig::dut::plays_on_disk(*plan_.dut);
    const std::string place =
        runs_a_part(line_) ? part().folder_in(line_.parts) + "/kept" : report_path(line_, {}, "kept");
    std::string folder = on_disk ? place : std::string();
    if (!folder.empty()) rig::remove_whatever_is_in_it(folder);
    return folder;
  }

  void write_all(rig::TranscriptWriter& transcript) {
    if (line_.sign || log_.is_open()) attempt([&] { open_key(); });
    attempt([&] { write_transcript(transcript); });
    attempt([&] { write(report_path(line_, line_.json, "report.json"), rig::report::to_json(record_)); });
    attempt([&] { write(report_path(line_, line_.junit, "junit.xml"), rig::report::to_junit(record_)); });
    attempt([&] { write_page(report_path(line_, line_.html, "report.html")); });
    if (record_.replay || transcript.path().empty()) return;
    // Those of an earlier run, whose files are gone.
    for (const std::string& old : rig::report::signature_paths(transcript.path()))
      std::filesystem::remove(old);
    if (key_ && line_.sign) attempt([&] { sign_run(*key_, record_.chain_head, line_); });
    if (key_ && log_.is_open()) attempt([&] { log_.end(*key_, record_); });
  }

  /// A report that cannot be written is an error of the run; the others are written all the same.
  template <typename F>
  void attempt(F&& write_one) {
    try {
      write_one();
    } catch (const RigError& error) {
      record_.errors.push_back(error.what());
    }
  }

  static void write(const std::string& path, const std::string& content) {
    if (!path.empty()) rig::write_whole(path, content);
  }

  /// The report for people: its path is told.
  void write_page(const std::string& path) {
    write(path, rig::report::to_html(record_));
    if (!path.empty()) written_.push_back(path);
  }

  rig::TranscriptHeader transcript_header() const {
    return {{record_.program_version, record_.contest, record_.dut, record_.seed},
            to_words(line_.options),
            plan_.cases,
            record_.partial,
            identity_};
  }

  /// A replay's evidence is the transcript that was replayed.
  void write_transcript(rig::TranscriptWriter& transcript) {
    const std::string path = record_.replay ? record_.replay->path : transcript.path();
    if (path.empty()) return;
    for (const std::string& id : spending_.left_out()) transcript.leave_out(id);
    if (!record_.replay) transcript.finish(record_.partial);
    record_.transcript_path = path;
    record_.transcript_sha256 = rig::sha256_file(path);
    if (!record_.replay) write_occasion(transcript);
  }

  void note_end() {
    occasion_["ended"] = rig::utc_now();
    record_.identity = listed(record_.program_version, identity_, occasion_);
  }

  /// Beside a transcript that is an ordinary file.
  void write_occasion(const rig::TranscriptWriter& transcript) {
    record_.chain_head = transcript.head();
    if (!std::filesystem::is_regular_file(transcript.path())) return;
    const std::string path = rig::occasion_path(transcript.path());
    write(path, rig::to_text(rig::Occasion{transcript.head(), occasion_}));
    record_.occasion_sha256 = rig::sha256_file(path);
  }

  CommandLine line_;
  rig::report::Console console_;
  GateOfRun gate_;
  WavesOfRun waves_;
  Spending spending_;
  RunRecord record_;
  std::vector<std::string> written_;  // reports for people
  RunPlan plan_;
  std::vector<const CaseEntry*> chosen_;
  std::map<std::string, CaseRecord> blanks_;
  std::map<std::string, std::string> identity_;  // for the header of the transcript
  std::map<std::string, std::string> occasion_;  // for the file beside it
  std::optional<rig::PrivateKey> key_;           // when nothing under test runs any more
  LoggedRun log_;
};

}  // namespace

int certify(const CommandLine& line) {
  if (!runs_a_part(line)) return Run(line).perform();
  try {
    return Run(line).perform();
  } catch (const RigError& error) {
    std::cerr << "certify: " << error.what() << "\n";
    return worth_another_try;
  }
}

}  // namespace conformance

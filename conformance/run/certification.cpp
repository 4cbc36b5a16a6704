#include "conformance/run/certification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "conformance/referee/scenario_file.hpp"
#include "conformance/run/divided/part.hpp"
#include "conformance/run/live/run_page.hpp"
#include "conformance/run/outcome/report.hpp"
#include "conformance/run/outcome/shard.hpp"
#include "conformance/run/run_state.hpp"
#include "conformance/run/same_team.hpp"
#include "conformance/run/sandbox_of_run.hpp"
#include "conformance/run/signing.hpp"
#include "conformance/run/subject/board.hpp"
#include "conformance/run/subject/recording.hpp"
#include "conformance/run/subject/referee.hpp"
#include "conformance/suite/matrix.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/dut/dut.hpp"
#include "rig/live/hub.hpp"
#include "rig/live/server.hpp"
#include "rig/report/console/console.hpp"
#include "rig/report/console/ticker.hpp"
#include "rig/report/digest.hpp"

namespace conformance {

using rig::RigError;
using rig::UsageError;
using rig::report::CaseRecord;
using rig::report::RunRecord;

namespace {

std::unique_ptr<Subject> new_recording(RunState& run, const std::string& transcript) {
  Replay recorded = read_replay(transcript);
  if (recorded.referee) return std::make_unique<RefereeRecording>(run, std::move(recorded));
  return std::make_unique<BoardRecording>(run, std::move(recorded));
}

/// The one that the command line names. A recorded run gives the command line its options. UsageError for a
/// transcript that is none or that the command line contradicts.
std::unique_ptr<Subject> choose_subject(RunState& run) {
  const CommandLine& line = run.line;
  const std::optional<rig::dut::DutName> dut = dut_of(line.options);
  const bool is_recorded = dut && rig::dut::is_recorded(*dut);
  if (line.again && !is_recorded)
    throw UsageError("--again: --dut names no transcript, as in --dut transcript:FILE.");
  if (line.again) return std::make_unique<RepeatedBoard>(run, dut->target);
  if (is_recorded) return new_recording(run, dut->target);
  if (!line.options.referee.empty()) return std::make_unique<RefereeUnderTest>(run);
  if (gathers_parts(line)) return std::make_unique<GatheredBoard>(run);
  return std::make_unique<BoardUnderTest>(run);
}

/// One whole run, from the command line to the exit status.
class Certification final : public RunListener {
 public:
  explicit Certification(const CommandLine& line)
      : run_{line}, console_(std::cout, {.quiet = line.quiet}), subject_(choose_subject(run_)) {
    if (runs_a_part(line)) {
      outcome_ = std::make_unique<Shard>(run_, *this);
    } else {
      outcome_ = std::make_unique<Report>(run_, *subject_, console_, *this);
    }
  }

  int perform() {
    try {
      return run_suite();
    } catch (const std::exception& error) {
      if (run_.log.is_open()) log_stop(error.what());
      throw;
    }
  }

 private:
  int run_suite() {
    std::optional<rig::report::Ticker> ticker;
    if (console_.shows_progress())
      ticker.emplace(std::chrono::milliseconds(250), [this] { console_.tick(); });
    prepare();
    console_.begin(run_.record, run_.plan.cases.size());
    begin_page();
    const auto begun = std::chrono::steady_clock::now();
    rig::TranscriptWriter transcript = subject_->begin_evidence(outcome_->transcript_path());
    transcript.begin_occasion(run_.occasion);
    run_.plan.transcript = &transcript;
    const RunResult result = subject_->run_cases(*this);
    if (!result.refused.empty()) throw UsageError(result.refused + ".");
    run_.record.wall_time = std::chrono::steady_clock::now() - begun;
    subject_->note_end();
    const int status = outcome_->conclude(result, transcript);
    if (page_) page_->concluded(headline(run_.record));
    return status;
  }

  void prepare() {
    CommandLine& line = run_.line;
    run_.plan.dut = dut_of(line.options);
    run_.gate.read_baseline_of(line, run_.plan.dut);
    const rig::protocol::Contest& contest = run_.contest();
    if (!line.given.contains("seed")) line.options.seed = std::random_device{}();
    check_options(contest);
    subject_->check();
    const Catalogue catalogue = catalogue_for(line.options);
    choose_cases(catalogue);
    expect_key(line, outcome_->transcript_path());
    run_.plan.waves = run_.waves.prepare(line, run_.plan.dut);
    run_.plan.options = line.options;
    run_.plan.sandbox = sandbox_of_programs(line, outcome_->transcript_path());
    run_.plan.max_failures = line.max_failures;
    run_.plan.live = !line.live.empty();
    fill_record(contest, catalogue);
    run_.gate.read_known_failures_of(line, catalogue, run_.record);
    run_.log.begin(line, run_.record);
    subject_->look(catalogue, *this);
    outcome_->narrow();
    subject_->begin(outcome_->folder("kept"), *this);
  }

  void check_options(const rig::protocol::Contest& contest) const {
    const RunOptions& options = run_.line.options;
    check_team(contest.team, contest.name, options.team);
    if (options.capacity && !contest.endless)
      throw UsageError(
          fmt::format("--capacity: the board of {} has a size; --capacity is for boards without one.",
                      options.board ? "this run" : contest.name));
  }

  void choose_cases(const Catalogue& catalogue) {
    const CommandLine& line = run_.line;
    run_.chosen = select_cases(catalogue, line.selection, line.options.resets, asked_by(line.options));
    run_.record.partial = reasons_for_partial(line.selection, line.options);
    if (!line.options.scenario.empty()) run_.record.partial.push_back("--scenario " + line.options.scenario);
    subject_->plan_cases();
    for (const CaseEntry* entry : run_.chosen) run_.blanks[entry->id()] = blank_record(*entry, catalogue);
  }

  void fill_record(const rig::protocol::Contest& contest, const Catalogue& catalogue) {
    const CommandLine& line = run_.line;
    RunRecord& record = run_.record;
    record.program_version = CONTEST_RIG_VERSION;
    record.contest = contest.name;
    record.contest_title = contest.title;
    record.codes = contest.codes;
    record.dut = subject_->name();
    record.team_name = line.team_name;
    record.label = line.label;
    record.strict = line.strict;
    record.seed = line.options.seed;
    record.started = rig::utc_now();
    record.command = line.text;
    for (const auto& [name, value] : told_settings(line.options)) record.settings.push_back({name, value});
    if (line.max_failures > 0) record.settings.push_back({"max-failures", std::to_string(line.max_failures)});
    for (const rig::protocol::Setting& setting : contest.settings)
      record.settings.push_back({setting.name, setting.value});
    record.requirements = blank_requirements(catalogue, line.options.resets);
    for (const MatrixRow& row : known_matrix(catalogue_of(line.options))) {
      for (const std::string& id : row.caught) {
        std::vector<std::string>& faults = record.faults_caught[id];
        if (std::find(faults.begin(), faults.end(), row.fault) == faults.end()) faults.push_back(row.fault);
      }
    }
  }

  void begin_page() {
    const std::string& where = run_.line.live;
    if (where.empty()) return;
    page_.emplace(hub_, run_.contest(), run_.record, run_.plan.cases.size());
    server_.emplace(rig::live::address_from(where, "--live"), hub_, run_.record.contest_title);
    console_.say("live: " + server_->url());
  }

  /// The run came to no verdict; that this cannot be written down is no reason to hide why.
  void log_stop(const std::string& why) {
    try {
      run_.log.stop(key_of(run_.line), why);
    } catch (const std::exception& error) {
      console_.say(error.what());
    }
  }

  // what the run reports, and asks

  void say(const std::string& what) override { console_.say(what); }
  void doing(const std::string& what) override { console_.doing(what); }
  void simulated(rig::Duration by) override { console_.simulated(by); }
  Admission may_begin(const std::string& case_id) override { return run_.spending.may_begin(case_id); }
  void begins(const std::string& case_id) override {
    console_.case_begins(case_id);
    if (page_) page_->begins(case_id, run_.blanks.at(case_id).title);
  }
  void noted(const std::string& case_id, const std::string& line) override {
    if (page_) page_->heard(case_id, line);
  }
  void ended(const CaseRecord& one) override {
    run_.spending.ended(one);
    const CaseRecord whole = run_.completed(one);
    console_.case_ended(whole);
    if (page_) page_->ended(whole);
  }
  /// A mandatory clause, and not as it is known to.
  bool fails(const CaseRecord& one) override {
    const RunRecord& record = run_.record;
    return std::any_of(one.findings.begin(), one.findings.end(), [&](const rig::report::Finding& finding) {
      const bool mandatory =
          std::any_of(record.requirements.begin(), record.requirements.end(), [&](const auto& clause) {
            return clause.id == finding.requirement && clause.level == rig::report::Level::mandatory;
          });
      return finding.verdict == rig::Verdict::fail && mandatory &&
             !GateOfRun::expects(one.id, finding.requirement, record);
    });
  }

  RunState run_;
  rig::report::Console console_;
  std::unique_ptr<Subject> subject_;
  std::unique_ptr<Outcome> outcome_;
  rig::live::Hub hub_;
  std::optional<live::RunPage> page_;
  std::optional<rig::live::Server> server_;
};

}  // namespace

int certify(const CommandLine& line) {
  try {
    return Certification(line).perform();
  } catch (const RigError& error) {
    if (!runs_a_part(line)) throw;
    std::cerr << "certify: " << error.what() << "\n";
    return worth_another_try;
  }
}

}  // namespace conformance

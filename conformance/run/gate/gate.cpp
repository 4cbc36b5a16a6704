#include "conformance/run/gate/gate.hpp"

#include <fmt/format.h>

#include <iostream>

#include "conformance/run/gate/comparison.hpp"
#include "conformance/run/gate/known_failures.hpp"
#include "conformance/run/identity.hpp"
#include "conformance/run/plan.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/dut/dut.hpp"
#include "rig/dut/project_file.hpp"
#include "rig/report/gate/annotations.hpp"
#include "rig/report/gate/judging.hpp"

namespace conformance {

using rig::UsageError;
using rig::report::RunRecord;

namespace {

std::string today() {
  constexpr std::size_t length = 10;  // of 2031-05-04
  return rig::utc_now().substr(0, length);
}

}  // namespace

void GateOfRun::read_baseline_of(CommandLine& line, const std::optional<rig::dut::DutName>& dut) {
  if (line.baseline.empty()) return;
  baseline_ = read_baseline(line.baseline);
  RunOptions& options = line.options;
  if (options.contest.empty()) options.contest = baseline_->contest;
  if (options.contest != baseline_->contest)
    throw UsageError(fmt::format("--baseline: the contest of \"{}\" is {}, and this run's is {}.",
                                 line.baseline, baseline_->contest, options.contest));
  const bool exact = baseline_->clock != "monotonic" && dut && rig::dut::keeps_own_time(*dut);
  if (!line.given.contains("seed")) {
    options.seed = baseline_->seed;
    line.given.insert("seed");
    line.seed_chosen = "given";
  } else if (exact && options.seed != baseline_->seed) {
    throw UsageError(fmt::format(
        "--baseline: the seed of \"{}\" is {}, and this run's is {}; with another seed other games "
        "are played, and nothing can be compared.",
        line.baseline, baseline_->seed, options.seed));
  }
  if (exact && line.jobs == 0) line.jobs = workers_in(baseline_->identity);
}

void GateOfRun::read_known_failures_of(const CommandLine& line, const Catalogue& catalogue,
                                       RunRecord& record) {
  if (line.expect.empty() && !baseline_) return;
  record.gate.emplace();
  if (line.expect.empty()) return;
  Nameable nameable;
  for (const CaseEntry* entry : select_cases(catalogue, {}, line.options.resets, asked_by(line.options)))
    nameable.cases.push_back(entry->id());
  for (const rig::report::RequirementRecord& one : record.requirements) {
    if (one.testable) nameable.requirements.push_back(one.id);
  }
  record.gate->known = read_known_failures(line.expect, nameable);
}

bool GateOfRun::expects(const std::string& case_id, const std::string& requirement, const RunRecord& record) {
  return record.gate && rig::report::is_expected(*record.gate, case_id, requirement, today());
}

void GateOfRun::judge(const CommandLine& line, RunRecord& record) const {
  if (!record.gate) return;
  rig::report::settle_known_failures(record, today());
  if (baseline_) record.gate->comparison = compare(*baseline_, record, line.allowance);
}

void annotate(const CommandLine& line, const RunRecord& record) {
  if (line.annotate.empty()) return;
  std::string description;  // of RTL, where a file has it
  if (line.options.referee.empty()) {
    const rig::dut::DutName dut = rig::dut::parse_dut_name(record.dut);
    if (rig::dut::is_simulated(dut) && dut.target.ends_with(".toml")) description = dut.target;
  }
  if (description.empty() && line.by_project) description = rig::dut::project_file_name;
  std::cout << rig::report::github_annotations(record, description) << std::flush;
}

}  // namespace conformance

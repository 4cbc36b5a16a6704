#include "conformance/budget/rehearsal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "conformance/matrix.hpp"
#include "conformance/run.hpp"
#include "conformance/suite.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

using rig::report::CaseRecord;
using rig::report::Level;

namespace {

/// The same run, on a player that knows no team code and no board to reset.
RunOptions options_of_rehearsal(const RunOptions& options) {
  RunOptions own = options;
  own.dut = "builtin:" + contest_of(options).game;
  own.team.clear();
  own.board_reset = {};
  own.soak = {};
  return own;
}

CaseCost cost_of(const CaseRecord& record, const std::string& hello) {
  CaseCost cost;
  cost.id = record.id;
  const auto exchanges = record.counts.find("exchanges");
  if (exchanges != record.counts.end()) cost.exchanges = exchanges->second;
  cost.fixed = record.link_time;
  for (const rig::report::Sample& sample : record.samples) {
    if (sample.kind == hello) continue;
    ++cost.moves;
    cost.fixed -= sample.latency.longest;
  }
  cost.fixed = std::max(cost.fixed, rig::Duration::zero());
  return cost;
}

}  // namespace

std::string label_of_hello(const rig::contest::Contest& contest) {
  return contest.greets ? contest.dialect->label(contest.hello) : std::string();
}

std::vector<CaseCost> rehearse(const RunOptions& options, const std::vector<std::string>& cases) {
  RunPlan plan;
  plan.options = options_of_rehearsal(options);
  for (const CaseEntry& entry : all_cases()) {
    const bool is_planned = std::find(cases.begin(), cases.end(), entry.id()) != cases.end();
    if (is_planned && entry.when == When::in_every_run) plan.cases.push_back(entry.id());
  }
  plan.jobs = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
  const RunResult result = run_plan(plan, [](const CaseRecord&) {});
  if (result.interrupted) throw rig::RigError("The run was interrupted before its plan was known.");
  if (!result.errors.empty())
    throw rig::RigError("The plan could not be played beforehand: " + result.errors.front());

  const rig::contest::Contest& contest = contest_of(options);
  const std::string name = catalogue_of(options);
  const Catalogue catalogue = load_catalogue(name);
  const std::string hello = label_of_hello(contest);
  std::vector<CaseCost> costs;
  for (const std::string& id : plan.cases) {
    const auto record = result.records.find(id);
    if (record == result.records.end())
      throw rig::RigError(fmt::format("The plan could not be played beforehand: {} did not end.", id));
    CaseCost cost = cost_of(record->second, hello);
    for (const auto& [clause, tally] : record->second.requirements) {
      const bool mandatory = level_of(*catalogue.by_id(clause), options.resets) == Level::mandatory;
      if (mandatory && tally.worst == rig::Verdict::pass) cost.clauses.insert(clause);
    }
    for (const MatrixRow& row : known_matrix(name)) {
      if (row.caught.contains(id)) cost.faults.insert(row.fault);
    }
    costs.push_back(std::move(cost));
  }
  return costs;
}

}  // namespace conformance

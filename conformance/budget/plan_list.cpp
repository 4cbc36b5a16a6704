#include "conformance/budget/plan_list.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "conformance/budget/choice.hpp"
#include "conformance/budget/rehearsal.hpp"
#include "conformance/budget/span.hpp"
#include "conformance/plan.hpp"
#include "rig/base/text.hpp"

namespace conformance {

using rig::Duration;
using std::chrono::milliseconds;

namespace {

constexpr Duration usual_budget = std::chrono::minutes(15);

void print_cases(std::ostream& out, const std::vector<CaseCost>& costs) {
  out << fmt::format("{:<34} {:>9} {:>7} {:>9} {:>11} {:>7}\n", "case", "exchanges", "moves", "beside",
                     "new clauses", "faults");
  Seen seen;
  std::uint64_t exchanges = 0;
  std::uint64_t moves = 0;
  Duration fixed{};
  for (const CaseCost& one : costs) {
    const std::size_t before = seen.clauses.size();
    seen.add(one);
    exchanges += one.exchanges;
    moves += one.moves;
    fixed += one.fixed;
    out << fmt::format("{:<34} {:>9} {:>7} {:>9} {:>11} {:>7}\n", one.id, one.exchanges, one.moves,
                       rig::readable(one.fixed), seen.clauses.size() - before, seen.faults.size());
  }
  out << fmt::format("{:<34} {:>9} {:>7} {:>9} {:>11} {:>7}\n\n", "all", exchanges, moves,
                     rig::readable(fixed), seen.clauses.size(), seen.faults.size());
}

void print_times(std::ostream& out, const std::vector<CaseCost>& costs, Duration budget) {
  const std::size_t all = faults_of(costs).size();
  for (const Duration a_move :
       {milliseconds(10), milliseconds(100), milliseconds(1000), milliseconds(10000)}) {
    const std::vector<CaseCost> chosen = affordable(ranked(costs, a_move), a_move, budget);
    out << fmt::format(
        "at {:>7} a move: about {}; --budget {} sees {} of {} known faults, in {} of {} cases\n",
        rig::readable(a_move), rough_time(time_of(costs, a_move)), text_of_time(budget),
        faults_of(chosen).size(), all, chosen.size(), costs.size());
  }
}

}  // namespace

int print_plan(std::ostream& out, const CommandLine& line) {
  require_option(line.options.contest, "--contest", "icfpt2014");
  RunOptions options = line.options;
  if (!line.given.contains("seed")) options.seed = std::random_device{}();
  const Catalogue catalogue = load_catalogue(catalogue_of(options));
  std::vector<std::string> cases;
  for (const CaseEntry* entry : select_cases(catalogue, line.selection, options.resets))
    cases.push_back(entry->id());
  const std::vector<CaseCost> costs = ranked(rehearse(options, cases), std::chrono::seconds(1));
  out << fmt::format("{}, seed {}\n\n", contest_of(options).title, options.seed);
  print_cases(out, costs);
  print_times(out, costs, line.budget.value_or(usual_budget));
  return 0;
}

}  // namespace conformance

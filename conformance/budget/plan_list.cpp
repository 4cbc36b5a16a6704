#include "conformance/budget/plan_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
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

/// How many exchanges it takes with one seed and another.
struct Spread {
  std::vector<std::uint64_t> exchanges;  ///< of each seed

  std::uint64_t mean() const {
    return (std::accumulate(exchanges.begin(), exchanges.end(), std::uint64_t{0}) + exchanges.size() / 2) /
           exchanges.size();
  }
  std::string range() const {
    const auto [least, most] = std::minmax_element(exchanges.begin(), exchanges.end());
    return fmt::format("{}-{}", *least, *most);
  }
};

/// Of each case, and of all together by the empty name: with this seed and those that follow it.
std::map<std::string, Spread> spread_of(const RunOptions& options, const std::vector<std::string>& cases,
                                        const std::vector<CaseCost>& costs) {
  constexpr int seeds = 5;
  std::map<std::string, Spread> spread;
  const auto add = [&](const std::vector<CaseCost>& of_a_seed) {
    std::uint64_t all = 0;
    for (const CaseCost& one : of_a_seed) {
      spread[one.id].exchanges.push_back(one.exchanges);
      all += one.exchanges;
    }
    spread[""].exchanges.push_back(all);
  };
  add(costs);
  for (int i = 1; i < seeds; ++i) {
    RunOptions other = options;
    other.seed += static_cast<std::uint64_t>(i);
    add(rehearse(other, cases));
  }
  return spread;
}

void print_cases(std::ostream& out, const std::vector<CaseCost>& costs,
                 const std::map<std::string, Spread>& spread) {
  constexpr const char* line = "{:<34} {:>9} {:>11} {:>7} {:>9} {:>11} {:>7}\n";
  out << fmt::format(line, "case", "exchanges", "least-most", "moves", "beside", "new clauses", "faults");
  Seen seen;
  std::uint64_t moves = 0;
  Duration fixed{};
  for (const CaseCost& one : costs) {
    const std::size_t before = seen.clauses.size();
    seen.add(one);
    moves += one.moves;
    fixed += one.fixed;
    out << fmt::format(line, one.id, spread.at(one.id).mean(), spread.at(one.id).range(), one.moves,
                       rig::readable(one.fixed), seen.clauses.size() - before, seen.faults.size());
  }
  out << fmt::format(line, "all", spread.at("").mean(), spread.at("").range(), moves, rig::readable(fixed),
                     seen.clauses.size(), seen.faults.size())
      << '\n';
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
  print_cases(out, costs, spread_of(options, cases, costs));
  print_times(out, costs, line.budget.value_or(usual_budget));
  return 0;
}

}  // namespace conformance

#include "conformance/run/budget/plan_list.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/run/budget/spending.hpp"
#include "conformance/run/plan.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/span.hpp"

namespace conformance {

using std::chrono::milliseconds;

int print_plan(std::ostream& out, const CommandLine& line) {
  const RunOptions& options = line.options;
  std::vector<std::string> cases;
  for (const CaseEntry* entry :
       select_cases(load_catalogue(catalogue_of(options)), line.selection, options.resets))
    cases.push_back(entry->id());
  const std::vector<CaseCost> costs = ranked(stated_costs(options, cases));

  constexpr const char* row = "{:<34} {:>9} {:>11} {:>7}\n";
  out << contest_of(options).title << "\n\n"
      << fmt::format(row, "case", "exchanges", "new clauses", "faults");
  Seen seen;
  int exchanges = 0;
  for (const CaseCost& one : costs) {
    const std::size_t before = seen.clauses.size();
    seen.add(one);
    exchanges += one.exchanges;
    out << fmt::format(row, one.id, one.exchanges, seen.clauses.size() - before, seen.faults.size());
  }
  out << fmt::format(row, "all", exchanges, seen.clauses.size(), seen.faults.size()) << '\n';

  const rig::Duration budget = line.budget.value_or(std::chrono::minutes(15));
  for (const rig::Duration a_move :
       {milliseconds(10), milliseconds(100), milliseconds(1000), milliseconds(10000)}) {
    const std::vector<CaseCost> chosen = affordable(costs, a_move, budget);
    out << fmt::format(
        "at {:>7} a move: about {}; --budget {} sees {} of the suite's {} known faults, in {} of {} cases\n",
        rig::readable(a_move), rig::rough_time(time_of(costs, a_move)), rig::text_of_time(budget),
        faults_of(chosen).size(), seen.faults.size(), chosen.size(), costs.size());
  }
  return 0;
}

}  // namespace conformance

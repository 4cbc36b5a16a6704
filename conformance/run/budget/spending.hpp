#pragma once
/// The time that a run takes: what it will cost, said once the DUT's time for a reply is known, and with
/// `--budget` which cases there is time for.
///
/// A budget is time of the DUT. Of a board or a program, which live in real time, it is what passes on a
/// person's clock from the first case on. Of a DUT that keeps its own time (a player of the rig's own, RTL in
/// simulation) it is the sum of what its cases took on that clock: how fast a machine simulates changes
/// nothing in what is run. What is said of a simulation without a budget is how long the machine takes.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/run/budget/choice.hpp"
#include "conformance/run/command_line.hpp"
#include "conformance/run/run.hpp"

namespace conformance {

/// What spending is decided by.
struct Terms {
  std::optional<rig::Duration> budget;  ///< empty: it is only said what the run costs
  std::string hello;                    ///< the kind of samples in which the DUT has nothing to think about
  std::vector<CaseCost> costs;          ///< of the cases that can be left out
  std::function<rig::Duration()> elapsed;  ///< in real time; empty: the cases' own times count
  RunListener* user = nullptr;             ///< is told what the run costs; null: nobody is
  /// Workers that simulate the DUT: without a budget it is told how long the machine takes. 0: it is not
  /// simulated.
  int simulators = 0;
};

class Spending {
 public:
  /// Takes part in a run: with a budget it puts the cases of the plan into the order in which it takes them,
  /// and is asked before each. Without one it tells the user what a slow DUT costs.
  void take_part(const CommandLine& line, RunPlan& plan, rig::report::RunRecord& record, RunListener& user);

  void begin(Terms terms);
  /// A case that is left out is not asked about again.
  Admission may_begin(const std::string& id);
  void ended(const rig::report::CaseRecord& record);

  const std::set<std::string>& left_out() const { return left_out_; }
  /// Names what was left out, with its share of the known faults, as a reason why the run is partial.
  void conclude(rig::report::RunRecord& record) const;

 private:
  bool counts_machine_time() const { return terms_.simulators > 0 && !terms_.budget; }
  rig::Duration a_reply() const;
  std::vector<CaseCost> without(const std::set<std::string>& ids) const;
  std::string outlook() const;

  Terms terms_;
  std::set<std::string> left_out_;
  std::set<std::string> not_applicable_;  // nobody knows what they would catch on this link: nothing
  rig::Duration spent_{};                 // by the cases' own times
  rig::Duration thought_{};               // about its replies; where machine time counts: worked on them
  std::int64_t replies_ = 0;
  bool told_ = false;
};

/// What these cases state that they cost, in this order; those on request left out.
std::vector<CaseCost> stated_costs(const RunOptions& options, const std::vector<std::string>& cases);

}  // namespace conformance

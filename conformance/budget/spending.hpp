#pragma once
/// The time that a run takes: what it will cost, said once the DUT's time for a move is known, and with
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

#include "conformance/budget/choice.hpp"
#include "conformance/run.hpp"

namespace conformance {

/// What spending is decided by.
struct Terms {
  std::optional<rig::Duration> budget;  ///< empty: it is only said what the run costs
  std::string hello;                    ///< the kind of samples in which the DUT has nothing to think about
  std::function<std::vector<CaseCost>()> rehearse;       ///< what the cases cost; called once at the most
  std::function<rig::Duration()> elapsed;                ///< in real time; empty: the cases' own times count
  std::function<void(const std::string& sentence)> say;  ///< to the user
  std::function<void(rig::Duration)> takes;  ///< is told, of a simulation, how long it is; may be empty
  /// Workers that simulate the DUT: without a budget it is told how long the machine takes. 0: it is not
  /// simulated.
  int simulators = 0;
};

class Spending {
 public:
  void begin(Terms terms);
  /// The cases that can be left out, in the order in which they are taken.
  std::vector<std::string> order() const;
  /// A case that is left out is not asked about again.
  Leave may_begin(const std::string& id);
  void ended(const rig::report::CaseRecord& record);

  const std::set<std::string>& left_out() const { return left_out_; }
  /// Names what was left out, with its share of the known faults, as a reason why the run is partial.
  void conclude(rig::report::RunRecord& record) const;

 private:
  bool counts_machine_time() const { return terms_.simulators > 0 && !terms_.budget; }
  bool is_slow() const;
  void tell();
  bool rehearsed();
  rig::Duration a_move() const;
  rig::Duration left() const;
  std::vector<CaseCost> open() const;
  std::vector<CaseCost> without(const std::set<std::string>& ids) const;
  std::string outlook() const;
  rig::Duration machine_time() const;

  Terms terms_;
  std::optional<std::vector<CaseCost>> costs_;
  std::set<std::string> left_out_;
  std::set<std::string> under_way_;
  std::set<std::string> done_;
  std::set<std::string> not_applicable_;  // nobody knows what they would catch on this link: nothing
  rig::Duration spent_{};                 // by the cases' own times
  rig::Duration thought_{};               // about its moves; where machine time counts: worked on them
  std::int64_t moves_ = 0;
  bool told_ = false;
};

}  // namespace conformance

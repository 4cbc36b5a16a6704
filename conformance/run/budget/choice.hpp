#pragma once
/// Which cases to run when there is no time for all: a weighted set cover, greedy. Pure: nothing here runs a
/// case or reads a clock.

#include <set>
#include <string>
#include <vector>

#include "rig/base/time.hpp"

namespace conformance {

/// What a case costs, and what it is worth.
struct CaseCost {
  std::string id;
  int exchanges = 0;              ///< about how many, as the case states
  std::set<std::string> clauses;  ///< mandatory ones that it cites
  std::set<std::string> faults;   ///< known ones that it catches
};

/// On a board that takes so long for a reply.
rig::Duration time_of(const CaseCost& one, rig::Duration a_reply);
rig::Duration time_of(const std::vector<CaseCost>& cases, rig::Duration a_reply);

/// What the cases before have seen already.
struct Seen {
  std::set<std::string> clauses;
  std::set<std::string> faults;

  void add(const CaseCost& one);
};

/// In the order in which a budget takes them: first those that cite most mandatory clauses an exchange that
/// no case before them does, then those that catch most faults an exchange that no case before them does,
/// then the others, the cheapest first. Of two that are worth the same the one that stands first in `cases`.
std::vector<CaseCost> ranked(std::vector<CaseCost> cases);

/// Of cases so ranked those that there is time for: each that fits into what is left.
std::vector<CaseCost> affordable(const std::vector<CaseCost>& ranked, rig::Duration a_reply,
                                 rig::Duration time);

/// The known faults that these cases catch, together.
std::set<std::string> faults_of(const std::vector<CaseCost>& cases);

}  // namespace conformance

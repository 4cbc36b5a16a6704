#pragma once
/// Which cases to run when there is no time for all: a weighted set cover, greedy. Pure: nothing here runs a
/// case or reads a clock.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "rig/base/time.hpp"

namespace conformance {

/// What a case costs, and what it is worth.
struct CaseCost {
  std::string id;
  std::uint64_t exchanges = 0;
  std::uint64_t moves = 0;        ///< replies that the DUT has to think about
  rig::Duration fixed{};          ///< the time it takes beside them: silences, handshakes, the wire
  std::set<std::string> clauses;  ///< mandatory ones that it can assess
  std::set<std::string> faults;   ///< known ones that it catches
};

/// On a board that takes so long for a move.
rig::Duration time_of(const CaseCost& one, rig::Duration a_move);
rig::Duration time_of(const std::vector<CaseCost>& cases, rig::Duration a_move);

/// What the cases before have seen already.
struct Seen {
  std::set<std::string> clauses;
  std::set<std::string> faults;

  void add(const CaseCost& one);
};

/// In the order in which a budget takes them: first those that assess most mandatory clauses a second that no
/// case before them does, then those that catch most faults a second that no case before them does, then the
/// others, the cheapest first. Of two that are worth the same the one that stands first in `cases`.
std::vector<CaseCost> ranked(std::vector<CaseCost> cases, rig::Duration a_move, Seen seen = {});

/// Of cases so ranked those that there is time for: each that fits into what is left.
std::vector<CaseCost> affordable(const std::vector<CaseCost>& ranked, rig::Duration a_move,
                                 rig::Duration time);

/// The known faults that these cases catch, together.
std::set<std::string> faults_of(const std::vector<CaseCost>& cases);

}  // namespace conformance

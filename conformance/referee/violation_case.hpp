#pragma once
/// Cases in which a move breaks one rule, in the hands of each player: it must lose.

#include <vector>

#include "conformance/referee/referee_case.hpp"

namespace conformance {

/// Plies on which a later move breaks a rule: many, since a host may be wrong in one direction, for one
/// player, at one edge of the board alone.
inline const std::vector<int> later_plies = {3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 13};
/// … and a move of any kind.
inline const std::vector<int> any_plies = {1, 1, 1, 2, 2, 2, 3, 4, 5, 6, 8, 9};
/// … and the first move of each player.
inline const std::vector<int> first_plies = {1, 1, 1, 1, 2, 2, 2, 2};

class ViolationCase : public RefereeCase {
 protected:
  /// A game for each of these plies, in which its move breaks the rule that the clause behind this aspect is
  /// about. NotApplicable where no such move is found.
  void expect_loss(Aspect aspect, const std::vector<int>& plies);
};

}  // namespace conformance

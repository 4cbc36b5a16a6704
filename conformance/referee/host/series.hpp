#pragma once
/// How the boards are seated in the games of one run of a referee under test.

#include <cstddef>

#include "conformance/referee/host/description.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::host {

/// One game of a run.
struct Seating {
  std::size_t beginner = 0;     ///< the player that begins; 0: player 1
  bool boards_changed = false;  ///< board 1 plays player 2, and board 2 player 1

  /// The player that this board plays, or the board of this player: both of 0 and 1.
  std::size_t across(std::size_t one) const { return boards_changed ? 1 - one : one; }
};

/// Of the game of this number (from 0) in a run whose first game this player begins: there board 1 plays
/// player 1.
Seating seating_in_run(const Description& description, const protocol::Contest& contest,
                       std::size_t first_beginner, std::size_t number);

}  // namespace rig::host

#pragma once
/// The positions of a game, one after the other, for views that go through it.

#include <span>
#include <string>
#include <vector>

#include "rig/protocol/contest.hpp"
#include "rig/protocol/picture.hpp"

namespace rig::game {

/// A game's positions, the first one before the first move.
struct Positions {
  std::vector<protocol::BoardPicture> boards;
  std::vector<protocol::Player> movers;  ///< of the move to each position but the first
};

/// Plays `moves`, as the contest writes them, in the game that `first` begins. UsageError names the first of
/// them that is not legal there, or that comes when the game is over.
Positions positions_of(const protocol::Contest& contest, const protocol::Seat& first,
                       std::span<const std::string> moves);

}  // namespace rig::game

#pragma once
/// What a player's next move shows of how it has read a tile of the other's.

#include <vector>

#include "games/blokus/rules/code.hpp"
#include "games/blokus/rules/position.hpp"

namespace rig::blokus {

/// The squares that a player may take a tile for: none (it has overlooked it) comes first, then those that
/// the tile covers when it is turned or mirrored in another way about the same centre, as far as they differ.
/// Some may lie off the board.
std::vector<std::vector<Square>> misreadings_of(const Code& code);

/// For each of `misreadings_of` the tile of this code: of the moves that look legal to a player that has
/// misread it so, the share that are not, 0..1. So likely is a player to show it that takes any of them.
/// 0 where no move looks legal. The player is the one to move in `position`; `without` is the position
/// as it would be had the tile not been laid.
std::vector<double> shown_of_misreadings(const Position& position, const Position& without, const Code& code);

}  // namespace rig::blokus

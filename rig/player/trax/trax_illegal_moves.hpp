#pragma once
/// What a device plays whose fault it is to break a rule.

#include <optional>

#include "rig/game/trax/position.hpp"
#include "rig/player/trax/trax_faults.hpp"

namespace rig::player {

/// The illegal move of a device with this fault at its `turn` of a game, counted from 1, on a board of that
/// size (0: no limit). Nothing when it is not the time for one, or there is none.
std::optional<trax::Move> illegal_move(const trax::Position& position, TraxFault fault, int board, int turn);

}  // namespace rig::player

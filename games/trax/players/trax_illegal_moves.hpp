#pragma once
/// What a device plays whose slip it is to break a rule.

#include <optional>

#include "games/trax/rules/position.hpp"
#include "rig/player/slip.hpp"

namespace rig::player {

/// The illegal move of a device with this slip, on a board of that size (0: no limit). Nothing when it is not
/// the time for one, or there is none.
std::optional<trax::Move> illegal_move(const trax::Position& position, const Slip& slip, const Moment& now,
                                       int board);

}  // namespace rig::player

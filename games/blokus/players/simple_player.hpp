#pragma once
/// The simple player of the contest of 2014.

#include <memory>

#include "rig/player/opponent.hpp"

namespace rig::player {

/// The first legal code, rows before columns, then tiles, then rotations; a pass where there is none. Null
/// for a contest whose moves are no codes of four letters.
std::unique_ptr<Opponent> new_simple_player(const protocol::Contest& contest);

}  // namespace rig::player

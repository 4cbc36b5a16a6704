#pragma once
/// Whether what a record says of a game follows from its moves.

#include <string>

#include "rig/arbiter/series/game_record.hpp"

namespace rig::arbiter {

/// What in the record contradicts its moves, as a sentence; empty: nothing does. `game` is the record's game
/// after the moves that counted. What a record does not say, as a time, cannot contradict them.
std::string contradiction_in(const RecordedGame& record, const protocol::Contest& contest,
                             const protocol::Ruling& game);

}  // namespace rig::arbiter

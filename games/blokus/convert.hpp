#pragma once
/// `rig convert`: a game of Blokus Duo in the notation of another contest.

#include "rig/game/game.hpp"

namespace rig::blokus {

/// From `course` to the contests in bytes a line for each turn, `0000` for each turn of a colour that has
/// passed; to `course` a step log, byte for byte, in which such turns do not stand. The game is judged by the
/// rules of both contests.
game::Converter converter();

}  // namespace rig::blokus

#pragma once
/// Opponents of Connect6: each takes a board somewhere that random play seldom reaches.

#include <vector>

#include "rig/player/opponent.hpp"

namespace connect6 {

/// Those that cases of any game ask for (`random`, `long-games`, `generous`, `coverage`), and those of this
/// game's own cases.
const std::vector<rig::player::Recipe>& opponents();

}  // namespace connect6

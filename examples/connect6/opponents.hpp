#pragma once
/// Opponents of Connect6: each takes a board somewhere that random play seldom reaches.

#include <vector>

#include "rig/player/opponent.hpp"

namespace connect6 {

const std::vector<rig::player::Recipe>& opponents();

}  // namespace connect6

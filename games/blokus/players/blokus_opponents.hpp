#pragma once
/// The opponents of Blokus.

#include <vector>

#include "rig/player/opponent.hpp"

namespace rig::player {

const std::vector<Recipe>& blokus_recipes();

}  // namespace rig::player

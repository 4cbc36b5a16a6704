#pragma once
/// The opponents of Trax.

#include <vector>

#include "rig/player/opponent.hpp"

namespace rig::player {

const std::vector<Recipe>& trax_recipes();

}  // namespace rig::player

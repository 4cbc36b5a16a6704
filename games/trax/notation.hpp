#pragma once
/// What `rig moves`, `rig check` and `rig show` say about Trax.

#include <memory>

#include "rig/game/notation.hpp"

namespace rig::trax {

std::shared_ptr<const game::Notation> notation();

}  // namespace rig::trax

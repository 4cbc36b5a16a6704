#pragma once
/// What `rig moves`, `rig check` and `rig show` say about Blokus.

#include <memory>

#include "rig/game/notation.hpp"

namespace rig::blokus {

std::shared_ptr<const game::Notation> notation();

}  // namespace rig::blokus

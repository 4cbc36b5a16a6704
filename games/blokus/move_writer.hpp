#pragma once
/// Moves of Blokus, right and wrong, for a referee under test to judge.

#include <memory>

#include "rig/game/move_writer.hpp"

namespace rig::blokus {

std::shared_ptr<const game::MoveWriter> move_writer();

}  // namespace rig::blokus

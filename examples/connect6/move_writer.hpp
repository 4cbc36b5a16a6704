#pragma once
/// Moves of Connect6, right and wrong, for a referee under test to judge.

#include <memory>

#include "rig/game/move_writer.hpp"

namespace connect6 {

std::shared_ptr<const rig::game::MoveWriter> move_writer();

}  // namespace connect6

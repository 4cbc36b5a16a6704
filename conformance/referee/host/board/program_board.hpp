#pragma once
/// A player's program that a referee starts: the referee is given the path of a small script, which starts
/// `rig-scripted-program`; that connects to the rig and does what the rig says.

#include <cstddef>
#include <memory>

#include "conformance/referee/host/board/scripted_board.hpp"
#include "conformance/referee/host/programs.hpp"

namespace rig::host {

/// Of player 1 (0) or 2 (1). RigError when the script or the socket cannot be made, or the program is
/// missing.
std::unique_ptr<ScriptedBoard> new_program_board(std::size_t player,
                                                 std::shared_ptr<PlayersPrograms> programs);

}  // namespace rig::host

#pragma once
/// A program of `course`, for a referee that is tested.

#include <memory>
#include <vector>

#include "rig/protocol/player_files.hpp"

namespace rig::protocol {

/// Red is player one.
std::unique_ptr<PlayerFiles> new_course_player(Player player);

/// What such a program can do wrong beside the rules of the board.
std::vector<Trick> course_tricks();

}  // namespace rig::protocol

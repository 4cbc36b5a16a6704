#pragma once
/// A program of `course`, for a referee that is tested.

#include <memory>
#include <vector>

#include "rig/contest/player_files.hpp"

namespace rig::contest {

/// Red is player one.
std::unique_ptr<PlayerFiles> new_course_player(Player player);

/// What such a program can do wrong beside the rules of the board.
std::vector<Trick> course_tricks();

}  // namespace rig::contest

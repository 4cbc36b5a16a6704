#pragma once
/// A program of `ustc`, for a referee that is tested.

#include <memory>
#include <vector>

#include "rig/protocol/player_files.hpp"

namespace rig::protocol {

/// Player 1 or 2 on a board of 14 or 20.
std::unique_ptr<PlayerFiles> new_ustc_player(int board, int player);

/// What such a program can do wrong beside the rules of the board.
std::vector<Trick> ustc_tricks();

}  // namespace rig::protocol

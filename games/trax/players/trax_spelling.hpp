#pragma once
/// Moves as a device with a defect in its notation reads and writes them; with none, as the game has it.

#include <optional>
#include <string>
#include <string_view>

#include "games/trax/rules/move.hpp"

namespace rig::player {

/// How many columns and rows the board has grown to the left and upwards since its first tile.
struct Growth {
  int left = 0;
  int up = 0;
};

/// What is sent for a move.
std::string miswritten(trax::Move move, std::string_view does, Growth growth);

/// What is taken for the move; nothing when it is taken for none.
std::optional<trax::Move> misread(std::string_view text, std::string_view does);

}  // namespace rig::player

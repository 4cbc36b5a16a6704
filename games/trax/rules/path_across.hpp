#pragma once
/// Paths from one border of the tiles to the opposite one, also those that are too short to win.

#include <cstdint>

#include "games/trax/rules/position.hpp"

namespace rig::trax {

/// From left to right through every column, or from top to bottom through every row.
enum class Across : std::uint8_t { columns, rows };

/// Whether a path of the colour leads from one border of the box to the opposite one, however near that is.
bool has_path_across(const Position& position, Colour colour, Across way);

/// Whether a path of either colour does so where it is one tile too short to be a line: through seven columns
/// or rows.
bool has_short_line(const Position& position, Across way);

}  // namespace rig::trax

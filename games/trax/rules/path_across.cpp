#include "games/trax/rules/path_across.hpp"

#include <array>
#include <cstddef>

namespace rig::trax {

namespace {

constexpr std::array<Side, 4> sides = {Side::north, Side::east, Side::south, Side::west};

constexpr Side opposite(Side side) {
  return static_cast<Side>(static_cast<unsigned>(side) ^ 2U);
}

Cell beside(Cell cell, Side side) {
  switch (side) {
    case Side::north: return {cell.column, cell.row - 1};
    case Side::east: return {cell.column + 1, cell.row};
    case Side::south: return {cell.column, cell.row + 1};
    case Side::west: return {cell.column - 1, cell.row};
  }
  return cell;
}

/// Where the path goes on that comes in by this side.
Side leaves_by(Tile tile, Side in) {
  for (const Side side : sides) {
    if (side != in && colour_at(tile, side) == colour_at(tile, in)) return side;
  }
  return in;
}

/// Whether the path of the colour that enters the box here leaves it at the opposite border. It comes to an
/// end: a path that enters from outside is no loop.
bool crosses(const Position& position, Colour colour, Cell cell, Side from) {
  const Cell last = {position.width(), position.height()};
  for (Side in = from;;) {
    const auto tile = position.tile_at(cell);
    if (!tile || colour_at(*tile, in) != colour) return false;
    const Side out = leaves_by(*tile, in);
    const bool at_the_end = from == Side::west ? cell.column == last.column : cell.row == last.row;
    if (out == opposite(from) && at_the_end) return true;
    cell = beside(cell, out);
    in = opposite(out);
  }
}

}  // namespace

bool has_path_across(const Position& position, Colour colour, Across way) {
  const bool columns = way == Across::columns;
  const int starts = columns ? position.height() : position.width();
  for (int start = 1; start <= starts; ++start) {
    const Cell cell = columns ? Cell{1, start} : Cell{start, 1};
    if (crosses(position, colour, cell, columns ? Side::west : Side::north)) return true;
  }
  return false;
}

bool has_short_line(const Position& position, Across way) {
  constexpr int too_short = 7;
  const int length = way == Across::columns ? position.width() : position.height();
  return length == too_short &&
         (has_path_across(position, Colour::white, way) || has_path_across(position, Colour::red, way));
}

}  // namespace rig::trax

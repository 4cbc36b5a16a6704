#include "games/blokus/rules/shapes.hpp"

#include <algorithm>

#include "games/blokus/rules/tiles.hpp"

namespace rig::blokus {

namespace {

std::size_t index(Tile tile) {
  return static_cast<std::size_t>(tile);
}

}  // namespace

char tile_letter(Tile tile) {
  return static_cast<char>('a' + static_cast<int>(tile));
}

std::optional<Tile> tile_from_letter(char letter) {
  if (letter < 'a' || letter > 'u') return std::nullopt;
  return static_cast<Tile>(letter - 'a');
}

int tile_size(Tile tile) {
  return detail::tables.sizes[index(tile)];
}

std::span<const Offset> cells_from_centre(Tile tile, int rotation) {
  const auto& cells = detail::tables.from_centre[index(tile)][static_cast<std::size_t>(rotation)];
  return {cells.data(), static_cast<std::size_t>(tile_size(tile))};
}

Tile tile_of(Orientation orientation) {
  return detail::tables.shapes[orientation].tile;
}

std::span<const Offset> cells_from_anchor(Orientation orientation) {
  const detail::Shape& shape = detail::tables.shapes[orientation];
  return {shape.cells.data(), static_cast<std::size_t>(shape.size)};
}

int code_count(Orientation orientation) {
  return detail::tables.shapes[orientation].codes;
}

Rotated rotated(Tile tile, int rotation) {
  return detail::tables.rotated[index(tile)][static_cast<std::size_t>(rotation)];
}

Cells::Cells(Placement placement) {
  for (const Offset& cell : cells_from_anchor(placement.orientation)) {
    squares_[count_++] = {placement.x + cell.dx, placement.y + cell.dy};
  }
}

Cells cells_of(Placement placement) {
  return Cells(placement);
}

std::optional<Placement> placement_from_cells(std::span<const Square> squares) {
  if (squares.empty() || squares.size() > largest_tile) return std::nullopt;
  constexpr int reach = 100;  // keeps every difference within an offset
  const Square anchor =
      *std::min_element(squares.begin(), squares.end(),
                        [](const Square& a, const Square& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  if (anchor.x < 0 || anchor.x > reach || anchor.y < 0 || anchor.y > reach) return std::nullopt;
  for (unsigned orientation = 0; orientation < orientation_count; ++orientation) {
    const Placement placement{static_cast<Orientation>(orientation), static_cast<std::int8_t>(anchor.x),
                              static_cast<std::int8_t>(anchor.y)};
    const Cells cells = cells_of(placement);
    if (std::is_permutation(squares.begin(), squares.end(), cells.begin(), cells.end())) return placement;
  }
  return std::nullopt;
}

}  // namespace rig::blokus

#pragma once
/// Inside the room: the tile tables, worked out at compile time from the drawings below.

#include <algorithm>
#include <array>
#include <string_view>

#include "rig/game/blokus/tiles.hpp"

namespace rig::blokus::detail {

/// Fig. 2 of the rules (its shading lost in the published text, measured on the contest's host): each
/// tile under rotation code 0; 'O' is the centre that a code names.
inline constexpr std::string_view drawings = R"(
a     b     c     d     e     f     g     h     i
O     O     #     #.    #     .#    #.    O#    #O.
      #     O     O#    O     .O    O#    ##    .##
            #           #     ##    #.
                        #

j     k     l     m     n     o     p     q     r     s     t     u
#     .#    .#    .#    ##    #.    .#.   #..   ##.   #..   #..   .#.
#     .#    .#    #O    .O    O#    .O.   #..   .O#   #O#   #O#   #O#
O     .O    #O    ##    ##    #.    ###   O##   ..#   ..#   .#.   .#.
#     ##    #.                #.
#
)";

struct Shape {
  Tile tile{};
  int size = 0;
  int codes = 0;
  std::array<Offset, largest_tile> cells{};  // from the anchor, in reading order
};

/// How a shape of n cells grows out of one of n - 1 with the same anchor. The 91 shapes are all the
/// fixed polyominoes of one to five cells, so each has such a parent.
struct Growth {
  int parent = -1;
  Offset added{};
};

struct Tables {
  std::array<int, tile_count> sizes{};
  std::array<std::array<std::array<Offset, largest_tile>, rotation_count>, tile_count> from_centre{};
  std::array<std::array<Rotated, rotation_count>, tile_count> rotated{};
  std::array<Shape, orientation_count> shapes{};
  std::array<Growth, orientation_count> growth{};
};

constexpr Offset offset(int dx, int dy) {
  return {static_cast<std::int8_t>(dx), static_cast<std::int8_t>(dy)};
}
constexpr bool reads_before(Offset a, Offset b) {
  return a.dy != b.dy ? a.dy < b.dy : a.dx < b.dx;
}

using Outline = std::array<Offset, largest_tile>;

constexpr void sort_cells(Outline& cells, int size) {
  std::sort(cells.begin(), cells.begin() + size, reads_before);
}

/// The character of the drawings at a line and column; blank beyond a line's end.
constexpr char drawn(int line, int column) {
  std::string_view rest = drawings;
  for (; line > 0 && !rest.empty(); --line) rest.remove_prefix(std::min(rest.find('\n') + 1, rest.size()));
  const std::string_view row = rest.substr(0, rest.find('\n'));
  return static_cast<std::size_t>(column) < row.size() ? row[static_cast<std::size_t>(column)] : ' ';
}

/// The cells of a drawing from its centre; returns their number.
constexpr int read_drawing(int tile, Outline& cells) {
  constexpr int tiles_in_first_row = 9;
  constexpr int width = 6;
  const bool second = tile >= tiles_in_first_row;
  const int top = second ? 8 : 2;
  const int left = (second ? tile - tiles_in_first_row : tile) * width;
  Offset centre{};
  int size = 0;
  for (int y = 0; y < largest_tile; ++y) {
    for (int x = 0; x < width; ++x) {
      const char c = drawn(top + y, left + x);
      if (c == 'O') centre = offset(x, y);
      if (c == 'O' || c == '#') cells[static_cast<std::size_t>(size++)] = offset(x, y);
    }
  }
  for (int i = 0; i < size; ++i) {
    Offset& cell = cells[static_cast<std::size_t>(i)];
    cell = offset(cell.dx - centre.dx, cell.dy - centre.dy);
  }
  return size;
}

/// Even code: the one two before turned clockwise. Odd code: the one before mirrored left to right.
constexpr Outline turn_clockwise(Outline cells) {
  for (Offset& cell : cells) cell = offset(-cell.dy, cell.dx);
  return cells;
}
constexpr Outline mirror(Outline cells) {
  for (Offset& cell : cells) cell = offset(-cell.dx, cell.dy);
  return cells;
}

constexpr Outline moved_to_anchor(Outline cells, int size) {
  const Offset anchor = cells[0];
  for (int i = 0; i < size; ++i) {
    Offset& cell = cells[static_cast<std::size_t>(i)];
    cell = offset(cell.dx - anchor.dx, cell.dy - anchor.dy);
  }
  return cells;
}

/// The parent of a shape: take away any cell but the anchor so that some smaller shape remains.
constexpr Growth growth_of(const std::array<Shape, orientation_count>& shapes, const Shape& shape) {
  for (int taken = 1; taken < shape.size; ++taken) {
    Outline rest{};
    int kept = 0;
    for (int i = 0; i < shape.size; ++i) {
      if (i != taken) rest[static_cast<std::size_t>(kept++)] = shape.cells[static_cast<std::size_t>(i)];
    }
    for (int parent = 0; parent < orientation_count; ++parent) {
      const Shape& other = shapes[static_cast<std::size_t>(parent)];
      if (other.size == kept && other.cells == rest) {
        return {parent, shape.cells[static_cast<std::size_t>(taken)]};
      }
    }
  }
  return {};
}

constexpr Tables make_tables() {
  Tables tables;
  int orientations = 0;
  for (int t = 0; t < tile_count; ++t) {
    const auto tile = static_cast<std::size_t>(t);
    auto& rotations = tables.from_centre[tile];
    const int size = read_drawing(t, rotations[0]);
    tables.sizes[tile] = size;
    for (std::size_t r = 1; r < rotation_count; ++r) {
      rotations[r] = r % 2 == 1 ? mirror(rotations[r - 1]) : turn_clockwise(rotations[r - 2]);
    }
    const int first = orientations;
    for (std::size_t r = 0; r < rotation_count; ++r) {
      for (auto i = static_cast<std::size_t>(size); i < largest_tile; ++i) rotations[r][i] = {};
      sort_cells(rotations[r], size);
      const Outline cells = moved_to_anchor(rotations[r], size);
      int found = first;
      while (found < orientations && tables.shapes[static_cast<std::size_t>(found)].cells != cells) ++found;
      if (found == orientations) {
        tables.shapes[static_cast<std::size_t>(orientations++)] = {static_cast<Tile>(t), size, 0, cells};
      }
      ++tables.shapes[static_cast<std::size_t>(found)].codes;
      tables.rotated[tile][r] = {static_cast<Orientation>(found), rotations[r][0]};
    }
  }
  for (std::size_t o = 0; o < orientation_count; ++o) {
    tables.growth[o] = growth_of(tables.shapes, tables.shapes[o]);
  }
  return tables;
}

inline constexpr Tables tables = make_tables();

static_assert(tables.shapes[orientation_count - 1].tile == Tile::u &&
                  tables.shapes[orientation_count - 1].codes == 8,
              "the drawings have 91 orientations");

}  // namespace rig::blokus::detail

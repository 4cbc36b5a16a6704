#pragma once
/// Inside the room: the tile tables, worked out at compile time from the drawings below.

#include <algorithm>
#include <array>
#include <string_view>

#include "games/blokus/rules/tiles.hpp"

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

/// The drawings line by line. (Compilers limit the steps of a constant expression: nothing here is
/// searched twice.)
using Lines = std::array<std::string_view, 16>;

constexpr Lines lines_of_drawings() {
  Lines lines;
  std::string_view rest = drawings;
  for (std::string_view& line : lines) {
    line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return lines;
}

/// The cells of a drawing from its centre; returns their number.
constexpr int read_drawing(const Lines& lines, int tile, Outline& cells) {
  constexpr std::size_t tiles_in_first_row = 9;
  constexpr std::size_t width = 6;
  const auto column = static_cast<std::size_t>(tile);
  const bool second = column >= tiles_in_first_row;
  const std::size_t top = second ? 8 : 2;
  const std::size_t left = (second ? column - tiles_in_first_row : column) * width;
  Offset centre{};
  int size = 0;
  for (int y = 0; y < largest_tile; ++y) {
    const std::string_view line = lines[top + static_cast<std::size_t>(y)];
    for (std::size_t x = 0; x < width && left + x < line.size(); ++x) {
      const char c = line[left + x];
      const Offset cell = offset(static_cast<int>(x), y);
      if (c == 'O') centre = cell;
      if (c == 'O' || c == '#') cells[static_cast<std::size_t>(size++)] = cell;
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

/// A shape's cells as bits of one number, equal for equal shapes.
constexpr std::uint64_t cell_bit(Offset cell) {
  return std::uint64_t{1} << (2 * largest_tile * cell.dy + cell.dx + largest_tile);
}
constexpr std::uint64_t cell_bits(const Shape& shape) {
  std::uint64_t bits = 0;
  for (int i = 0; i < shape.size; ++i) bits |= cell_bit(shape.cells[static_cast<std::size_t>(i)]);
  return bits;
}

using ShapeBits = std::array<std::uint64_t, orientation_count>;

/// The parent of a shape: take away any cell but the anchor so that some smaller shape remains.
constexpr Growth growth_of(const ShapeBits& all, const Shape& shape) {
  const std::uint64_t whole = cell_bits(shape);
  for (int taken = 1; taken < shape.size; ++taken) {
    const Offset added = shape.cells[static_cast<std::size_t>(taken)];
    const std::uint64_t rest = whole ^ cell_bit(added);
    for (std::size_t parent = 0; parent < orientation_count; ++parent) {
      if (all[parent] == rest) return {static_cast<int>(parent), added};
    }
  }
  return {};
}

constexpr Tables make_tables() {
  Tables tables;
  const Lines lines = lines_of_drawings();
  int orientations = 0;
  for (int t = 0; t < tile_count; ++t) {
    const auto tile = static_cast<std::size_t>(t);
    auto& rotations = tables.from_centre[tile];
    const int size = read_drawing(lines, t, rotations[0]);
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
  ShapeBits bits{};
  for (std::size_t o = 0; o < orientation_count; ++o) bits[o] = cell_bits(tables.shapes[o]);
  for (std::size_t o = 0; o < orientation_count; ++o) tables.growth[o] = growth_of(bits, tables.shapes[o]);
  return tables;
}

inline constexpr Tables tables = make_tables();

static_assert(tables.shapes[orientation_count - 1].tile == Tile::u &&
                  tables.shapes[orientation_count - 1].codes == 8,
              "the drawings have 91 orientations");

}  // namespace rig::blokus::detail

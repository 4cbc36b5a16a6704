#pragma once
/// The board under a Trax position: cells without names, turns that can be taken back, and everything that
/// a turn needs kept up to date as tiles are laid, so that no turn looks at more than the tiles it lays.
///
/// - Cells live in pages of 16 x 16 that are made when a tile comes near, in any direction.
/// - Each cell knows which of its sides are entered by which colour: that decides what fits, what is forced
///   and what is illegal.
/// - Each open path has two ends; an end is a *port*, a side of an empty cell. Each port knows the port at
///   the other end. So a tile that joins a path to itself closes a loop, and a path with one end left of the
///   box and one right of it is a line.
/// - The empty cells beside tiles are kept in a list.
/// All of this is undone by doing it backwards, last tile first; a tile taken off finds in its own cell and
/// ports what it needs for that.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rig/game/trax/tile.hpp"

namespace rig::trax {

/// A cell's place in memory.
using CellId = std::uint32_t;
inline constexpr CellId no_cell = 0xffff'ffffU;

/// A tile for a cell.
struct Choice {
  CellId cell = no_cell;
  Tile tile = Tile::north_south;
};

/// Columns left..right, rows top..bottom, both included; rows grow downwards.
struct Box {
  int left = 1;
  int top = 1;
  int right = 0;
  int bottom = 0;
  [[nodiscard]] int width() const { return right - left + 1; }
  [[nodiscard]] int height() const { return bottom - top + 1; }
  friend bool operator==(const Box&, const Box&) = default;
};

/// What wins, as bits of a set: `white_loop` shifted left by one for red.
namespace feats {
inline constexpr std::uint8_t white_loop = 1;
inline constexpr std::uint8_t red_loop = 2;
inline constexpr std::uint8_t white_line = 4;
inline constexpr std::uint8_t red_line = 8;
}  // namespace feats


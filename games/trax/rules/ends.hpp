#pragma once
/// What enters a cell, as eight bits, and what follows from it: which tiles fit, which one is forced, and
/// when a cell can never be filled.
///
/// A set of sides is four bits, bit s for `Side` s. `Ends`: the sides where white enters in the low four
/// bits, those where red enters in the high four.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/trax/rules/tile.hpp"

namespace rig::trax::ends {

inline constexpr unsigned all_sides = 0xf;
inline constexpr std::size_t ends_values = 256;

/// What lies in a cell: 0 nothing, else 1 + the tile.
using Stone = std::uint8_t;
inline constexpr std::size_t stone_values = 1 + tile_count;

constexpr Stone stone_of(Tile tile) {
  return static_cast<Stone>(1U + static_cast<unsigned>(tile));
}
constexpr Tile tile_of(unsigned stone) {
  return static_cast<Tile>(stone - 1U);
}

/// The sides that white joins, by tile.
inline constexpr std::array<unsigned, tile_count> white_joins = [] {
  std::array<unsigned, tile_count> table{};
  for (unsigned i = 0; i < tile_count; ++i) {
    for (unsigned side = 0; side < 4; ++side) {
      if (colour_at(static_cast<Tile>(i), static_cast<Side>(side)) == Colour::white) table[i] |= 1U << side;
    }
  }
  return table;
}();

/// The sides that one colour of a tile joins.
constexpr unsigned sides_joined(Tile tile, Colour colour) {
  const unsigned white = white_joins[static_cast<std::size_t>(tile)];
  return colour == Colour::white ? white : white ^ all_sides;
}

constexpr unsigned white_sides(unsigned ends) {
  return ends & all_sides;
}
constexpr unsigned red_sides(unsigned ends) {
  return ends >> 4;
}
constexpr unsigned entered_sides(unsigned ends) {
  return white_sides(ends) | red_sides(ends);
}

/// Whether a tile's colours are those of all neighbours.
constexpr bool matches(Tile tile, unsigned ends) {
  return (white_sides(ends) & sides_joined(tile, Colour::red)) == 0 &&
         (red_sides(ends) & sides_joined(tile, Colour::white)) == 0;
}

/// The stones that fit, by symbol; 0: none of this symbol does. Where nothing enters, which is only where
/// a game begins, these are the two first moves.
using Fits = std::array<Stone, 3>;
inline constexpr std::array<Fits, ends_values> fits = [] {
  std::array<Fits, ends_values> table{};
  for (unsigned ends = 1; ends < ends_values; ++ends) {
    for (unsigned i = 0; i < tile_count; ++i) {
      const auto tile = static_cast<Tile>(i);
      if (matches(tile, ends)) table[ends][static_cast<std::size_t>(symbol_of(tile))] = stone_of(tile);
    }
  }
  table[0] = {stone_of(Tile::north_south), stone_of(Tile::north_west), 0};
  return table;
}();

enum Fate : std::uint8_t {
  quiet = 0,   ///< may stay empty
  forced = 1,  ///< two ends of one colour: gets the tile that joins them
  broken = 2,  ///< three ends of one colour: the turn is illegal
};

constexpr Fate fate_of(unsigned ends) {
  const int most = std::max(std::popcount(white_sides(ends)), std::popcount(red_sides(ends)));
  return most >= 3 ? broken : most == 2 ? forced : quiet;
}

/// By state, which is 256 * stone + ends: a cell with a tile is quiet.
inline constexpr std::array<std::uint8_t, ends_values* stone_values> fates = [] {
  std::array<std::uint8_t, ends_values * stone_values> table{};
  for (unsigned ends = 0; ends < ends_values; ++ends) table[ends] = fate_of(ends);
  return table;
}();

/// The stone that joins two ends of a colour, for ends whose fate is `forced`.
inline constexpr std::array<Stone, ends_values> forced_stones = [] {
  std::array<Stone, ends_values> table{};
  for (unsigned ends = 0; ends < ends_values; ++ends) {
    if (fate_of(ends) != forced) continue;
    for (unsigned i = 0; i < tile_count; ++i) {
      if (matches(static_cast<Tile>(i), ends)) table[ends] = stone_of(static_cast<Tile>(i));
    }
  }
  return table;
}();

/// What a stone does to its surroundings.
struct StoneFacts {
  /// What it adds to the state of its own cell.
  std::uint16_t own = 0;
  /// For each side: the bit of `Ends` that it sets in the neighbour there.
  std::array<std::uint8_t, 4> enters{};
  /// For each colour: the two sides that it joins.
  std::array<std::array<std::uint8_t, 2>, 2> joins{};
  /// For each side: the one that it is joined with.
  std::array<std::uint8_t, 4> partners{};
};
inline constexpr std::array<StoneFacts, stone_values> stone_facts = [] {
  std::array<StoneFacts, stone_values> table{};
  for (unsigned stone = 1; stone < stone_values; ++stone) {
    std::array<std::size_t, 2> joined{};
    for (unsigned side = 0; side < 4; ++side) {
      const auto colour = static_cast<unsigned>(colour_at(tile_of(stone), static_cast<Side>(side)));
      table[stone].enters[side] = static_cast<std::uint8_t>(1U << ((side ^ 2U) + 4 * colour));
      table[stone].joins[colour][joined[colour]++] = static_cast<std::uint8_t>(side);
    }
    for (const auto& [a, b] : table[stone].joins) {
      table[stone].partners[a] = b;
      table[stone].partners[b] = a;
    }
    table[stone].own = static_cast<std::uint16_t>(stone << 8U);
  }
  return table;
}();

}  // namespace rig::trax::ends

#pragma once
/// The Trax tile: two white and two red edge ends, each colour's ends joined. Sides are named as on a map.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rig::trax {

/// White moves first. (Some contests say black where this says red.)
enum class Colour : std::uint8_t { white, red };

constexpr Colour other(Colour colour) {
  return colour == Colour::white ? Colour::red : Colour::white;
}

/// How the notation writes a tile: `+` straight, `/` and `\` curved.
enum class Symbol : std::uint8_t { plus, slash, backslash };

inline constexpr std::array<Symbol, 3> symbols = {Symbol::plus, Symbol::slash, Symbol::backslash};

/// `+`, `/` or `\`.
constexpr char to_char(Symbol symbol) {
  return "+/\\"[static_cast<std::size_t>(symbol)];
}

/// The sides of a cell, clockwise; the opposite of side s is s ^ 2.
enum class Side : std::uint8_t { north, east, south, west };

/// One of the six colourings, named after the sides that white joins.
enum class Tile : std::uint8_t { north_south, east_west, north_west, south_east, north_east, south_west };

inline constexpr std::size_t tile_count = 6;

/// The colours of the edges in the order N E S W: `WRRW`.
constexpr std::string_view edges(Tile tile) {
  constexpr std::array<std::string_view, tile_count> texts = {
      "WRWR",  // +  | white over red
      "RWRW",  // +  - white
      "WRRW",  // /  white at the top left
      "RWWR",  // /  white at the bottom right
      "WWRR",  // \  white at the top right
      "RRWW",  // \  white at the bottom left
  };
  return texts[static_cast<std::size_t>(tile)];
}

constexpr Symbol symbol_of(Tile tile) {
  return static_cast<Symbol>(static_cast<unsigned>(tile) / 2);
}

constexpr Colour colour_at(Tile tile, Side side) {
  return edges(tile)[static_cast<std::size_t>(side)] == 'W' ? Colour::white : Colour::red;
}

/// One letter for each tile, in the order of the enumeration: `v h a b c d`.
constexpr char letter(Tile tile) {
  return "vhabcd"[static_cast<std::size_t>(tile)];
}

/// The tile with these edges; nothing for any other text.
constexpr std::optional<Tile> tile_from_edges(std::string_view text) {
  for (std::size_t i = 0; i < tile_count; ++i) {
    if (edges(static_cast<Tile>(i)) == text) return static_cast<Tile>(i);
  }
  return std::nullopt;
}

}  // namespace rig::trax

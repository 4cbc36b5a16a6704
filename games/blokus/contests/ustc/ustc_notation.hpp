#pragma once
/// How `ustc` writes moves: the piece by the id that the platform's judge gives it, then its cells. Nothing
/// says how a piece is turned.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/blokus/rules/position.hpp"

namespace rig::protocol {

/// The judge's id of a piece, 1..21: 1 I1, 2 I2, 3 I3, 4 V3, 5 I4, …, 21 X5.
int ustc_id(blokus::Tile tile);

/// The piece of an id; nothing outside 1..21.
std::optional<blokus::Tile> ustc_piece(int id);

/// `W5`: its letter in common use, and how many cells it has.
std::string_view ustc_piece_name(blokus::Tile tile);

/// The four colours of the large board in the order in which they move: `blue`, `yellow`, `red`, `green`.
std::span<const std::string_view> ustc_colours();

/// A move as it is written, whatever it is worth: `18:4-4,4-5,5-5,5-6,6-6`.
struct UstcMove {
  int id = 0;
  std::vector<blokus::Square> cells;  ///< as written; here 1-based as in the engine, in the text 0-based
  friend bool operator==(const UstcMove&, const UstcMove&) = default;
};

/// The pass, which this contest calls giving up.
inline constexpr std::string_view ustc_pass = "pass";

/// Cells in the order given, as `row-column` from 0.
std::string to_string(const UstcMove& move);

/// A placement, its cells in reading order.
UstcMove ustc_move(const blokus::Placement& placement);

/// A placement, its cells in an order of this code's own: the nth code of a placement begins with its nth
/// cell.
UstcMove ustc_move(const blokus::Code& code);

/// A whole number of up to three digits, perhaps below zero; it ends where the digits end. Takes it off the
/// front of `text`; nothing, and `text` is as it was, for anything else.
std::optional<int> take_number(std::string_view& text);

/// What became of reading a move.
struct UstcReading {
  std::optional<UstcMove> move;
  std::string why;  ///< without a move: where and how the text departs from the form
};

/// Reads `ID:ROW-COLUMN,…`: the form alone, any id, one cell or more, each number of at most three digits.
UstcReading parse_ustc_move(std::string_view text);

/// What the cells place, on the board or off it, if they form a piece; its id is not looked at.
std::optional<blokus::Placement> placement_of(const UstcMove& move);

}  // namespace rig::protocol

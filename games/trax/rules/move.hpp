#pragma once
/// A move as players write it: `B12/` is column B, row 12, tile `/`. Names count from the box around all
/// tiles as it is before the move: column `@` and row 0 lie just outside it.

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "games/trax/rules/tile.hpp"

namespace rig::trax {

/// A cell as it is named: column 0 is `@`, 1 is `A`, 27 is `AA`; row 0 is the row above the box.
struct Cell {
  int column = 0;
  int row = 0;
  friend auto operator<=>(const Cell&, const Cell&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Ordered by column, then row, then `+ / \`.
struct Move {
  int column = 0;
  int row = 0;
  Symbol symbol = Symbol::plus;
  [[nodiscard]] Cell cell() const { return {column, row}; }
  friend auto operator<=>(const Move&, const Move&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Columns and rows from here on are all read as this one number: beyond any board.
inline constexpr int far_away = 1'000'000'000;

/// Reads `^(@|[A-Z]+)(0|[1-9][0-9]*)[+/\\]$` and nothing else: no blanks, no small letters, no leading
/// zeros. A name that is well formed but absurdly long is read as `far_away`.
std::optional<Move> parse_move(std::string_view text);

/// `@`, `A`, …, `Z`, `AA`, …, `ZZ`, `AAA`: bijective base 26. `column` >= 0.
std::string column_name(int column);

/// `A1`.
std::string to_string(Cell cell);

/// `A1/`.
std::string to_string(Move move);

}  // namespace rig::trax

#pragma once
/// Rows that can still become six: what players of the rig look at when they choose a stone.

#include <cstddef>
#include <vector>

#include "position.hpp"

namespace connect6 {

/// Neighbouring crossings in one direction, by index, in order.
using Row = std::vector<std::size_t>;

/// Every row of so many crossings, 2..19, that is on the board.
std::vector<Row> all_rows(int length);

/// Of a row: whose stones lie in it.
struct Held {
  int mine = 0;
  int theirs = 0;
};
Held held_in(const Position& position, const Row& row, Player mine);

/// The free crossings of the fullest row of six in which `player` has at least so many stones and the other
/// none; of equals the first one counts. Empty: there is no such row.
std::vector<std::size_t> completing(const Position& position, Player player, int at_least);

/// A free crossing that lies in the most of such rows, the fullest first, and where a stone of the other
/// would not make six; `crossings` where there is none.
std::size_t best_block(const Position& position, Player player, int at_least);

}  // namespace connect6

#include "rows.hpp"

#include <algorithm>
#include <array>

namespace connect6 {

namespace {

const std::vector<Row>& sixes() {
  static const std::vector<Row> all = all_rows(winning_row);
  return all;
}

template <typename Look>
void for_each_open_row(const Position& position, Player player, int at_least, const Look& look) {
  for (const Row& row : sixes()) {
    const Held held = held_in(position, row, player);
    if (held.theirs == 0 && held.mine >= at_least) look(row, held.mine);
  }
}

}  // namespace

std::vector<Row> all_rows(int length) {
  std::vector<Row> all;
  for (std::size_t begin = 0; begin < crossings; ++begin) {
    for (const Step& step : directions) {
      Row row;
      Crossing at = crossing_at(begin);
      for (int i = 0; i < length && is_on_board(at); ++i) {
        row.push_back(index_of(at));
        at = {at.row + step.rows, at.column + step.columns};
      }
      if (row.size() == static_cast<std::size_t>(length)) all.push_back(row);
    }
  }
  return all;
}

Held held_in(const Position& position, const Row& row, Player mine) {
  Held held;
  for (const std::size_t index : row) {
    const auto owner = position.owner(crossing_at(index));
    if (owner) ++(*owner == mine ? held.mine : held.theirs);
  }
  return held;
}

std::vector<std::size_t> completing(const Position& position, Player player, int at_least) {
  const Row* fullest = nullptr;
  int most = 0;
  for_each_open_row(position, player, at_least, [&](const Row& row, int mine) {
    if (mine > most) fullest = &row, most = mine;
  });
  std::vector<std::size_t> free;
  if (fullest == nullptr) return free;
  std::copy_if(fullest->begin(), fullest->end(), std::back_inserter(free),
               [&](std::size_t index) { return position.is_free(crossing_at(index)); });
  return free;
}

std::size_t best_block(const Position& position, Player player, int at_least) {
  std::array<int, crossings> marks{};
  for_each_open_row(position, player, at_least, [&](const Row& row, int mine) {
    for (const std::size_t index : row) {
      if (position.is_free(crossing_at(index))) marks.at(index) += 1 << (2 * mine);  // a fuller row first
    }
  });
  for (std::size_t index = 0; index < crossings; ++index) {
    const bool ends_it =
        marks.at(index) > 0 && position.would_win(crossing_at(index), rig::protocol::other(player));
    if (ends_it) marks.at(index) = 0;
  }
  const auto* const best = std::max_element(marks.begin(), marks.end());
  return *best == 0 ? std::size_t{crossings} : static_cast<std::size_t>(best - marks.begin());
}

}  // namespace connect6

#include "position.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace connect6 {

namespace {

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

}  // namespace

std::string to_string(const Crossing& at) {
  return fmt::format("{:02}{:02}", at.row, at.column);
}

std::optional<Crossing> parse_crossing(std::string_view text) {
  if (text.size() != letters_a_stone || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  const auto number = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  return Crossing{number(0), number(2)};
}

std::optional<Player> Position::owner(const Crossing& at) const {
  const std::int8_t square = squares_[index_of(at)];
  if (square == nobody) return std::nullopt;
  return static_cast<Player>(square);
}

std::vector<std::size_t> Position::free() const {
  std::vector<std::size_t> found;
  found.reserve(static_cast<std::size_t>(crossings - stones_));
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    if (squares_[i] == nobody) found.push_back(i);
  }
  return found;
}

int Position::row_with(const Crossing& at, Player player) const {
  const auto mine = static_cast<std::int8_t>(player);
  int longest = 1;
  for (const Step& step : directions) {
    int length = 1;
    for (const int way : {1, -1}) {
      Crossing next{at.row + way * step.rows, at.column + way * step.columns};
      while (is_on_board(next) && squares_[index_of(next)] == mine) {
        ++length;
        next = {next.row + way * step.rows, next.column + way * step.columns};
      }
    }
    longest = std::max(longest, length);
  }
  return longest;
}

void Position::put(const Crossing& at, Player player) {
  if (would_win(at, player)) winner_ = player;
  squares_[index_of(at)] = static_cast<std::int8_t>(player);
  ++stones_;
}

void Position::lay(const Crossing& at) {
  put(at, to_move_);
  if (--due_ > 0) return;
  due_ = 2;
  to_move_ = rig::protocol::other(to_move_);
}

std::uint64_t perft(const Position& position, int turns) {
  if (turns == 0) return 1;
  if (!position.is_open()) return 0;
  const std::vector<std::size_t> free = position.free();
  const auto after = [](const Position& before, std::size_t index) {
    Position next = before;
    next.lay(crossing_at(index));
    return next;
  };
  std::uint64_t count = 0;
  for (std::size_t first = 0; first < free.size(); ++first) {
    const Position one = after(position, free[first]);
    if (position.stones_due() == 1 || !one.is_open()) {
      count += perft(one, turns - 1);
      continue;
    }
    if (turns == 1) {  // a stone that wins ends the turn wherever the other would lie
      for (std::size_t second = first + 1; second < free.size(); ++second)
        count += position.would_win(crossing_at(free[second]), position.to_move()) ? 0U : 1U;
      continue;
    }
    for (std::size_t second = first + 1; second < free.size(); ++second) {
      if (position.would_win(crossing_at(free[second]), position.to_move())) continue;
      count += perft(after(one, free[second]), turns - 1);
    }
  }
  return count;
}

}  // namespace connect6

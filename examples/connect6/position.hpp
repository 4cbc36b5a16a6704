#pragma once
/// The rules of Connect6 as the contest of 2011 played it. Pure; knows no wire and no contest.
///
/// 19 x 19 crossings. Dark begins with one stone; from then on each player lays two stones a turn. Who first
/// has six or more in a row wins, with the first stone of a turn too. A full board is a tie.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/protocol/ruling.hpp"

namespace connect6 {

using rig::protocol::Player;  ///< `one` is dark, `two` is light

inline constexpr int lines = 19;                   ///< rows, and columns
inline constexpr int crossings = lines * lines;    ///< 361
inline constexpr int winning_row = 6;              ///< so many in a row win, and more do
inline constexpr std::size_t letters_a_stone = 4;  ///< two digits of the row, two of the column
inline constexpr std::size_t letters_a_turn = 8;   ///< of two stones

/// A crossing by row and column, both 1..19.
struct Crossing {
  int row = 0;
  int column = 0;

  friend bool operator==(const Crossing&, const Crossing&) = default;
  friend auto operator<=>(const Crossing&, const Crossing&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Whether both numbers are 1..19.
constexpr bool is_on_board(const Crossing& at) {
  return at.row >= 1 && at.row <= lines && at.column >= 1 && at.column <= lines;
}

/// 0..360, in reading order. `at` is on the board.
constexpr std::size_t index_of(const Crossing& at) {
  return static_cast<std::size_t>((at.row - 1) * lines + at.column - 1);
}
/// The inverse of index_of.
constexpr Crossing crossing_at(std::size_t index) {
  const int number = static_cast<int>(index);
  return {number / lines + 1, number % lines + 1};
}

/// The ways in which a row runs: along rows, columns and both diagonals.
struct Step {
  int rows = 0;
  int columns = 0;
};
inline constexpr std::array<Step, 4> directions = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

/// `1010`: row and column with their leading zeros. Both numbers are 0..99.
std::string to_string(const Crossing& at);
/// The crossing in four digits, on the board or not. Nothing for other texts.
std::optional<Crossing> parse_crossing(std::string_view text);

/// What lies on the board, and who has six in a row. A value.
class Position {
 public:
  /// Before the first stone; `first` begins with one stone.
  explicit Position(Player first = Player::one) : to_move_(first) {}

  Player to_move() const { return to_move_; }
  /// Stones that the player to move still lays in this turn: 1 or 2.
  int stones_due() const { return due_; }
  /// Stones on the board, 0..361.
  int stones() const { return stones_; }
  bool is_free(const Crossing& at) const { return squares_[index_of(at)] == nobody; }
  /// Nothing: the crossing is free.
  std::optional<Player> owner(const Crossing& at) const;
  /// Free crossings in reading order, by index.
  std::vector<std::size_t> free() const;
  /// Whether a stone of this player on this free crossing makes six or more in a row.
  bool would_win(const Crossing& at, Player player) const { return row_with(at, player) >= winning_row; }
  /// The longest row that a stone of this player on this crossing would be in, itself included.
  int row_with(const Crossing& at, Player player) const;

  /// The player to move lays a stone on a free crossing; the game is open. After the last stone of a turn it
  /// is the other's turn.
  void lay(const Crossing& at);
  /// Puts a stone of this player on a free crossing, whoever's turn it is: for who keeps a board of its own.
  void put(const Crossing& at, Player player);
  /// Who has won by a row. Nothing: nobody so far.
  std::optional<Player> winner() const { return winner_; }
  bool is_full() const { return stones_ == crossings; }
  bool is_open() const { return !winner_ && !is_full(); }

 private:
  static constexpr std::int8_t nobody = -1;
  static constexpr std::array<std::int8_t, crossings> empty_board() {
    std::array<std::int8_t, crossings> board{};
    for (std::int8_t& square : board) square = nobody;
    return board;
  }

  std::array<std::int8_t, crossings> squares_ = empty_board();
  Player to_move_;
  int due_ = 1;
  int stones_ = 0;
  std::optional<Player> winner_;
};

/// How many sequences of so many turns there are from a position; two stones in either order are one turn. A
/// turn that wins by one stone is one turn. From the start: 1: 361; 2: 23,327,820.
std::uint64_t perft(const Position& position, int turns);

}  // namespace connect6

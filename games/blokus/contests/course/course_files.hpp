#pragma once
/// The three text files of `course`, byte for byte: the board, the pieces left, the log of all steps. What is
/// written is exact; what is read must be as exact, and where it is not the reader says in which line.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/blokus/contests/course/course_notation.hpp"
#include "rig/protocol/dialect.hpp"

namespace rig::protocol::course_text {

/// What was read, or what is wrong with the text.
template <typename T>
struct ReadAs {
  std::optional<T> value;
  std::string why;  ///< `line 3 is "N,R": found 2 cells, allowed are 14`; without the file's name
};

/// `Red` or `Blue`, and the letter of its cells and its lines.
inline constexpr char red = 'R';
inline constexpr char blue = 'B';
inline constexpr char nobody = 'N';
std::string_view name_of(char colour);
constexpr char other_colour(char colour) {
  return colour == red ? blue : red;
}

/// The cells of BlokusBoard.txt.
class Board {
 public:
  Board() { cells_.fill(nobody); }
  /// Rows and columns from 1; std::out_of_range off the board.
  char at(int row, int column) const { return cells_.at(index(row, column)); }
  void set(int row, int column, char letter) { cells_.at(index(row, column)) = letter; }
  static bool has(int row, int column) { return row >= 1 && column >= 1 && row <= size && column <= size; }
  friend bool operator==(const Board&, const Board&) = default;

 private:
  static std::size_t index(int row, int column) {
    return has(row, column) ? static_cast<std::size_t>(size * (row - 1) + column - 1)
                            : std::size_t{size} * size;
  }
  std::array<char, std::size_t{size} * size> cells_{};
};

/// The cells with this letter, line by line.
std::vector<blokus::Square> cells_with(char letter, const Board& board);

/// Groups of cells that hang together by their sides. Where all was placed by the rules, each group of one
/// colour is one piece.
std::vector<std::vector<blokus::Square>> islands(std::vector<blokus::Square> cells);

/// 14 lines of 14 letters with commas between, LF between lines: 391 bytes, and one more if the last line
/// ends with an LF too.
std::string write_board(const Board& board, bool final_newline = false);
/// Takes both forms.
ReadAs<Board> read_board(std::string_view text);

/// The pieces left at one moment: number n at n - 1; true: it has not been placed.
using PiecesLeft = std::array<bool, pieces>;
PiecesLeft all_pieces();

/// What LeftPattern_Red.txt holds.
struct LeftPattern {
  std::string header;            ///< its first line, `player = R26091869` or `Player = …`
  std::vector<PiecesLeft> rows;  ///< as the game began, then one more for each placement; never empty
  bool final_newline = false;    ///< the contest has none
  friend bool operator==(const LeftPattern&, const LeftPattern&) = default;
};

/// `[1,1,0,…,1]`.
std::string write_row(const PiecesLeft& left);
std::string write_left_pattern(const LeftPattern& left);
ReadAs<LeftPattern> read_left_pattern(std::string_view text);

/// A line of StepLog.txt.
struct LoggedStep {
  char colour = red;
  Move move;  ///< as it stands there: `pattern19() ^ 5-5`, `PASS`, `Pass`
  friend bool operator==(const LoggedStep&, const LoggedStep&) = default;
};

/// `1 = R ^ pattern19() ^ 5-5` and so on, LF between lines, none at the end; empty when nothing was played.
std::string write_step_log(const std::vector<LoggedStep>& steps);
/// Strict: numbers from 1 without gaps, two digits for a piece, single blanks.
ReadAs<std::vector<LoggedStep>> read_step_log(std::string_view text);

}  // namespace rig::protocol::course_text

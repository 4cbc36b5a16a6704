#pragma once
/// A board as a picture, for any view to draw: as text on a console, as SVG on a page.

#include <string>
#include <string_view>
#include <vector>

namespace rig::protocol {

/// A grid of squares, each with a letter for what lies on it, and the squares of one move marked.
struct BoardPicture {
  static constexpr char free = '.';
  static constexpr char one = '1';    ///< a square of player one
  static constexpr char two = '2';    ///< a square of player two
  static constexpr char start = 'S';  ///< free, and the first tile of its player must cover it
  static constexpr char marked = '*';
  static constexpr char plain = '.';

  /// What the letters of the cells stand for.
  enum class Kind {
    squares,  ///< the letters above: who owns a square
    paths,    ///< tiles with paths on them: `v h a b c d`, as `colours_of_sides` reads them; `.` is empty
  };

  std::string caption;                 ///< the moment: `ply 9, first on (5,5)`
  std::string move;                    ///< the marked move, as the contest writes it; empty: none
  std::vector<std::string> columns;    ///< their names, from left to right
  std::vector<std::string> rows;       ///< their names, from top to bottom
  std::vector<std::string> cells;      ///< for each row a letter for each column
  std::vector<std::string> marks;      ///< the same: `marked` or `plain`
  std::vector<std::string> off_board;  ///< squares of the marked move that are not on the board: `(f,3)`
  Kind kind = Kind::squares;
};

/// The colours of a tile's sides in the order north, east, south, west, `W` and `R`; empty for no tile.
std::string_view colours_of_sides(char letter);

/// As text below a line of names. Squares: a line for each row; a marked square is a `*` whatever lies on it.
/// Paths: three lines for each row, `o` where white leaves a tile and `#` where red does, the tile's symbol
/// in the middle; a marked cell stands between brackets. Five characters for each column.
std::string drawn(const BoardPicture& picture);

}  // namespace rig::protocol

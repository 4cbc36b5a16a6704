#pragma once
/// A Trax position and its rules: a board without limits or one of n x n, victory by loops and lines or by
/// loops alone. Knows no contest: what an illegal move or silence costs is decided above.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/trax/rules/board.hpp"
#include "games/trax/rules/move.hpp"
#include "games/trax/rules/tile.hpp"

namespace rig::trax {

/// The rule that a move breaks. Named by the first test that fails, in this order.
enum class Broken : std::uint8_t {
  none,
  syntax,    ///< not a move at all
  over,      ///< the game has ended
  first,     ///< the first move is `@0+` or `@0/`
  range,     ///< further out than column @ .. w + 1, row 0 .. h + 1; or wider or taller than a limited board;
             ///< or where a name has too many characters
  occupied,  ///< a tile lies there
  isolated,  ///< no tile beside it
  colour,    ///< no colouring of this tile matches its neighbours
  cascade,   ///< forced tiles: three ends of one colour would enter a cell
};

/// "syntax", "over", …: the names above; "legal" for `none`.
std::string_view to_string(Broken broken);

/// What `judge` found.
struct Legality {
  Broken broken = Broken::none;
  /// The cell at fault, named as the move is (from the box before it): for `cascade` the cell that three
  /// ends enter, for `range` .. `colour` the cell of the move.
  std::optional<Cell> where;
  std::optional<Colour> colour;  ///< `cascade`: the colour of the three ends
  [[nodiscard]] bool legal() const { return broken == Broken::none; }
};

struct Rules {
  bool lines = true;    ///< a line across wins, as a loop does; false: loops only
  int board = 0;        ///< n: the box may not be moved wider or taller than n >= 8; 0: no limit
  int name_length = 0;  ///< a move whose name has more characters cannot be played; 0: any can
  friend bool operator==(const Rules&, const Rules&) = default;
};

/// A tile laid in a turn, its cell named as after the turn.
struct Laid {
  Cell cell;
  Tile tile = Tile::north_south;
  friend bool operator==(const Laid&, const Laid&) = default;
};

/// How a game stands.
struct Result {
  enum class State : std::uint8_t { open, white, red, draw };
  enum class By : std::uint8_t {
    none,           ///< open
    loop,           ///< the winner has a loop
    line,           ///< the winner has a line
    loop_and_line,  ///< the winner has both
    path,           ///< a limited board: no legal move is left; the longer path wins, equal ones draw
  };
  State state = State::open;
  By by = By::none;
  /// What lies on the board, the loser's too.
  bool white_loop = false;
  bool white_line = false;
  bool red_loop = false;
  bool red_line = false;
  /// Tiles in the longest path of each colour; counted when a game ends `by` path, else 0.
  int white_path = 0;
  int red_path = 0;
  friend bool operator==(const Result&, const Result&) = default;
};

/// "loop", "line", "loop and line", "path"; "none".
std::string_view to_string(Result::By by);

/// A game in progress: the board, who moves, and the turns so far. A value that can be copied; to look
/// ahead, `play` and `undo` are cheaper than a copy. What a move costs does not grow with the board.
/// One object must not be asked by two threads at once, not even what is const: moves are tried out on
/// the board and taken back.
class Position {
 public:
  /// The start of a game. Throws UsageError unless `board` is 0 or at least 8.
  explicit Position(Rules rules = {});

  [[nodiscard]] const Rules& rules() const { return rules_; }

  /// Who moves next; goes on alternating when the game is over.
  [[nodiscard]] Colour to_move() const { return ply() % 2 == 0 ? Colour::white : Colour::red; }

  /// Turns played: 0 at the start.
  [[nodiscard]] int ply() const { return board_.turns(); }

  /// The box around all tiles; 0 x 0 at the start.
  [[nodiscard]] int width() const { return board_.box().width(); }
  [[nodiscard]] int height() const { return board_.box().height(); }

  /// Tiles on the board.
  [[nodiscard]] int tiles() const { return board_.tiles(); }

  /// The tile in column 1..width, row 1..height; nothing where none lies, and outside.
  [[nodiscard]] std::optional<Tile> tile_at(int column, int row) const;
  [[nodiscard]] std::optional<Tile> tile_at(Cell cell) const { return tile_at(cell.column, cell.row); }

  /// Whether the name of a move is short enough by the rules.
  [[nodiscard]] bool can_be_named(Move move) const;

  /// The first rule that the move would break. Of a text: `syntax` where it is none.
  [[nodiscard]] Legality judge(Move move) const;
  [[nodiscard]] Legality judge(std::string_view text) const;

  /// Every legal move, sorted. None when the game is over.
  [[nodiscard]] std::vector<Move> legal_moves() const;
  [[nodiscard]] int count_legal() const;
  [[nodiscard]] bool has_legal_move() const;

  /// Plays for the side to move: the tile and all that it forces. Returns the tiles laid, the chosen one
  /// first, in an order in which each forced one was forced by those before it. The move must be legal
  /// (judge it first): throws std::logic_error, and changes nothing, where it is not.
  std::vector<Laid> play(Move move);

  /// Takes back the last turn. There must be one: throws std::logic_error at the start.
  void undo();

  /// The tiles of the last turn, as `play` returned them; none at the start.
  [[nodiscard]] std::vector<Laid> last_turn() const;

  [[nodiscard]] bool over() const { return board_.over(); }

  /// How the game stands. The side that made the last move wins if it has a loop or a line, even when the
  /// other has one too; else the other side wins if it has one.
  [[nodiscard]] Result result() const;

  /// Tiles in the longest path of a colour, open or closed; 0 at the start. Looks at the whole board.
  [[nodiscard]] int longest_path(Colour colour) const { return board_.longest_path(colour); }

  /// The board beneath, for those who count millions of moves (perft).
  [[nodiscard]] Board& board() { return board_; }

 private:
  [[nodiscard]] CellId find(Cell cell) const;
  [[nodiscard]] Cell name(CellId cell) const;
  [[nodiscard]] unsigned stone_for(CellId cell, Symbol symbol) const;
  [[nodiscard]] static Broken judge_first(Move move);
  [[nodiscard]] Broken judge_place(Move move) const;
  [[nodiscard]] bool within_limit(Cell cell) const;

  Rules rules_;
  mutable Board board_;
};

/// The board as text, `o` white and `#` red, so that paths can be followed by eye:
///
///            A    B    C
///                      #
///        1   .    .  oo+oo
///                      #
///            o    #    #
///        2 ##+####/oooo\##
///            o    o    o
///
/// Column names stand above, row numbers on the left; a `.` is a cell without a tile. A board wider than
/// 24 columns gets one letter a tile (`v h a b c d`).
std::string draw(const Position& position);

}  // namespace rig::trax

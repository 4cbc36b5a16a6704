#pragma once
/// A Blokus position and its rules: ICFPT 2014, "Rules of Blokus Duo", generalised to any square board
/// up to 20 x 20 and to two, three or four colours. Knows no contest: who has forfeited, who is out of
/// the game and how ties are broken is decided above.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/blokus/rules/code.hpp"
#include "games/blokus/rules/tiles.hpp"

namespace rig::blokus {

namespace detail {
template <int mover>
class Children;
}

inline constexpr int max_size = 20;
inline constexpr int max_colours = 4;

/// The squares of which a colour's first tile must cover one: up to four.
class StartSquares {
 public:
  static constexpr std::size_t capacity = 4;

  constexpr StartSquares() = default;
  constexpr StartSquares(std::initializer_list<Square> squares) {
    for (const Square& square : squares) add(square);
  }
  /// Throws std::out_of_range beyond four; coordinates must lie in 1..20.
  constexpr void add(Square square) {
    squares_.at(count_) = {static_cast<std::int8_t>(square.x), static_cast<std::int8_t>(square.y)};
    ++count_;
  }
  [[nodiscard]] constexpr std::size_t size() const { return count_; }
  constexpr Square operator[](std::size_t i) const { return {squares_[i].dx, squares_[i].dy}; }
  [[nodiscard]] constexpr bool contains(Square square) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if ((*this)[i] == square) return true;
    }
    return false;
  }

 private:
  std::array<Offset, capacity> squares_{};  // from (0, 0); small, since every position carries them
  std::uint8_t count_ = 0;
};

/// What happens when a colour places its last tile.
enum class LastTile : std::uint8_t {
  ends_game,     ///< Blokus Duo as contested: at once
  play_goes_on,  ///< the board game: the others play on
};

/// The board and its players. Colours are numbered from 0 and move in that order, cyclically.
struct Variant {
  int size;     ///< 5..20 squares a side
  int colours;  ///< 2..4
  std::array<StartSquares, max_colours> starts;
  LastTile last_tile = LastTile::ends_game;
};

/// 14 x 14, colour 0 starts on (5,5), colour 1 on (a,a).
const Variant& duo();

/// 20 x 20, four colours; colour 0 starts at the bottom left, 1 at the bottom right, 2 at the top
/// right, 3 at the top left; the others play on when one has placed all its tiles.
const Variant& four_colours();

/// The rule that a move breaks. Named by the first test that fails, in this order.
enum class Broken : std::uint8_t {
  none,
  malformed,  ///< no code at all: a rotation beyond 7, a tile beyond u
  used,       ///< the colour has placed this tile before
  occupied,   ///< a cell is off the board or taken
  edge,       ///< a side of the new tile touches a side of its own colour
  start,      ///< the colour's first tile covers none of its start squares
  corner,     ///< a later tile touches no corner of its own colour
  pass,       ///< a pass in the first round, where a move is always possible
};

/// "edge contact with its own colour" and the like; "legal" for `none`.
std::string_view to_string(Broken broken);

/// How a finished game (or one stopped now) stands.
struct Result {
  std::optional<int> winner;  ///< the colour with fewest squares left; nothing: a draw
  std::array<int, max_colours> squares_left{};
  std::array<int, max_colours> score{};  ///< -squares left; +15 for all tiles, +20 if `a` was last
};

/// Distinct moves and the codes that write them.
struct MoveCount {
  std::uint64_t placements = 0;
  std::uint64_t codes = 0;
  friend bool operator==(const MoveCount&, const MoveCount&) = default;
};

/// The legal placements as bits: what move generation finds. An entry is a word of one orientation's
/// board of anchors, in which bit i stands for the square number `first_bit + i`; a board's rows are
/// `1 << row_bits` bits wide, and square number n is column n mod the width, row n / width. Words
/// without a bit are left out. Filled by `Position::find_anchors`.
struct AnchorWords {
  static constexpr std::size_t words_of_widest_board = 12;
  static constexpr std::size_t capacity = orientation_count * words_of_widest_board + 2;
  struct Place {
    std::uint16_t orientation;
    std::uint16_t first_bit;
  };
  /// Calls `f(orientation, square number)` for every bit.
  template <class F>
  void for_each(F&& f) const;

  unsigned row_bits = 0;
  std::size_t count = 0;
  std::array<std::uint64_t, capacity> bits;
  std::array<Place, capacity> places;
};

/// Receives a list of placements. Holds as many as could ever be legal, without touching the heap:
/// a hundred kilobytes, so keep one and fill it again rather than make many.
class PlacementList {
 public:
  static constexpr std::size_t capacity = std::size_t{orientation_count} * max_size * max_size;
  PlacementList() = default;  // NOLINT: the items are not initialised on purpose

  [[nodiscard]] const Placement* begin() const { return items_.data(); }
  [[nodiscard]] const Placement* end() const { return items_.data() + count_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  const Placement& operator[](std::size_t i) const { return items_[i]; }

  /// Makes it the list of all these.
  void assign(const AnchorWords& words);

 private:
  static constexpr std::size_t beyond_the_end = 2;  // that `assign` writes and does not count
  std::array<Placement, capacity + beyond_the_end> items_;
  std::size_t count_ = 0;
};

/// A position: the board, the tiles left, who moves. A value; a copy of a duo position costs some
/// 300 bytes. No function allocates.
class Position {
 public:
  /// The start of a game; `first` is the colour that moves first. Throws UsageError when a number of
  /// the variant is out of range or a start square lies off the board.
  explicit Position(const Variant& variant = duo(), int first = 0);

  Position(const Position& other) { copy(other); }
  Position& operator=(const Position& other) {
    if (this != &other) copy(other);
    return *this;
  }
  ~Position() = default;

  [[nodiscard]] int size() const { return state_.size; }
  [[nodiscard]] int colours() const { return state_.colours; }

  /// The colour to move, 0..colours-1. Goes on turning when the game is over.
  [[nodiscard]] int to_move() const { return state_.to_move; }

  /// Moves and passes played so far: 0 at the start.
  [[nodiscard]] int ply() const { return state_.ply; }

  [[nodiscard]] TileSet tiles_left(int colour) const { return state_.tiles_left[index(colour)]; }
  [[nodiscard]] int squares_left(int colour) const { return state_.squares_left[index(colour)]; }

  /// Whether the colour has placed nothing yet, so that its next tile must cover a start square.
  [[nodiscard]] bool first_tile_ahead(int colour) const { return tiles_left(colour) == TileSet::all(); }

  /// The tile the colour placed last; nothing before its first.
  [[nodiscard]] std::optional<Tile> last_tile(int colour) const;

  /// Passes since the last placement.
  [[nodiscard]] int passes_in_a_row() const { return state_.passes; }

  /// The colour that owns a square of the board; nothing if it is free or off the board.
  [[nodiscard]] std::optional<int> owner_at(int x, int y) const;

  /// How many sides of these cells lie against squares of a colour.
  [[nodiscard]] int contacts(const Cells& cells, int colour) const;

  /// The start squares of a colour.
  [[nodiscard]] const StartSquares& starts(int colour) const { return state_.starts[index(colour)]; }

  /// The rule that this move of the colour to move would break. Says nothing about `over()`.
  [[nodiscard]] Broken judge(const Code& code) const;
  [[nodiscard]] Broken judge(Placement placement) const;

  /// `pass` while fewer plies than colours were played; `none` from then on, even when moves exist.
  [[nodiscard]] Broken judge_pass() const {
    return state_.ply < state_.colours ? Broken::pass : Broken::none;
  }

  /// Plays for the colour to move. The move must be legal (judge it first): this is not checked.
  void play(const Placement& placement);
  void play(const Code& code) { play(placement_of(code)); }

  /// The position after this move: the same as a copy on which it is played, in one step.
  [[nodiscard]] Position after(const Placement& placement) const { return Position(*this, placement); }

  /// The colour to move passes.
  void pass();

  /// From now on no tile may cover these squares, which stay nobody's. Those off the board are left out.
  void block(std::span<const Square> squares);

  /// Two passes in a row with two colours, n with n; or a colour has placed its 21st tile (with
  /// `LastTile::play_goes_on`: all have).
  [[nodiscard]] bool over() const;

  /// The result if the game stopped here. Fewest squares left wins; the bonus never changes that.
  [[nodiscard]] Result result() const;

  /// Calls `f(Placement)` for every legal placement, by orientation, then row, then column.
  /// `over()` is not asked: a finished game may have placements.
  template <class F>
  void for_each_placement(F&& f) const;

  /// The same, into a list; returns how many there are. A span that is too short is filled up to its
  /// end.
  std::size_t legal_placements(std::span<Placement> out) const;
  void legal_placements(PlacementList& out) const;

  [[nodiscard]] MoveCount count_moves() const;
  [[nodiscard]] std::uint64_t count_placements() const { return count_moves().placements; }
  [[nodiscard]] std::uint64_t count_codes() const { return count_moves().codes; }

  /// Whether the colour to move can place anything.
  [[nodiscard]] bool has_placement() const { return count_placements() != 0; }

  /// What the generators above are made of.
  void find_anchors(AnchorWords& out) const;

 private:
  template <int mover>
  friend class detail::Children;

  static constexpr std::uint8_t no_tile = tile_count;
  struct State {
    std::array<StartSquares, max_colours> starts;
    std::array<TileSet, max_colours> tiles_left;
    std::array<std::uint8_t, max_colours> squares_left{};
    std::array<std::uint8_t, max_colours> last_tile{};  // no_tile: none
    LastTile last_tile_rule{};
    std::uint8_t size = 0;
    std::uint8_t colours = 0;
    std::uint8_t to_move = 0;
    std::uint8_t passes = 0;
    std::uint16_t ply = 0;
  };
  /// For each colour: its cells; the squares forbidden to it (taken, or beside its own); the squares of
  /// which it must cover one (diagonal to its own, or its start squares).
  enum class Kind : std::uint8_t { cells, forbidden, wanted };
  static constexpr std::size_t kinds = 3;

  Position(const Position& before, const Placement& placement);

  static std::size_t index(int colour) { return static_cast<std::size_t>(colour); }
  [[nodiscard]] std::size_t board_begin(Kind kind, int colour) const {
    return (static_cast<std::size_t>(kind) * state_.colours + index(colour)) * words_;
  }
  [[nodiscard]] const std::uint64_t* board(Kind kind, int colour) const {
    return boards_.data() + board_begin(kind, colour);
  }
  std::uint64_t* board(Kind kind, int colour) { return boards_.data() + board_begin(kind, colour); }

  [[nodiscard]] bool on_board(Square square) const {
    return square.x >= 1 && square.x <= state_.size && square.y >= 1 && square.y <= state_.size;
  }
  [[nodiscard]] std::size_t bit_of(Square square) const {
    return (static_cast<std::size_t>(square.y) << row_bits_) + static_cast<std::size_t>(square.x);
  }
  [[nodiscard]] bool has(Kind kind, int colour, Square square) const {
    const std::size_t bit = bit_of(square);
    return ((board(kind, colour)[bit / 64] >> (bit % 64)) & 1U) != 0;
  }
  void put(const Position& before, const Placement& placement);
  void take(Tile tile);
  void next_colour();

  void copy(const Position& other) {
    state_ = other.state_;
    words_ = other.words_;
    row_bits_ = other.row_bits_;
    std::copy_n(other.boards_.data(), kinds * state_.colours * words_, boards_.data());
  }

  State state_;
  std::size_t words_ = 0;  // of one bit board: 4 up to 15 x 15, 12 beyond
  unsigned row_bits_ = 0;  // log2 of the bits of a row
  alignas(32) std::array<std::uint64_t, kinds * max_colours * AnchorWords::words_of_widest_board> boards_;
};

/// The board as text: a header of column names 1..9, a..k, then a row each; '.' is free, 'S' a start
/// square still needed, '1' the first colour, and so on. Squares in `marked` are drawn as `mark`.
std::string draw(const Position& position, std::span<const Square> marked = {}, char mark = '*');

template <class F>
[[gnu::always_inline]] inline void AnchorWords::for_each(F&& f) const {
  if (count == 0) return;
  // One loop over all bits of all words: a loop for each word would end unpredictably every time.
  std::uint64_t rest = bits[0];
  std::uint64_t next = bits[1];
  for (std::size_t word = 0; word < count;) {
    const Place place = places[word];
    f(place.orientation, place.first_bit + static_cast<unsigned>(__builtin_ctzll(rest)));
    rest &= rest - 1;
    const std::uint64_t ended = rest == 0 ? 1 : 0;
    word += ended;
    rest |= next & (0 - ended);
    next = bits[word + 1];
  }
}

template <class F>
void Position::for_each_placement(F&& f) const {
  AnchorWords words;
  find_anchors(words);
  const unsigned column_mask = (1U << words.row_bits) - 1U;
  words.for_each([&](unsigned orientation, unsigned square) {
    f(Placement{static_cast<Orientation>(orientation), static_cast<std::int8_t>(square & column_mask),
                static_cast<std::int8_t>(square >> words.row_bits)});
  });
}

}  // namespace rig::blokus

#pragma once
/// The board under a Trax position: cells without names, turns that can be taken back, and everything that
/// a turn needs kept up to date as tiles are laid, so that no turn looks at more than the tiles it lays.
///
/// - Cells live in pages of 16 x 16 that are made when a tile comes near, in any direction.
/// - Each cell knows which of its sides are entered by which colour: that decides what fits, what is forced
///   and what is illegal.
/// - Each open path has two ends; an end is a *port*, a side of an empty cell. Each port knows the port at
///   the other end. So a tile that joins a path to itself closes a loop, and a path with one end left of the
///   box and one right of it is a line.
/// - Each page has a bit for each cell with a tile; the empty cells beside tiles, where moves go, are found
///   256 cells at a time.
/// All of this is undone by doing it backwards, last tile first; a tile taken off finds in its own ports
/// what it needs for that.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "games/trax/rules/ends.hpp"
#include "games/trax/rules/tile.hpp"

namespace rig::trax {

/// A cell's place in memory.
using CellId = std::uint32_t;
inline constexpr CellId no_cell = 0xffff'ffffU;

/// A stone for a cell.
struct Choice {
  CellId cell = no_cell;
  unsigned stone = 0;
};

/// Columns left..right, rows top..bottom, both included; rows grow downwards.
struct Box {
  int left = 1;
  int top = 1;
  int right = 0;
  int bottom = 0;
  [[nodiscard]] int width() const { return right - left + 1; }
  [[nodiscard]] int height() const { return bottom - top + 1; }
  friend bool operator==(const Box&, const Box&) = default;
};

/// What was made in a turn, a bit each.
namespace effects {
inline constexpr unsigned white_loop = 1;
inline constexpr unsigned red_loop = 2;
inline constexpr unsigned white_line = 4;
inline constexpr unsigned red_line = 8;
}  // namespace effects

class Board {
 public:
  static constexpr unsigned page_bits = 4;
  static constexpr unsigned page_side = 1U << page_bits;
  static constexpr unsigned page_cells = page_side * page_side;
  /// Where every game begins: the middle of the first page.
  static constexpr CellId middle = page_cells / 2 + page_side / 2;

  enum class Lines : std::uint8_t { ignored, win };

  /// An empty board. `limit`: n, so that no turn may begin by making the box wider or taller; 0: none.
  explicit Board(Lines lines = Lines::win, int limit = 0);

  [[nodiscard]] const Box& box() const { return box_; }
  [[nodiscard]] int turns() const { return static_cast<int>(turns_.size()); }
  [[nodiscard]] int tiles() const { return static_cast<int>(laid_count_); }

  /// The cell at these coordinates (those of `box()`); `no_cell` where no tile has ever come near.
  [[nodiscard]] CellId find(int x, int y) const;
  [[nodiscard]] int x_of(CellId cell) const {
    return pages_[cell / page_cells].x * static_cast<int>(page_side) + static_cast<int>(cell % page_side);
  }
  [[nodiscard]] int y_of(CellId cell) const {
    return pages_[cell / page_cells].y * static_cast<int>(page_side) +
           static_cast<int>(cell / page_side % page_side);
  }

  /// What lies there: 0 nothing, else 1 + the tile.
  [[nodiscard]] unsigned stone_at(CellId cell) const { return states_[cell] >> 8U; }

  /// What enters the cell; of a cell with a tile, all that surrounds it.
  [[nodiscard]] unsigned ends_at(CellId cell) const { return states_[cell] & 0xffU; }

  /// Calls `f(CellId)` for every empty cell beside a tile; before the first turn for the cell where it is
  /// played. Turns may be tried meanwhile if they are taken back.
  template <class F>
  void for_each_playable(F&& f) const;

  /// Whether a tile here keeps the box within the limit.
  [[nodiscard]] bool within_limit(CellId cell) const {
    if (limit_ == 0) return true;
    const Box box = box_with(cell);
    return box.width() <= limit_ && box.height() <= limit_;
  }

  /// The stones that match all neighbours of a playable cell; on an empty board, the two first moves.
  [[nodiscard]] const ends::Fits& fits(CellId cell) const { return ends::fits[ends_at(cell)]; }

  /// Plays a whole turn: the tile, what it forces, and the test for a win. False, and nothing has changed,
  /// when it is illegal because three ends of one colour would enter a cell. The cell must be playable and
  /// within the limit, and the tile one that fits. Whether the game is over is not asked.
  bool try_turn(Choice choice);

  /// Takes back the last turn; there must be one.
  void take_back();

  /// Plays every legal turn in no order, calls `f()` on the board after each and takes it back: the same as
  /// `try_turn` for each, in less time. None when the game is over. Defined in `laying.hpp`.
  template <class F>
  void for_each_turn(F&& f);

  /// Whether `try_turn` would succeed.
  [[nodiscard]] bool is_legal(Choice choice);

  /// Calls `f(Choice)` for every legal turn, in no order; none when the game is over.
  template <class F>
  void for_each_legal(F&& f);

  /// Whether the side to move has any turn, in a game that is not over.
  [[nodiscard]] bool has_turn();

  /// A cell with a tile, and which neighbours it forced when it was laid (two bits of `ends::Fate` a side).
  struct LaidCell {
    CellId cell = no_cell;
    unsigned fates = 0;
  };

  /// The cells laid in the last turn, the chosen one first; there must be one.
  [[nodiscard]] std::span<const LaidCell> last_turn() const {
    return std::span(laid_).first(laid_count_).subspan(turns_.back().laid_before);
  }

  /// The loops and lines made in the last turn: a set of `effects`.
  [[nodiscard]] unsigned made() const { return turns_.empty() ? 0 : turns_.back().effects; }

  /// Whether the game has ended because the side to move has no turn (limited boards only).
  [[nodiscard]] bool stuck() const { return !turns_.empty() && turns_.back().stuck; }
  [[nodiscard]] bool over() const { return made() != 0 || stuck(); }

  /// The cell and the colour for which the last `try_turn` (or `is_legal`) failed.
  struct Trouble {
    CellId cell = no_cell;
    Colour colour = Colour::white;
  };
  [[nodiscard]] const Trouble& trouble() const { return trouble_; }

  /// Tiles in the longest path of a colour, open or closed. Looks at every tile.
  [[nodiscard]] int longest_path(Colour colour) const;

 private:
  /// A side of a cell: 4 * cell + side.
  using Port = std::uint32_t;
  using Neighbours = std::array<CellId, 4>;  // N E S W

  /// A bit for each cell of a page: cell number n is bit n % 64 of word n / 64.
  using PageBits = std::array<std::uint64_t, page_cells / 64>;

  struct Page {
    std::int32_t x = 0;  // in pages
    std::int32_t y = 0;
    std::array<std::uint32_t, 4> beside = {no_cell, no_cell, no_cell, no_cell};  // pages, or none
  };
  struct Turn {
    Box box_before;
    std::uint32_t laid_before = 0;
    std::uint8_t effects = 0;
    bool stuck = false;
    bool wide = false;  // whether the box is large enough for a line
  };
  struct Site;

  static std::uint64_t page_key(std::int32_t x, std::int32_t y);
  std::uint32_t make_page(std::int32_t x, std::int32_t y);
  void make_ports(std::uint32_t page);
  struct InsidePage;
  [[nodiscard]] static bool inside_page(CellId cell);
  [[nodiscard]] Neighbours neighbours(CellId cell);
  [[nodiscard]] Neighbours neighbours_across_pages(CellId cell);
  [[nodiscard]] PageBits tiles_of(std::uint32_t page) const;
  [[nodiscard]] PageBits near_tiles(std::uint32_t page) const;
  [[nodiscard]] CellId neighbour(CellId cell, unsigned side) const;

  [[nodiscard]] Box box_with(CellId cell) const;
  void begin_turn(CellId cell);
  void end_turn();
  bool attempt(Choice choice);
  void settle_turn();
  void look_for_lines();
  unsigned lay(CellId cell, unsigned stone);
  void open(const Site& site);
  unsigned put(const Site& site, unsigned stone);
  void close(const Site& site);
  unsigned enter(CellId cell, const ends::StoneFacts& facts);
  unsigned enter_across_pages(CellId cell, const ends::StoneFacts& facts);
  unsigned join(CellId cell, const ends::StoneFacts& facts);
  void lift(CellId cell);
  void lift_down_to(std::uint32_t count);
  void leave(CellId cell, const ends::StoneFacts& facts);
  void leave_across_pages(CellId cell, const ends::StoneFacts& facts);
  bool lay_forced();
  [[nodiscard]] bool makes_line(Port a, Port b) const;
  [[nodiscard]] int path_length(CellId cell, Colour colour, std::vector<bool>& seen) const;

  Box box_;
  int limit_;
  Lines lines_;
  unsigned made_ = 0;  // in the turn that is being tried
  Trouble trouble_;
  std::vector<std::uint16_t> states_;  // by cell: 256 * stone + ends, the ends counted on under a tile
  std::vector<Port> mates_;            // of a port that ends a path: the port at its other end
  std::vector<std::uint64_t> tiles_;   // a bit for each cell
  std::vector<LaidCell> laid_;         // the first `laid_count_` of as many as there are cells
  std::uint32_t laid_count_ = 0;
  std::vector<Turn> turns_;
  std::vector<Page> pages_;
  std::unordered_map<std::uint64_t, std::uint32_t> directory_;
};

inline Box Board::box_with(CellId cell) const {
  const int x = x_of(cell);
  const int y = y_of(cell);
  if (laid_count_ == 0) return {x, y, x, y};
  return {std::min(box_.left, x), std::min(box_.top, y), std::max(box_.right, x), std::max(box_.bottom, y)};
}

template <class F>
void Board::for_each_playable(F&& f) const {
  if (laid_count_ == 0) return f(middle);
  for (std::uint32_t page = 0; page < pages_.size(); ++page) {
    const PageBits near = near_tiles(page);
    for (unsigned word = 0; word < near.size(); ++word) {
      for (std::uint64_t rest = near[word]; rest != 0; rest &= rest - 1) {
        f(page * page_cells + word * 64 + static_cast<unsigned>(std::countr_zero(rest)));
      }
    }
  }
}

template <class F>
void Board::for_each_legal(F&& f) {
  if (over()) return;
  for_each_playable([&](CellId cell) {
    if (!within_limit(cell)) return;
    for (const ends::Stone stone : fits(cell)) {
      if (stone != 0 && is_legal({cell, stone})) f(Choice{cell, stone});
    }
  });
}

}  // namespace rig::trax

#pragma once
/// The 21 tiles of Blokus, their rotations, and their 91 distinct orientations.
///
/// Coordinates throughout this room: x is the column from the left, y the row from the top, y grows
/// downwards; squares of a board are numbered from 1, as the contest's figures do.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace rig::blokus {

/// A square of the board, 1-based. May lie off the board where a function says so.
struct Square {
  int x;
  int y;
  friend bool operator==(const Square&, const Square&) = default;
};

/// A step from one square to another.
struct Offset {
  std::int8_t dx;
  std::int8_t dy;
  friend bool operator==(const Offset&, const Offset&) = default;
};

/// Fig. 2 of the ICFPT 2014 rules: the letter is the tile's name in a four-letter code.
enum class Tile : std::uint8_t { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u };

inline constexpr int tile_count = 21;
inline constexpr int rotation_count = 8;      ///< rotation codes 0..7 of a four-letter code
inline constexpr int orientation_count = 91;  ///< distinct orientations over all tiles
inline constexpr int all_squares = 89;        ///< squares of the 21 tiles together
inline constexpr int largest_tile = 5;        ///< squares of the largest tile

/// 'a'..'u'.
char tile_letter(Tile tile);

/// The tile of a lower-case letter 'a'..'u'; nothing for any other character.
std::optional<Tile> tile_from_letter(char letter);

/// Squares of a tile, 1..5.
int tile_size(Tile tile);

/// A set of tiles.
class TileSet {
 public:
  constexpr TileSet() = default;
  static constexpr TileSet all() { return TileSet((1U << tile_count) - 1U); }

  [[nodiscard]] constexpr bool contains(Tile tile) const { return ((bits_ >> index(tile)) & 1U) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  constexpr void add(Tile tile) { bits_ |= 1U << index(tile); }
  constexpr void remove(Tile tile) { bits_ &= ~(1U << index(tile)); }

  /// Bit i stands for the tile of letter 'a' + i.
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }

  friend constexpr TileSet operator&(TileSet a, TileSet b) { return TileSet(a.bits_ & b.bits_); }
  friend bool operator==(const TileSet&, const TileSet&) = default;

 private:
  explicit constexpr TileSet(std::uint32_t bits) : bits_(bits) {}
  static constexpr unsigned index(Tile tile) { return static_cast<unsigned>(tile); }

  std::uint32_t bits_ = 0;
};

/// The cells of a tile under a rotation code 0..7, as offsets from the tile's centre (which is always
/// one of them). Code 0 is the shape of Fig. 2; an even code r is that turned r/2 quarter turns
/// clockwise; an odd one is code r-1 mirrored left to right.
std::span<const Offset> cells_from_centre(Tile tile, int rotation);

/// One of the 91 distinct oriented shapes, 0..90, in the order of the tiles' letters and then of the
/// lowest rotation code that gives the shape. Its **anchor** is its first cell in reading order: the
/// leftmost cell of its top row.
using Orientation = std::uint8_t;

/// Which tile an orientation belongs to.
Tile tile_of(Orientation orientation);

/// The cells of an orientation as offsets from its anchor, in reading order (so the first is {0, 0}).
std::span<const Offset> cells_from_anchor(Orientation orientation);

/// How many rotation codes give this orientation: 8 / (distinct orientations of its tile).
int code_count(Orientation orientation);

/// What a rotation code means: an orientation, and the step from the code's centre to its anchor.
struct Rotated {
  Orientation orientation;
  Offset anchor;
};
Rotated rotated(Tile tile, int rotation);

/// One distinct way to put a tile on the board: an orientation and where its anchor lies (1-based).
/// Two codes stand for the same placement exactly when their tiles and cell sets are equal. A
/// placement may lie off the board, wholly or in part; `Position::judge` tells.
struct Placement {
  Orientation orientation;
  std::int8_t x;
  std::int8_t y;
  friend bool operator==(const Placement&, const Placement&) = default;
  friend auto operator<=>(const Placement&, const Placement&) = default;  // NOLINT(modernize-use-nullptr)
};

/// The squares of one placement in reading order: a small array that can be walked with a range-for.
class Cells {
 public:
  explicit Cells(Placement placement);
  [[nodiscard]] const Square* begin() const { return squares_.data(); }
  [[nodiscard]] const Square* end() const { return squares_.data() + count_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  const Square& operator[](std::size_t i) const { return squares_[i]; }

 private:
  std::array<Square, largest_tile> squares_{};
  std::size_t count_ = 0;
};

Cells cells_of(Placement placement);

/// The placement that covers exactly these squares, in any order; nothing when they are no tile's
/// shape (or two of them are equal). For contests that write a move as a list of cells.
std::optional<Placement> placement_from_cells(std::span<const Square> squares);

}  // namespace rig::blokus

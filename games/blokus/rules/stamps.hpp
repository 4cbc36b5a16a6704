#pragma once
/// Inside the room: what a tile that is placed does to the boards of a position.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "games/blokus/rules/boards.hpp"
#include "games/blokus/rules/shapes.hpp"

namespace rig::blokus::detail {

/// One orientation as rows of bits, with a whole board of empty rows above and below, so that a load at
/// the right row puts it at any height.
template <class G>
struct alignas(64) Stamp {
  using Row = typename G::Row;
  static constexpr std::size_t tallest = 8;  // the shape's five at most, and one on either side
  static constexpr std::size_t length = G::lanes + tallest + G::lanes;
  using Rows = std::array<Row, length>;

  /// The rows of `cells` that lie on a board whose row y is where the anchor goes; those of `near` and
  /// `corners` begin `length` and twice that after them.
  [[nodiscard]] constexpr const Row* first_row(std::size_t y) const {
    return rows[0].data() + G::lanes + 1 - y;
  }

  /// The cells; these and the squares beside them; the squares diagonal to them.
  std::array<Rows, 3> rows{};
  int column = 0;  // where the anchor stands in these rows
  TileSet other_tiles = TileSet::all();
  Tile tile{};
  std::uint8_t size = 0;
  std::uint8_t codes = 0;
};

template <class G>
constexpr void set(typename Stamp<G>::Rows& rows, int x, int y) {
  typename G::Row& row = rows[std::size_t{G::lanes} + static_cast<std::size_t>(y)];
  row = static_cast<typename G::Row>(row | (typename G::Row{1} << x));
}

template <class G>
constexpr std::array<Stamp<G>, orientation_count> make_stamps() {
  std::array<Stamp<G>, orientation_count> stamps;
  for (std::size_t o = 0; o < orientation_count; ++o) {
    const Shape& shape = tables.shapes[o];
    int left = 0;
    for (const Offset& cell : shape.cells) left = std::min<int>(left, cell.dx);
    Stamp<G>& stamp = stamps[o];
    stamp.column = 1 - left;
    stamp.other_tiles.remove(shape.tile);
    stamp.tile = shape.tile;
    stamp.size = static_cast<std::uint8_t>(shape.size);
    stamp.codes = static_cast<std::uint8_t>(shape.codes);
    auto& [cells, near, corners] = stamp.rows;
    for (int i = 0; i < shape.size; ++i) {
      const Offset& cell = shape.cells[static_cast<std::size_t>(i)];
      const int x = stamp.column + cell.dx;
      const int y = 1 + cell.dy;
      set<G>(cells, x, y);
      set<G>(near, x, y);
      for (const int step : {-1, 1}) {
        set<G>(near, x + step, y);
        set<G>(near, x, y + step);
        set<G>(corners, x + step, y - 1);
        set<G>(corners, x + step, y + 1);
      }
    }
  }
  return stamps;
}

template <class G>
inline constexpr std::array<Stamp<G>, orientation_count> stamps = make_stamps<G>();

/// One vector of the stamp's rows, from the given row on, moved `shift` columns to the right.
template <class G>
RIG_BLOKUS_INLINE Vector stamped(const typename Stamp<G>::Rows& rows, std::size_t row, int shift) {
  typename G::Lanes lanes;
  std::memcpy(&lanes, rows.data() + row, sizeof lanes);
  return reinterpret_cast<Vector>(lanes << shift);
}

/// Reads the boards `from` and writes to `to` what they are once `colour` has placed this; the two may be the
/// same. The shape must lie on the board; bits beside or beyond it fall on the rim or off, where nothing
/// looks. Goes through the boards vector by vector, so that all stays in registers.
template <class G>
RIG_BLOKUS_INLINE void stamp_on(const std::uint64_t* from, std::uint64_t* to, std::size_t colours,
                                std::size_t colour, bool first_tile, const Placement& placement) {
  const Stamp<G>& stamp = stamps<G>[placement.orientation];
  const int shift = placement.x - stamp.column;
  const std::uint64_t old_wanted = first_tile ? 0 : ~std::uint64_t{0};  // start squares go, corners stay
  const std::size_t kind = colours * Board<G>::words;                   // from one kind of board to the next
  auto row = static_cast<std::size_t>(G::lanes + 1 - placement.y);
  std::size_t at = 0;
  const auto before = [&](std::size_t word) {
    Vector v;
    std::memcpy(&v, from + word, sizeof v);
    return v;
  };
  const auto put = [&](std::size_t word, const Vector& v) { std::memcpy(to + word, &v, sizeof v); };
  for (std::size_t i = 0; i < Board<G>::vectors; ++i) {
    const Vector cells = stamped<G>(stamp.rows[0], row, shift);
    const Vector near = stamped<G>(stamp.rows[1], row, shift);
    const Vector corners = stamped<G>(stamp.rows[2], row, shift);
    const std::size_t own = at + colour * Board<G>::words;
    put(own, before(own) | cells);
    put(own + kind, before(own + kind) | near);
    put(own + 2 * kind, (before(own + 2 * kind) & old_wanted) | corners);
    for (std::size_t step = 1; step < colours; ++step) {
      const std::size_t of = colour + step < colours ? colour + step : colour + step - colours;
      const std::size_t other = at + of * Board<G>::words;
      put(other, before(other));
      put(other + kind, before(other + kind) | cells);
      put(other + 2 * kind, before(other + 2 * kind));
    }
    row += sizeof(Vector) / sizeof(typename G::Row);
    at += sizeof(Vector) / sizeof(std::uint64_t);
  }
}

}  // namespace rig::blokus::detail

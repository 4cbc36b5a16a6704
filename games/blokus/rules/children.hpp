#pragma once
/// Inside the room: the positions after the moves of one position, made one after the other in one place.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "games/blokus/rules/position.hpp"
#include "games/blokus/rules/stamps.hpp"

namespace rig::blokus::detail {

/// Plays each move of a position on a board of its own, which is not copied again for each: four of the six
/// boards differ from one child to the next, and three numbers. For boards up to 15 x 15 with two colours.
/// `mover` is the colour to move.
template <int mover>
class Children {
 public:
  RIG_BLOKUS_INLINE explicit Children(const Position& parent) : parent_(parent), child_(parent) {
    read(cells_, Kind::cells, mover);
    read(forbidden_, Kind::forbidden, mover);
    read(wanted_, Kind::wanted, mover);
    read(theirs_, Kind::forbidden, 1 - mover);
    if (parent.first_tile_ahead(mover)) wanted_ ^= wanted_;  // start squares go, corners stay
    child_.state_.passes = 0;
    child_.next_colour();
  }

  /// Calls `f(position, orientation)` for each legal placement with the position after it, which is that only
  /// until `f` returns. `f` should be inlined.
  template <class F>
  RIG_BLOKUS_INLINE void for_each(F&& f) {
    AnchorWords words;
    parent_.find_anchors(words);
    words.for_each([&](unsigned orientation, unsigned square) __attribute__((always_inline)) {
      play(stamps<Narrow>[orientation], square);
      f(static_cast<const Position&>(child_), orientation);
    });
  }

 private:
  using Kind = Position::Kind;

  /// A whole board: one vector, or two where those of the processor are shorter.
  using Whole = std::uint16_t __attribute__((vector_size(32)));
  static_assert(sizeof(Whole) == sizeof(Narrow::Row) * Narrow::lanes);

  static constexpr std::size_t begin_of(Kind kind, int colour) {
    return (2 * static_cast<std::size_t>(kind) + static_cast<std::size_t>(colour)) * Board<Narrow>::words;
  }
  RIG_BLOKUS_INLINE void read(Whole& board, Kind kind, int colour) const {
    std::memcpy(&board, parent_.boards_.data() + begin_of(kind, colour), sizeof board);
  }
  RIG_BLOKUS_INLINE void write(const Whole& board, Kind kind, int colour) {
    std::memcpy(child_.boards_.data() + begin_of(kind, colour), &board, sizeof board);
  }

  /// What `Position::play` does, where the last child has left something else.
  RIG_BLOKUS_INLINE void play(const Stamp<Narrow>& stamp, unsigned square) {
    const int shift = static_cast<int>(square % Narrow::lanes) - stamp.column;
    const Narrow::Row* const rows = stamp.first_row(square / Narrow::lanes);
    Whole cells;
    Whole near;
    Whole corners;
    std::memcpy(&cells, rows, sizeof cells);
    std::memcpy(&near, rows + Stamp<Narrow>::length, sizeof near);
    std::memcpy(&corners, rows + 2 * Stamp<Narrow>::length, sizeof corners);
    cells <<= shift;
    write(cells_ | cells, Kind::cells, mover);
    write(theirs_ | cells, Kind::forbidden, 1 - mover);
    write(forbidden_ | near << shift, Kind::forbidden, mover);
    write(wanted_ | corners << shift, Kind::wanted, mover);
    Position::State& state = child_.state_;
    state.tiles_left[mover] = parent_.state_.tiles_left[mover] & stamp.other_tiles;
    state.squares_left[mover] = static_cast<std::uint8_t>(parent_.state_.squares_left[mover] - stamp.size);
    state.last_tile[mover] = static_cast<std::uint8_t>(stamp.tile);
  }

  const Position& parent_;
  Position child_;
  // What each move adds to, as it is in the parent.
  Whole cells_;
  Whole forbidden_;
  Whole wanted_;
  Whole theirs_;
};

}  // namespace rig::blokus::detail

#include "games/blokus/rules/perft.hpp"

#include "games/blokus/rules/children.hpp"
#include "games/blokus/rules/shapes.hpp"

namespace rig::blokus {

namespace {

enum class Leaves : std::uint8_t { counted, played };

/// For the compiler somebody looks at all of the position here: so it is really made.
RIG_BLOKUS_INLINE void look_at(const Position& position) {
  asm volatile("" : : "g"(&position) : "memory");
}

template <int mover>
RIG_BLOKUS_INLINE PerftCount play_leaves_of(const Position& position) {
  std::uint64_t placements = 0;
  std::uint64_t codes = 0;
  detail::Children<mover> children(position);
  children.for_each([&](const Position& child, unsigned orientation) __attribute__((always_inline)) {
    look_at(child);
    ++placements;
    codes += detail::stamps<detail::Narrow>[orientation].codes;
  });
  return {placements, codes};
}

/// Plays every move of a position with two colours on a board up to 15 x 15.
RIG_BLOKUS_CLONES PerftCount play_leaves(const Position& position) {
  return position.to_move() == 0 ? play_leaves_of<0>(position) : play_leaves_of<1>(position);
}

PerftCount count(const Position& position, int depth, Leaves leaves) {
  if (depth <= 0) return {1, 1};
  if (position.over()) return {0, 0};
  const bool in_one_place = position.colours() == 2 && position.size() <= detail::largest_narrow;
  if (depth == 1 && (leaves == Leaves::counted || in_one_place)) {
    const MoveCount moves = leaves == Leaves::counted ? position.count_moves() : play_leaves(position);
    return moves.placements > 0 ? moves : PerftCount{1, 1};
  }
  PerftCount total;
  bool stuck = true;
  position.for_each_placement([&](Placement placement) {
    stuck = false;
    const PerftCount below = count(position.after(placement), depth - 1, leaves);
    total.placements += below.placements;
    total.codes +=
        below.codes * static_cast<std::uint64_t>(detail::tables.shapes[placement.orientation].codes);
  });
  if (!stuck) return total;
  Position child(position);
  child.pass();
  return count(child, depth - 1, leaves);
}

}  // namespace

PerftCount perft(const Position& position, int depth) {
  return count(position, depth, Leaves::counted);
}

PerftCount perft_playing_leaves(const Position& position, int depth) {
  return count(position, depth, Leaves::played);
}

}  // namespace rig::blokus

#include "rig/game/blokus/perft.hpp"

#include "rig/game/blokus/shapes.hpp"

namespace rig::blokus {

namespace {

enum class Leaves : std::uint8_t { counted, played };

PerftCount count(const Position& position, int depth, Leaves leaves) {
  if (depth <= 0) return {1, 1};
  if (position.over()) return {0, 0};
  if (depth == 1 && leaves == Leaves::counted) {
    const MoveCount moves = position.count_moves();
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

#include "rig/game/trax/perft.hpp"

namespace rig::trax {

namespace {

enum class Leaves : std::uint8_t { judged, played };

std::uint64_t count(Board& board, int depth, Leaves leaves) {
  if (depth <= 0) return 1;
  if (board.over()) return 0;
  std::uint64_t total = 0;
  if (depth == 1 && leaves == Leaves::judged) {
    board.for_each_legal([&](Choice /*choice*/) { ++total; });
    return total;
  }
  board.for_each_playable([&](CellId cell) {
    if (!board.within_limit(cell)) return;
    for (const ends::Stone stone : board.fits(cell)) {
      if (stone == 0 || !board.try_turn({cell, stone})) continue;
      total += depth == 1 ? 1 : count(board, depth - 1, leaves);
      board.take_back();
    }
  });
  return total;
}

}  // namespace

std::uint64_t perft(Position& position, int depth) {
  return count(position.board(), depth, Leaves::played);
}

std::uint64_t perft_judging_leaves(Position& position, int depth) {
  return count(position.board(), depth, Leaves::judged);
}

}  // namespace rig::trax

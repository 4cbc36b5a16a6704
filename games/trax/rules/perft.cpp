#include "games/trax/rules/perft.hpp"

#include "games/trax/rules/laying.hpp"

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
  if (depth == 1) {
    board.for_each_turn([&] { ++total; });
  } else {
    board.for_each_turn([&] { total += count(board, depth - 1, leaves); });
  }
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

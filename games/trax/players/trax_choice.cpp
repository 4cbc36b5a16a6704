#include "games/trax/players/trax_choice.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "games/trax/players/trax_scout.hpp"

namespace rig::player {

using trax::Move;
using trax::Position;

namespace {

/// Compact play: beside many tiles, forcing few, without making the box larger.
int mark_of(const Position& position, const Prospect& turn) {
  const bool wider = turn.move.column == 0 || turn.move.column > position.width();
  const bool taller = turn.move.row == 0 || turn.move.row > position.height();
  return 4 * std::popcount(turn.beside) - 3 * std::min(turn.forced, 8) - (wider ? 2 : 0) - (taller ? 2 : 0);
}

}  // namespace

std::optional<Move> choose_move(const Position& position) {
  Scout scout(position);
  std::vector<Prospect> open;
  std::optional<Move> drawn;
  for (const Prospect& turn : scout.turns()) {
    if (turn.ending == Prospect::Ending::won) return turn.move;
    if (turn.ending == Prospect::Ending::open) open.push_back(turn);
    if (turn.ending == Prospect::Ending::drawn) drawn = turn.move;
  }
  std::stable_sort(open.begin(), open.end(), [&](const Prospect& a, const Prospect& b) {
    return mark_of(position, a) > mark_of(position, b);
  });
  for (const Prospect& turn : open) {
    if (scout.tired() || !scout.lets_win(turn)) return turn.move;
  }
  if (drawn) return drawn;
  if (!open.empty()) return open.front().move;
  if (!scout.turns().empty()) return scout.turns().front().move;
  return std::nullopt;
}

}  // namespace rig::player

#include "rig/game/positions.hpp"

#include <fmt/format.h>

#include "rig/base/errors.hpp"
#include "rig/game/game.hpp"

namespace rig::game {

Positions positions_of(const protocol::Contest& contest, const protocol::Seat& first,
                       std::span<const std::string> moves) {
  const Notation& notation = *game_of(contest).notation;
  const auto ruling = contest.new_game(first);
  Positions positions;
  positions.boards.push_back(notation.after_last_move(*ruling, {}));
  for (const std::string& move : moves) {
    const bool is_open = ruling->result().state == protocol::Result::State::open;
    if (!is_open || !ruling->judge({move}).legal)
      throw UsageError(fmt::format("Move {}, {}, is not legal.", positions.boards.size(), move));
    positions.movers.push_back(ruling->to_move());
    ruling->play({move});
    positions.boards.push_back(notation.after_last_move(*ruling, {move}));
  }
  return positions;
}

}  // namespace rig::game

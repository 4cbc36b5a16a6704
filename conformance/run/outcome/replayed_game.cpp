#include "conformance/run/outcome/replayed_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "rig/base/errors.hpp"
#include "rig/game/positions.hpp"
#include "rig/protocol/contest.hpp"

namespace conformance {

using rig::protocol::Contest;
using rig::protocol::Seat;
using rig::report::Finding;
using rig::report::Scene;
using rig::report::html::ShownGame;

namespace {

const Contest& contest_of(const RunOptions& options, const Scene& scene) {
  std::optional<int> board = options.board;
  if (scene.board > 0) board = scene.board;
  return rig::protocol::find_contest(options.contest, {board, options.set});
}

ShownGame shown(const Contest& contest, const Seat& seat, const Finding& finding) {
  const std::vector<std::string>& moves = finding.scene->moves;
  const Seat& first = seat.moves_first ? seat : rig::protocol::seat_opposite(contest, seat);
  rig::game::Positions game = rig::game::positions_of(contest, first, moves);
  ShownGame shown{std::move(game.boards), {"Before the first move"}};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool own = game.movers[i] == seat.player;
    shown.words.push_back(fmt::format("Move {} of {}, by the {}: {}", i + 1, moves.size(),
                                      own ? "device" : "opponent", moves[i]));
  }
  if (finding.board->move.empty() || finding.board->move == shown.boards.back().move) return shown;
  shown.boards.push_back(*finding.board);
  shown.words.push_back(fmt::format("Then: {}", finding.board->move));
  return shown;
}

}  // namespace

ShownGame replayed_game(const RunOptions& options, const Finding& finding) {
  if (!finding.board || !finding.scene || finding.scene->moves.empty()) return {};
  try {
    const Contest& contest = contest_of(options, *finding.scene);
    const auto seat = std::find_if(contest.seats.begin(), contest.seats.end(),
                                   [&](const Seat& one) { return one.name == finding.scene->seat; });
    return seat == contest.seats.end() ? ShownGame{} : shown(contest, *seat, finding);
  } catch (const rig::UsageError&) {
    return {};  // it began in a position of its own, or a wrong move is among its moves
  }
}

}  // namespace conformance

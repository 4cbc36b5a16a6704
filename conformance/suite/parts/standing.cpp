#include "conformance/suite/parts/standing.hpp"

#include <fmt/format.h>

#include <cmath>

#include "conformance/suite/check_line.hpp"

namespace conformance {

rig::Random Draws::of(const std::string& purpose) const {
  const std::string again = round_ == 0 ? "" : fmt::format(", again {}", round_);
  return rig::Random(rig::derive_seed(seed_, purpose + again));
}

rig::Duration Standing::deadline_of(const rig::protocol::Request& request) const {
  const rig::Duration nominal = contest.dialect->expects(request).deadline;
  return rig::Duration(std::llround(static_cast<double>(nominal.count()) * options().timeout_scale));
}

std::optional<rig::report::Scene> Standing::scene() const {
  if (in_play == nullptr) return std::nullopt;
  return scene_of(in_play->game.seat(), in_play->log.moves, in_play->wrong);
}

/// Over files each game, or each move, is another process: there is no power-on.
rig::report::Scene Standing::scene_of(const rig::protocol::Seat& seat,
                                      const std::vector<rig::protocol::Move>& moves,
                                      const rig::protocol::Move& wrong) const {
  rig::report::Scene scene;
  scene.game = session.files() == nullptr && since_power_on ? games : 0;
  scene.seat = seat.name;
  if (contest.chooses_board) scene.board = contest.board;
  for (const rig::protocol::Move& move : moves) scene.moves.push_back(move.text);
  scene.check = conformance::check_line(contest, seat, moves, wrong);
  return scene;
}

KeptStart Standing::started(const std::string& case_id,
                            const std::shared_ptr<const rig::FileStart>& start) const {
  return session.files() == nullptr ? start_of(session.info()) : environment.kept.keep(case_id, start);
}

}  // namespace conformance

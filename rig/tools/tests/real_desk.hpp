#pragma once
/// A desk of the tests at which opponents of the rig play real games, and leave their evidence.

#include <functional>
#include <string>

#include "rig/arbiter/house.hpp"
#include "rig/arbiter/series/series.hpp"
#include "rig/arbiter/tests/tournament_tools.hpp"
#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/protocol/settings.hpp"
#include "rig/tools/tournament/game_file.hpp"

namespace rig::tournament {

inline arbiter::SeriesGame played(const GameIdentity& identity) {
  const protocol::Contest& contest =
      protocol::find_contest(identity.contest, {.board = identity.board, .named = identity.set});
  const auto first = arbiter::house_of(contest, identity.duts[0], identity.seed, 0);
  const auto second = arbiter::house_of(contest, identity.duts[1], identity.seed, 1);
  const protocol::Seat& seat = arbiter::seat_in_game(contest, identity.seat);
  return {1, seat.player, arbiter::play_game(contest, seat, *first, *second)};
}

/// The evidence of a game between two opponents of the rig.
inline std::string evidence_of(const GameIdentity& identity) {
  return first_line(identity) +
         last_line(record_of(match_of(identity), played(identity), clauses_of(identity.contest)));
}

class RealDesk final : public arbiter::tournament::Desk {
 public:
  RealDesk(const arbiter::tournament::Plan& plan, std::string folder)
      : plan_(plan), folder_(std::move(folder)) {}

  void begin(const arbiter::tournament::Order& order) override {
    begun.push_back(order);
    if (on_begun) on_begun();
  }

  /// Games end in the order in which they began.
  std::optional<arbiter::tournament::Ended> wait(Duration) override {
    if (ended_ == begun.size()) return std::nullopt;
    const arbiter::tournament::Order& order = begun[ended_++];
    const GameIdentity identity = identity_of(order);
    const arbiter::SeriesGame game = played(identity);
    const std::string text = evidence ? evidence(order) : evidence_of(identity);
    write_whole(folder_ + "/" + order.evidence, text);
    arbiter::tournament::Ended ended{.game = order.fixture.id,
                                     .how = arbiter::tournament::Ended::How::played,
                                     .result = {},
                                     .why = {},
                                     .at = std::nullopt,
                                     .facts = {{"ending", ending_of(game.game)},
                                               {"evidence", order.evidence},
                                               {"sha256", sha256_hex(to_bytes(text))}}};
    ended.result.outcome = *arbiter::tournament::outcome_from(to_string(game.outcome()));
    ended.result.moves = static_cast<int>(game.game.plies.size());
    return ended;
  }
  bool interrupted() const override { return stop; }

  std::vector<arbiter::tournament::Order> begun;
  std::function<void()> on_begun;
  std::function<std::string(const arbiter::tournament::Order&)> evidence;  ///< instead of what it is
  bool stop = false;

 private:
  GameIdentity identity_of(const arbiter::tournament::Order& order) const {
    const auto& first = plan_.entrants.at(order.fixture.first);
    const auto& second = plan_.entrants.at(order.fixture.second);
    return {.game = order.fixture.id,
            .contest = plan_.contest_name,
            .board = plan_.board,
            .teams = {first.team, second.team},
            .duts = {first.dut, second.dut},
            .seat = order.fixture.seat,
            .seed = order.seed};
  }

  const arbiter::tournament::Plan& plan_;
  std::string folder_;
  std::size_t ended_ = 0;
};

}  // namespace rig::tournament

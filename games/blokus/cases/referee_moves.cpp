/// Blokus: illegal moves of each kind lose, and contact with the other colour does not.

#include <fmt/format.h>

#include <algorithm>

#include "conformance/referee/clauses.hpp"
#include "conformance/referee/lines.hpp"
#include "conformance/referee/violation_case.hpp"
#include "conformance/suite/suite.hpp"

namespace conformance {

using rig::host::Duty;
using rig::protocol::Move;
using rig::protocol::Seat;

namespace {

/// First tiles of this player that cover the square of the other, the smallest of them first: by chance few
/// do.
std::vector<Scenario> on_the_others_square(const rig::protocol::Contest& contest, const Seat& first) {
  constexpr std::size_t most = 4;
  std::vector<Scenario> scenarios;
  const auto game = contest.new_game(first);
  for (const Seat& other : contest.seats) {
    if (!other.moves_first || other.start == first.start) continue;
    std::vector<Move> moves = contest.new_game(other)->legal_moves();
    std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
      return a.text.substr(2) < b.text.substr(2);  // tiles are named by their size
    });
    for (std::size_t i = 0; i < most; ++i) {
      const Move& move = moves[i * (moves.size() - 1) / (most - 1)];
      if (game->judge(move).kind != breach_of("referee.start")) continue;
      scenarios.push_back({fmt::format("{} says {} on ply 1, which covers the square of the other player",
                                       player_at(first, 1), move.text),
                           first});
      scenarios.back().turns.push_back({move});
    }
  }
  return scenarios;
}

}  // namespace

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, UsedTile, "a tile that was used already loses at once",
                    Checks{.subject = "referee.used"}) {
  expect_loss("referee.used", later_plies);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, OwnEdge, "edge contact with its own colour loses at once",
                    Checks{.subject = "referee.edge"}) {
  expect_loss("referee.edge", later_plies);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, NoCorner,
                    "a tile that touches no own corner loses at once", Checks{.subject = "referee.corner"}) {
  expect_loss("referee.corner", later_plies);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, StartSquare, "a first tile off its square loses at once",
                    Checks{.subject = "referee.start"}) {
  expect_loss("referee.start", first_plies);
  if (contest().dialect->files() != nullptr) return;
  for (const Seat& seat : beginners()) play("referee.start", on_the_others_square(contest(), seat));
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, FirstTilePassed,
                    "a pass in place of a first tile loses at once",
                    Checks{.subject = "referee.first-pass"}) {
  expect_loss("referee.first-pass", {1, 2});
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeLegal, ContactWithTheOther,
                    "accepts edge contact with the other colour", Checks{.subject = "referee.contact"}) {
  needs(Duty::rules);
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (int game = 0; game < 2; ++game) {
      if (const auto scenario = featuring(contest(), seat, "edge", random())) scenarios.push_back(*scenario);
    }
  }
  play("referee.contact", scenarios);
}

}  // namespace conformance

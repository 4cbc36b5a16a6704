/// What is a move and what is none: illegal ones of each kind lose, legal ones are taken.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/referee/clauses.hpp"
#include "conformance/referee/lines.hpp"
#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

using rig::host::Duty;
using rig::protocol::Move;
using rig::protocol::Seat;

namespace {

/// Plies on which a later move breaks a rule: many, since a host may be wrong in one direction, for one
/// player, at one edge of the board alone.
const std::vector<int> later_plies = {3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 13};
/// … and a move of any kind.
const std::vector<int> any_plies = {1, 1, 1, 2, 2, 2, 3, 4, 5, 6, 8, 9};
/// … and the first move of each player.
const std::vector<int> first_plies = {1, 1, 1, 1, 2, 2, 2, 2};

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

/// Cases in which a move breaks one rule, in the hands of each player.
class ViolationCase : public RefereeCase {
 protected:
  void expect_loss(Aspect aspect, const std::vector<int>& plies) {
    needs(Duty::moves);
    std::vector<Scenario> scenarios;
    for (const Seat& seat : beginners()) {
      for (const int ply : plies) {
        if (const auto scenario = breaking(contest(), seat, std::string(breach_of(aspect)), ply, random()))
          scenarios.push_back(*scenario);
      }
    }
    if (scenarios.empty())
      throw NotApplicable{"no such move was found", rig::report::Unassessed::reservation};
    play(aspect, scenarios);
  }
};

}  // namespace

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, UsedTile, "a tile that was used already loses at once",
                    Checks{.subject = "referee.used"}) {
  expect_loss("referee.used", later_plies);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, OccupiedSquare, "a tile on another loses at once",
                    Checks{.subject = "referee.occupied"}) {
  expect_loss("referee.occupied", later_plies);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, OffTheBoard, "a move off the board loses at once",
                    Checks{.subject = "referee.range"}) {
  expect_loss("referee.range", later_plies);
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

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, Malformed, "a malformed move loses at once",
                    Checks{.subject = "referee.syntax"}) {
  expect_loss("referee.syntax", any_plies);
  if (contest().dialect->files() != nullptr) return;
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int plies : {1, 2}) {
    const Line line = open_line(contest(), first, random(), plies);
    const std::vector<Move> legal = line.ruling->legal_moves();
    const Move& move = legal[random().below(static_cast<std::uint32_t>(legal.size()))];
    for (const Move& wrong : misspellings(contest(), *line.ruling, move)) {
      scenarios.push_back({fmt::format("{} says \"{}\" on ply {}, and {} were legal",
                                       player_at(first, plies + 1), wrong.text, plies + 1, move.text),
                           first, line.turns()});
      scenarios.back().turns.push_back({wrong});
    }
  }
  play("referee.syntax", scenarios);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, FirstMoveElsewhere,
                    "a first move other than @0+ and @0/ loses at once",
                    Checks{.subject = "referee.first-move"}) {
  expect_loss("referee.first-move", {1});
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const char* const move : {"@0\\", "@1+", "A0/", "A1+", "A1/", "B1+"}) {
    scenarios.push_back({fmt::format("{} says {} on ply 1", player_at(first, 1), move), first});
    scenarios.back().turns.push_back({{move}});
  }
  play("referee.first-move", scenarios);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, Isolated, "a tile with no other beside it loses at once",
                    Checks{.subject = "referee.isolated"}) {
  expect_loss("referee.isolated", {2, 3, 8});
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, PathsDoNotMeet,
                    "a tile whose paths do not meet its neighbours' loses at once",
                    Checks{.subject = "referee.colour"}) {
  expect_loss("referee.colour", {4, 7, 10});
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeLegal, EveryName, "accepts legal moves by each of their names",
                    Checks{.subject = "referee.legal"}) {
  needs(Duty::rules);
  constexpr int most_games = 30;
  constexpr int longest = 24;
  constexpr int usual_games = 6;
  const std::vector<Seat> seats = beginners();
  std::set<std::string> used;
  std::vector<Scenario> scenarios;
  const int games = contest().codes > 0 ? most_games : usual_games;
  for (int game = 0; game < games && (contest().codes == 0 || used.size() < contest().codes); ++game) {
    const Seat& first = seats[static_cast<std::size_t>(game) % seats.size()];
    Line line(contest(), first);
    while (!line.over() && !line.ruling->must_pass() && line.ruling->ply() < longest) {
      std::vector<Move> legal = line.ruling->legal_moves();
      random().shuffle(std::span(legal));
      const auto is_new = [&](const Move& move) { return !used.contains(line.ruling->code_of(move)); };
      const auto found = std::find_if(legal.begin(), legal.end(), is_new);
      const Move move = found == legal.end() ? legal.front() : *found;
      used.insert(line.ruling->code_of(move));
      line.play(move);
    }
    scenarios.push_back(ended(fmt::format("game {} of legal moves", game + 1), first, line, About::moves));
  }
  play("referee.legal", scenarios);
  if (contest().codes > 0 && used.size() < contest().codes)
    throw rig::RigError(
        fmt::format("Only {} of {} tiles and rotations were sent.", used.size(), contest().codes));
  if (contest().codes > 0)
    tell("tiles and rotations that were sent", fmt::format("{} of {}", used.size(), contest().codes));
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

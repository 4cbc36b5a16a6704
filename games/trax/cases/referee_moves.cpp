/// Trax: legal moves that a host has to take, though it is easily wrong about them: after forced tiles, where
/// the names have shifted, far out.

#include <fmt/format.h>

#include "conformance/referee/lines.hpp"
#include "conformance/referee/referee_case.hpp"
#include "conformance/referee/violation_case.hpp"
#include "conformance/suite/suite.hpp"
#include "games/trax/cases/referee_lines.hpp"

namespace conformance {

using rig::host::Duty;
using rig::protocol::Judgement;
using rig::protocol::Move;
using rig::protocol::Seat;

namespace {

class TraxMoveCase : public RefereeCase {
 protected:
  /// A move on a forced tile, after a turn that has forced some.
  void add_move_on_a_forced_tile(std::vector<Scenario>& scenarios, const Search& search,
                                 const std::string& feature) {
    if (!referee().does(Duty::moves)) return;
    const Seat first = beginners().front();
    const auto line = game_with(contest(), first, random(), search,
                                [&](const Step& step) { return step.has(feature) && !step.line.over(); });
    if (!line) return;
    const std::optional<Move> move = move_judged(contest(), *line, random(), [](const Judgement& judgement) {
      return judgement.overlooked.has_value();
    });
    if (!move) return;
    const int ply = line->ruling->ply() + 1;
    scenarios.push_back({fmt::format("{} says {} on ply {}, where a tile was forced after {}",
                                     player_at(first, ply), move->text, ply, line->moves.back().text),
                         first, line->turns()});
    scenarios.back().turns.push_back({*move});
  }
};

}  // namespace

// A whole move is illegal when its forced tiles lead to what no tile can fill: seldom on a board with few
// tiles.
CONFORMANCE_CASE_OF(RefereeCase, RefereeIllegal, Cascade,
                    "a move that leads to three ends of a colour at one square loses at once",
                    Checks{.subject = "referee.cascade"}) {
  needs(Duty::moves);
  const Seat first = beginners().front();
  const auto leads_there = [](const Judgement& judgement) {
    return judgement.kind == "forced tiles that do not fit";
  };
  std::vector<Scenario> scenarios;
  for (const int parity : {0, 1, 0, 1}) {
    std::optional<Move> move;
    const auto line =
        game_with(contest(), first, random(), {.players = "survivor", .longest = 40}, [&](const Step& step) {
          constexpr int some_tiles = 8;
          const int ply = step.line.ruling->ply();
          if (step.line.over() || ply < some_tiles || ply % 2 != parity) return false;
          move = move_judged(contest(), step.line, random(), leads_there);
          return move.has_value();
        });
    if (!line || !move) continue;
    const int ply = line->ruling->ply() + 1;
    scenarios.push_back({fmt::format("{} says {} on ply {}: {}", player_at(first, ply), move->text, ply,
                                     line->ruling->judge(*move).explanation),
                         first, line->turns()});
    scenarios.back().turns.push_back({*move});
  }
  if (scenarios.empty()) throw NotApplicable{"no such move was found", rig::report::Unassessed::reservation};
  play("referee.cascade", scenarios);
}

// Each forced tile lies there for the next move: what lies beside it is legal, and nothing else fits on it.
CONFORMANCE_CASE_OF(TraxMoveCase, RefereeLegal, AfterForcedTiles,
                    "places forced tiles, and judges the next move with them",
                    Checks{.subject = "referee.forced"}) {
  needs(Duty::rules);
  constexpr int games = 4;
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (int game = 0; game < games; ++game) {
    if (const auto scenario = featuring(contest(), first, "beside-forced", random()))
      scenarios.push_back(*scenario);
    add_move_on_a_forced_tile(scenarios, {}, "forced");
  }
  add_move_on_a_forced_tile(scenarios, {.players = "cascader"}, "long-cascade");
  if (scenarios.empty()) throw NotApplicable{"no such game was found", rig::report::Unassessed::reservation};
  play("referee.forced", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeLegal, NamesThatShift,
                    "renames columns and rows when the board grows to the left and up",
                    Checks{.subject = "referee.grows"}) {
  needs(Duty::rules);
  constexpr int plies = 12;
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const char* const feature : {"grows-left", "grows-up"}) {
    for (int game = 0; game < 2; ++game) {
      const Line line =
          played_on(contest(), open_line(contest(), first, random(), 1), random(), plies, {feature});
      scenarios.push_back(ended(fmt::format("a game that {} often", feature), first, line, About::moves));
    }
  }
  play("referee.grows", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeLegal, FarColumnsAndRows,
                    "accepts moves in columns past Z and AZ, and in rows of three digits",
                    Checks{.subject = "referee.columns"}) {
  needs(Duty::rules);
  constexpr int past_a_byte = 130;  // columns past Z, past AZ, and past what a signed byte holds
  constexpr int longest = 300;
  constexpr int plies_more = 6;
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  const auto add = [&](const char* players, const std::string& what, const auto& is_there) {
    const auto line = game_with(contest(), first, random(), {players, longest}, [&](const Step& step) {
      return !step.line.over() && is_there(step.line.ruling->extent());
    });
    if (line)
      scenarios.push_back(
          ended(what, first, played_on(contest(), *line, random(), plies_more), About::moves));
  };
  using rig::protocol::Ruling;
  add("widener", "a game with columns past AZ", [](Ruling::Extent e) { return e.columns >= past_a_byte; });
  add("tower", "a game with rows past 99", [](Ruling::Extent e) { return e.rows >= past_a_byte; });
  if (scenarios.empty()) throw NotApplicable{"no such game was found", rig::report::Unassessed::reservation};
  play("referee.columns", scenarios);
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

}  // namespace conformance

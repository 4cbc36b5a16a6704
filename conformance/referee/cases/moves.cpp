/// What is a move and what is none: illegal ones of each kind lose, legal ones are taken.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/referee/lines.hpp"
#include "conformance/referee/violation_case.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

using rig::host::Duty;
using rig::protocol::Move;
using rig::protocol::Seat;

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, OccupiedSquare, "a tile on another loses at once",
                    Checks{.subject = "referee.occupied"}) {
  expect_loss("referee.occupied", later_plies);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, OffTheBoard, "a move off the board loses at once",
                    Checks{.subject = "referee.range"}) {
  expect_loss("referee.range", later_plies);
}

CONFORMANCE_CASE_OF(ViolationCase, RefereeIllegal, Malformed, "a malformed move loses at once",
                    Checks{.subject = "referee.syntax"}) {
  expect_loss("referee.syntax", any_plies);
  if (contest().dialect->files() != nullptr) return;
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const int plies : {1, 2}) {
    const Line line = open_line(contest(), first, random(), plies);
    const Move move = line.ruling->any_legal_move(random());
    for (const Move& wrong : misspellings(contest(), *line.ruling, move)) {
      scenarios.push_back({fmt::format("{} says \"{}\" on ply {}, and {} were legal",
                                       player_at(first, plies + 1), wrong.text, plies + 1, move.text),
                           first, line.turns()});
      scenarios.back().turns.push_back({wrong});
    }
  }
  play("referee.syntax", scenarios);
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
      const auto is_new = [&](const Move& move) {
        const std::vector<std::string> codes = line.ruling->codes_of(move);
        return std::any_of(codes.begin(), codes.end(),
                           [&](const std::string& code) { return !used.contains(code); });
      };
      const auto found = std::find_if(legal.begin(), legal.end(), is_new);
      const Move move = found == legal.end() ? legal.front() : *found;
      for (const std::string& code : line.ruling->codes_of(move)) used.insert(code);
      line.play(move);
    }
    scenarios.push_back(ended(fmt::format("game {} of legal moves", game + 1), first, line, About::moves));
  }
  play("referee.legal", scenarios);
  if (contest().codes > 0 && used.size() < contest().codes)
    throw rig::RigError(fmt::format("Only {} of {} codes of moves were sent.", used.size(), contest().codes));
  if (contest().codes > 0)
    tell("codes of moves that were sent", fmt::format("{} of {}", used.size(), contest().codes));
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeResult, OfWholeGames, "announces who has won a whole game",
                    Checks{.subject = "referee.result", .also = {"referee.score"}}) {
  needs(Duty::rules);
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (int game = 0; game < 2; ++game) {
      Line line = random_line(contest(), seat, random(), 120);
      if (!line.over()) continue;
      scenarios.push_back({fmt::format("whole game {}", scenarios.size() + 1), seat, line.turns()});
    }
  }
  if (scenarios.empty()) throw NotApplicable{"no game came to its end", rig::report::Unassessed::reservation};
  play("referee.result", scenarios);
}

}  // namespace conformance

/// The messages of a game: to which board they go, in which order, and that there are no others.

#include <fmt/format.h>

#include "conformance/referee/referee_case.hpp"
#include "conformance/suite.hpp"

namespace conformance {

using rig::contest::Seat;
using rig::host::Answer;
using rig::host::Duty;

CONFORMANCE_CASE_OF(RefereeCase, RefereeHandshake, GreetsBothBoards, "greets both boards, once each",
                    Checks{.subject = "referee.hello"}) {
  needs(Duty::greeting);
  for (const Seat& seat : beginners())
    play("referee.hello", ended("a short game", seat, open_line(contest(), seat, random(), 2)));
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeHandshake, GivesUpOnASilentBoard,
                    "goes on when a board does not answer the handshake",
                    Checks{.subject = "referee.hello-silence"}) {
  needs(Duty::greeting);
  needs(Duty::clock);
  const Seat first = beginners().front();
  std::vector<Scenario> scenarios;
  for (const std::size_t player : {0U, 1U}) {
    Scenario scenario{fmt::format("board {} does not answer the handshake", player + 1), first};
    scenario.fate = Fate::lost_by_time;
    scenario.hello[player] = Answer::silence();
    scenarios.push_back(scenario);
  }
  play("referee.hello-silence", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeOpening, AsksTheBeginnerFirst,
                    "asks each player for its first move as its seat calls for",
                    Checks{.subject = "referee.first", .also = {"referee.second"}}) {
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (int game = 0; game < 3; ++game)
      scenarios.push_back(ended(fmt::format("a game in which player {} begins", index_of(seat.player) + 1),
                                seat, open_line(contest(), seat, random(), 4)));
  }
  play("referee.first", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeForward, EveryMoveOnceAndUnchanged,
                    "forwards each move unchanged, once, to the other board",
                    Checks{.subject = "referee.forward"}) {
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int plies : {8, 20})
      scenarios.push_back(
          ended(fmt::format("a game of {} plies", plies), seat, open_line(contest(), seat, random(), plies)));
  }
  play("referee.forward", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeEnd, TellsBothBoards, "tells both boards that the game is over",
                    Checks{.subject = "referee.end", .also = {"referee.over"}}) {
  std::vector<Scenario> scenarios;
  for (const Seat& seat : beginners()) {
    for (const int plies : {2, 3, 6})
      scenarios.push_back(ended(fmt::format("a game that is lost on ply {}", plies + 1), seat,
                                open_line(contest(), seat, random(), plies)));
  }
  play("referee.end", scenarios);
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeEnd, SaysNothingMore, "says nothing more when a game is over",
                    Checks{.subject = "referee.over"}) {
  const Seat first = beginners().front();
  play("referee.over",
       ended("a game that is lost on ply 5", first, open_line(contest(), first, random(), 4)));
}

}  // namespace conformance

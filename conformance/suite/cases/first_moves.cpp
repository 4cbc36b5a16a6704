/// The first moves of a game.

#include "conformance/suite/cases/amounts.hpp"
#include "conformance/suite/suite.hpp"

using namespace conformance;

// The player that begins: its move comes in time, and is one that may begin a game.
CONFORMANCE_CASE(FirstMove, WhenItBegins, "begins a game in every seat that moves first",
                 Checks{.subject = "first.deadline",
                        .also = {"first.answered", "move.start", "move.first", "move.pass", "move.malformed",
                                 "move.syntax"},
                        .exchanges = 5}) {
  const auto other = opponent("random");
  for (const rig::protocol::Seat& seat : contest().seats) {
    if (!seat.moves_first) continue;
    if (!greet()) return;
    play(seat, *other, {first_reply_only, {}});
    end_match();
  }
}

// From the second move on a move must fit what lies on the board, its own and the other's.
CONFORMANCE_CASE(SecondMove, InEverySeat, "the second move follows from the first two",
                 Checks{.subject = "move.deadline",
                        .also = {"move.corner", "move.edge", "move.used", "move.occupied", "move.range",
                                 "move.isolated", "move.colour", "move.cascade"},
                        .exchanges = 15}) {
  const auto other = opponent("random");
  for (const rig::protocol::Seat& seat : contest().seats) {
    if (!greet()) return;
    play(seat, *other, {two_replies_of_a_colour(contest()), {}});
    end_match();
  }
}

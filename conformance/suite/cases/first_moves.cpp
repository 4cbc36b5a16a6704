/// The first moves of a game.

#include <string>

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

// What the registers of a board hold when its power comes on differs each time. Where a match has no
// handshake, the first request of a game is what follows.
CONFORMANCE_CASE(FirstMove, AfterEachPowerOn, "begins a game after each of many power-ons",
                 Checks{.subject = "first.power-on", .exchanges = 15}) {
  const int times = session().info().resets_by_hand ? 1 : 16;
  const auto other = opponent("random");
  for (int i = 1; i <= times; ++i) {
    hard_reset();
    const auto& seats = contest().seats;
    const GameReport game =
        play(seats[static_cast<std::size_t>(i) % seats.size()], *other, {first_reply_only, {}});
    conclude("first.power-on", game,
             "the game after power-on " + std::to_string(i) + " of " + std::to_string(times) + " went wrong");
    if (!game.sound) return;
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

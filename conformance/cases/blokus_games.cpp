/// Blokus: whole games against opponents that take the board where random play seldom goes.

#include "conformance/suite.hpp"

using namespace conformance;

namespace {

const Checks rules_of_a_game = {.subject = "move.corner",
                                .also = {"move.occupied", "move.used", "move.start", "move.edge",
                                         "move.malformed", "move.extra", "first.deadline", "second.deadline",
                                         "move.deadline", "game.whole", "line.framing", "reply.line-end"}};

}  // namespace

CONFORMANCE_CASE(WholeGame, AgainstLargestFirst, "whole games against largest tiles first",
                 Checks{rules_of_a_game}) {
  play_in_every_seat("largest");
}

CONFORMANCE_CASE(WholeGame, AgainstSmallestFirst, "whole games against smallest tiles first: long ones",
                 Checks{rules_of_a_game}) {
  play_in_every_seat("smallest");
}

CONFORMANCE_CASE(WholeGame, AgainstBlocker, "whole games against one that takes its corners",
                 Checks{rules_of_a_game}) {
  play_in_every_seat("blocker");
}

CONFORMANCE_CASE(WholeGame, AgainstEarlyPasser,
                 "whole games against one that passes early: it plays on alone", Checks{rules_of_a_game}) {
  play_in_every_seat("passes-early");
}

CONFORMANCE_CASE(WholeGame, AgainstOneThatComesBack,
                 "whole games against one that passes once and comes back",
                 Checks{.subject = "ICFPT14-PASS-4", .also = {"ICFPT14-MOVE-1", "ICFPT14-MOVE-2"}}) {
  play_in_every_seat("passes-once");
}

// Edge contact is forbidden to tiles of one colour alone.
CONFORMANCE_CASE(WholeGame, AgainstHugger, "accepts tiles that lie edge to edge with its own",
                 Checks{.subject = "opponent.edge", .also = {"move.edge"}}) {
  const auto other = opponent("hugger");
  for (const rig::contest::Seat& seat : contest().seats) {
    if (!greet()) return;
    const GameReport game = play(seat, *other);
    if (game.misplayed)
      conclude("opponent.edge", game, "its reply was wrong in a game with edge contact of the two colours");
    if (!game.sound) return;
    end_match();
  }
}

// Any rotation of a tile is allowed (icfpt2014, Fig. 3), and one placement can have several names: all must
// be understood, in every seat.
CONFORMANCE_CASE(WholeGame, AgainstEveryCode, "understands the opponent's tiles in every way to lay them",
                 Checks{.subject = "opponent.codes"}) {
  constexpr int rounds = 24;  // a game has each tile once, so eight at least; every code can open a game
  const auto other = opponent("coverage");
  int games = 0;
  bool all_answered = false;
  for (int round = 0; round < rounds && !all_answered; ++round) {
    all_answered = true;
    for (const rig::contest::Seat& seat : contest().seats) {
      if (codes_answered(seat) == contest().codes) continue;
      if (!greet()) return;
      const GameReport report = play(seat, *other);
      if (!report.sound)
        conclude("opponent.codes", report, "its reply was wrong: has it misread a code sent before?");
      if (!report.sound) return;
      end_match();
      ++games;
      all_answered = all_answered && codes_answered(seat) == contest().codes;
    }
  }
  if (all_answered) return passed("opponent.codes");
  not_reached("opponent.codes", games);
}

/// Blokus: whole games against opponents that take the board where random play seldom goes. Each
/// is met in a drawn seat. Where matches follow each other on one
/// power-up, most of these opponents are met in WholeGame.TwentyInARow, which looks at their games for both.

#include "conformance/suite/suite.hpp"

using namespace conformance;

namespace {

const Checks rules_of_a_game = {
    .subject = "move.corner",
    .also = {"move.occupied", "move.used", "move.start", "move.edge", "move.malformed", "move.extra",
             "move.deadline", "game.whole", "line.framing", "reply.line-end"}};
const Checks rules_of_a_lone_game = {
    .subject = rules_of_a_game.subject, .also = rules_of_a_game.also, .unless = "end.rematch"};

}  // namespace

CONFORMANCE_CASE(WholeGame, AgainstLargestFirst, "whole games against largest tiles first",
                 Checks{rules_of_a_lone_game}) {
  play_in_drawn_seats("largest", 1);
}

CONFORMANCE_CASE(WholeGame, AgainstSmallestFirst, "whole games against smallest tiles first: long ones",
                 Checks{rules_of_a_lone_game}) {
  play_in_drawn_seats("smallest", 1);
}

CONFORMANCE_CASE(WholeGame, AgainstBlocker, "whole games against an opponent that takes its corners",
                 Checks{rules_of_a_game}) {
  play_in_drawn_seats("blocker", 1);
}

CONFORMANCE_CASE(WholeGame, AgainstEarlyPasser,
                 "whole games against an opponent that passes early: it plays on alone",
                 Checks{rules_of_a_lone_game}) {
  play_in_drawn_seats("passes-early", 1);
}

// Edge contact is forbidden to tiles of one colour alone.
CONFORMANCE_CASE(WholeGame, AgainstHugger, "accepts tiles that lie edge to edge with its own",
                 Checks{.subject = "opponent.edge", .also = {"move.edge"}}) {
  if (!greet()) return;
  const GameReport game = play(drawn_seats(1).front(), *opponent("hugger"));
  if (game.misplayed)
    conclude("opponent.edge", game, "its reply was wrong in a game with edge contact of the two colours");
  if (game.sound) end_match();
}

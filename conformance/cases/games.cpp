/// Whole games: every reply judged by the oracle.

#include "conformance/suite.hpp"

using namespace conformance;

CONFORMANCE_CASE(WholeGame, AgainstRandom, "whole games in every seat against random play",
                 Checks{
                     .subject = "game.whole",
                     .also = {"first.deadline", "second.deadline", "move.deadline", "move.extra",
                              "line.framing", "reply.line-end", "move.malformed", "move.used",
                              "move.occupied", "move.edge", "move.start", "move.corner", "move.syntax",
                              "move.first", "move.range", "move.isolated", "move.colour", "move.cascade"}}) {
  play_in_every_seat("random");
}

CONFORMANCE_CASE(WholeGame, TwentyInARow, "twenty games in a row, no reset between them",
                 Checks{.subject = "end.rematch", .also = {"game.whole"}}) {
  constexpr int games = 20;
  const auto other = opponent("random");
  for (int game = 0; game < games; ++game) {
    const rig::contest::Seat& seat = contest().seats[static_cast<std::size_t>(game) % contest().seats.size()];
    const bool answered = greet();
    if (game > 0)
      conclude("end.rematch", answered,
               "the handshake was not answered before game " + std::to_string(game + 1));
    if (!answered) return;
    const GameReport report = play(seat, *other);
    if (game > 0)
      conclude("end.rematch", report, "game " + std::to_string(game + 1) + " in a row went wrong");
    if (!report.sound) return;
    end_match_without_reset();
  }
}

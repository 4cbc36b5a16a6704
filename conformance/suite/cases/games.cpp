/// Whole games: every reply judged by the oracle.

#include <string>
#include <vector>

#include "conformance/suite/parts/code_coverage.hpp"
#include "conformance/suite/suite.hpp"
#include "rig/game/game.hpp"

using namespace conformance;

CONFORMANCE_CASE(WholeGame, AgainstRandom, "whole games against random play, first and second",
                 Checks{.subject = "game.whole",
                        .also = {"first.deadline", "second.deadline", "move.deadline", "move.extra",
                                 "line.framing", "reply.line-end", "move.malformed", "move.used",
                                 "move.occupied", "move.edge", "move.start", "move.corner", "move.syntax",
                                 "move.first", "move.range", "move.isolated", "move.colour", "move.cascade"},
                        .exchanges = 40}) {
  play_in_drawn_seats("random", 2);
}

// Where tiles have codes these are also the games that meet each kind of opponent, and each code in the seats
// that move second: a game is played once and looked at for all that it shows.
CONFORMANCE_CASE(WholeGame, TwentyInARow, "twenty games in a row, no reset between them",
                 Checks{.subject = "end.rematch",
                        .also = {"game.whole", "opponent.codes", "pass.opponents"},
                        .exchanges = 170,
                        .with_codes = 760}) {
  constexpr std::size_t games = 20;
  const bool has_codes = contest().codes > 0;
  CodeCoverage codes(contest(), matches(), findings());
  std::vector<std::string> met_once;
  if (has_codes) met_once = rig::game::game_of(contest()).met_once;
  const auto met_often = opponent(has_codes ? "coverage" : "random");
  const std::vector<rig::protocol::Seat> later_seats = has_codes ? seats_that(false) : contest().seats;
  for (std::size_t game = 0; game < games; ++game) {
    const bool once = game < met_once.size();
    const std::vector<rig::protocol::Seat>& seats = once ? contest().seats : later_seats;
    const rig::protocol::Seat& seat = seats[game % seats.size()];
    const bool answered = greet();
    if (game > 0)
      conclude("end.rematch", answered,
               "the handshake was not answered before game " + std::to_string(game + 1));
    if (!answered) return;
    const GameReport report = once        ? play(seat, *opponent(met_once[game]))
                              : has_codes ? codes.play(seat, *met_often)
                                          : play(seat, *met_often);
    if (game > 0)
      conclude("end.rematch", report, "game " + std::to_string(game + 1) + " in a row went wrong");
    if (has_codes) codes.conclude(report);
    if (!report.sound) return;
    end_match_without_reset();
  }
  if (!has_codes) return;
  const auto met_in_each_seat = static_cast<int>((games - met_once.size()) / later_seats.size());
  codes.play_until_every_code_was_met(*met_often, later_seats, met_in_each_seat);
}

// What the notation has for a move (a tile in each rotation, a crossing), and one placement can have several
// names: all must be understood, in every seat. The seats that move second are those of
// WholeGame.TwentyInARow, where there is such a case.
CONFORMANCE_CASE(WholeGame, AgainstEveryCode, "understands the opponent's moves by each of their codes",
                 Checks{.subject = "opponent.codes", .exchanges = 700}) {
  const bool has_a_share = !clause("end.rematch").empty();
  CodeCoverage(contest(), matches(), findings())
      .play_until_every_code_was_met(*opponent("coverage"), has_a_share ? seats_that(true) : contest().seats);
}

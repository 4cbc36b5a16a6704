/// The end of a game, and the match after it.

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/suite/cases/amounts.hpp"
#include "conformance/suite/suite.hpp"

using namespace conformance;

namespace {

/// A whole game, unless it has no natural end.
constexpr int whole_game = 60;

/// `"0" was not answered`, in the contest's own words.
std::string no_answer(const rig::protocol::Contest& contest) {
  return fmt::format("\"{}\" was not answered", contest.dialect->label(contest.hello));
}

/// What the end of a game is sent as: `"9"`.
std::string the_end(const rig::protocol::Contest& contest) {
  return fmt::format("\"{}\"", contest.end ? contest.dialect->label(*contest.end) : std::string());
}

}  // namespace

// What ends a game calls for no response.
CONFORMANCE_CASE(Termination, StaysSilent, "does not answer the end of a game",
                 Checks{.subject = "end.silence", .exchanges = 10}) {
  const auto other = opponent("random");
  if (!greet()) return;
  play(contest().seats.front(), *other, {a_few_turns, {}});
  say_end();
  expect_silence("end.silence", deadline_of(contest().hello));
}

// The winner's last move is never forwarded: the end comes where a request with it was awaited. Where the DUT
// lets its opponent lay all its tiles, that move is the last one.
CONFORMANCE_CASE(Termination, InPlaceOfAMove,
                 "accepts the end of a game in place of the opponent's last move",
                 Checks{.subject = "end.in-place-of-move"}) {
  if (!greet()) return;
  const GameReport game = play(drawn_seats(1).front(), *opponent("lays-all"));
  if (!game.sound) return;
  end_match();
  const auto& untold = game.untold_features;
  const bool last_tile = std::find(untold.begin(), untold.end(), "last-tile") != untold.end();
  if (last_tile) count("games-ended-by-last-tile");
  const bool answered = greet();
  conclude("end.in-place-of-move", answered,
           fmt::format("after {} in place of the opponent's last {}, {}", the_end(contest()),
                       last_tile ? "tile" : "move", no_answer(contest())));
}

// A board that has placed its last tile is asked no more.
CONFORMANCE_CASE(Termination, AfterLastTile,
                 "after its last tile it is silent, accepts the end of the game and plays on",
                 Checks{.subject = "end.last-tile"}) {
  const auto other = opponent("absent");
  for (const rig::protocol::Seat& seat : drawn_seats(contest().seats.size())) {
    if (!greet()) return;
    const GameReport game = play(seat, *other);
    if (!game.sound) return;
    if (!game.features.contains("last-tile")) {
      end_match();
      continue;
    }
    const bool silent = expect_silence("end.last-tile", deadline_of(end_of_game()));
    end_match();
    const bool answered = greet();
    conclude("end.last-tile", silent && answered,
             answered
                 ? "it was not silent after its last tile"
                 : fmt::format("{} after its last tile and {}", no_answer(contest()), the_end(contest())));
    end_match();
    return;
  }
}

// Hosts abort games: the end comes after a few moves, or late in a game. What follows is played in another
// seat.
CONFORMANCE_CASE(Termination, InTheMiddle, "the end in the middle of a game: the next match is clean",
                 Checks{.subject = "end.mid-game", .exchanges = 40}) {
  const auto other = opponent("long-games");
  const std::vector<rig::protocol::Seat> seats = drawn_seats(2);
  if (!greet()) return;
  if (!play(seats.front(), *other, {a_few_turns, {}}).sound) return;
  lay_blame_on("end.mid-game");
  for (const auto& [seat, turns] :
       {std::pair(seats.back(), deep_in_a_game()), std::pair(seats.front(), whole_game)}) {
    say_end();
    const bool answered = greet();
    conclude("end.mid-game", answered,
             fmt::format("{} after {} in the middle of a game", no_answer(contest()), the_end(contest())));
    if (!answered) return;
    const GameReport next = play(seat, *other, {turns, {}});
    conclude("end.mid-game", next, "the match after an aborted game went wrong");
    if (!next.sound) return;
  }
  say_end();
}

// The next match follows on the same power-up, unless a reset was declared. (More of them in a row:
// WholeGame.TwentyInARow.)
CONFORMANCE_CASE(Rematch, WithoutReset, "plays the next match from a clean state, without a reset",
                 Checks{.subject = "end.rematch", .exchanges = 40}) {
  const auto other = opponent("random");
  const std::vector<rig::protocol::Seat> seats = drawn_seats(2);
  if (!greet()) return;
  if (!play(seats.front(), *other).sound) return;
  say_end();
  const bool answered = greet();
  conclude("end.rematch", answered, "the handshake was not answered after a whole game");
  if (!answered) return;
  const GameReport rematch = play(seats.back(), *other);
  conclude("end.rematch", rematch, "the rematch went wrong");
  if (!rematch.sound) return;
  say_end();
}

// A hard reset between two matches, where it was declared.
CONFORMANCE_CASE(Rematch, AfterDeclaredReset, "plays the next match after a declared hard reset",
                 Checks{.subject = "end.reset-rematch"}) {
  if (options().resets != ResetPolicy::declared)
    throw NotApplicable{"no hard reset was declared (--declared-reset)"};
  const auto other = opponent("random");
  for (int match = 0; match < 3; ++match) {
    if (!greet()) return;
    const GameReport game = play(contest().seats[static_cast<std::size_t>(match)], *other);
    if (match > 0) conclude("end.reset-rematch", game, "the match after a hard reset went wrong");
    if (!game.sound) return;
    end_match();
  }
}

// A game was aborted, or the host was started again: after a few moves, or late in a game. What follows is
// played in another seat.
CONFORMANCE_CASE(Rematch, AfterAbort, "the handshake in the middle of a game begins a clean match",
                 Checks{.subject = "hello.mid-game", .exchanges = 40}) {
  const auto other = opponent("long-games");
  const std::vector<rig::protocol::Seat> seats = drawn_seats(2);
  if (!greet()) return;
  if (!play(seats.front(), *other, {a_few_turns, {}}).sound) return;
  lay_blame_on("hello.mid-game");
  for (const auto& [seat, turns] :
       {std::pair(seats.back(), deep_in_a_game()), std::pair(seats.front(), whole_game)}) {
    const bool answered = greet();
    conclude("hello.mid-game", answered, "the handshake in the middle of a game was not answered");
    if (!answered) return;
    const GameReport next = play(seat, *other, {turns, {}});
    conclude("hello.mid-game", next, "the match after a handshake in the middle of a game went wrong");
    if (!next.sound) return;
  }
  say_end();
}

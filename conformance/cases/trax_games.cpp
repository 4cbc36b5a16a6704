/// Trax: whole games against opponents that take the board where random play seldom goes.

#include <algorithm>

#include "conformance/suite.hpp"

using namespace conformance;
using rig::contest::Seat;

namespace {

/// Tries after which a state that a DUT may never let happen counts as not reached.
constexpr int tries = 12;

/// The seats in turn.
const Seat& seat_of(const rig::contest::Contest& contest, int game) {
  return contest.seats[static_cast<std::size_t>(game) % contest.seats.size()];
}

bool has(const std::vector<std::string>& features, const std::string& feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

}  // namespace

// The opponent builds far out: columns AA and on, rows of three digits, a box that grows to the left and up,
// so that every name shifts.
CONFORMANCE_CASE(WholeGame, AgainstGrower, "understands far columns and rows, and names that shift",
                 Checks{"opponent.column-past-z", "opponent.three-digit-row", "opponent.grows-left",
                        "opponent.grows-up"}) {
  constexpr int long_enough = 260;
  const auto other = opponent("grower");
  bool column = false;
  bool row = false;
  for (int i = 0; i < tries && !(column && row); ++i) {
    if (!greet()) return;
    const Seat& seat = seat_of(contest(), i);
    const GameReport game = play(seat, *other, {long_enough, {}});
    if (!game.sound) return;
    column = column || game.opponents_features.contains("column-past-z");
    row = row || game.opponents_features.contains("three-digit-row");
    end_match();
  }
  for (const char* feature : {"column-past-z", "three-digit-row", "grows-left", "grows-up"})
    not_reached(std::string("opponent.") + feature, tries);
}

// "The playing area is unlimited": a game that reaches the end of what the board's description promises.
CONFORMANCE_CASE(WholeGame, OnAnUnlimitedBoard, "plays on where 8-bit coordinates end",
                 Checks{"board.unlimited"}) {
  constexpr int far = 256;
  if (contest().board != 0) throw NotApplicable{"the board of this run has a limit"};
  constexpr int far_tries = 6;
  const auto other = opponent("grower");
  for (int i = 0; i < far_tries; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other, {2 * far, {}});
    if (game.misplayed) failed("board.unlimited", "a game that reached far out went wrong");
    if (!game.sound) return;
    end_match();
    if (game.extent.columns >= far || game.extent.rows >= far) {
      passed("board.unlimited");
      return;
    }
    if (game.stopped_at_capacity) break;
  }
  const auto ends = [&](const char* fact) { return capacity(fact).value_or(far) < far; };
  if (ends(rig::fact_columns) && ends(rig::fact_rows))
    throw NotApplicable{
        "the board's description gives it a limited playing area; the text asks for an unlimited one",
        rig::report::Unassessed::reservation};
  not_reached("board.unlimited", far_tries);
}

// Every empty cell that two ends of one colour enter is filled in the same turn, on and on.
CONFORMANCE_CASE(WholeGame, AgainstCascader, "plays on rightly after long chains of forced tiles",
                 Checks{"opponent.forced", "opponent.long-cascade"}) {
  constexpr int long_enough = 100;
  const auto other = opponent("cascader");
  for (int i = 0; i < tries; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other, {long_enough, {}});
    if (!game.sound) return;
    end_match();
    if (i >= 3 && game.opponents_features.contains("long-cascade")) return;
  }
  not_reached("opponent.forced", tries);
  not_reached("opponent.long-cascade", tries);
}

// Tiles of every colouring, beside neighbours on every side.
CONFORMANCE_CASE(WholeGame, AgainstEveryTile, "understands every tile on every side of what lies there",
                 Checks{"opponent.tiles"}) {
  constexpr int long_enough = 150;  // the rare ones come early: the opponent looks for them
  const auto other = opponent("coverage");
  for (int i = 0; i < 8; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other, {long_enough, {}});
    conclude("opponent.tiles", game, "its reply was wrong: has it misread a tile laid before?");
    if (!game.sound) return;
    end_match();
  }
}

CONFORMANCE_CASE(WholeGame, AgainstSurvivor, "whole games against one that avoids the end: long ones",
                 Checks{"move.cascade", "move.deadline", "move.syntax", "move.occupied", "move.colour"}) {
  constexpr int long_enough = 200;
  const auto other = opponent("survivor");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    if (!play(seat, *other, {long_enough, {}}).sound) return;
    end_match();
  }
}

CONFORMANCE_CASE(WholeGame, AgainstWinner, "whole games against one that ends them as soon as it can",
                 Checks{"move.syntax", "game.whole", "move.deadline"}) {
  play_in_every_seat("winner");
}

// A move that ended the game reaches the loser as well: no reply to it is legal.
CONFORMANCE_CASE(Over, NoReplyAfterTheEnd, "does not reply to a move that ended the game",
                 Checks{"over.silence"}) {
  for (const char* name : {"winner", "liner"}) {
    const auto other = opponent(name);
    for (int i = 0; i < tries; ++i) {
      if (!greet()) return;
      const GameReport game = play(seat_of(contest(), i), *other);
      if (!game.sound) return;
      if (game.untold) {
        session().tell(std::vector{contest().ask_move(*game.untold)});
        if (!expect_silence("over.silence", deadline_of(contest().ask_move(*game.untold)))) return;
      }
      end_match();
    }
  }
  not_reached("over.silence", 2 * tries);
}

// One turn can make winning paths of both colours; the one who made it has won.
CONFORMANCE_CASE(Over, NoReplyAfterBoth, "does not reply to a move that made both colours win",
                 Checks{"over.both-win"}) {
  constexpr int many_tries = 48;
  const auto other = opponent("double");
  for (int i = 0; i < many_tries; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other);
    if (!game.sound) return;
    const bool both = game.untold && has(game.untold_features, "both-win");
    if (both) {
      session().tell(std::vector{contest().ask_move(*game.untold)});
      expect_silence("over.both-win", deadline_of(contest().ask_move(*game.untold)));
    }
    end_match();
    if (both) return;
  }
  not_reached("over.both-win", many_tries);
}

// "Loops only": a line across ends nothing.
CONFORMANCE_CASE(WholeGame, LinesDoNotWin, "plays on after a line across the board", Checks{"after.line"}) {
  const auto other = opponent("liner");
  for (int i = 0; i < tries; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other, {60, {}});
    if (!game.sound) return;
    end_match();
    if (looked_at("after.line")) return;  // a line on the very last turn tells nothing
  }
  not_reached("after.line", tries);
}

// A limited board: a game may end because the side to move has no legal move.
CONFORMANCE_CASE(Over, WhenNoMoveIsLeft, "is silent when it has no legal move", Checks{"over.stuck"}) {
  if (contest().board == 0) throw NotApplicable{"the board of this run has no limit: a move always exists"};
  const auto other = opponent("survivor");
  for (int i = 0; i < 4 * tries; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other);
    if (!game.sound) return;
    if (game.untold && has(game.untold_features, "stuck")) {
      session().tell(std::vector{contest().ask_move(*game.untold)});
      expect_silence("over.stuck", deadline_of(contest().ask_move(*game.untold)));
      end_match();
      return;
    }
    end_match();
  }
  not_reached("over.stuck", 4 * tries);
}

/// Trax: whole games against opponents that take the board where random play seldom goes.

#include <algorithm>
#include <set>

#include "conformance/suite/suite.hpp"

using namespace conformance;
using rig::protocol::Seat;

namespace {

/// Tries after which a state that a DUT may never let happen counts as not reached.
constexpr int games_tried = 12;
/// Turns after which a game whose end is looked for is given up: a player may avoid the end.
constexpr int end_in_sight = 100;

constexpr const char* far_out_went_wrong = "a game with far columns or rows went wrong";
constexpr const char* limited_by_description =
    "the board's description gives it a limited playing area; the text asks for an unlimited one";

/// The seats in turn.
const Seat& seat_of(const rig::protocol::Contest& contest, int game) {
  return contest.seats[static_cast<std::size_t>(game) % contest.seats.size()];
}

bool has(const std::vector<std::string>& features, const std::string& feature) {
  return std::find(features.begin(), features.end(), feature) != features.end();
}

/// How often the opponent did what is remarkable by this name, and was answered.
int times(const std::string& feature, const GameReport& game) {
  const auto found = game.opponents_features.find(feature);
  return found == game.opponents_features.end() ? 0 : found->second;
}

/// Some tiles past the place where 8-bit coordinates end, so that what lies there is played on.
constexpr int far = 256 + 8;

bool is_at_limit(const rig::protocol::Ruling::Extent& reached, int board) {
  return reached.columns == board || reached.rows == board;
}

}  // namespace

// The opponent builds far out: columns AA and BA and on, rows of three digits, a box that grows to the left
// and up, so that every name shifts. "The playing area is unlimited": where it is, on past the 255th row,
// where 8-bit coordinates end. In the other direction: WholeGame.PastColumnZZ.
CONFORMANCE_CASE(WholeGame, AgainstGrower, "understands far columns and rows, and names that shift",
                 Checks{.subject = "opponent.column-past-z",
                        .also = {"opponent.column-past-az", "opponent.three-digit-row", "opponent.grows-left",
                                 "opponent.grows-up", "board.unlimited-rows"},
                        .exchanges = 330}) {
  const bool unlimited = contest().board == 0;
  const int long_enough = unlimited ? 2 * far : 260;
  constexpr int past_two_digits = 100;
  const std::vector<std::string> rare = {"column-past-z", "column-past-az", "three-digit-row"};
  const auto other = opponent("grower");
  std::set<std::string> seen;
  bool far_enough = !unlimited;
  int at_capacity = 0;  // where a wide board ends, and where a high one does
  int games = 0;
  const auto has_seen_all = [&](const GameReport& game) {
    return (far_enough || game.extent.rows >= far) &&
           std::all_of(rare.begin(), rare.end(), [&](const std::string& feature) {
             return seen.contains(feature) || times(feature, game) > 0;
           });
  };
  if (!unlimited) not_applicable("board.unlimited-rows", "the board of this run has a limit");
  for (; games < games_tried && at_capacity < 2 && !has_seen_all({}); ++games) {
    if (!greet()) return;
    const GameReport game =
        play(seat_of(contest(), games), *other, {.dut_turns = long_enough, .enough = has_seen_all});
    if (unlimited && game.misplayed && game.extent.rows >= past_two_digits)
      failed("board.unlimited-rows", far_out_went_wrong);
    if (!game.sound) return;
    if (unlimited && game.extent.rows >= far) passed("board.unlimited-rows");
    if (game.stopped_at_capacity && capacity(rig::fact_rows).value_or(far) < far)
      not_applicable("board.unlimited-rows", limited_by_description, rig::report::Unassessed::reservation);
    far_enough = far_enough || game.extent.rows >= far;
    at_capacity += game.stopped_at_capacity ? 1 : 0;
    for (const std::string& feature : rare) {
      if (times(feature, game) > 0) seen.insert(feature);
    }
    end_match();
  }
  for (const std::string& feature : rare) not_reached(Aspect::named("opponent." + feature), games);
  not_reached("opponent.grows-left", games);
  not_reached("opponent.grows-up", games);
  not_reached("board.unlimited-rows", games);
}

// Columns past the 255th, and columns with names of three letters: AAA follows ZZ, the 702nd. Games that end
// early cost little; of those that grow so long no other is begun once as many turns were played as two may
// take.
CONFORMANCE_CASE(WholeGame, PastColumnZZ, "plays on past 255 columns, and understands columns past ZZ",
                 Checks{.subject = "opponent.column-past-zz",
                        .also = {"board.unlimited-columns", "opponent.column-past-az"},
                        .exchanges = 720}) {
  if (contest().board != 0) throw NotApplicable{"the board of this run has a limit"};
  constexpr int zz = 702;
  constexpr int past_zz = zz + 10;
  constexpr int long_enough = 1000;
  const bool reaches_so_far = capacity(rig::fact_columns).value_or(past_zz) >= past_zz;
  if (!reaches_so_far)
    not_applicable("opponent.column-past-zz",
                   "the board's description gives it fewer columns than have names of two letters",
                   rig::report::Unassessed::reservation);
  const auto other = opponent("widener");
  constexpr int often = 3;
  const auto has_seen_enough = [&](const GameReport& game) { return times("column-past-zz", game) >= often; };
  int turns = 0;
  int games = 0;
  while (games < games_tried && turns < 2 * long_enough) {
    if (!greet()) return;
    const GameReport game =
        play(seat_of(contest(), games), *other, {.dut_turns = long_enough, .enough = has_seen_enough});
    if (game.misplayed && game.extent.columns >= zz)
      failed("opponent.column-past-zz", "a game with columns past ZZ went wrong");
    if (game.extent.columns >= far)
      passed("board.unlimited-columns");
    else if (game.misplayed)
      failed("board.unlimited-columns", far_out_went_wrong);
    if (!game.sound) return;
    if (game.stopped_at_capacity && capacity(rig::fact_columns).value_or(far) < far)
      not_applicable("board.unlimited-columns", limited_by_description, rig::report::Unassessed::reservation);
    turns += game.dut_turns;
    ++games;
    end_match();
    if (game.stopped_at_capacity || (reaches_so_far && looked_at("opponent.column-past-zz"))) return;
  }
  not_reached("opponent.column-past-zz", games);
  not_reached("opponent.column-past-az", games);
  not_reached("board.unlimited-columns", games);
}

// A board with a limit: its games go on when the tiles are as wide or as high as it is, and to the end.
CONFORMANCE_CASE_ON(smallest, WholeGame, OnTheSmallestBoard, "whole games on the smallest board with a limit",
                    Checks{.subject = "after.limit", .also = {"move.range", "game.whole"}}) {
  if (contest().board == 0) throw NotApplicable{"the board of this run has no limit"};
  constexpr int long_enough = 200;
  constexpr int turns_in_all = 400;  // many games on a small board, two on one that --board makes large
  const auto other = opponent("survivor");
  int turns = 0;
  for (int i = 0; i < games_tried && turns < turns_in_all; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other, {long_enough, {}});
    turns += game.dut_turns;
    if (game.misplayed && is_at_limit(game.extent, contest().board))
      failed("after.limit", "a game went wrong once the tiles were as wide or as high as the board");
    if (!game.sound) return;
    end_match();
    if (i > 0 && looked_at("after.limit")) break;
  }
  not_reached("after.limit", games_tried);
  not_reached("game.whole", games_tried);
}

// The same on a board of another size, wide first and high first.
CONFORMANCE_CASE_ON(drawn, WholeGame, OnABoardWithALimit, "keeps within a larger board with a limit",
                    Checks{.subject = "after.limit", .also = {"move.range"}}) {
  constexpr int long_enough = 600;
  const int board = contest().board;
  if (board == 0) throw NotApplicable{"the board of this run has no limit"};
  for (const char* name : {"widener", "tower"}) {
    const auto other = opponent(name);
    bool reached = false;
    for (int i = 0; i < games_tried && !reached; ++i) {
      if (!greet()) return;
      const GameReport game = play(seat_of(contest(), i), *other, {std::min(3 * board, long_enough), {}});
      reached = is_at_limit(game.extent, board);
      if (game.misplayed && reached)
        failed("after.limit", "a game went wrong once the tiles were as wide or as high as the board");
      if (!game.sound) return;
      end_match();
    }
  }
  not_reached("after.limit", 2 * games_tried);
}

// Every empty cell that two ends of one colour enter is filled in the same turn, on and on.
CONFORMANCE_CASE(WholeGame, AgainstCascader, "plays on correctly after long chains of forced tiles",
                 Checks{.subject = "opponent.forced",
                        .also = {"opponent.long-cascade", "move.cascade"},
                        .exchanges = 200}) {
  constexpr int long_enough = 100;
  constexpr int often = 110;  // a tile left out shows when something is built on its place
  const auto other = opponent("cascader");
  int seen = 0;
  for (int i = 0; i < games_tried && seen < often; ++i) {
    if (!greet()) return;
    const auto has_seen_enough = [&](const GameReport& game) {
      return seen + times("long-cascade", game) >= often;
    };
    const GameReport game =
        play(seat_of(contest(), i), *other, {.dut_turns = long_enough, .enough = has_seen_enough});
    if (!game.sound) return;
    seen += times("long-cascade", game);
    end_match();
  }
  not_reached("opponent.forced", games_tried);
  not_reached("opponent.long-cascade", games_tried);
}

// Tiles of every colouring, beside neighbours on every side.
CONFORMANCE_CASE(WholeGame, AgainstEveryTile, "understands every tile on every side of the others",
                 Checks{.subject = "opponent.tiles", .exchanges = 150}) {
  constexpr int long_enough = 75;  // the rare ones come early: the opponent looks for them
  const auto other = opponent("coverage");
  for (const Seat& seat : contest().seats) {
    if (!greet()) return;
    const GameReport game = play(seat, *other, {long_enough, {}});
    conclude("opponent.tiles", game, "its reply was wrong: it may have misread an earlier tile");
    if (!game.sound) return;
    end_match();
  }
}

CONFORMANCE_CASE(WholeGame, AgainstWinner, "whole games against an opponent that ends them early",
                 Checks{.subject = "move.syntax", .also = {"game.whole", "move.deadline"}}) {
  play_in_every_seat("winner");
}

// A move that ended the game reaches the loser as well: no reply to it is legal.
CONFORMANCE_CASE(Over, NoReplyAfterTheEnd, "does not reply to a move that ended the game",
                 Checks{.subject = "over.silence"}) {
  constexpr int often_enough = 2;  // in each seat, by a loop and by a line where both end a game
  const bool lines_win = clause("after.line").empty();
  for (const char* name : {"winner", "liner"}) {
    if (name == std::string("liner") && !lines_win) continue;
    const auto other = opponent(name);
    int ended = 0;
    for (int i = 0; i < games_tried && ended < often_enough; ++i) {
      if (!greet()) return;
      const GameReport game = play(seat_of(contest(), i), *other, {end_in_sight, {}});
      if (!game.sound) return;
      if (game.untold) {
        ++ended;
        bytes().tell(std::vector{rig::protocol::asks_after(*game.untold)});
        if (!expect_silence("over.silence", deadline_of(rig::protocol::asks_after(*game.untold)))) return;
      }
      end_match();
    }
  }
  not_reached("over.silence", (lines_win ? 2 : 1) * games_tried);
}

// One turn can make winning paths of both colours; the one who made it has won. Nobody can prepare that: who
// leaves such a turn for itself leaves it to the other first. It comes by chance, on a full board, or not at
// all in a few games; what it shows other cases see too.
CONFORMANCE_CASE(Over, NoReplyAfterBoth, "does not reply to a move that made both colours win",
                 Checks{.subject = "over.both-win", .exchanges = 150}) {
  constexpr int tries = 3;
  constexpr int long_enough = 200;  // loops of both colours at once want a full board
  const auto other = opponent("double");
  for (int i = 0; i < tries; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other, {long_enough, {}});
    if (!game.sound) return;
    const bool both = game.untold && has(game.untold_features, "both-win");
    if (both) {
      bytes().tell(std::vector{rig::protocol::asks_after(*game.untold)});
      expect_silence("over.both-win", deadline_of(rig::protocol::asks_after(*game.untold)));
    }
    end_match();
    if (both) return;
  }
  not_reached("over.both-win", tries);
}

// "Loops only": a line across ends nothing.
CONFORMANCE_CASE(WholeGame, LinesDoNotWin, "plays on after a line across the board",
                 Checks{.subject = "after.line"}) {
  const auto other = opponent("liner");
  for (int i = 0; i < games_tried; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other, {60, {}});
    if (!game.sound) return;
    end_match();
    if (looked_at("after.line")) return;  // a line on the very last turn tells nothing
  }
  not_reached("after.line", games_tried);
}

// A line has eight columns or rows at least. A path across fewer ends nothing: tried where it is closest.
CONFORMANCE_CASE(WholeGame, ShortLinesDoNotWin, "plays on after a path across seven columns, or seven rows",
                 Checks{.subject = "after.seven-column-line",
                        .also = {"after.seven-row-line"},
                        .exchanges = 30}) {
  constexpr int eight = 8;
  constexpr int long_enough = 40;
  constexpr int tries = 8;  // a player that grows in one direction alone may never let it happen
  struct Way {
    const char* opponent;
    Aspect aspect;
    int rig::protocol::Ruling::Extent::*length;
  };
  for (const Way& way :
       {Way{"seven-columns", "after.seven-column-line", &rig::protocol::Ruling::Extent::columns},
        Way{"seven-rows", "after.seven-row-line", &rig::protocol::Ruling::Extent::rows}}) {
    const auto other = opponent(way.opponent);
    for (int i = 0; i < tries && !looked_at(way.aspect); ++i) {
      if (!greet()) return;
      const auto is_past = [&](const GameReport& game) {
        return looked_at(way.aspect) || game.extent.*way.length >= eight;
      };
      if (!play(seat_of(contest(), i), *other, {.dut_turns = long_enough, .enough = is_past}).sound) return;
      end_match();
    }
    not_reached(way.aspect, tries);
  }
}

// A board with a limit: a game may end because the side to move has no legal move.
CONFORMANCE_CASE_ON(smallest, Over, WhenNoMoveIsLeft, "is silent when it has no legal move",
                    Checks{.subject = "over.stuck"}) {
  if (contest().board == 0) throw NotApplicable{"the board of this run has no limit: a move always exists"};
  const auto other = opponent("survivor");
  for (int i = 0; i < 4 * games_tried; ++i) {
    if (!greet()) return;
    const GameReport game = play(seat_of(contest(), i), *other);
    if (!game.sound) return;
    if (game.untold && has(game.untold_features, "stuck")) {
      bytes().tell(std::vector{rig::protocol::asks_after(*game.untold)});
      expect_silence("over.stuck", deadline_of(rig::protocol::asks_after(*game.untold)));
      end_match();
      return;
    }
    end_match();
  }
  not_reached("over.stuck", 4 * games_tried);
}

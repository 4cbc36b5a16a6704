/// Trax: how games end that nobody loses by a breach, on boards with a limit and without; and what the boards
/// are told when one begins and ends.

#include <fmt/format.h>

#include <algorithm>

#include "conformance/referee/lines.hpp"
#include "conformance/referee/referee_case.hpp"
#include "conformance/suite/suite.hpp"
#include "games/trax/cases/referee_games.hpp"
#include "games/trax/cases/referee_lines.hpp"
#include "rig/base/readable.hpp"

namespace conformance {

using rig::host::Duty;
using rig::host::Happening;
using rig::host::Played;
using rig::protocol::Move;
using rig::protocol::Player;
using rig::protocol::RequestKind;
using rig::protocol::Result;
using rig::protocol::Seat;

namespace {

constexpr std::array<Player, 2> players = {Player::one, Player::two};

/// Who has played the last move.
Player mover_of(const Line& line) {
  return rig::protocol::other(line.ruling->to_move());
}

bool is_won_by(const Line& line, Player player) {
  return line.ruling->result().state ==
         (player == Player::one ? Result::State::one_won : Result::State::two_won);
}

std::string name_of(Player player) {
  return fmt::format("player {}", index_of(player) + 1);
}

/// A line wins from so many columns or rows on.
constexpr int least_for_a_line = 8;
enum class Way { across, down };

/// So many straight tiles in a row, or one below the other: a path of Red goes across, or one of White down.
std::vector<std::string> straight_tiles(Way way, int count) {
  std::vector<std::string> moves = {"@0+"};
  for (int i = 2; i <= count; ++i)
    moves.push_back(way == Way::across ? fmt::format("{}1+", static_cast<char>('A' + i - 1))
                                       : fmt::format("A{}+", i));
  return moves;
}

class TraxEndCase : public RefereeCase {
 protected:
  /// A game that ends in such a step, where there is one.
  void add(const std::string& what, const Search& search, const std::function<bool(const Step&)>& ends) {
    const Seat first = beginners().front();
    const auto line = game_with(contest(), first, random(), search,
                                [&](const Step& step) { return step.line.over() && ends(step); });
    if (line) scenarios_.push_back({what, first, line->turns()});
    if (!line) tell("no game was found in which", what);
  }

  /// A game of these moves, ended by the next player where they do not end it.
  void add(const std::string& what, const std::vector<std::string>& moves) {
    const Seat first = beginners().front();
    conformance::Line line(contest(), first);
    for (const std::string& move : moves) line.play({move});
    scenarios_.push_back(ended(what, first, line, line.over() ? About::last_turn : About::moves));
  }

  void add(std::span<const TraxGame> games) {
    for (const TraxGame& game : games) add(game.what, moves_of(game));
  }

  void play_all(Aspect subject) {
    if (scenarios_.empty())
      throw NotApplicable{"no such game was found", rig::report::Unassessed::reservation};
    play(subject, scenarios_);
  }

  std::vector<Scenario>& scenarios() { return scenarios_; }

 private:
  std::vector<Scenario> scenarios_;
};

/// Games that come to their end because nobody can move any more. The board of the case has a limit.
class LimitCase : public TraxEndCase {
 protected:
  void add_stuck(const std::string& what, Result::State state) {
    constexpr int longest = 200;
    constexpr int games = 200;
    add(what, Search{"survivor", longest, games},
        [&](const Step& step) { return step.has("stuck") && step.line.ruling->result().state == state; });
  }

  void needs_a_limit() const {
    needs(Duty::rules);
    if (contest().board == 0) throw NotApplicable{"the board of this run has no limit"};
  }
};

/// What a board was sent, without its LF.
std::string sent(const Happening& one) {
  return rig::quoted(one.bytes);
}

/// What was sent to a board after so many requests of its game.
std::string sent_after(const Played& played, Player player, std::size_t requests) {
  std::string all;
  std::size_t seen = 0;
  for (const Happening& one : played.boards[index_of(player)].happenings) {
    const bool is_sent = one.kind == Happening::Kind::request || one.kind == Happening::Kind::noise;
    if (is_sent && ++seen > requests) all += (all.empty() ? "" : ", ") + sent(one);
  }
  return all.empty() ? "nothing" : all;
}

/// When a board was told its role, in the time of the game.
std::optional<rig::Duration> told_its_role(const Played& played, Player player) {
  for (const Happening& one : played.boards[index_of(player)].happenings) {
    const bool is_role = one.kind == Happening::Kind::request &&
                         (one.request.kind == RequestKind::first || one.request.kind == RequestKind::second);
    if (is_role) return one.at.latest - played.began.earliest;
  }
  return std::nullopt;
}

}  // namespace

// Whoever closes a loop, its colour wins: in its own turn and in the other's.
CONFORMANCE_CASE_OF(TraxEndCase, RefereeWin, Loop, "a loop wins for its colour, whoever closes it",
                    Checks{.subject = "referee.loop", .also = {"referee.result"}}) {
  needs(Duty::rules);
  for (const Player mover : players) {
    for (const Player winner : players) {
      add(fmt::format("{} closes a loop of {}", name_of(mover), name_of(winner)), Search{},
          [&](const Step& step) {
            return step.line.ruling->result().why == "loop" && !step.has("both-win") &&
                   mover_of(step.line) == mover && is_won_by(step.line, winner);
          });
    }
  }
  add(loop_games());
  play_all("referee.loop");
}

// From left to right and from top to bottom, and in the turn of either player.
CONFORMANCE_CASE_OF(TraxEndCase, RefereeWin, Line, "a line across wins for its colour, whoever completes it",
                    Checks{.subject = "referee.line", .also = {"referee.result"}}) {
  needs(Duty::rules);
  const auto is_line_of = [](const Step& step, Player mover, Player winner) {
    return step.line.ruling->result().why == "line" && !step.has("both-win") &&
           mover_of(step.line) == mover && is_won_by(step.line, winner);
  };
  for (const Player mover : players) {
    for (const Way way : {Way::across, Way::down}) {
      add(fmt::format("{} completes a line of its colour {}", name_of(mover),
                      way == Way::across ? "from left to right" : "from top to bottom"),
          Search{.players = "liner"}, [&](const Step& step) {
            const rig::protocol::Ruling::Extent tiles = step.line.ruling->extent();
            const int narrow = way == Way::across ? tiles.rows : tiles.columns;
            return narrow < least_for_a_line && is_line_of(step, mover, mover);
          });
    }
  }
  std::vector<std::string> forces_the_last = straight_tiles(Way::across, least_for_a_line - 1);
  forces_the_last.insert(forces_the_last.end(), {"H1\\", "H2\\"});
  add("player 1 completes a line of player 2", forces_the_last);
  add("player 2 completes a line of player 1", straight_tiles(Way::down, least_for_a_line));
  add(line_games());
  play_all("referee.line");
}

// A row of straight tiles, and a column: a path of one colour goes through all of them.
CONFORMANCE_CASE_OF(TraxEndCase, RefereeWin, ShortLine, "goes on after a line that is seven tiles long",
                    Checks{.subject = "referee.line"}) {
  needs(Duty::rules);
  add("a row of seven straight tiles, and the game goes on",
      straight_tiles(Way::across, least_for_a_line - 1));
  add("a column of seven straight tiles, and the game goes on",
      straight_tiles(Way::down, least_for_a_line - 1));
  play_all("referee.line");
}

CONFORMANCE_CASE_OF(TraxEndCase, RefereeWin, BothAtOnce, "who makes both colours win in one turn has won",
                    Checks{.subject = "referee.both-win", .also = {"referee.result"}}) {
  needs(Duty::rules);
  for (const Player mover : players) {
    add(fmt::format("{} makes both colours win in its turn", name_of(mover)),
        Search{.players = "double", .longest = 120},
        [&](const Step& step) { return step.has("both-win") && mover_of(step.line) == mover; });
  }
  add(games_of_two_loops());
  if (has_clause("referee.line")) add(games_of_two_wins_with_lines());
  play_all("referee.both-win");
}

CONFORMANCE_CASE_OF(TraxEndCase, RefereeWin, NoLine, "goes on after a line across",
                    Checks{.subject = "referee.no-line"}) {
  needs(Duty::rules);
  constexpr int plies_more = 4;
  const Seat first = beginners().front();
  for (const Player mover : players) {
    const auto line = game_with(contest(), first, random(), {.players = "liner"}, [&](const Step& step) {
      return step.has("line") && !step.line.over() && mover_of(step.line) == mover;
    });
    if (!line) continue;
    scenarios().push_back(ended(fmt::format("{} completes a line across on ply {}, and the game goes on",
                                            name_of(mover), line->ruling->ply()),
                                first, played_on(contest(), *line, random(), plies_more), About::moves));
  }
  play_all("referee.no-line");
}

CONFORMANCE_CASE_MADE(LimitCase, smallest, RefereeLimit, Widening,
                      "a move that makes the tiles wider or higher than the board loses at once",
                      Checks{.subject = "referee.limit"}) {
  needs_a_limit();
  needs(Duty::moves);
  constexpr int longest = 120;
  const Seat first = beginners().front();
  const int size = contest().board;
  for (const char* const stretcher : {"widener", "tower"}) {
    for (const Player mover : players) {
      const auto line = game_with(contest(), first, random(), {stretcher, longest}, [&](const Step& step) {
        const rig::protocol::Ruling::Extent tiles = step.line.ruling->extent();
        return !step.line.over() && mover_of(step.line) != mover &&
               (tiles.columns == size || tiles.rows == size);
      });
      const std::optional<Move> move =
          line ? move_beyond_the_limit(contest(), first, *line, random()) : std::nullopt;
      if (!move) continue;
      scenarios().push_back(
          {fmt::format("{} says {} where the tiles are as {} as the board of {}", name_of(mover), move->text,
                       std::string(stretcher) == "tower" ? "high" : "wide", size),
           first, line->turns()});
      scenarios().back().turns.push_back({*move});
    }
  }
  play_all("referee.limit");
}

CONFORMANCE_CASE_MADE(LimitCase, smallest, RefereeLimit, LongestPath,
                      "when nobody can move any more, the longer path wins",
                      Checks{.subject = "referee.longest", .also = {"referee.result"}}) {
  needs_a_limit();
  add_stuck("nobody can move any more, and player 1 has the longer path", Result::State::one_won);
  add_stuck("nobody can move any more, and player 2 has the longer path", Result::State::two_won);
  play_all("referee.longest");
}

CONFORMANCE_CASE_MADE(LimitCase, smallest, RefereeLimit, EqualPaths,
                      "when nobody can move any more, equal paths are a draw",
                      Checks{.subject = "referee.path-draw", .also = {"referee.result"}}) {
  needs_a_limit();
  add_stuck("nobody can move any more, and the longest paths are equal", Result::State::draw);
  play_all("referee.path-draw");
}

CONFORMANCE_CASE_MADE(LimitCase, smallest, RefereeLimit, Points, "what it announces as the players' scores",
                      Checks{.subject = "referee.points"}) {
  needs_a_limit();
  if (!referee().signs.score)
    throw NotApplicable{fmt::format("{} does not say how a score is read", referee().file)};
  add_stuck("nobody can move any more", Result::State::one_won);
  if (scenarios().empty()) throw NotApplicable{"no such game was found"};
  const std::array<int, 2> paths = expected_game(contest(), scenarios().front()).result.score;
  const std::optional<std::array<int, 2>> told = play("referee.points", scenarios().front()).announced.score;
  tell(fmt::format("scores of a game with longest paths of {} and {} tiles", paths[0], paths[1]),
       told ? fmt::format("{} : {}", (*told)[0], (*told)[1]) : "none");
}

CONFORMANCE_CASE_MADE(RefereeCase, drawn, RefereeHandshake, TellsTheSize,
                      "greets each board with the size of the board",
                      Checks{.subject = "referee.size", .also = {"referee.hello"}}) {
  needs(Duty::greeting);
  const Seat first = beginners().front();
  play("referee.size", ended(fmt::format("a short game on a board of {}", contest().board), first,
                             open_line(contest(), first, random(), 2)));
}

CONFORMANCE_CASE_OF(RefereeCase, RefereeOpening, OrderOfRoles, "which board receives its role first",
                    Checks{.subject = "referee.role-order"}) {
  const Seat first = beginners().front();
  const Played played =
      play("referee.role-order", ended("a short game", first, open_line(contest(), first, random(), 2)));
  const auto one = told_its_role(played, Player::one);
  const auto two = told_its_role(played, Player::two);
  if (!one || !two) return;
  const rig::Duration apart = std::max(*one, *two) - std::min(*one, *two);
  tell("received its role first",
       apart < std::chrono::milliseconds(3)
           ? "both within 3 ms"
           : fmt::format("{}, {} before the other", name_of(*one < *two ? Player::one : Player::two),
                         rig::readable(apart)));
}

CONFORMANCE_CASE_OF(TraxEndCase, RefereeEnd, TellsTheLastMove,
                    "what the other board is sent when a move has ended the game",
                    Checks{.subject = "referee.last-move"}) {
  needs(Duty::rules);
  add("player 1 wins by a loop", Search{}, [](const Step& step) {
    return step.line.ruling->result().why == "loop" && mover_of(step.line) == Player::one &&
           is_won_by(step.line, Player::one);
  });
  const Seat first = beginners().front();
  const auto breach = breaking(contest(), first, "occupied square", 3, random());
  if (breach && referee().does(Duty::moves)) scenarios().push_back(*breach);
  for (Scenario& scenario : scenarios()) scenario.about = About::messages;
  const std::vector<Played> all = play("referee.last-move", scenarios());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t due = expected_game(contest(), scenarios()[i]).requests[1].size();
    tell(fmt::format("sent to player 2 after: {}", scenarios()[i].what),
         sent_after(all[i], Player::two, due));
  }
}

}  // namespace conformance

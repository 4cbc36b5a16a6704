#include "rig/tools/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/contest.hpp"
#include "rig/contest/course/course_files.hpp"
#include "rig/contest/settings.hpp"
#include "rig/tools/game_words.hpp"
#include "rig/tools/input.hpp"

namespace rig {

namespace {

using contest::Contest;
using contest::Judgement;
using contest::Move;
using contest::Result;
using contest::Ruling;
using contest::Seat;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// The seat that moves first: the one that starts on this square (`5`, `a`), or the contest's own first one.
const Seat& first_seat(const Contest& contest, const std::optional<std::string>& start) {
  std::vector<const Seat*> beginners;
  for (const Seat& seat : contest.seats) {
    if (seat.moves_first) beginners.push_back(&seat);
  }
  if (beginners.empty()) throw RigError(fmt::format("Nobody moves first in {}.", contest.name));
  if (!start) return *beginners.front();
  if (beginners.size() == 1) {
    throw UsageError(fmt::format("In {} {} always moves first: --first has no place here.", contest.name,
                                 beginners.front()->name));
  }
  std::vector<std::string> known;
  for (const Seat* seat : beginners) {
    if (lower(seat->start) == lower(*start)) return *seat;
    known.push_back(lower(seat->start));
  }
  throw UsageError("--first: " + unknown_value("start square", *start, known));
}

/// The steps of a file as the host of `course` keeps it. UsageError names the line that is wrong.
std::vector<std::string> steps_in(const std::string& path) {
  namespace course = contest::course_text;
  const auto log = course::read_step_log(read_input(path).text);
  if (!log.value) throw UsageError(fmt::format("{}: {}.", path, log.why));
  std::vector<std::string> steps;
  for (const course::LoggedStep& step : *log.value) steps.push_back(step.move.text);
  return steps;
}

/// The moves that were named, or those in the one file that was.
std::vector<std::string> moves_of(const GameRequest& request, const Contest& contest) {
  const bool may_be_file = request.moves.size() == 1 && contest.per_move;
  if (!may_be_file || !std::filesystem::is_regular_file(request.moves.front())) return request.moves;
  return steps_in(request.moves.front());
}

/// A game of the request's contest, no move played.
struct Game {
  explicit Game(const GameRequest& request)
      : contest(contest::find_contest(
            request.contest, {.board = request.board, .named = contest::named_settings(request.set)})),
        words(words_of_game(contest)),
        moves(moves_of(request, contest)),
        ruling(contest.new_game(first_seat(contest, request.first))) {}

  bool over() const { return ruling->result().state != Result::State::open; }

  void refuse_when_over(const std::string& move) const {
    if (!over()) return;
    throw UsageError(
        fmt::format("Ply {}, {}: the game is over ({}).", ruling->ply() + 1, move, ruling->result().why));
  }

  const Contest& contest;
  const GameWords& words;
  std::vector<std::string> moves;  ///< to play
  std::unique_ptr<Ruling> ruling;
};

/// The game with all its moves played; UsageError where one is illegal.
Game played(const GameRequest& request) {
  Game game(request);
  for (const std::string& move : game.moves) {
    game.refuse_when_over(move);
    const Judgement judgement = game.ruling->judge({move});
    if (!judgement.legal) {
      throw UsageError(fmt::format("Ply {}, {}: illegal ({}): {}.", game.ruling->ply() + 1, move,
                                   judgement.rule, judgement.explanation));
    }
    game.ruling->play({move});
  }
  return game;
}

/// Judges and plays one move; false when the game need not be followed any further.
bool check_ply(Game& game, const std::string& move) {
  Ruling& ruling = *game.ruling;
  const bool late = game.over();
  if (game.words.afterwards() == GameWords::Afterwards::refused) game.refuse_when_over(move);
  const int ply = ruling.ply() + 1;
  const Judgement judgement = ruling.judge({move});
  if (!late) ruling.play({move});
  if (!judgement.legal) {
    std::cout << fmt::format("{} {} illegal {}\n", ply, move, judgement.rule);
    return false;
  }
  const std::string effect = game.words.effect(ruling);
  std::cout << fmt::format("{} {} ok{}{}\n", ply, move, effect.empty() ? "" : " ", effect);
  return true;
}

}  // namespace

std::string moves_help() {
  return "Examples:\n"
         "  rig moves --contest icfpt2014 --first 5 53e0 a8e0\n"
         "  rig moves --contest icfpt2014 --count            placements 414 codes 712\n"
         "  rig moves --contest heart-trax --count @0+       moves 12\n"
         "  rig moves --contest aut-trax --board 8 @0/ @1+\n"
         "  rig moves --contest course 'pattern19() ^ 5-5'";
}

std::string check_help() {
  return "A line for each ply, `ok` or `illegal` with the first rule broken, up to the first illegal one; "
         "then "
         "the\n"
         "result. Of a Trax game every tile laid in the turn is told, the chosen one first, the forced ones "
         "after "
         "it:\n"
         "its cell, named as after the turn, and the colours of its edges north, east, south and west. Its "
         "result "
         "is\n"
         "open, white, red or draw; then loop, line, loop+line, or path and both lengths, white's first.\n\n"
         "Examples:\n"
         "  rig check --contest icfpt2014 --first 5 53e0 a8e0 21k7\n"
         "  rig check --contest heart-trax '@0/' 'A2\\' 'B1\\'\n"
         "  rig check --contest aut-trax --board 8 @0+ A2+ A3+\n"
         "  rig check --contest course --set tie=draw 'pattern19()^5-5' PASS PASS\n"
         "  rig check --contest course StepLog.txt\n"
         "  rig check --contest heart-trax -- @0+ -W";
}

std::string show_help() {
  return "Blokus: 1 and 2 are the players' squares, S is a start square that waits for its tile.\n"
         "Trax: o where a white path crosses a tile's side, # where a red one does, the tile's symbol "
         "between. A\n"
         "board of more than 24 columns has one letter a tile: v and h are + (white upright, lying), a and b "
         "/ "
         "(white\n"
         "at the top left, at the bottom right), c and d \\ (white at the top right, at the bottom left).\n\n"
         "Examples:\n"
         "  rig show @0+ B1+ 'A2\\'\n"
         "  rig show --contest icfpt2014 --first 5 53e0 a8e0\n"
         "  rig show --contest course 'pattern19() ^ 5-5' 'pattern11(R,R,R) ^ 9-10'";
}

void print_moves(const GameRequest& request) {
  const Game game = played(request);
  if (request.count) {
    std::cout << game.words.count(*game.ruling) << "\n";
    return;
  }
  for (const Move& move : game.ruling->legal_moves()) std::cout << move.text << "\n";
}

void print_check(const GameRequest& request) {
  Game game(request);
  for (const std::string& move : game.moves) {
    if (!check_ply(game, move)) break;
  }
  std::cout << game.words.result(*game.ruling) << "\n";
}

void print_show(const GameRequest& request) {
  const Game game = played(request);
  std::cout << game.words.board(*game.ruling) << game.words.result(*game.ruling) << "\n";
}

}  // namespace rig

#include "rig/tools/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/contest.hpp"
#include "rig/contest/course/course_files.hpp"
#include "rig/contest/settings.hpp"
#include "rig/referee/series/game_record.hpp"
#include "rig/referee/series/record_check.hpp"
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

/// The seat that moves first, as a record names its start.
const Seat* seat_beginning(const Contest& contest, const std::string& start) {
  const auto seat = std::find_if(contest.seats.begin(), contest.seats.end(),
                                 [&](const Seat& one) { return one.moves_first && one.start == start; });
  if (seat == contest.seats.end())
    throw UsageError(fmt::format("Nobody begins on \"{}\" in {}.", start, contest.name));
  return &*seat;
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
    throw UsageError(fmt::format("In {} {} always moves first: --first is not allowed here.", contest.name,
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

/// Whether in place of moves a file was named.
bool names_a_file(const GameRequest& request) {
  return request.moves.size() == 1 && std::filesystem::is_regular_file(request.moves.front());
}

/// The moves that were named, or those in the one step log that was.
std::vector<std::string> moves_of(const GameRequest& request, const Contest& contest) {
  if (!contest.per_move || !names_a_file(request)) return request.moves;
  return steps_in(request.moves.front());
}

/// What was told of a game, and what a record says of it beside its moves.
struct Told {
  GameRequest request;
  std::optional<referee::RecordedGame> record = {};
};

/// The game of this number; UsageError where there is none.
const referee::RecordedGame& chosen(const std::vector<referee::RecordedGame>& games, int number,
                                    const std::string& file) {
  if (number < 1 || number > static_cast<int>(games.size()))
    throw UsageError(fmt::format("--game {}: {} holds the games 1 to {}.", number, file, games.size()));
  return games[static_cast<std::size_t>(number) - 1];
}

/// A record says all that the options could.
void refuse_options_beside(const GameRequest& request, const referee::RecordedGame& game,
                           const std::string& file) {
  if (request.first || request.board || !request.set.empty())
    throw UsageError(
        fmt::format("{} says itself how its games are played: --first, --board and --set are not "
                    "allowed here.",
                    file));
  if (request.contest_is_told && request.contest != game.contest)
    throw UsageError(
        fmt::format("--contest {}: the game in {} is of {}.", request.contest, file, game.contest));
}

/// With what the file of a record says, where one was named.
Told told_in_full(const GameRequest& request) {
  if (names_a_file(request)) {
    const std::string file = request.moves.front();
    const Input input = read_input(file);
    if (referee::looks_like_a_record(input.text)) {
      const std::vector<referee::RecordedGame> games = referee::read_records(input.text, file);
      const referee::RecordedGame& game = chosen(games, request.game.value_or(1), file);
      refuse_options_beside(request, game, file);
      Told told{request, game};
      told.request.contest = game.contest;
      told.request.board = game.board;
      told.request.set = game.set;
      told.request.moves = game.moves;
      told.request.begins = game.begins;
      return told;
    }
  }
  if (request.game) throw UsageError("--game chooses from a record of rig match, and none was named.");
  if (!request.contest_is_told) throw UsageError("--contest is required");
  return {request};
}

/// A game of the request's contest, no move played.
struct Game {
  explicit Game(const GameRequest& request)
      : contest(contest::find_contest(
            request.contest, {.board = request.board, .named = contest::named_settings(request.set)})),
        words(words_of_game(contest)),
        moves(moves_of(request, contest)),
        ruling(contest.new_game(request.begins ? *seat_beginning(contest, *request.begins)
                                               : first_seat(contest, request.first))) {}

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

/// Whether all its moves are legal.
bool check_game(const GameRequest& request) {
  Game game(request);
  const bool legal = std::all_of(game.moves.begin(), game.moves.end(),
                                 [&](const std::string& move) { return check_ply(game, move); });
  std::cout << game.words.result(*game.ruling) << "\n";
  return legal;
}

/// Whether all its moves are legal, and the record says of them what they are.
bool check_record(const GameRequest& request, const referee::RecordedGame& record) {
  Game game(request);
  bool agrees = std::all_of(game.moves.begin(), game.moves.end(),
                            [&](const std::string& move) { return check_ply(game, move); });
  const std::string contradiction =
      agrees && !record.outcome.empty() ? referee::contradiction_in(record, game.contest, *game.ruling) : "";
  if (agrees && !record.refused.empty()) check_ply(game, record.refused);
  std::cout << game.words.result(*game.ruling) << "\n";
  if (!record.outcome.empty()) std::cout << fmt::format("recorded {}\n", record.result());
  if (!contradiction.empty()) std::cout << fmt::format("contradicted by the moves: {}\n", contradiction);
  return agrees && contradiction.empty();
}

/// The moves of a line: between semicolons where there are any, or where the notation itself has blanks (that
/// of `course`); else between blanks.
std::vector<std::string> moves_in(const std::string& line, const std::string& contest) {
  const bool has_blanks = contest::find_contest(contest).per_move;
  const char between = line.find(';') == std::string::npos && !has_blanks ? ' ' : ';';
  std::vector<std::string> moves;
  std::istringstream in(line);
  for (std::string move; std::getline(in, move, between);) {
    const std::size_t begin = move.find_first_not_of(" \t\r");
    if (begin != std::string::npos)
      moves.push_back(move.substr(begin, move.find_last_not_of(" \t\r") + 1 - begin));
  }
  return moves;
}

bool check_batch(const GameRequest& words) {
  if (!words.moves.empty() || words.game)
    throw UsageError(
        "--batch reads its games from standard input: moves, files and --game cannot be combined with it.");
  if (!words.contest_is_told) throw UsageError("--contest is required");
  std::string line;
  int games = 0;
  bool legal = true;
  for (int number = 1; std::getline(std::cin, line); ++number) {
    GameRequest request = words;
    request.moves = moves_in(line, words.contest);
    if (request.moves.empty()) continue;
    std::cout << fmt::format("game {}\n", ++games);
    try {
      legal = check_game(request) && legal;
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("Standard input, line {}: {}", number, error.what()));
    }
  }
  if (games == 0) throw UsageError("--batch: standard input holds no game.");
  return legal;
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
         "result. For a Trax game every tile placed in the turn is printed, the chosen one first, then the "
         "forced "
         "ones:\n"
         "its cell, named as after the turn, and the colours of its edges north, east, south and west. Its "
         "result "
         "is\n"
         "open, white, red or draw; then loop, line, loop+line, or path and both lengths, white's first.\n"
         "Exit status: 1 for a game with an illegal move, and for a record that its moves contradict.\n\n"
         "Examples:\n"
         "  rig check --contest icfpt2014 --first 5 53e0 a8e0 21k7\n"
         "  rig check --contest heart-trax '@0/' 'A2\\' 'B1\\'\n"
         "  rig check --contest aut-trax --board 8 @0+ A2+ A3+\n"
         "  rig check --contest course --set tie=draw 'pattern19()^5-5' PASS PASS\n"
         "  rig check --contest course StepLog.txt\n"
         "  rig check --contest icfpt2014 --first 5 --batch < games      a game on each line\n"
         "  rig check games.txt --game 3                     of a record of rig match\n"
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
         "  rig show games.txt --game 3                      of a record of rig match\n"
         "  rig show --contest course 'pattern19() ^ 5-5' 'pattern11(R,R,R) ^ 9-10'";
}

void print_moves(const GameRequest& words) {
  const GameRequest request = told_in_full(words).request;
  const Game game = played(request);
  if (request.count) {
    std::cout << game.words.count(*game.ruling) << "\n";
    return;
  }
  for (const Move& move : game.ruling->legal_moves()) std::cout << move.text << "\n";
}

int print_check(const GameRequest& words) {
  if (words.batch) return check_batch(words) ? 0 : 1;
  const Told told = told_in_full(words);
  return (told.record ? check_record(told.request, *told.record) : check_game(told.request)) ? 0 : 1;
}

void print_show(const GameRequest& words) {
  GameRequest request = words;
  if (!names_a_file(request)) request.contest_is_told = true;  // or else the usual one
  const Game game = played(told_in_full(request).request);
  std::cout << game.words.board(*game.ruling) << game.words.result(*game.ruling) << "\n";
}

}  // namespace rig

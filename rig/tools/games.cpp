#include "rig/tools/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "rig/arbiter/series/game_record.hpp"
#include "rig/arbiter/series/record_check.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"
#include "rig/game/examples.hpp"
#include "rig/game/game.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/protocol/settings.hpp"
#include "rig/tools/input.hpp"

namespace rig {

namespace {

using protocol::Contest;
using protocol::Judgement;
using protocol::Move;
using protocol::Result;
using protocol::Ruling;
using protocol::Seat;

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
    if (lower_case(seat->start) == lower_case(*start)) return *seat;
    known.push_back(lower_case(seat->start));
  }
  throw UsageError("--first: " + unknown_value("start square", *start, known));
}

/// Whether in place of moves a file was named.
bool names_a_file(const GameRequest& request) {
  return request.moves.size() == 1 && std::filesystem::is_regular_file(request.moves.front());
}

/// The moves that were named, or those in the one file that was.
std::vector<std::string> moves_of(const GameRequest& request, const Contest& contest) {
  if (!names_a_file(request)) return request.moves;
  const Input input = read_input(request.moves.front());
  const auto moves =
      game::game_of(contest).notation->moves_in_file(contest, input.text, request.moves.front());
  return moves ? *moves : request.moves;
}

/// What was told of a game, and what a record says of it beside its moves.
struct Told {
  GameRequest request;
  std::optional<arbiter::RecordedGame> record = {};
};

/// The game of this number; UsageError where there is none.
const arbiter::RecordedGame& chosen(const std::vector<arbiter::RecordedGame>& games, int number,
                                    const std::string& file) {
  if (number < 1 || number > static_cast<int>(games.size()))
    throw UsageError(fmt::format("--game {}: {} holds the games 1 to {}.", number, file, games.size()));
  return games[static_cast<std::size_t>(number) - 1];
}

/// A record says all that the options could.
void refuse_options_beside(const GameRequest& request, const arbiter::RecordedGame& game,
                           const std::string& file) {
  if (request.first || request.board || !request.set.empty())
    throw UsageError(
        fmt::format("{} says itself how its games are played: --first, --board and --set are not "
                    "allowed here.",
                    file));
  if (request.contest_is_told && protocol::find_contest(request.contest).name != game.contest)
    throw UsageError(
        fmt::format("--contest {}: the game in {} is of {}.", request.contest, file, game.contest));
}

/// With what the file of a record says, where one was named.
Told told_in_full(const GameRequest& request) {
  if (names_a_file(request)) {
    const std::string file = request.moves.front();
    const Input input = read_input(file);
    if (arbiter::looks_like_a_record(input.text)) {
      const std::vector<arbiter::RecordedGame> games = arbiter::read_records(input.text, file);
      const arbiter::RecordedGame& game = chosen(games, request.game.value_or(1), file);
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
      : contest(protocol::find_contest(
            request.contest, {.board = request.board, .named = protocol::named_settings(request.set)})),
        notation(*game::game_of(contest).notation),
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
  const game::Notation& notation;
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
  if (game.notation.afterwards() == game::Notation::Afterwards::refused) game.refuse_when_over(move);
  const int ply = ruling.ply() + 1;
  const Judgement judgement = ruling.judge({move});
  if (!late) ruling.play({move});
  if (!judgement.legal) {
    std::cout << fmt::format("{} {} illegal {}\n", ply, move, judgement.rule);
    return false;
  }
  const std::string effect = game.notation.effect(ruling);
  std::cout << fmt::format("{} {} ok{}{}\n", ply, move, effect.empty() ? "" : " ", effect);
  return true;
}

/// Whether all its moves are legal.
bool check_game(const GameRequest& request) {
  Game game(request);
  const bool legal = std::all_of(game.moves.begin(), game.moves.end(),
                                 [&](const std::string& move) { return check_ply(game, move); });
  std::cout << game.notation.result(*game.ruling) << "\n";
  return legal;
}

/// Whether all its moves are legal, and the record says of them what they are.
bool check_record(const GameRequest& request, const arbiter::RecordedGame& record) {
  Game game(request);
  bool agrees = std::all_of(game.moves.begin(), game.moves.end(),
                            [&](const std::string& move) { return check_ply(game, move); });
  const std::string contradiction =
      agrees && !record.outcome.empty() ? arbiter::contradiction_in(record, game.contest, *game.ruling) : "";
  if (agrees && !record.refused.empty()) check_ply(game, record.refused);
  std::cout << game.notation.result(*game.ruling) << "\n";
  if (!record.outcome.empty()) std::cout << fmt::format("recorded {}\n", record.result());
  if (!contradiction.empty()) std::cout << fmt::format("contradicted by the moves: {}\n", contradiction);
  return agrees && contradiction.empty();
}

/// The moves of a line: between semicolons where there are any, or where the notation itself has blanks;
/// else between blanks.
std::vector<std::string> moves_in(const std::string& line, const std::string& contest) {
  const bool has_blanks = protocol::find_contest(contest).per_move;
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
  return "Examples:\n" + game::examples_for("moves");
}

std::string check_help() {
  return "A line for each ply, `ok` or `illegal` with the first rule broken, up to the first illegal one; "
         "then the\n"
         "result. " +
         game::about_games("check") +
         "Exit status: 1 for a game with an illegal move, and for a record that its moves contradict.\n\n"
         "Examples:\n"
         "  rig check games.txt --game 3                     of a record of rig match\n" +
         game::examples_for("check");
}

std::string show_help() {
  return game::about_games("show") +
         "\nExamples:\n"
         "  rig show games.txt --game 3                      of a record of rig match\n" +
         game::examples_for("show");
}

void print_moves(const GameRequest& words) {
  const GameRequest request = told_in_full(words).request;
  const Game game = played(request);
  if (request.count) {
    std::cout << game.notation.count(*game.ruling) << "\n";
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
  std::cout << game.notation.board(*game.ruling) << game.notation.result(*game.ruling) << "\n";
}

}  // namespace rig

#include "rig/tools/tournament/site/game_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "rig/arbiter/house.hpp"
#include "rig/arbiter/series/game_record.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/game/game.hpp"
#include "rig/protocol/settings.hpp"
#include "rig/report/html/game_player.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/tools/tournament/site/frame.hpp"
#include "rig/tools/tournament/words.hpp"

namespace rig::tournament {

using protocol::Contest;
using protocol::Player;
using protocol::Seat;
using report::content;
using report::html::code;
using report::html::section;

namespace {

constexpr const char* up = "../";

const Contest& contest_of(const GameFile& file) {
  const GameIdentity& identity = file.identity;
  return protocol::find_contest(identity.contest, {.board = identity.board, .named = identity.set});
}

arbiter::RecordedGame record_in(const GameFile& file) {
  const std::vector<arbiter::RecordedGame> games = arbiter::read_records(file.record, "the record");
  if (games.size() != 1)
    throw UsageError(fmt::format("The record holds {} games; allowed: 1.", games.size()));
  return games.front();
}

const Seat& seat_that_begins(const Contest& contest, const arbiter::RecordedGame& game) {
  const auto seat = std::find_if(contest.seats.begin(), contest.seats.end(), [&](const Seat& one) {
    return one.moves_first && (!game.begins || one.start == *game.begins);
  });
  if (seat == contest.seats.end()) throw UsageError("Nobody begins as the record has it.");
  return *seat;
}

/// What there is to say beside the moves.
std::string facts_of(const GameLine& line, const arbiter::RecordedGame* game) {
  std::vector<std::pair<std::string, std::string>> rows;
  const auto add = [&rows](const std::string& name, const std::string& value) {
    if (!value.empty()) rows.emplace_back(name, content(value));
  };
  add("First",
      line.pairing.first + (game == nullptr || game->first_seat.empty() ? "" : ", " + game->first_seat));
  add("Second", line.pairing.second);
  add("Result", line.outcome.empty() ? "no result" : std::string(score_of(line.outcome)));
  add("Ending", line.ending);
  if (game != nullptr) add("Score", game->score);
  add("Loss", line.loss);
  if (game != nullptr) add("Refused move", game->refused);
  add("No result", line.outcome.empty() ? line.why : "");
  add("Stage", line.pairing.stage);
  add("Game", line.game);
  add("Ended", line.date);
  if (!line.evidence.empty())
    rows.emplace_back("Evidence",
                      fmt::format("{}, SHA-256 {}", link(std::string(up) + up + line.evidence, line.evidence),
                                  code(line.sha256)));
  return report::html::facts("The game", rows);
}

/// Below the heading: how it ended, in a line.
std::string sentence_of_end(const GameLine& line) {
  const std::string words = line.outcome.empty() ? line.why : words_of_ending(line);
  return words.empty() ? words : fmt::format("<p>{}</p>\n", content(words));
}

/// The facts, which a projector leaves out.
std::string result(const std::string& html) {
  return fmt::format("<div class=\"result\">\n{}</div>\n", section("facts", "Result", html));
}

std::string page_with(const std::string& title, const GameLine& line, const std::string& body) {
  const std::string teams = fmt::format("{} – {}", line.pairing.first, line.pairing.second);
  const std::string score(score_of(line.outcome));
  return page({.title = fmt::format("{} {}: {}", teams, score, title),
               .kicker = link(std::string(up) + "index.html", title) + " · " + content(line.pairing.stage),
               .heading = fmt::format("{} {} {}", line.pairing.first, score.empty() ? "–" : score,
                                      line.pairing.second),
               .header = sentence_of_end(line),
               .body = body,
               .up = up});
}

/// Each move with who made it; the script marks the one that the board shows.
std::string table_of_moves(const std::vector<std::string>& teams, const std::vector<std::string>& moves,
                           const std::vector<std::string>& times) {
  const bool has_times =
      std::any_of(times.begin(), times.end(), [](const std::string& one) { return !one.empty(); });
  std::string rows;
  for (std::size_t i = 0; i < moves.size(); ++i)
    rows += fmt::format("<tr data-ply=\"{0}\"><th scope=\"row\" class=\"number\">{0}</th>{1}{2}{3}</tr>\n",
                        i + 1, cell(content(teams[i])), cell(code(moves[i])),
                        has_times ? number(content(times[i])) : "");
  std::vector<Column> columns = {{"Move", true}, {"By"}, {"Played"}};
  if (has_times) columns.push_back({"Time", true});
  return table("The moves", columns, rows);
}

/// What the page says of each position.
std::vector<std::string> words_of(const std::vector<std::string>& teams,
                                  const std::vector<std::string>& moves,
                                  const std::vector<std::string>& times) {
  std::vector<std::string> words = {"Before the first move"};
  for (std::size_t i = 0; i < moves.size(); ++i)
    words.push_back(fmt::format("Move {} of {}: {} played {}{}{}", i + 1, moves.size(), teams[i], moves[i],
                                times[i].empty() ? "" : " after ", times[i]));
  return words;
}

}  // namespace

game::Positions positions_of(const GameFile& file) {
  const Contest& contest = contest_of(file);
  const arbiter::RecordedGame game = record_in(file);
  return game::positions_of(contest, seat_that_begins(contest, game), game.moves);
}

std::vector<std::string> times_of(const GameFile& file, std::size_t moves) {
  std::vector<std::string> times(moves);
  // An opponent of the rig would have to think again.
  if (arbiter::is_house(file.identity.duts[0]) || arbiter::is_house(file.identity.duts[1])) return times;
  try {
    const arbiter::SeriesGame played = play_back(file);
    const auto& plies = played.game.plies;
    if (plies.size() != moves) return times;
    for (std::size_t i = 0; i < moves; ++i) {
      if (plies[i].took) times[i] = readable(plies[i].took->longest);
    }
  } catch (const std::exception&) {
    return std::vector<std::string>(moves);  // `--verify` says what is wrong with it
  }
  return times;
}

std::string game_page(const std::string& title, const GameLine& line, const GameFile& file) {
  const arbiter::RecordedGame game = record_in(file);
  const game::Positions positions = positions_of(file);
  const Player first = arbiter::seat_in_game(contest_of(file), file.identity.seat).player;
  std::vector<std::string> teams;
  for (const Player mover : positions.movers) teams.push_back(file.identity.teams[mover == first ? 0 : 1]);
  const std::vector<std::string> times = times_of(file, game.moves.size());
  return page_with(title, line,
                   section("game", "Move by move",
                           report::html::game_player({positions.boards, words_of(teams, game.moves, times)},
                                                     fmt::format("<div class=\"moves\">\n{}</div>\n",
                                                                 table_of_moves(teams, game.moves, times)))) +
                       result(facts_of(line, &game)));
}

std::string page_without_board(const std::string& title, const GameLine& line, const std::string& why) {
  return page_with(
      title, line,
      section("facts", "Result",
              fmt::format("<p>The game cannot be shown: {}</p>\n{}", content(why), facts_of(line, nullptr))));
}

}  // namespace rig::tournament

#include "rig/live/match_page.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "rig/base/readable.hpp"
#include "rig/game/game.hpp"
#include "rig/report/html/game_player.hpp"
#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"

namespace rig::live {

using arbiter::GameReport;
using arbiter::Table;
using protocol::Player;
using report::content;

namespace {

constexpr std::size_t most_results = 50;
constexpr std::size_t most_positions = 300;  // of a game that goes on and on only the last are shown
constexpr std::array<const char*, 2> side_names = {"first", "second"};

/// `number` is that of the first row's move; the player counts rows from 1.
std::string table_of(const std::vector<std::array<std::string, 3>>& rows, std::size_t number) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += fmt::format(
        "<tr data-ply=\"{}\"><th scope=\"row\" class=\"number\">{}</th><td>{}</td><td><code>{}</code></td>"
        "<td class=\"number\">{}</td></tr>\n",
        i + 1, number + i, content(rows[i][0]), content(rows[i][1]), content(rows[i][2]));
  return fmt::format(
      "<div class=\"moves\">\n{}</div>\n",
      report::html::scroll_box(
          "The moves",
          "<table>\n<caption>The moves</caption>\n<thead>\n<tr><th scope=\"col\" class=\"number\">Move</th>"
          "<th scope=\"col\">By</th><th scope=\"col\">Played</th><th scope=\"col\" class=\"number\">Time</th>"
          "</tr>\n</thead>\n<tbody>\n" +
              text + "</tbody>\n</table>\n"));
}

}  // namespace

MatchPage::MatchPage(Hub& hub, const protocol::Contest& contest, const std::array<std::string, 2>& names)
    : hub_(hub), contest_(contest), notation_(*game::game_of(contest).notation), names_(names) {
  hub_.show("sides", std::string());
  hub_.show("game", std::string("<p>The first game has not begun yet.</p>"));
  hub_.show("results", std::string());
}

void MatchPage::announce(int number, int of, Player first) {
  number_ = number;
  of_ = of;
  first_ = first;
}

std::string MatchPage::name_of(Player player) const {
  const std::size_t side = player == first_ ? 0 : 1;
  return fmt::format("{} ({})", names_[side], side_names[side]);
}

void MatchPage::game_opens() {
  positions_.clear();
}

void MatchPage::add(protocol::BoardPicture board, std::string words, std::array<std::string, 3> row) {
  positions_.push_back(
      std::make_shared<const Position>(Position{std::move(board), std::move(words), std::move(row)}));
  if (positions_.size() > most_positions) positions_.pop_front();
}

void MatchPage::asked(const Table& table) {
  follow(table);
}

void MatchPage::moved(const Table& table) {
  follow(table);
}

/// A move that was refused stands on the last board.
void MatchPage::game_ended(const Table& table) {
  const GameReport& game = table.report();
  follow(table);
  const std::optional<arbiter::Loss>& loss = game.loss;
  const std::string words =
      loss ? fmt::format("{} lost: {}", name_of(loss->player), loss->breach.words) : arbiter::ending_of(game);
  if (loss && !loss->refused.text.empty()) {
    add(table.ruling().picture(loss->refused), words, {name_of(loss->player), loss->refused.text, "refused"});
  } else {
    Position last = *positions_.back();
    last.words += ". The game is over: " + words;
    positions_.back() = std::make_shared<const Position>(std::move(last));
  }
  show_game();
}

void MatchPage::follow(const Table& table) {
  const std::vector<arbiter::Ply>& plies = table.report().plies;
  if (positions_.empty()) {
    add(notation_.after_last_move(table.ruling(), table.last_move()),
        plies.empty() ? "Before the first move" : "The game begins here", {});
  } else if (plies.size() > plies_) {
    const arbiter::Ply& last = plies.back();
    const std::string took = last.took ? readable(last.took->longest) : "";
    add(notation_.after_last_move(table.ruling(), last.move),
        fmt::format("Move {}: {} played {}{}{}", plies.size(), name_of(last.player), last.move.text,
                    took.empty() ? "" : " after ", took),
        {name_of(last.player), last.move.text, took});
  }
  plies_ = plies.size();
  show_game();
  show_sides(table);
}

void MatchPage::show_game() {
  hub_.show(
      "game", [positions = positions_, last = plies_, title = fmt::format("Game {} of {}", number_, of_)] {
        report::html::ShownGame game;
        std::vector<std::array<std::string, 3>> rows;
        for (const auto& one : positions) {
          game.boards.push_back(one->board);
          game.words.push_back(one->words);
          if (game.boards.size() > 1) rows.push_back(one->row);
        }
        const bool is_refused = !rows.empty() && rows.back()[2] == "refused";
        const std::size_t first = last + (is_refused ? 1 : 0) + 1 - rows.size();
        return report::html::section("game", title, report::html::game_player(game, table_of(rows, first)));
      });
}

void MatchPage::show_sides(const Table& table) {
  std::string text;
  for (const std::size_t side : {0U, 1U}) {
    const Player player = side == 0 ? first_ : other(first_);
    const GameReport& game = table.report();
    const bool thinks = !table.over() && table.to_move() == player;
    const Duration used = time_used(game, player);
    const double used_ms = std::chrono::duration<double, std::milli>(used).count();
    text +=
        fmt::format("<div{}>{} <span class=\"muted\">{}, {}</span> <span class=\"clock\"{}>{}</span></div>\n",
                    thinks ? " class=\"moves-now\"" : "", content(names_[side]), side_names[side],
                    content(game.seats[arbiter::index_of(player)].name),
                    thinks ? fmt::format(" data-runs=\"{:.0f}\"", used_ms) : "",
                    used == Duration::zero() ? "0 s" : readable(used));
  }
  hub_.show("sides", "<div class=\"sides\">\n" + text + "</div>\n");
}

void MatchPage::tell_result(const std::string& line) {
  results_.push_front(line);
  if (results_.size() > most_results) results_.pop_back();
  hub_.show("results", [results = results_] {
    std::string rows;
    for (const std::string& one : results) rows += fmt::format("<li>{}</li>\n", content(one));
    return report::html::section("results", "Games that have ended",
                                 "<ul class=\"list\">\n" + rows + "</ul>\n");
  });
}

void MatchPage::tell_standings(const std::string& text) {
  hub_.show("standings", "<pre tabindex=\"0\">" + content(text) + "</pre>\n");
}

}  // namespace rig::live

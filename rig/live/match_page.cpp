#include "rig/live/match_page.hpp"

#include <fmt/format.h>

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
constexpr std::array<const char*, 2> side_names = {"first", "second"};

std::string table_of(const std::vector<std::array<std::string, 3>>& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += fmt::format(
        "<tr data-ply=\"{0}\"><th scope=\"row\" "
        "class=\"number\">{0}</th><td>{1}</td><td><code>{2}</code></td>"
        "<td class=\"number\">{3}</td></tr>\n",
        i + 1, content(rows[i][0]), content(rows[i][1]), content(rows[i][2]));
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
  shown_ = {};
}

void MatchPage::asked(const Table& table) {
  follow(table);
}

/// A move that was refused stands on the last board.
void MatchPage::game_ended(const Table& table) {
  const GameReport& game = table.report();
  follow(table);
  std::string words = arbiter::ending_of(game);
  if (game.loss) words = fmt::format("{} lost: {}", name_of(game.loss->player), game.loss->breach.words);
  if (game.loss && !game.loss->refused.text.empty()) {
    shown_.boards.push_back(table.ruling().picture(game.loss->refused));
    shown_.words.push_back(words);
    shown_.rows.push_back({name_of(game.loss->player), game.loss->refused.text, "refused"});
  } else if (!shown_.words.empty()) {
    shown_.words.back() += ". The game is over: " + words;
  }
  show_game();
}

void MatchPage::follow(const Table& table) {
  const std::vector<arbiter::Ply>& plies = table.report().plies;
  if (shown_.boards.empty()) {
    shown_.boards.push_back(
        notation_.after_last_move(table.ruling(), plies.empty() ? protocol::Move{} : table.last_move()));
    shown_.words.push_back(plies.empty() ? "Before the first move" : "The opening was given");
    opening_ = plies.size();
  } else if (plies.size() > opening_ + shown_.rows.size()) {
    const arbiter::Ply& last = plies.back();
    const std::string took = last.took ? readable(last.took->longest) : "";
    shown_.boards.push_back(notation_.after_last_move(table.ruling(), last.move));
    shown_.rows.push_back({name_of(last.player), last.move.text, took});
    shown_.words.push_back(fmt::format("Move {}: {} played {}{}{}", plies.size(), name_of(last.player),
                                       last.move.text, took.empty() ? "" : " after ", took));
  }
  show_game();
  show_sides(table);
}

void MatchPage::show_game() {
  hub_.show("game", [shown = shown_, title = fmt::format("Game {} of {}", number_, of_)] {
    return report::html::section(
        "game", title, report::html::game_player({shown.boards, shown.words}, table_of(shown.rows)));
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

#include "rig/tools/tournament/live_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/tools/tournament/view.hpp"

namespace rig::tournament {

using arbiter::tournament::Entry;
using arbiter::tournament::Fixture;
using arbiter::tournament::Plan;
using arbiter::tournament::Standing;
using arbiter::tournament::State;
using arbiter::tournament::Step;
using arbiter::tournament::Table;
using arbiter::tournament::text_of;
using report::content;

namespace {

constexpr std::size_t most_lines = 30;
constexpr std::size_t next_games = 10;

std::string table(const std::string& caption, const std::vector<std::string>& headings,
                  const std::vector<std::vector<std::string>>& rows) {
  std::string text = fmt::format("<table>\n<caption>{}</caption>\n<thead>\n<tr>", content(caption));
  for (const std::string& one : headings) text += fmt::format("<th scope=\"col\">{}</th>", content(one));
  text += "</tr>\n</thead>\n<tbody>\n";
  for (const auto& row : rows) {
    text += "<tr>";
    for (const std::string& one : row) text += fmt::format("<td>{}</td>", content(one));
    text += "</tr>\n";
  }
  return report::html::scroll_box(caption, text + "</tbody>\n</table>\n");
}

std::string list(const std::deque<std::string>& lines) {
  std::string items;
  for (const std::string& one : lines) items += fmt::format("<li>{}</li>\n", content(one));
  return "<ul class=\"list\">\n" + items + "</ul>\n";
}

std::string standings(const Plan& plan, const Table& one) {
  std::vector<std::vector<std::string>> rows;
  for (const Standing& line : one.lines)
    rows.push_back({std::to_string(rows.size() + 1), plan.entrants.at(line.entrant).team,
                    std::to_string(line.played), std::to_string(line.won), std::to_string(line.drawn),
                    std::to_string(line.lost), fmt::format("{:g}", line.points)});
  return table(one.stage, {"Place", "Team", "Played", "Won", "Drawn", "Lost", "Points"}, rows);
}

std::string places(const Plan& plan, const Step& step) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& place : step.places)
    rows.push_back({std::to_string(place.rank), plan.entrants.at(place.entrant).team, place.reason});
  return rows.empty() ? std::string() : table("The final order", {"Rank", "Team", "Why"}, rows);
}

}  // namespace

LivePage::LivePage(live::Hub& hub, const Plan& plan) : hub_(hub), plan_(plan) {
  for (std::size_t one = 0; one < plan.entrants.size(); ++one) benches_.insert(plan.bench_of(one));
  for (const char* part : {"benches", "standings", "next", "lines"}) hub_.show(part, std::string());
}

void LivePage::said(const std::string& sentence) {
  tell(sentence);
}

void LivePage::noted(const Entry& entry, const State& state) {
  const std::string what = text_of(entry, "entry");
  const std::string game = text_of(entry, "game");
  if (what == "started") {
    On& on = on_[game];
    for (const char* side : {"first", "second"}) {
      const std::string team = text_of(entry, side);
      on.teams += (on.teams.empty() ? "" : " against ") + team;
      on.benches.insert(plan_.bench_of(plan_.entrant_named(team)));
    }
  } else if (!state.under_way.contains(game)) {
    on_.erase(game);
  }
  if (const std::string line = line_of(entry, state); !line.empty()) tell(line);
  show_benches(state);
  show_next(state);
}

void LivePage::stands(const Step& step, const State& state) {
  next_ = step.to_play;
  hub_.show("standings", [&plan = plan_, step] {
    std::string text = places(plan, step);
    for (auto one = step.tables.rbegin(); one != step.tables.rend(); ++one) text += standings(plan, *one);
    return report::html::section("standings", "Standings", text);
  });
  show_benches(state);
  show_next(state);
}

void LivePage::show_benches(const State& state) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& bench : benches_) {
    const auto on = std::find_if(on_.begin(), on_.end(),
                                 [&](const auto& one) { return one.second.benches.contains(bench); });
    const auto stopped = state.stopped.find(bench);
    if (on != on_.end()) {
      rows.push_back({bench, on->first, on->second.teams});
    } else {
      rows.push_back({bench, "", stopped == state.stopped.end() ? "" : "stopped: " + stopped->second});
    }
  }
  hub_.show("benches", [rows = std::move(rows)] {
    return report::html::section("benches", "Now", table("Benches", {"Bench", "Game", "What is on"}, rows));
  });
}

void LivePage::show_next(const State& state) {
  std::deque<std::string> lines;
  for (const Fixture& one : next_) {
    if (lines.size() == next_games) break;
    if (!on_.contains(one.id) && !state.results.contains(one.id))
      lines.push_back(one.id + "  " + plan_.match_of(one));
  }
  hub_.show("next", [lines = std::move(lines)] {
    return report::html::section("next", "Next games", lines.empty() ? std::string() : list(lines));
  });
}

void LivePage::tell(const std::string& line) {
  lines_.push_front(line);
  if (lines_.size() > most_lines) lines_.pop_back();
  hub_.show("lines", [lines = lines_] {
    return report::html::section("lines", "What has happened, the newest first", list(lines));
  });
}

}  // namespace rig::tournament

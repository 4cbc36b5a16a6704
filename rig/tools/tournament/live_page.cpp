#include "rig/tools/tournament/live_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/tools/tournament/site/frame.hpp"
#include "rig/tools/tournament/site/standings.hpp"
#include "rig/tools/tournament/view.hpp"

namespace rig::tournament {

using arbiter::tournament::Entry;
using arbiter::tournament::Fixture;
using arbiter::tournament::Plan;
using arbiter::tournament::State;
using arbiter::tournament::Step;
using arbiter::tournament::text_of;
using report::content;

namespace {

constexpr std::size_t most_lines = 30;
constexpr std::size_t next_games = 10;

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
    return report::html::section("standings", "Standings", order_of(plan, step) + standings_of(plan, step));
  });
  show_benches(state);
  show_next(state);
}

void LivePage::show_benches(const State& state) {
  std::string rows;
  for (const std::string& bench : benches_) {
    const auto on = std::find_if(on_.begin(), on_.end(),
                                 [&](const auto& one) { return one.second.benches.contains(bench); });
    const auto stopped = state.stopped.find(bench);
    const bool is_on = on != on_.end();
    const std::string what = is_on                            ? on->second.teams
                             : stopped == state.stopped.end() ? std::string()
                                                              : "stopped: " + stopped->second;
    rows += fmt::format("<tr>{}{}{}</tr>\n", row_heading(content(bench)),
                        cell(content(is_on ? on->first : "")), cell(content(what)));
  }
  hub_.show("benches", report::html::section("benches", "Now",
                                             table("Benches", {{"Bench"}, {"Game"}, {"What is on"}}, rows)));
}

void LivePage::show_next(const State& state) {
  std::vector<std::string> lines;
  for (const Fixture& one : next_) {
    if (lines.size() == next_games) break;
    if (!on_.contains(one.id) && !state.results.contains(one.id))
      lines.push_back(one.id + "  " + plan_.match_of(one));
  }
  hub_.show("next", report::html::section("next", "Next games", list(lines)));
}

void LivePage::tell(const std::string& line) {
  lines_.push_front(line);
  if (lines_.size() > most_lines) lines_.pop_back();
  hub_.show("lines", [lines = lines_] {
    return report::html::section("lines", "What has happened, the newest first",
                                 list({lines.begin(), lines.end()}));
  });
}

}  // namespace rig::tournament

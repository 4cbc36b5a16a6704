#include "rig/tools/tournament/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>

#include "rig/base/span.hpp"
#include "rig/base/visible.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/tools/tournament/words.hpp"

namespace rig::tournament {

using arbiter::tournament::Entry;
using arbiter::tournament::Plan;
using arbiter::tournament::Standing;
using arbiter::tournament::State;
using arbiter::tournament::Step;
using arbiter::tournament::Table;
using arbiter::tournament::text_of;

namespace {

/// How many of the next games a status names.
constexpr std::size_t next_games = 10;

/// As a terminal may show it.
std::string team_of(const Plan& plan, arbiter::tournament::Entrant entrant) {
  return visible(plan.entrants.at(entrant).team);
}

std::string time_left(const Plan& plan, const State& state) {
  if (!plan.policy.day) return {};
  const auto began = arbiter::tournament::seconds_of_date(state.day_began);
  const auto now = arbiter::tournament::seconds_of_date(utc_now());
  const Duration whole = *plan.policy.day + state.longer;
  if (!began || !now) return fmt::format("The day has {}.\n", rough_time(whole));
  const Duration left = whole - std::chrono::seconds(*now - *began);
  return left <= Duration::zero() ? "The day is over.\n"
                                  : fmt::format("Left of the day: {}.\n", rough_time(left));
}

}  // namespace

void Terminal::said(const std::string& sentence) {
  out_ << visible(sentence) << std::endl;
}

std::string line_of(const Entry& entry, const State& state) {
  const std::string what = text_of(entry, "entry");
  const std::string game = text_of(entry, "game");
  if (what == "game") {
    const std::string loss = text_of(entry, "loss");
    return fmt::format("{:>5}  {:<24} {}  {}", state.results.size(), game,
                       score_of(text_of(entry, "outcome")), loss.empty() ? text_of(entry, "ending") : loss);
  }
  if (what == "forfeited")
    return fmt::format("{:>5}  {:<24} {}  not played: {}", state.results.size(), game,
                       score_of(text_of(entry, "outcome")), text_of(entry, "why"));
  if (what == "no-result" || what == "rig-error")
    return fmt::format("   --  {:<24} no result: {}", game, text_of(entry, "why"));
  return arbiter::tournament::is_decision(what) ? "decided: " + words_of_decision(entry) : std::string();
}

void Terminal::noted(const Entry& entry, const State& state) {
  if (const std::string line = line_of(entry, state); !line.empty()) said(line);
}

void Terminal::stands(const Step& step, const State&) {
  for (; sentences_ < step.said.size(); ++sentences_) said(step.said[sentences_]);
  sentences_ = step.said.size();
}

std::string table_text(const Plan& plan, const Table& table) {
  std::size_t width = 4;
  for (const Standing& line : table.lines) width = std::max(width, columns(team_of(plan, line.entrant)));
  std::string text = fmt::format("{}\n       {:<{}}  played  won drawn lost  points  moves\n",
                                 visible(table.stage), "team", width);
  int place = 0;
  for (const Standing& line : table.lines) {
    const std::string team = team_of(plan, line.entrant);
    const std::string moves = line.mean_moves ? fmt::format("{:.1f}", *line.mean_moves) : "-";
    text +=
        fmt::format("  {:>3}  {}{:<{}}  {:>6} {:>4} {:>5} {:>4}  {:>6g}  {:>5}\n", ++place, team, "",
                    width - columns(team), line.played, line.won, line.drawn, line.lost, line.points, moves);
  }
  return text;
}

std::string places_text(const Plan& plan, const Step& step) {
  std::string text;
  for (const auto& place : step.places)
    text += fmt::format("  {:>3}. {}{}\n", place.rank, team_of(plan, place.entrant),
                        place.reason.empty() ? "" : " (" + visible(place.reason) + ")");
  return text;
}

std::string status_text(const Plan& plan, const Step& step, const State& state) {
  std::string text = visible(plan.title) + "\n\n";
  for (const std::string& sentence : step.said) text += visible(sentence) + "\n";
  if (!step.said.empty()) text += "\n";
  for (const Table& table : step.tables) text += table_text(plan, table) + "\n";
  if (!step.places.empty()) return text + "The final order\n" + places_text(plan, step);
  text += fmt::format("{} games have a result; {} are to be played as far as is known now.\n",
                      state.results.size(), step.to_play.size());
  for (std::size_t i = 0; i < std::min(next_games, step.to_play.size()); ++i) {
    const auto& fixture = step.to_play[i];
    const auto failures = state.failures.find(fixture.id);
    text += fmt::format("  {:<24} {}{}\n", fixture.id, visible(plan.match_of(fixture)),
                        failures == state.failures.end()
                            ? ""
                            : fmt::format("  ({} times without a result)", failures->second));
  }
  for (const auto& [bench, why] : state.stopped)
    text += fmt::format("The bench {} has stopped: {}\n", visible(bench), visible(why));
  for (const std::string& team : state.withdrawn) text += fmt::format("{} has withdrawn.\n", visible(team));
  if (state.paused) text += "Paused: --resume goes on.\n";
  return text + time_left(plan, state);
}

}  // namespace rig::tournament

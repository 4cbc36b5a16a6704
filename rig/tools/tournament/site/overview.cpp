#include "rig/tools/tournament/site/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "rig/report/html/html_parts.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/tools/tournament/site/frame.hpp"
#include "rig/tools/tournament/site/standings.hpp"
#include "rig/tools/tournament/words.hpp"

namespace rig::tournament {

using arbiter::tournament::Entrant;
using arbiter::tournament::Fixture;
using arbiter::tournament::Standing;
using arbiter::tournament::Table;
using report::content;
using report::html::section;

namespace {

/// How many of the next and of the latest games the first page names.
constexpr std::size_t games_to_come = 20;
constexpr std::size_t latest_games = 10;

std::string head_of(const Overview& overview) {
  return fmt::format("{} · {}", content(overview.plan.contest_name),
                     content(overview.ledger.date().empty() ? "not begun" : overview.ledger.date()));
}

class Index {
 public:
  explicit Index(const Overview& overview) : overview_(overview) {}

  std::string write() const {
    const auto& plan = overview_.plan;
    return page({.title = plan.title,
                 .kicker = head_of(overview_),
                 .heading = plan.title,
                 .header = headline() + navigation({{"games.html", "All games"},
                                                    {"cross.html", "Cross table"},
                                                    {"results.csv", "Results as CSV"},
                                                    {"results.json", "Results as JSON"},
                                                    {"../journal.jsonl", "Journal"}}),
                 .body = order() + schedule() + tables() + said() + latest()});
  }

 private:
  std::string headline() const {
    std::string words;
    std::string what = "Not over yet";
    const auto& places = overview_.step.places;
    if (!places.empty()) {
      what = "It is over";
      std::vector<std::string> winners;
      for (const auto& place : places) {
        if (place.rank == 1) winners.push_back(team(place.entrant));
      }
      words = winners.size() > 1 ? "Joint winners: " : "Winner: ";
      for (std::size_t i = 0; i < winners.size(); ++i) words += (i == 0 ? "" : ", ") + winners[i];
    } else {
      words = fmt::format("{} games have a result; {} are to be played as far as is known now.",
                          overview_.state.results.size(), to_play().size());
    }
    if (overview_.state.paused) words += " The organiser has paused it.";
    return fmt::format("<div class=\"verdict {}\"><strong>{}</strong><p>{}</p></div>\n",
                       places.empty() ? "unsure" : "pass", what, content(words));
  }

  const std::string& team(Entrant entrant) const { return overview_.plan.entrants.at(entrant).team; }

  /// Without those that have come to an end since the format was asked.
  std::vector<const Fixture*> to_play() const {
    std::vector<const Fixture*> games;
    for (const Fixture& fixture : overview_.step.to_play) {
      if (!overview_.state.results.contains(fixture.id)) games.push_back(&fixture);
    }
    return games;
  }

  std::string order() const {
    return section("order", "Final order", order_of(overview_.plan, overview_.step));
  }

  std::string schedule() const {
    if (!overview_.step.places.empty()) return {};
    const std::vector<const Fixture*> games = to_play();
    std::string on;
    std::string next;
    std::set<std::string> benches;  // at which a game is next already
    std::size_t count = 0;
    for (const Fixture* fixture : games) {
      const auto begun = overview_.state.under_way.find(fixture->id);
      if (begun != overview_.state.under_way.end())
        on += row_of(*fixture, "on since " + begun->second.date);
      else if (count++ < games_to_come)
        next += row_of(*fixture, status_of(*fixture, benches));
    }
    std::vector<std::string> notes;
    for (const auto& [bench, why] : overview_.state.stopped)
      notes.push_back(fmt::format("The bench {} has stopped: {}", bench, why));
    for (const std::string& name : overview_.state.withdrawn)
      notes.push_back(fmt::format("{} has withdrawn.", name));
    if (count > games_to_come) notes.push_back(fmt::format("{} more games follow.", count - games_to_come));
    std::vector<Column> columns = {{"First and second"}, {"When"}, {"Stage"}, {"Game"}};
    if (has_benches()) columns.insert(columns.begin() + 2, {"Bench"});
    return section("schedule", "On now and next",
                   table("Games that are on, and the next ones", columns, on + next) + list(notes));
  }

  bool has_benches() const { return !overview_.plan.benches.empty(); }

  std::string bench_of(const Fixture& fixture) const {
    const std::string one = overview_.plan.bench_of(fixture.first);
    const std::string other = overview_.plan.bench_of(fixture.second);
    const auto& named = overview_.plan.benches;
    std::string text;
    for (const std::string& bench : one == other ? std::vector{one} : std::vector{one, other}) {
      if (std::count(named.begin(), named.end(), bench) > 0) text += (text.empty() ? "" : ", ") + bench;
    }
    return text;
  }

  /// `next on bench 2`: the first game there that is not on.
  std::string status_of(const Fixture& fixture, std::set<std::string>& benches) const {
    const auto failures = overview_.state.failures.find(fixture.id);
    const std::string failed = failures == overview_.state.failures.end()
                                   ? ""
                                   : fmt::format("; {} times without a result", failures->second);
    std::string next;
    for (const std::string& bench :
         std::set{overview_.plan.bench_of(fixture.first), overview_.plan.bench_of(fixture.second)}) {
      const auto& named = overview_.plan.benches;
      const bool is_named = std::count(named.begin(), named.end(), bench) > 0;
      if (benches.insert(bench).second && is_named) next += (next.empty() ? "next on " : ", ") + bench;
    }
    return (next.empty() ? "later" : next) + failed;
  }

  std::string row_of(const Fixture& fixture, const std::string& when) const {
    return fmt::format("<tr>{}{}{}{}{}</tr>\n", row_heading(content(overview_.plan.match_of(fixture))),
                       cell(content(when)), has_benches() ? cell(content(bench_of(fixture))) : "",
                       cell(content(fixture.stage)), cell(report::html::code(fixture.id)));
  }

  std::string tables() const {
    return section("standings", "Standings", standings_of(overview_.plan, overview_.step));
  }

  std::string said() const {
    std::vector<std::string> sentences = overview_.step.said;
    const auto& decisions = overview_.ledger.decisions();
    sentences.insert(sentences.end(), decisions.begin(), decisions.end());
    return section("said", "Draws, ties and decisions", list(sentences));
  }

  std::string latest() const;

  const Overview& overview_;
};

/// What a line says of its end.
std::string words_of_end(const GameLine& line) {
  std::string words = words_of_ending(line);
  const auto add = [&words](const std::string& more) {
    if (!more.empty()) words += (words.empty() ? "" : "; ") + more;
  };
  if (line.how == "broken-off") add("stopped: it is played again");
  if (line.how == "rig-error" || line.how == "no-result") add("no result: " + line.why);
  if (line.how == "forfeited") add("not played: " + line.why);
  if (line.how == "forfeit" || line.how == "override") add("decided by the organiser: " + line.why);
  if (!line.undone.empty()) add("counts no more (" + line.undone + ")");
  return words;
}

/// The games' lines, the latest first.
std::string table_of_games(const Overview& overview, std::size_t most) {
  const auto& lines = overview.ledger.lines();
  std::string rows;
  for (auto line = lines.rbegin(); line != lines.rend() && most > 0; ++line, --most) {
    const std::string target = page_of(*line);
    const std::string name = line->pairing.first + " – " + line->pairing.second;
    rows +=
        fmt::format("<tr>{}{}{}{}{}</tr>\n", row_heading(target.empty() ? content(name) : link(target, name)),
                    cell(line->counts ? score_of(line->outcome) : "–"), cell(content(words_of_end(*line))),
                    cell(content(line->pairing.stage)), cell(report::html::code(line->game)));
  }
  return table("Games that have ended, the latest first",
               {{"First and second"}, {"Score"}, {"Ending"}, {"Stage"}, {"Game"}}, rows);
}

std::string Index::latest() const {
  return section("latest", "Latest games", table_of_games(overview_, latest_games));
}

/// The points of two teams against each other.
class CrossTable {
 public:
  explicit CrossTable(const Overview& overview) : overview_(overview) {
    for (Entrant one = 0; one < overview.plan.entrants.size(); ++one)
      entrants_[overview.plan.entrants[one].team] = one;
    for (const GameLine& line : overview.ledger.lines()) {
      if (line.counts) add(line);
    }
  }

  std::string write() const {
    const std::vector<Entrant> order = in_order();
    std::string text =
        "<table class=\"cross\">\n<caption>Points of the team in the row : points of the team in the column, "
        "over "
        "all games that count</caption>\n<thead>\n<tr><th scope=\"col\">Team</th>";
    for (std::size_t i = 0; i < order.size(); ++i)
      text += fmt::format("<th scope=\"col\" class=\"number\"><abbr title=\"{}\">{}</abbr></th>",
                          report::attribute(team(order[i])), i + 1);
    text += "<th scope=\"col\" class=\"number\">Points</th></tr>\n</thead>\n<tbody>\n";
    for (std::size_t i = 0; i < order.size(); ++i) text += row(order, i);
    return report::html::scroll_box("Cross table", text + "</tbody>\n</table>\n");
  }

 private:
  void add(const GameLine& line) {
    const auto first = entrants_.find(line.pairing.first);
    const auto second = entrants_.find(line.pairing.second);
    if (first == entrants_.end() || second == entrants_.end()) return;
    const int half_points = line.outcome == "first" ? 2 : line.outcome == "second" ? 0 : 1;
    half_points_[{first->second, second->second}] += half_points;
    half_points_[{second->second, first->second}] += 2 - half_points;
  }

  /// By the final order where there is one, else as they were entered.
  std::vector<Entrant> in_order() const {
    std::vector<Entrant> order;
    for (const auto& place : overview_.step.places) order.push_back(place.entrant);
    for (Entrant one = 0; one < overview_.plan.entrants.size(); ++one) {
      if (std::find(order.begin(), order.end(), one) == order.end()) order.push_back(one);
    }
    return order;
  }

  const std::string& team(Entrant one) const { return overview_.plan.entrants.at(one).team; }

  std::string row(const std::vector<Entrant>& order, std::size_t i) const {
    std::string text =
        fmt::format("<tr>{}", row_heading(fmt::format("{}. {}", i + 1, content(team(order[i])))));
    int sum = 0;
    for (const Entrant other : order) {
      const auto won = half_points_.find({order[i], other});
      const auto lost = half_points_.find({other, order[i]});
      if (won == half_points_.end() || lost == half_points_.end()) {
        text += number(other == order[i] ? "–" : "");
        continue;
      }
      sum += won->second;
      text += number(fmt::format("{}:{}", points(won->second), points(lost->second)));
    }
    return text + number(points(sum)) + "</tr>\n";
  }

  static std::string points(int half_points) {
    const std::string whole = half_points < 2 && half_points % 2 == 1 ? "" : std::to_string(half_points / 2);
    return whole + (half_points % 2 == 1 ? "½" : "");
  }

  const Overview& overview_;
  std::map<std::string, Entrant> entrants_;
  std::map<std::pair<Entrant, Entrant>, int> half_points_;
};

std::string page_of_all(const Overview& overview, const std::string& name, const std::string& body) {
  return page({.title = name + ": " + overview.plan.title,
               .kicker = head_of(overview),
               .heading = name,
               .header = navigation({{"index.html", overview.plan.title}}),
               .body = body});
}

}  // namespace

std::string index_page(const Overview& overview) {
  return Index(overview).write();
}

std::string cross_page(const Overview& overview) {
  return page_of_all(overview, "Cross table", CrossTable(overview).write());
}

std::string games_page(const Overview& overview) {
  const std::string games = table_of_games(overview, overview.ledger.lines().size());
  return page_of_all(overview, "All games", games.empty() ? "<p>No game has ended yet.</p>\n" : games);
}

}  // namespace rig::tournament

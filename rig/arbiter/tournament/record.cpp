#include "rig/arbiter/tournament/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rig::arbiter::tournament {

Record::Record(const Field& field, std::vector<Entrant> entrants, Points points)
    : points_(points),
      entrants_(std::move(entrants)),
      standings_(field.names.size()),
      wins_(field.names.size()) {
  for (Entrant entrant = 0; entrant < standings_.size(); ++entrant) standings_[entrant].entrant = entrant;
}

std::array<double, 2> Record::points_of(const Match& match) const {
  if (points_ == Points::games)
    return {match.wins[0].games + 0.5 * match.drawn, match.wins[1].games + 0.5 * match.drawn};
  const int lead = match.lead();
  return {lead > 0 ? 2.0 : lead == 0 ? 1.0 : 0.0, lead < 0 ? 2.0 : lead == 0 ? 1.0 : 0.0};
}

void Record::count(Entrant entrant, int lead, double points, const Wins& wins) {
  Standing& standing = standings_[entrant];
  ++standing.played;
  ++(lead > 0 ? standing.won : lead == 0 ? standing.drawn : standing.lost);
  standing.points += points;
  wins_[entrant] += wins;
  standing.mean_moves = wins_[entrant].mean();
}

void Record::add(const Match& match) {
  if (!match.over) {
    over_ = false;
    return;
  }
  matches_.push_back(match);
  const auto [first, second] = points_of(match);
  count(match.first, match.lead(), first, match.wins[0]);
  count(match.second, -match.lead(), second, match.wins[1]);
}

void Record::add_bye(Entrant entrant, double points) {
  standings_[entrant].points += points;
}

TieBreak tie_break_of(const std::string& word) {
  if (word == "direct") return TieBreak::direct;
  if (word == "buchholz") return TieBreak::buchholz;
  if (word == "wins") return TieBreak::wins;
  return word == "moves" ? TieBreak::moves : TieBreak::lot;
}

namespace {

const char* words_for(TieBreak tie) {
  switch (tie) {
    case TieBreak::direct: return "points among the tied";
    case TieBreak::buchholz: return "points of all opponents";
    case TieBreak::wins: return "matches won";
    case TieBreak::moves: return "fewest moves on average in won games";
    case TieBreak::lot: break;
  }
  return "lot";
}

std::string points_text(double points) {
  return fmt::format("{:g} {}", points, points == 1 ? "point" : "points");
}

/// Entrants with what they are compared by: the more the better.
using Keys = std::vector<std::pair<double, Entrant>>;

/// Cuts groups of tied entrants, tie-break by tie-break.
class Cutter {
 public:
  Cutter(Progress& progress, const Record& record, const Ranking& ranking)
      : progress_(progress), record_(record), ranking_(ranking) {}

  void cut_by_points(const std::vector<Entrant>& among) {
    Keys keys;
    for (const Entrant entrant : among) keys.emplace_back(record_.of(entrant).points, entrant);
    for (const Keys& part : parts(keys)) {
      points_ = part.front().first;
      cut(entrants_of(part), 0, points_text(points_));
    }
  }

  std::vector<Ranked> ranked;

 private:
  static std::vector<Entrant> entrants_of(const Keys& keys) {
    std::vector<Entrant> entrants;
    for (const auto& [key, entrant] : keys) entrants.push_back(entrant);
    return entrants;
  }

  static std::vector<Keys> parts(Keys keys) {
    std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<Keys> cut;
    for (const auto& one : keys) {
      if (cut.empty() || cut.back().front().first != one.first) cut.emplace_back();
      cut.back().push_back(one);
    }
    return cut;
  }

  void cut(const std::vector<Entrant>& tied, std::size_t next, const std::string& reason) {
    if (tied.size() == 1 || next == ranking_.ties.size()) {
      if (tied.size() > 1) say(tied, "They share the place.");
      ranked.push_back({tied, reason});
      return;
    }
    const TieBreak tie = ranking_.ties[next];
    const std::vector<Keys> cuts = parts(keys_for(tie, tied));
    if (cuts.size() == 1) return cut(tied, next + 1, reason);
    say_decided(tie, tied, cuts);
    for (const Keys& part : cuts)
      cut(entrants_of(part), next + 1, fmt::format("{}, {}", reason, words_for(tie)));
  }

  Keys keys_for(TieBreak tie, const std::vector<Entrant>& tied) const {
    Keys keys;
    const std::vector<double> sums = tie == TieBreak::direct     ? direct_points(tied)
                                     : tie == TieBreak::buchholz ? opponents_points()
                                                                 : std::vector<double>{};
    const std::vector<Entrant> lots =
        tie == TieBreak::lot ? progress_.drawn(tied, "lot " + ranking_.id) : std::vector<Entrant>{};
    for (const Entrant entrant : tied) {
      double key = 0;
      switch (tie) {
        case TieBreak::direct:
        case TieBreak::buchholz: key = sums[entrant]; break;
        case TieBreak::wins: key = record_.of(entrant).won; break;
        case TieBreak::moves: key = -mean_of(entrant); break;
        case TieBreak::lot:
          key = static_cast<double>(lots.end() - std::find(lots.begin(), lots.end(), entrant));
      }
      keys.emplace_back(key, entrant);
    }
    return keys;
  }

  double mean_of(Entrant entrant) const {
    const Record& record = ranking_.moves != nullptr ? *ranking_.moves : record_;
    return record.of(entrant).mean_moves.value_or(std::numeric_limits<double>::infinity());
  }

  std::vector<double> direct_points(const std::vector<Entrant>& tied) const {
    std::vector<double> sums(progress_.field().names.size());
    std::vector<bool> in(sums.size());
    for (const Entrant entrant : tied) in[entrant] = true;
    for (const Match& match : record_.matches()) {
      if (!in[match.first] || !in[match.second]) continue;
      const auto [first, second] = record_.points_of(match);
      sums[match.first] += first;
      sums[match.second] += second;
    }
    return sums;
  }

  std::vector<double> opponents_points() const {
    std::vector<double> sums(progress_.field().names.size());
    for (const Match& match : record_.matches()) {
      sums[match.first] += record_.of(match.second).points;
      sums[match.second] += record_.of(match.first).points;
    }
    return sums;
  }

  std::string shown(TieBreak tie, const std::pair<double, Entrant>& one) const {
    const std::string& name = progress_.name(one.second);
    if (tie == TieBreak::lot) return name;
    if (tie != TieBreak::moves) return fmt::format("{} {:g}", name, one.first);
    return std::isinf(one.first) ? name + " (no game won)" : fmt::format("{} {:.2f}", name, -one.first);
  }

  void say_decided(TieBreak tie, const std::vector<Entrant>& tied, const std::vector<Keys>& cuts) {
    std::string order;
    for (const Keys& part : cuts)
      for (const auto& one : part) order += (order.empty() ? "" : ", ") + shown(tie, one);
    const std::string seed = tie == TieBreak::lot ? fmt::format(" (seed {})", progress_.field().seed) : "";
    say(tied, fmt::format("Decided by {}{}: {}.", words_for(tie), seed, order));
  }

  void say(const std::vector<Entrant>& tied, const std::string& what) {
    if (ranking_.telling == Telling::nothing) return;
    progress_.say(fmt::format("{}: {} are tied with {}. {}", ranking_.stage, progress_.names(tied),
                              points_text(points_), what));
  }

  Progress& progress_;
  const Record& record_;
  const Ranking& ranking_;
  double points_ = 0;
};

}  // namespace

std::vector<Ranked> rank(Progress& progress, const Record& record, const std::vector<Entrant>& among,
                         const Ranking& ranking) {
  Cutter cutter(progress, record, ranking);
  cutter.cut_by_points(among);
  return std::move(cutter.ranked);
}

void show_table(Progress& progress, const Record& record, Ranking ranking) {
  ranking.telling = Telling::nothing;
  if (!record.over()) std::erase(ranking.ties, TieBreak::lot);
  Table table{ranking.stage, {}};
  for (const Entrant entrant : flat(rank(progress, record, record.entrants(), ranking)))
    table.lines.push_back(record.of(entrant));
  progress.show(std::move(table));
}

std::vector<Entrant> flat(const std::vector<Ranked>& ranked) {
  std::vector<Entrant> line;
  for (const Ranked& group : ranked) line.insert(line.end(), group.entrants.begin(), group.entrants.end());
  return line;
}

}  // namespace rig::arbiter::tournament

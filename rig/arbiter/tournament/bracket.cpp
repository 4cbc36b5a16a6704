#include "rig/arbiter/tournament/bracket.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/arbiter/tournament/record.hpp"

namespace rig::arbiter::tournament {

std::size_t bracket_size(std::size_t entrants) {
  std::size_t size = 1;
  while (size < entrants) size *= 2;
  return size;
}

std::vector<std::size_t> bracket_order(std::size_t size) {
  std::vector<std::size_t> order = {0};
  while (order.size() < size) {
    std::vector<std::size_t> next;
    for (const std::size_t seed : order) {
      next.push_back(seed);
      next.push_back(2 * order.size() - 1 - seed);
    }
    order = std::move(next);
  }
  return order;
}

namespace {

/// Who stands at a place of the bracket. Free: a bye for who would meet it. Open: not known yet.
struct Spot {
  enum class State { known, free, open } state = State::open;
  std::size_t seed = 0;
};

/// A match that is decided.
struct Decided {
  Spot winner;
  Spot loser;
  std::string score;  ///< from the winner's view, and what decided where it was drawn
};

class BracketRun {
 public:
  BracketRun(Progress& progress, const Bracket& plan, const std::vector<Entrant>& seeds)
      : progress_(progress), plan_(plan), seeds_(seeds) {}

  std::optional<std::vector<Ranked>> play() {
    if (seeds_.size() < 2) return std::vector<Ranked>{{seeds_, "the only one in the " + plan_.stage}};
    std::vector<Spot> spots = first_round();
    while (spots.size() > 1) spots = play_round(spots);
    if (progress_.waits()) return std::nullopt;
    return std::vector<Ranked>(out_.rbegin(), out_.rend());
  }

 private:
  std::vector<Spot> first_round() {
    std::vector<Spot> spots;
    const std::size_t size = bracket_size(seeds_.size());
    for (const std::size_t seed : bracket_order(size))
      spots.push_back({seed < seeds_.size() ? Spot::State::known : Spot::State::free, seed});
    const std::vector<Entrant> byes(seeds_.begin(),
                                    seeds_.begin() + static_cast<std::ptrdiff_t>(size - seeds_.size()));
    if (!byes.empty()) progress_.say(fmt::format("{}: bye for {}.", name_of(size), progress_.names(byes)));
    return spots;
  }

  std::string name_of(std::size_t spots) const {
    if (spots == 2) return plan_.stage + ", final";
    return spots == 4 ? plan_.stage + ", semi-finals" : fmt::format("{}, round of {}", plan_.stage, spots);
  }

  /// One round; who is in the next one.
  std::vector<Spot> play_round(const std::vector<Spot>& spots) {
    ++round_;
    if (spots.size() == 2) play_third();
    const std::string stage = name_of(spots.size());
    std::vector<Spot> next;
    std::vector<Spot> losers;
    Table table{stage, {}};
    std::string score;
    for (std::size_t i = 0; i < spots.size(); i += 2) {
      const Spot& one = spots[i];
      const Spot& other = spots[i + 1];
      next.emplace_back();
      if (one.state == Spot::State::free || other.state == Spot::State::free) {
        next.back() = one.state == Spot::State::free ? other : one;
      } else if (one.state == Spot::State::known && other.state == Spot::State::known) {
        const auto decided = decide(fmt::format("{}/round-{}", plan_.id, round_), stage, one, other, table);
        if (!decided) continue;
        next.back() = decided->winner;
        losers.push_back(decided->loser);
        score = decided->score;
      }
    }
    if (!table.lines.empty()) progress_.show(std::move(table));
    close(spots.size(), losers, next, score);
    return next;
  }

  /// Those who are out by a round, in the order of their seeds.
  void close(std::size_t spots, std::vector<Spot> losers, const std::vector<Spot>& next,
             const std::string& score) {
    std::sort(losers.begin(), losers.end(), [](const Spot& a, const Spot& b) { return a.seed < b.seed; });
    semi_losers_ = losers;
    if (losers.empty() || (spots == 4 && losers.size() == 2 && plan_.third == ThirdPlace::played)) return;
    Ranked out{{}, "lost in " + name_of(spots)};
    for (const Spot& loser : losers) out.entrants.push_back(seeds_[loser.seed]);
    out_.push_back(std::move(out));
    if (spots == 2) out_.push_back({{seeds_[next.front().seed]}, "won the final " + score});
  }

  void play_third() {
    if (plan_.third == ThirdPlace::shared || semi_losers_.size() != 2) return;
    const std::string stage = plan_.stage + ", third place";
    Table table{stage, {}};
    const auto decided = decide(plan_.id + "/third", stage, semi_losers_[0], semi_losers_[1], table);
    progress_.show(std::move(table));
    if (!decided) return;
    out_.push_back({{seeds_[decided->loser.seed]}, "lost the match for the third place"});
    out_.push_back({{seeds_[decided->winner.seed]}, "won the match for the third place " + decided->score});
  }

  /// The match of two, the better seed named first; nothing while games are open.
  std::optional<Decided> decide(const std::string& id, const std::string& stage, Spot one, Spot other,
                                Table& table) {
    if (other.seed < one.seed) std::swap(one, other);
    const Entrant first = seeds_[one.seed];
    const Entrant second = seeds_[other.seed];
    const MatchPlan plan{match_id(id, first, second), stage, first, second, round_, plan_.forfeits};
    Match match = play_match(progress_, plan, plan_.games);
    for (int replay = 1; replay <= plan_.replays && match.over && match.lead() == 0; ++replay) {
      progress_.say(fmt::format("{}: {} and {} have drawn their match, which is played again.", stage,
                                progress_.name(first), progress_.name(second)));
      play_games(progress_, plan, plan_.games * replay + 1, plan_.games * (replay + 1), match);
    }
    Record record(progress_.field(), {first, second}, Points::matches);
    record.add(match);
    const Ranking ranking{plan.id, stage, {TieBreak::moves, TieBreak::lot}};
    const auto order = record.over() ? rank(progress_, record, record.entrants(), ranking)
                                     : std::vector<Ranked>{{record.entrants(), ""}};
    for (const Entrant entrant : flat(order)) table.lines.push_back(record.of(entrant));
    if (!record.over()) return std::nullopt;
    const Entrant winner = order.front().entrants.front();
    std::string score = match.score(winner);
    if (match.lead() == 0)
      score += ", by " + order.front().reason.substr(order.front().reason.rfind(", ") + 2);
    return Decided{winner == first ? one : other, winner == first ? other : one, score};
  }

  Progress& progress_;
  const Bracket& plan_;
  const std::vector<Entrant>& seeds_;
  int round_ = 0;
  std::vector<Spot> semi_losers_;
  std::vector<Ranked> out_;  // who is out first comes first
};

}  // namespace

std::optional<std::vector<Ranked>> play_bracket(Progress& progress, const Bracket& plan,
                                                const std::vector<Entrant>& seeds) {
  return BracketRun(progress, plan, seeds).play();
}

}  // namespace rig::arbiter::tournament

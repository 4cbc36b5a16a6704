/// The format `pools`: pools of 4 to 7 until one is left, a round robin, and a final to four wins.

#include <fmt/format.h>

#include <algorithm>

#include "rig/arbiter/tournament/groups.hpp"
#include "rig/arbiter/tournament/make.hpp"
#include "rig/arbiter/tournament/round_robin.hpp"

namespace rig::arbiter::tournament {

namespace {

constexpr std::size_t smallest_pool = 4;
constexpr std::size_t largest_pool = 7;
constexpr std::size_t go_on_from_a_pool = 2;  // besides those who are tied with them
constexpr int wins_of_final = 4;
constexpr int lead_of_final = 2;
constexpr int joint_at = 7;

struct PoolsPlan {
  int games = 2;
  bool fewest = true;  ///< pools
  bool moves_of_all = false;
  bool further_for_first = true;  ///< round robin, where more than two are tied for the first place
  bool before_counts = false;     ///< matches of earlier rounds of pools
  int stuck_rounds = 2;
  int chosen_seat = 1;
  int final_games = 30;
  Forfeits forfeits = Forfeits::left_out;
};

/// The two of the final, the better one first.
struct Finalists {
  std::vector<Entrant> both;
  std::vector<Ranked> others;  ///< of the pool, best first
};

class PoolsRun {
 public:
  PoolsRun(Progress& progress, const PoolsPlan& plan)
      : progress_(progress),
        plan_(plan),
        all_(progress.everybody()),
        all_games_(progress.field(), all_, Points::matches) {}

  void play() {
    std::vector<Entrant> in_play = all_;
    if (all_.size() < 2) return progress_.place_only_entrant();
    for (int round = 1; in_play.size() > largest_pool; ++round) {
      in_play = play_pools(in_play, round);
      if (progress_.waits()) return;
    }
    const Finalists finalists = play_last_pool(in_play);
    if (progress_.waits()) return;
    play_final(finalists.both[0], finalists.both[1]);
    if (progress_.waits()) return;
    progress_.place(finalists.others);
    for (auto round = out_.rbegin(); round != out_.rend(); ++round) progress_.place(*round);
  }

 private:
  // Pools

  std::size_t number_of_pools(std::size_t entrants) const {
    return plan_.fewest ? (entrants + largest_pool - 1) / largest_pool : entrants / smallest_pool;
  }

  /// One round of pools: who goes on. Nothing that means anything while games are open.
  std::vector<Entrant> play_pools(const std::vector<Entrant>& in_play, int round) {
    const auto pools = spread(progress_.drawn(in_play, fmt::format("draw pools-{}", round)),
                              number_of_pools(in_play.size()));
    std::vector<Record> records;
    for (std::size_t i = 0; i < pools.size(); ++i) {
      progress_.say(fmt::format("{}, drawn by lot (seed {}): {}.", pool_name(round, i),
                                progress_.field().seed, progress_.names(pools[i])));
      records.push_back(play_round_robin_of(pool_id(round, i), pool_name(round, i), pools[i], before()));
    }
    for (std::size_t i = 0; i < pools.size(); ++i)
      show_table(progress_, records[i], ranking(pool_id(round, i), pool_name(round, i)));
    if (progress_.waits()) return {};
    return those_who_go_on(records, round);
  }

  static std::string pool_id(int round, std::size_t index) {
    return fmt::format("pools-{}/{}", round, group_letter(index));
  }

  static std::string pool_name(int round, std::size_t index) {
    return fmt::format("round {} of pools, pool {}", round, group_letter(index));
  }

  /// All matches are new, or those that have been played in `before` count.
  Record play_round_robin_of(const std::string& id, const std::string& stage,
                             const std::vector<Entrant>& entrants, const MatchesByPair* before) {
    RoundRobin plan{id, stage, Meetings::single, plan_.games, Points::matches, plan_.forfeits, before};
    Record record = play_round_robin(progress_, plan, entrants);
    if (!record.over()) return record;
    for (const Match& match : record.matches()) {
      const MatchPlan played{
          match_id(id, match.first, match.second), stage, match.first, match.second, 1, plan_.forfeits};
      const bool is_new = met_.emplace(std::minmax(match.first, match.second), played).second;
      if (is_new || before == nullptr) all_games_.add(match);
    }
    return record;
  }

  const MatchesByPair* before() const { return plan_.before_counts ? &met_ : nullptr; }

  Ranking ranking(const std::string& id, const std::string& stage) const {
    return {id, stage, {TieBreak::moves, TieBreak::lot}, plan_.moves_of_all ? &all_games_ : nullptr};
  }

  /// By points alone.
  std::vector<Ranked> by_points(const Record& record) {
    return rank(progress_, record, record.entrants(), {"", "", {}, nullptr, Telling::nothing});
  }

  std::vector<Entrant> those_who_go_on(const std::vector<Record>& records, int round) {
    std::vector<Entrant> on;
    std::size_t all = 0;
    for (const Record& record : records) {
      const std::vector<Entrant> of_pool = first_two_and_ties(by_points(record));
      on.insert(on.end(), of_pool.begin(), of_pool.end());
      all += record.entrants().size();
    }
    stuck_ = on.size() == all ? stuck_ + 1 : 0;
    const bool cut = stuck_ == plan_.stuck_rounds;
    if (cut) {
      stuck_ = 0;
      on = first_two_alone(records, round);
    } else if (stuck_ > 0) {
      progress_.say(fmt::format("round {} of pools: by ties everybody goes on.", round));
    } else {
      say_who_goes_on(records, round);
    }
    put_out(records, on);
    return on;
  }

  static std::vector<Entrant> first_two_and_ties(const std::vector<Ranked>& ranked) {
    std::vector<Entrant> on;
    for (const Ranked& group : ranked) {
      if (on.size() >= go_on_from_a_pool) break;
      on.insert(on.end(), group.entrants.begin(), group.entrants.end());
    }
    return on;
  }

  void say_who_goes_on(const std::vector<Record>& records, int round) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::vector<Entrant> on = first_two_and_ties(by_points(records[i]));
      const char* tied = on.size() > go_on_from_a_pool ? ", tied for the second place" : "";
      progress_.say(fmt::format("{}: {} go on{}.", pool_name(round, i), progress_.names(on), tied));
    }
  }

  /// Ties have let everybody go on for too long: the first two of each pool, by moves, then by lot.
  std::vector<Entrant> first_two_alone(const std::vector<Record>& records, int round) {
    progress_.say(fmt::format(
        "round {} of pools: nobody has left in {} {}, so two of each pool go on, by moves, then by lot.",
        round, plan_.stuck_rounds, plan_.stuck_rounds == 1 ? "round" : "rounds in a row"));
    std::vector<Entrant> on;
    for (std::size_t i = 0; i < records.size(); ++i) {
      std::vector<Entrant> order = flat(rank(progress_, records[i], records[i].entrants(),
                                             ranking(pool_id(round, i), pool_name(round, i))));
      order.resize(go_on_from_a_pool);
      progress_.say(fmt::format("{}: {} go on.", pool_name(round, i), progress_.names(order)));
      on.insert(on.end(), order.begin(), order.end());
    }
    return on;
  }

  /// Those who leave: who had equal places in their pools share a place.
  void put_out(const std::vector<Record>& records, const std::vector<Entrant>& on) {
    std::vector<std::vector<Entrant>> by_place(largest_pool + 1);
    for (const Record& record : records) {
      std::size_t place = 1;
      for (const Ranked& group : by_points(record)) {
        for (const Entrant entrant : group.entrants)
          if (std::find(on.begin(), on.end(), entrant) == on.end()) by_place[place].push_back(entrant);
        place += group.entrants.size();
      }
    }
    std::vector<Ranked>& round = out_.emplace_back();
    for (std::size_t place = 1; place < by_place.size(); ++place)
      if (!by_place[place].empty())
        round.push_back(
            {by_place[place], fmt::format("place {} of its pool in round {}", place, out_.size())});
  }

  // The last pool

  Finalists play_last_pool(const std::vector<Entrant>& entrants) {
    const std::string id = "pool";
    const std::string stage = "last pool";
    if (!out_.empty()) progress_.say(fmt::format("{}: {}.", stage, progress_.names(entrants)));
    const Record record = play_round_robin_of(id, stage, entrants, before());
    show_table(progress_, record, ranking(id, stage));
    if (progress_.waits()) return {};
    std::vector<Ranked> groups = in_stage(stage, by_points(record));
    std::vector<Entrant> sure;
    if (groups[0].entrants.size() == 1) {
      sure = groups[0].entrants;
      groups.erase(groups.begin());
    }
    std::vector<Ranked> contenders = {groups[0]};
    groups.erase(groups.begin());
    const std::size_t tied = contenders[0].entrants.size();
    if (tied > go_on_from_a_pool - sure.size() && (!sure.empty() || plan_.further_for_first)) {
      contenders = play_further(contenders[0].entrants, sure.empty() ? "first" : "second");
    } else if (tied > 1) {
      contenders = in_stage(stage, rank(progress_, record, contenders[0].entrants, ranking(id, stage)));
    }
    if (progress_.waits()) return {};
    return finalists(sure, contenders, groups);
  }

  /// A further round robin among those who are tied; what is tied after that is decided by moves, then by
  /// lot.
  std::vector<Ranked> play_further(const std::vector<Entrant>& tied, const std::string& place) {
    const std::string id = "further";
    const std::string stage = "further round robin";
    progress_.say(fmt::format("last pool: {} are tied for the {} place and play a further round robin.",
                              progress_.names(tied), place));
    const Record record = play_round_robin_of(id, stage, tied, nullptr);
    show_table(progress_, record, ranking(id, stage));
    if (!record.over()) return {};
    return in_stage(stage, rank(progress_, record, tied, ranking(id, stage)));
  }

  static std::vector<Ranked> in_stage(const std::string& stage, std::vector<Ranked> ranked) {
    for (Ranked& one : ranked) one.reason = stage + ": " + one.reason;
    return ranked;
  }

  static Finalists finalists(const std::vector<Entrant>& sure, const std::vector<Ranked>& contenders,
                             const std::vector<Ranked>& rest) {
    Finalists found{sure, {}};
    for (const Ranked& one : contenders) {
      if (found.both.size() < 2)
        found.both.push_back(one.entrants.front());
      else
        found.others.push_back(one);
    }
    found.others.insert(found.others.end(), rest.begin(), rest.end());
    return found;
  }

  // The final

  static bool decided(const Match& final) {
    const int most = std::max(final.wins[0].games, final.wins[1].games);
    return most >= wins_of_final && std::abs(final.lead()) >= lead_of_final;
  }

  static bool joint(const Match& final) {
    return final.wins[0].games == joint_at && final.wins[1].games == joint_at;
  }

  void play_final(Entrant better, Entrant other) {
    const Field& field = progress_.field();
    progress_.say(fmt::format("final: {} is the better one and takes seat {} in the first game, against {}.",
                              progress_.name(better), plan_.chosen_seat, progress_.name(other)));
    const MatchPlan plan{match_id("final", better, other), "final", better, other, 1, plan_.forfeits};
    Match match;
    match.first = better;
    match.second = other;
    for (int game = 1; game <= plan_.final_games && match.over && !decided(match) && !joint(match); ++game)
      play_game(progress_, plan, game, seat_of_game(field, plan_.chosen_seat, game), match);
    show_final(match);
    if (match.over) place_finalists(match);
  }

  void show_final(Match match) {
    Record record(progress_.field(), {match.first, match.second}, Points::games);
    match.over = true;  // of a final that goes on, the games so far are shown
    record.add(match);
    const bool second_leads = match.lead() < 0;
    progress_.show({"final",
                    {record.of(second_leads ? match.second : match.first),
                     record.of(second_leads ? match.first : match.second)}});
  }

  void place_finalists(const Match& match) {
    const std::vector<Entrant> both = {match.first, match.second};
    if (!decided(match) && !joint(match))
      progress_.say(
          fmt::format("final: it ends after {} games at {}.", plan_.final_games, match.score(match.first)));
    if (match.lead() == 0) {
      const std::string score = match.score(match.first);
      progress_.say(fmt::format("final: {} are joint winners, {}.", progress_.names(both), score));
      return progress_.place({{both, "joint winner, final " + score}});
    }
    const Entrant winner = match.lead() > 0 ? match.first : match.second;
    const Entrant loser = match.lead() > 0 ? match.second : match.first;
    progress_.place({{{winner}, "won the final " + match.score(winner)},
                     {{loser}, "lost the final " + match.score(loser)}});
  }

  Progress& progress_;
  const PoolsPlan& plan_;
  const std::vector<Entrant> all_;
  Record all_games_;                      // of all stages that are over
  MatchesByPair met_;                     // in them, for the first time
  int stuck_ = 0;                         // rounds of pools in a row that nobody has left
  std::vector<std::vector<Ranked>> out_;  // by rounds of pools
};

class PoolsFormat : public Format {
 public:
  PoolsFormat(const Chosen& chosen, Field field) : field_(std::move(field)) {
    plan_.games = chosen.games("games", field_);
    plan_.fewest = chosen.is("pools", "fewest");
    plan_.moves_of_all = chosen.is("moves_of", "all");
    plan_.further_for_first = chosen.is("first_tie", "further");
    plan_.before_counts = chosen.is("met_before", "counts");
    plan_.stuck_rounds = chosen.number("stuck_rounds");
    plan_.chosen_seat = chosen.number("chosen_seat");
    plan_.final_games = chosen.number("final_games");
    plan_.forfeits = chosen.forfeits();
    if (plan_.chosen_seat > field_.seats)
      chosen.refuse("chosen_seat",
                    fmt::format("a number from 1 to {}, the seats of the contest", field_.seats));
  }

  Step next(const Results& results) const override {
    Progress progress(field_, results);
    PoolsRun(progress, plan_).play();
    return progress.finish();
  }

 private:
  Field field_;
  PoolsPlan plan_;
};

}  // namespace

std::unique_ptr<Format> make_pools(const Chosen& chosen, const Field& field) {
  return std::make_unique<PoolsFormat>(chosen, field);
}

}  // namespace rig::arbiter::tournament

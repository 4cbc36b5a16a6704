/// The format `leagues`: round robins in leagues, then finals between the best of them.

#include <fmt/format.h>

#include <algorithm>

#include "rig/arbiter/tournament/bracket.hpp"
#include "rig/arbiter/tournament/groups.hpp"
#include "rig/arbiter/tournament/make.hpp"
#include "rig/arbiter/tournament/round_robin.hpp"

namespace rig::arbiter::tournament {

namespace {

struct LeaguesPlan {
  std::size_t leagues = 4;
  std::size_t go_on = 2;
  bool by_lot = true;
  bool knock_out = true;
  std::vector<std::size_t> seeds{};  // of the finals, by leagues
  RoundRobin league{};
  RoundRobin round_robin{};
  Bracket bracket{};
  std::vector<TieBreak> ties;         // of finals that are a round robin
  std::vector<TieBreak> league_ties;  // a place in the finals cannot be shared: at last a lot decides
};

class LeaguesRun {
 public:
  LeaguesRun(Progress& progress, const LeaguesPlan& plan) : progress_(progress), plan_(plan) {}

  void play() {
    const std::vector<Entrant> all = progress_.everybody();
    if (all.size() < 2) return progress_.place_only_entrant();
    const auto orders = play_leagues();
    if (orders.empty()) return;
    std::vector<Entrant> seeds;
    if (plan_.knock_out) {
      std::vector<std::size_t> taken(plan_.leagues);
      for (const std::size_t league : plan_.seeds) seeds.push_back(orders[league][taken[league]++]);
    } else {
      for (const auto& order : orders)
        seeds.insert(seeds.end(), order.begin(), order.begin() + static_cast<std::ptrdiff_t>(plan_.go_on));
    }
    progress_.say(fmt::format("finals: {}.", progress_.names(seeds)));
    const auto finals = plan_.knock_out ? play_bracket(progress_, plan_.bracket, seeds) : play_finals(seeds);
    if (!finals) return;
    progress_.place(*finals);
    place_others(orders);
  }

 private:
  /// The order of each league; nothing while games are open.
  std::vector<std::vector<Entrant>> play_leagues() {
    std::vector<Entrant> order = progress_.everybody();
    if (plan_.by_lot) order = progress_.drawn(order, "draw leagues");
    const auto leagues = spread(order, plan_.leagues);
    std::vector<std::vector<Entrant>> orders;
    for (std::size_t i = 0; i < leagues.size(); ++i)
      progress_.say(
          fmt::format("league {}, {}: {}.", group_letter(i), drawn_how(), progress_.names(leagues[i])));
    for (std::size_t i = 0; i < leagues.size(); ++i) {
      RoundRobin league = plan_.league;
      league.id = "leagues/" + group_letter(i);
      league.stage = "league " + group_letter(i);
      const Record record = play_round_robin(progress_, league, leagues[i]);
      const Ranking ranking{league.id, league.stage, plan_.league_ties};
      show_table(progress_, record, ranking);
      if (record.over()) orders.push_back(flat(rank(progress_, record, leagues[i], ranking)));
    }
    if (progress_.waits()) orders.clear();
    return orders;
  }

  std::string drawn_how() const {
    return plan_.by_lot ? fmt::format("drawn by lot (seed {})", progress_.field().seed) : "by the list";
  }

  std::optional<std::vector<Ranked>> play_finals(const std::vector<Entrant>& entrants) {
    const Record record = play_round_robin(progress_, plan_.round_robin, entrants);
    const Ranking ranking{plan_.round_robin.id, plan_.round_robin.stage, plan_.ties};
    show_table(progress_, record, ranking);
    if (!record.over()) return std::nullopt;
    return rank(progress_, record, entrants, ranking);
  }

  /// Those who are not in the finals: equal places of the leagues share a place.
  void place_others(const std::vector<std::vector<Entrant>>& orders) {
    for (std::size_t place = plan_.go_on;; ++place) {
      Ranked same{{}, fmt::format("place {} of its league", place + 1)};
      for (const auto& order : orders)
        if (place < order.size()) same.entrants.push_back(order[place]);
      if (same.entrants.empty()) return;
      progress_.place({same});
    }
  }

  Progress& progress_;
  const LeaguesPlan& plan_;
};

class LeaguesFormat : public Format {
 public:
  LeaguesFormat(const Chosen& chosen, Field field) : field_(std::move(field)) {
    plan_.leagues = static_cast<std::size_t>(chosen.number("leagues"));
    plan_.go_on = static_cast<std::size_t>(chosen.number("go_on"));
    check_size(chosen);
    plan_.seeds = seeds_of_leagues(plan_.leagues, plan_.go_on);
    plan_.by_lot = chosen.is("draw", "lot");
    plan_.knock_out = chosen.is("finals", "knock-out");
    plan_.ties = plan_.league_ties = chosen.ties("ties");
    if (std::count(plan_.ties.begin(), plan_.ties.end(), TieBreak::lot) == 0)
      plan_.league_ties.push_back(TieBreak::lot);
    plan_.league.games = chosen.games("games", field_);
    plan_.league.points = chosen.points();
    plan_.league.forfeits = chosen.forfeits();
    plan_.round_robin = plan_.league;
    plan_.round_robin.id = plan_.round_robin.stage = "finals";
    plan_.round_robin.games = chosen.games("final_games", field_);
    const ThirdPlace third = chosen.is("third_place", "yes") ? ThirdPlace::played : ThirdPlace::shared;
    plan_.bracket = {"finals", "finals",         plan_.round_robin.games, chosen.number("replays"),
                     third,    chosen.forfeits()};
  }

  Step next(const Results& results) const override {
    Progress progress(field_, results);
    LeaguesRun(progress, plan_).play();
    return progress.finish();
  }

 private:
  void check_size(const Chosen& chosen) const {
    const std::size_t entrants = field_.names.size();
    const std::size_t most = std::max<std::size_t>(1, entrants / 2);
    if (plan_.leagues > most)
      chosen.refuse("leagues",
                    fmt::format("a number from 1 to {}: there are {} entrants, and a league has two "
                                "or more",
                                most, entrants));
    const std::size_t smallest = std::max<std::size_t>(1, entrants / plan_.leagues);
    if (entrants >= 2 && plan_.go_on > smallest)
      chosen.refuse("go_on", fmt::format("a number from 1 to {}, the size of the smallest league", smallest));
  }

  Field field_;
  LeaguesPlan plan_;
};

}  // namespace

std::unique_ptr<Format> make_leagues(const Chosen& chosen, const Field& field) {
  return std::make_unique<LeaguesFormat>(chosen, field);
}

}  // namespace rig::arbiter::tournament

#include "rig/arbiter/tournament/round_robin.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rig::arbiter::tournament {

std::vector<std::vector<std::pair<std::size_t, std::size_t>>> circle(std::size_t players) {
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> rounds;
  if (players < 2) return rounds;
  const std::size_t still = players % 2 == 0 ? players - 1 : players;  // who stays where it is, or the pause
  const std::size_t around = still;                                    // how many go around
  for (std::size_t round = 0; round < around; ++round) {
    auto& pairs = rounds.emplace_back();
    if (still < players) {
      if (round % 2 == 0)
        pairs.emplace_back(round, still);
      else
        pairs.emplace_back(still, round);
    }
    for (std::size_t step = 1; step <= around / 2; ++step) {
      const std::size_t ahead = (round + step) % around;
      const std::size_t behind = (round + around - step) % around;
      if (step % 2 == 1)
        pairs.emplace_back(ahead, behind);
      else
        pairs.emplace_back(behind, ahead);
    }
  }
  return rounds;
}

namespace {

/// The match that counts for a pair.
const MatchPlan& earlier_or(const RoundRobin& plan, const MatchPlan& match) {
  if (plan.before == nullptr) return match;
  const auto earlier = plan.before->find(std::minmax(match.first, match.second));
  return earlier == plan.before->end() ? match : earlier->second;
}

}  // namespace

Record play_round_robin(Progress& progress, const RoundRobin& plan, const std::vector<Entrant>& entrants) {
  Record record(progress.field(), entrants, plan.points);
  int round = 0;
  const auto rounds = circle(entrants.size());
  for (int time = 0; time < (plan.meetings == Meetings::both_ways ? 2 : 1); ++time) {
    for (const auto& pairs : rounds) {
      ++round;
      const std::string stage = fmt::format("{}, round {}", plan.stage, round);
      for (const auto& [one, other] : pairs) {
        const Entrant first = entrants[time == 0 ? one : other];
        const Entrant second = entrants[time == 0 ? other : one];
        const MatchPlan match{match_id(plan.id, first, second), stage, first, second, round, plan.forfeits};
        record.add(play_match(progress, earlier_or(plan, match), plan.games));
      }
    }
  }
  return record;
}

}  // namespace rig::arbiter::tournament

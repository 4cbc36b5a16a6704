#pragma once
/// Everybody against everybody.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rig/arbiter/tournament/record.hpp"

namespace rig::arbiter::tournament {

/// The rounds of everybody against everybody, by the circle method, for players 0 to `players` - 1. In each
/// round a player meets one other, or pauses where their number is odd. Each is named first as often as
/// second, but for one match, and from round to round in turn as far as that goes.
std::vector<std::vector<std::pair<std::size_t, std::size_t>>> circle(std::size_t players);

/// How often each pair meets.
enum class Meetings { single, both_ways };

/// Matches by their two, the smaller number first.
using MatchesByPair = std::map<std::pair<Entrant, Entrant>, MatchPlan>;

struct RoundRobin {
  std::string id;     ///< `pools-1/B`
  std::string stage;  ///< for people: `pool B`
  Meetings meetings = Meetings::single;
  int games = 2;  ///< of each match
  Points points = Points::matches;
  Forfeits forfeits = Forfeits::left_out;
  const MatchesByPair* before = nullptr;  ///< matches of earlier stages that count here too
};

/// Asks for the games between all `entrants`, in the order of the circle.
Record play_round_robin(Progress& progress, const RoundRobin& plan, const std::vector<Entrant>& entrants);

}  // namespace rig::arbiter::tournament

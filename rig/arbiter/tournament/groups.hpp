#pragma once
/// Entrants in groups of nearly one size: pools, leagues.

#include <string>
#include <vector>

#include "rig/arbiter/tournament/progress.hpp"

namespace rig::arbiter::tournament {

/// So many groups, whose sizes differ by one at most. The first of the `order` are spread over the groups
/// forwards, the next ones backwards, and so on: a list with the best first makes groups of equal strength.
std::vector<std::vector<Entrant>> spread(const std::vector<Entrant>& order, std::size_t groups);

/// A, B, …, Z, AA, AB, …; counted from 0.
std::string group_letter(std::size_t index);

/// Who begins where in the bracket of the finals, best seed first, each by its league: first the winners of
/// all leagues, then the seconds, and so on. Those of one league meet as late as an order around allows.
std::vector<std::size_t> seeds_of_leagues(std::size_t leagues, std::size_t go_on);

}  // namespace rig::arbiter::tournament

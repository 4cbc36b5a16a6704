#include "rig/arbiter/tournament/groups.hpp"

#include <algorithm>

#include "rig/arbiter/tournament/bracket.hpp"

namespace rig::arbiter::tournament {

namespace {

/// The round of a bracket in which two seeds meet, if both come so far; `slot` is where each seed begins.
int round_of_meeting(const std::vector<std::size_t>& slot, std::size_t one, std::size_t other) {
  int round = 0;
  for (std::size_t a = slot[one], b = slot[other]; a != b; a /= 2, b /= 2) ++round;
  return round;
}

/// The leagues from `start` on, all around, upwards or downwards.
std::vector<std::size_t> around(std::size_t leagues, std::size_t start, std::size_t step) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < leagues; ++i) order.push_back((start + i * step) % leagues);
  return order;
}

/// Seeds by their leagues.
using Seeds = std::vector<std::vector<std::size_t>>;

/// In which rounds those of `order`, seeded from `next` on, would meet others of their leagues; early ones
/// first.
std::vector<int> rounds_of_meetings(const std::vector<std::size_t>& slot, const Seeds& seeds,
                                    const std::vector<std::size_t>& order, std::size_t next) {
  std::vector<int> rounds;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const std::size_t seed : seeds[order[i]]) rounds.push_back(round_of_meeting(slot, seed, next + i));
  std::sort(rounds.begin(), rounds.end());
  return rounds;
}

/// The next of each league, so that those of one league meet as late as can be.
std::vector<std::size_t> best_order(const std::vector<std::size_t>& slot, const Seeds& seeds,
                                    std::size_t next) {
  const std::size_t leagues = seeds.size();
  std::vector<std::size_t> best = around(leagues, 0, 1);
  std::vector<int> best_rounds = rounds_of_meetings(slot, seeds, best, next);
  for (std::size_t i = 1; i < 2 * leagues; ++i) {
    const std::vector<std::size_t> order = around(leagues, i / 2, i % 2 == 0 ? 1 : leagues - 1);
    const std::vector<int> rounds = rounds_of_meetings(slot, seeds, order, next);
    if (rounds <= best_rounds) continue;
    best = order;
    best_rounds = rounds;
  }
  return best;
}

}  // namespace

std::vector<std::size_t> seeds_of_leagues(std::size_t leagues, std::size_t go_on) {
  const std::vector<std::size_t> order = bracket_order(bracket_size(leagues * go_on));
  std::vector<std::size_t> slot(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) slot[order[i]] = i;
  Seeds seeds(leagues);
  std::vector<std::size_t> all;
  for (std::size_t place = 0; place < go_on; ++place) {
    for (const std::size_t league : best_order(slot, seeds, all.size())) {
      seeds[league].push_back(all.size());
      all.push_back(league);
    }
  }
  return all;
}

std::vector<std::vector<Entrant>> spread(const std::vector<Entrant>& order, std::size_t groups) {
  std::vector<std::vector<Entrant>> parts(groups);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t lap = i / groups;
    const std::size_t at = i % groups;
    parts[lap % 2 == 0 ? at : groups - 1 - at].push_back(order[i]);
  }
  return parts;
}

std::string group_letter(std::size_t index) {
  std::string letters;
  for (std::size_t left = index + 1; left > 0; left = (left - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (left - 1) % 26));
  return letters;
}

}  // namespace rig::arbiter::tournament

#include "rig/contest/contest.hpp"

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/icfpt2014.hpp"

namespace rig::contest {

const std::vector<Contest>& contests() {
  static const std::vector<Contest> known = {icfpt2014()};
  return known;
}

const Contest& find_contest(std::string_view name) {
  std::vector<std::string> names;
  for (const Contest& contest : contests()) {
    if (contest.name == name) return contest;
    names.push_back(contest.name);
  }
  throw UsageError(unknown_value("contest", name, names));
}

const Seat& seat_opposite(const Contest& contest, const Seat& seat) {
  for (const Seat& candidate : contest.seats) {
    if (candidate.moves_first != seat.moves_first && candidate.player != seat.player) return candidate;
  }
  throw RigError("Contest " + contest.name + " has no seat opposite \"" + seat.name + "\".");
}

}  // namespace rig::contest

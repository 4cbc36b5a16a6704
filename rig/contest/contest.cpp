#include "rig/contest/contest.hpp"

#include <map>
#include <mutex>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/aut_trax.hpp"
#include "rig/contest/heart_trax.hpp"
#include "rig/contest/icfpt2014.hpp"

namespace rig::contest {

const std::vector<Contest>& contests() {
  static const std::vector<Contest> known = {icfpt2014(), heart_trax(), aut_trax(0)};
  return known;
}

namespace {

const Contest& aut_trax_on(int board) {
  static std::mutex mutex;
  static std::map<int, Contest> of_board;
  const std::lock_guard lock(mutex);
  const auto known = of_board.find(board);
  return known != of_board.end() ? known->second : of_board.emplace(board, aut_trax(board)).first->second;
}

const Contest& contest_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Contest& contest : contests()) {
    if (contest.name == name) return contest;
    names.push_back(contest.name);
  }
  throw UsageError(unknown_value("contest", name, names));
}

}  // namespace

const Contest& find_contest(std::string_view name, const ContestSettings& settings) {
  const Contest& contest = contest_named(name);
  if (!settings.board) return contest;
  if (contest.name == "aut-trax") return aut_trax_on(*settings.board);
  throw UsageError("The board of " + contest.name + " is not the host's choice: --board has no place here.");
}

const std::string& value_of(const Contest& contest, std::string_view setting) {
  for (const Setting& one : contest.settings) {
    if (one.name == setting) return one.value;
  }
  throw RigError("Contest " + contest.name + " has no setting \"" + std::string(setting) + "\".");
}

const Seat& seat_opposite(const Contest& contest, const Seat& seat) {
  for (const Seat& candidate : contest.seats) {
    if (candidate.moves_first != seat.moves_first && candidate.player != seat.player) return candidate;
  }
  throw RigError("Contest " + contest.name + " has no seat opposite \"" + seat.name + "\".");
}

}  // namespace rig::contest

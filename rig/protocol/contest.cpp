#include "rig/protocol/contest.hpp"

#include <map>
#include <mutex>
#include <tuple>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::protocol {

namespace {

using Pages = std::vector<std::vector<Contest> (*)()>;

Pages& pages() {
  static Pages all;
  return all;
}

}  // namespace

void add_contests(std::vector<Contest> (*contests)()) {
  pages().push_back(contests);
}

const std::vector<Contest>& contests() {
  static const std::vector<Contest> known = [] {
    std::vector<Contest> all;
    for (const auto& page : pages()) {
      for (Contest& contest : page()) {
        for (const Contest& other : all) {
          if (other.name == contest.name)
            throw RigError("Two contests of this program are named \"" + contest.name + "\".");
        }
        all.push_back(std::move(contest));
      }
    }
    return all;
  }();
  return known;
}

namespace {

/// Made once for each choice, and kept.
const Contest& made(const Contest& plain, const ContestSettings& settings) {
  using Choice = std::tuple<std::string, std::optional<int>, NamedSettings>;
  static std::mutex mutex;
  static std::map<Choice, Contest> of_choice;
  const std::lock_guard lock(mutex);
  const Choice choice{plain.name, settings.board, settings.named};
  const auto known = of_choice.find(choice);
  return known != of_choice.end() ? known->second
                                  : of_choice.emplace(choice, plain.with(settings)).first->second;
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
  const Contest& plain = contest_named(name);
  if (settings.board && !plain.chooses_board)
    throw UsageError("The board of " + plain.name +
                     " is not the host's choice: --board is not allowed here.");
  ContestSettings chosen;  // without what is as usual anyway
  if (settings.board && *settings.board != plain.board) chosen.board = settings.board;
  const Contest& usual = chosen.board ? made(plain, chosen) : plain;
  check_settings(usual.name, usual.settings, settings.named);
  for (const Setting& setting : usual.settings) {
    const std::string& value = value_of(setting, settings.named);
    if (value != setting.value) chosen.named[setting.name] = value;
  }
  if (chosen.named.empty()) return usual;
  return made(plain, chosen);
}

std::vector<Request> usual_requests(const Seat& seat, const Turn& turn) {
  if (turn.number > 0) return {asks_after(turn.told())};
  if (seat.moves_first) return {{RequestKind::first, seat.start, {}}};
  return {{RequestKind::second, seat.start, {turn.told()}}};
}

Request first_request(const Contest& contest) {
  if (contest.greets) return contest.hello;
  return contest.requests(contest.seats.front(), {}).front();
}

const Seat& seat_opposite(const Contest& contest, const Seat& seat) {
  for (const Seat& candidate : contest.seats) {
    if (candidate.moves_first != seat.moves_first && candidate.player != seat.player) return candidate;
  }
  throw RigError("Contest " + contest.name + " has no seat opposite \"" + seat.name + "\".");
}

}  // namespace rig::protocol

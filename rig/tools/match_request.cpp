#include "rig/tools/match_request.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <system_error>

#include "rig/arbiter/far_ends.hpp"
#include "rig/arbiter/series/openings.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"

namespace rig {

namespace {

using protocol::Contest;

std::string contests_that_admit_by_games() {
  std::string names;
  for (const Contest& contest : protocol::contests()) {
    if (contest.admits_by_games) names += (names.empty() ? "" : ", ") + contest.name;
  }
  return names;
}

void check_admission(const MatchRequest& request, const Contest& contest) {
  if (!contest.admits_by_games)
    throw UsageError(fmt::format("{} has no admission test by games. Contests that have: {}.", contest.name,
                                 contests_that_admit_by_games()));
  if (request.dut.empty() || !request.first.empty() || !request.second.empty())
    throw UsageError("--admission is of one player: --dut NAME, without --first and --second.");
  if (request.games) throw UsageError("--admission is four games: --games is not allowed here.");
  if (request.seat != 1) throw UsageError("--admission is of all seats: --seat is not allowed here.");
  if (!request.sprt.empty()) throw UsageError("--admission is four games: --sprt is not allowed here.");
  if (request.policy.time_margin > Duration::zero())
    throw UsageError("--admission is by the contest's own deadlines: --time-margin is not allowed here.");
}

void check_players(const MatchRequest& request) {
  if (!request.dut.empty())
    throw UsageError("--dut belongs to --admission; a match has --first and --second.");
  if (request.first.empty() || request.second.empty())
    throw UsageError("Say who plays: --first NAME and --second NAME.");
}

void check_seat(const MatchRequest& request, const Contest& contest) {
  const int seats = static_cast<int>(contest.seats.size());
  if (request.seat <= seats) return;
  throw UsageError(fmt::format("--seat {}: {} has {} seats.", request.seat, contest.name, seats));
}

/// Games at the same time have far ends of their own.
void check_concurrency(const MatchRequest& request) {
  if (request.concurrency == 1) return;
  if (request.live || !request.live_at.empty())
    throw UsageError("--live draws one game: --concurrency is not allowed here.");
  if (!request.transcript.empty())
    throw UsageError("--transcript is of one game after the other: --concurrency is not allowed here.");
  std::vector<std::string> names = request.idle;
  for (const std::string& name : players_of(request)) names.push_back(name);
  for (const std::string& name : names) {
    if (arbiter::is_house(name)) continue;
    const dut::DutName dut = dut::parse_dut_name(name);
    const char* why = dut::opens_once(dut)             ? "can be opened only once"
                      : dut.settings.contains("trace") ? "writes one waveform"
                                                       : nullptr;
    if (why != nullptr)
      throw UsageError(fmt::format("--concurrency {}: {} {}, so it plays one game at a time.",
                                   request.concurrency, name, why));
  }
}

void check_sprt(const MatchRequest& request) {
  if (request.sprt.empty() || request.sprt[0] < request.sprt[1]) return;
  throw UsageError(fmt::format("--sprt {:g} {:g}: the first difference has to be the smaller one.",
                               request.sprt[0], request.sprt[1]));
}

/// A device or a pipe (`/dev/stdout`) holds nothing.
bool holds_something(const std::string& file) {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none) && std::filesystem::file_size(file, none) > 0;
}

void check_files(const MatchRequest& request) {
  std::set<std::string> seen;
  for (const std::string& file : files_of(request)) {
    if (!seen.insert(file).second)
      throw UsageError(fmt::format("{} is named twice: one file for each.", file));
    if (!request.force && holds_something(file))
      throw UsageError(
          fmt::format("{} is there already, of another match perhaps: --force overwrites it.", file));
  }
}

}  // namespace

std::array<std::string, 2> players_of(const MatchRequest& request) {
  if (request.admission) return {request.dut, "opponent:simple"};
  return {request.first, request.second};
}

std::vector<std::string> files_of(const MatchRequest& request) {
  std::vector<std::string> files;
  for (const std::string& file : {request.record, request.transcript, request.json}) {
    if (!file.empty()) files.push_back(file);
  }
  return files;
}

void check_request(const MatchRequest& request, const Contest& contest) {
  request.admission ? check_admission(request, contest) : check_players(request);
  check_seat(request, contest);
  arbiter::check_sides(contest, players_of(request), request.idle);
  check_concurrency(request);
  check_sprt(request);
  if (!request.openings.empty()) arbiter::require_openings(contest);
  check_files(request);
}

}  // namespace rig

#include "conformance/referee/excuse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "rig/base/readable.hpp"

namespace conformance {

using rig::Duration;
using rig::host::Answer;
using rig::host::Happening;
using rig::host::Outcome;
using rig::host::Played;
using rig::protocol::ReplyKind;

namespace {

/// That a referee hangs is not explained by a board of the rig that was late by less than this.
constexpr Duration explains_hanging = std::chrono::seconds(4);
/// What a reply of the rig has to be in time by, for nobody to call it late.
constexpr Duration least_spare_time = std::chrono::milliseconds(20);

/// What a rig that was late can explain: a program that died, floods or never came did so by itself.
bool may_come_of_lateness(rig::host::Ending ending) {
  using rig::host::Ending;
  return ending != Ending::died && ending != Ending::flooded && ending != Ending::never_came;
}

/// Whether a reply is late by its script, or never comes.
bool holds_a_late_reply(const Scenario& scenario) {
  return scenario.fate == Fate::lost_by_time || scenario.fate == Fate::lost_somehow ||
         scenario.fate == Fate::left_to_host || scenario.hello[0] || scenario.hello[1];
}

/// Whether the referee may have told so because it held a reply for late.
bool may_tell_of_time(const Judged& game) {
  const rig::host::Announcement& told = game.played.announced;
  if (!told.made()) return true;
  if (told.loss) return *told.loss == Outcome::time_out_1 || *told.loss == Outcome::time_out_2;
  return !game.signs.tells(*told.winner == 1 ? Outcome::time_out_2 : Outcome::time_out_1);
}

/// Whether another judgement on time leads to this. It leads to the end of a game, and never to another
/// message or score; where a reply is late, to a game that goes on.
bool may_come_of_time(const Deviation& deviation, const Judged& game) {
  if (game.contest.late_is_pass) return true;  // another move in its place: all that follows differs
  if (deviation.kind == "wrong message" || deviation.kind == "wrong score") return false;
  if (deviation.kind == "the game goes on") return holds_a_late_reply(game.scenario);
  if (deviation.kind == "wrong outcome") return holds_a_late_reply(game.scenario) || may_tell_of_time(game);
  return true;
}

/// Looks at each reply that the scripts have, and at its limit. A limit of nothing: there is no such request.
void see_replies(const Judged& game, const std::function<void(Duration due, Duration limit)>& see) {
  for (const FileStep& step : game.expected.steps) see(step.manner.after, game.limits.move);
  for (const rig::host::BoardScript& script : game.expected.scripts) {
    see(script.hello.takes(), game.limits.hello);
    for (const Answer& answer : script.moves) see(answer.takes(), game.limits.move);
  }
}

/// By how much every reply that is in time by its script is so.
Duration spare_time(const Judged& game) {
  Duration spare = std::max(game.limits.hello, game.limits.move);
  see_replies(game, [&](Duration due, Duration limit) {
    if (due < limit) spare = std::min(spare, limit - due);
  });
  return spare;
}

/// How far from its limit every reply is by its script, on either side.
Duration distance_from_limits(const Judged& game) {
  Duration nearest = std::max(game.limits.hello, game.limits.move);
  see_replies(game, [&](Duration due, Duration limit) {
    if (limit > Duration::zero()) nearest = std::min(nearest, std::chrono::abs(limit - due));
  });
  return nearest;
}

bool explains(Duration starved, Duration distance) {
  return starved + least_spare_time >= distance;
}

/// For how long the referee was kept from a decision on a reply, where that explains a wrong one.
Duration starved_at_a_reply(const Judged& game) {
  Duration longest{};
  for (const std::size_t board : {0U, 1U}) {
    const rig::host::BoardScript& script = game.expected.scripts[board];
    std::size_t moves = 0;
    for (const Happening& one : game.played.boards[board].happenings) {
      if (one.kind != Happening::Kind::request) continue;
      const ReplyKind kind = game.contest.dialect->expects(one.request).kind;
      if (kind == ReplyKind::silence) continue;
      const bool of_a_move = kind == ReplyKind::move;
      if (of_a_move && moves == script.moves.size()) continue;
      const Duration due = (of_a_move ? script.moves[moves++] : script.hello).takes();
      const Duration limit = of_a_move ? game.limits.move : game.limits.hello;
      if (explains(one.starved, std::chrono::abs(limit - due))) longest = std::max(longest, one.starved);
    }
  }
  return longest;
}

Duration starved_at_a_decision(const Judged& game) {
  const Duration starved = game.played.starved;
  if (game.expected.steps.empty()) return starved_at_a_reply(game);
  return explains(starved, distance_from_limits(game)) ? starved : Duration::zero();
}

}  // namespace

std::string excuse_for(const Deviation& deviation, const Judged& game) {
  const Played& played = game.played;
  if (!may_come_of_lateness(played.ending) || !may_come_of_time(deviation, game)) return {};
  const Duration behind = std::max(played.boards[0].behind, played.boards[1].behind);
  const bool has_hung = played.ending == rig::host::Ending::hung;
  const bool may_explain = !has_hung || behind >= explains_hanging;
  if (may_explain && behind + least_spare_time >= spare_time(game))
    return fmt::format("; but the rig's own board was {} later than planned", rig::readable(behind));
  if (has_hung) return {};  // it was waited for longer by what it was kept from running
  const Duration starved = starved_at_a_decision(game);
  if (starved == Duration::zero()) return {};
  return fmt::format(
      "; but the referee was ready to run and had no processor for {} between a request and its decision",
      rig::readable(starved));
}

}  // namespace conformance

#include "conformance/suite/parts/needless_passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace conformance {

using rig::Difference;
using rig::Verdict;

void NeedlessPasses::judge(const GamePlan& plan, const GameLog& log, const GameReport& report) {
  const std::optional<GameLog> before = std::exchange(before_, log);
  const std::optional<Condition> condition = condition_of(plan);
  if (!condition) {
    plain_game_had_one_ = plain_game_had_one_ || report.needless > 0;
    return;
  }
  const bool suspect = report.sound && report.needless > 0 && !plain_game_had_one_;
  if (!suspect || !may_try(*condition) || !tried_.insert(std::string(condition->aspect.name())).second)
    return;
  compare(*condition, log, before.value_or(log));
}

/// Nothing: a plain game, or one whose disturbance is judged otherwise.
std::optional<NeedlessPasses::Condition> NeedlessPasses::condition_of(const GamePlan& plan) const {
  const bool disturbed = findings_.blame() && findings_.blame() != Aspect("end.rematch");
  if (disturbed) return std::nullopt;
  if (plan.thought > rig::Duration::zero())
    return Condition{
        "opponent.thinks", "when the opponent thinks long", "when it moves at once", {}, plan.thought};
  if (plan.spacing.gap > rig::Duration::zero())
    return Condition{"line.spacing", "when the bytes of requests are spaced", "when they are not",
                     plan.spacing};
  if (at_.games < 2) return std::nullopt;
  return Condition{.aspect = "end.rematch",
                   .goes = "in games after the first since power-on",
                   .usual = "in the first",
                   .after_another = true};
}

bool NeedlessPasses::may_try(const Condition& condition) const {
  const Requirement* const clause = findings_.requirement(condition.aspect);
  if (clause == nullptr || !findings_.record().requirements.contains(clause->id)) return false;
  if (at_.session.files() != nullptr) return false;  // each game, or each move, is another process
  return !condition.after_another || (at_.resets_itself() && findings_.binds(condition.aspect));
}

void NeedlessPasses::compare(const Condition& condition, const GameLog& log, const GameLog& before) {
  constexpr std::array<unsigned, 3> games_of_each = {8, 16, 32};
  suspect_ = usual_ = {};
  Difference found = Difference::unclear;
  for (const unsigned games : games_of_each) {
    if (found != Difference::unclear) break;
    play_more(condition, log, before, games);
    found = rig::difference(suspect_, usual_, games == games_of_each.back());
  }
  if (at_.resets_itself()) trials_.end();
  if (found == Difference::none) return;
  findings_.found(found == Difference::shown ? Verdict::fail : Verdict::inconclusive, condition.aspect,
                  fmt::format("passes needlessly {}: {}", condition.goes, counted(condition)),
                  {.kind = "needless passes under a condition that must not matter"});
}

std::string NeedlessPasses::counted(const Condition& condition) const {
  return fmt::format("{} of {} games; {}: {} of {} (by chance with a probability of {:.2g})", suspect_.count,
                     suspect_.trials, condition.usual, usual_.count, usual_.trials,
                     rig::chance_of_at_least(suspect_, usual_));
}

/// Up to so many of each kind. The opponent of both draws alike.
void NeedlessPasses::play_more(const Condition& condition, const GameLog& log, const GameLog& before,
                               unsigned games) {
  const Condition plain{condition.aspect, {}, {}};
  while (usual_.trials < games) {
    begin(true);
    usual_.count += passes(plain, log, usual_.trials++) ? 1 : 0;
  }
  if (condition.after_another) begin(true);
  while (suspect_.trials < games) {
    if (condition.after_another) {
      const auto other =
          rig::player::new_opponent(at_.contest.game, "random", at_.draws.of("the game before"));
      trials_.match(before, *other, {});
    }
    begin(!condition.after_another);
    suspect_.count += passes(condition, log, suspect_.trials++) ? 1 : 0;
    if (condition.after_another) trials_.say_end();
  }
}

/// Where the DUT cannot be brought to power-on, at least the game before is over.
void NeedlessPasses::begin(bool from_power_on) {
  if (from_power_on && at_.resets_itself()) return exchanges_.hard_reset();
  trials_.say_end();
}

/// A game that goes wrong counts as one with a pass.
bool NeedlessPasses::passes(const Condition& condition, const GameLog& log, unsigned game) {
  const auto other = rig::player::new_opponent(at_.contest.game, "random",
                                               at_.draws.of(fmt::format("passes of game {}", game)));
  const int turns = condition.after_another ? GamePlan().dut_turns : log.dut_turns;
  const Trials::Trial trial =
      trials_.match({log.seat, condition.spacing, {}, turns}, *other, {.thought = condition.thought});
  return trial.wrong || trial.needless > 0;
}

}  // namespace conformance

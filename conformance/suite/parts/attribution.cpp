/// What a game or a handshake that goes wrong is attributed to, when something came before it since
/// power-on: an earlier game, or a disturbance. The same is tried again from power-on. If it goes wrong there
/// too, it is the clause's own matter; else the DUT has kept state that it should have cleared.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/suite/parts/findings.hpp"

namespace conformance {

using rig::Verdict;
using rig::report::Level;

void Findings::lay_blame_on(std::optional<Aspect> aspect) {
  tell_left_over();
  blame_ = aspect;
}

/// The requirement, or the blamed one where that is less binding: a board that only fails a recommended
/// clause must not fail mandatory ones by it.
const Requirement& Findings::attributed(const Requirement& requirement) const {
  const Requirement* const blamed = blame_ ? this->requirement(*blame_) : nullptr;
  if (blamed == nullptr) return requirement;
  return level(requirement) < level(*blamed) ? *blamed : requirement;
}

Blame Findings::settle(const std::function<Retrial()>& from_power_on, const std::string& what,
                       Aspect blamed) {
  if (!held_) return Blame::unknown;
  std::vector<Held> held = *held_;
  const auto worst = std::find_if(
      held.begin(), held.end(), [&](const Held& one) { return level(*one.requirement) == Level::mandatory; });
  const Retrial again = worst == held.end() ? Retrial() : from_power_on();
  held_.reset();              // only now: should the rig fail meanwhile, what was found stands
  if (worst == held.end()) {  // remarks alone: they stand where they are
    for (Held& one : held)
      commit(Verdict::fail, attributed(*one.requirement), one.summary, std::move(one.proof));
    return Blame::unknown;
  }
  if (!again.wrong) {
    keep_broken_rules(held, blamed);
    Held& first = *worst;
    first.proof.details.push_back(fmt::format(
        "the violated requirement: {}; {}", first.requirement->id,
        again.alike ? "the same, begun from power-on, goes right"
                    : "games like it, begun from power-on, go right (the DUT made other moves in them)"));
    first.summary = fmt::format("in {}: {}", what, first.summary);
    first.proof.kind = "state left over from before";
    left_over_ = {blamed, std::move(first)};
    return Blame::left_over;
  }
  for (Held& one : held) {
    one.proof.details.push_back(
        fmt::format("{}; {}, begun from power-on, goes wrong as well", what,
                    again.alike ? "the same" : "a game like it, in which the DUT made other moves"));
    commit(Verdict::fail, *one.requirement, one.summary, std::move(one.proof));
  }
  return Blame::own_clause;
}

/// A rule broken on the board breaks its own clause, whatever came before. Only where what came before is
/// nothing that a DUT must stand, a disturbance or an aborted game, does the less binding clause take its
/// place.
void Findings::keep_broken_rules(const std::vector<Held>& held, Aspect blamed) {
  if (!binds(blamed)) return;
  for (const Held& one : held) {
    if (one.breaks_a_rule) commit(Verdict::fail, *one.requirement, one.summary, one.proof);
  }
}

void Findings::tell_left_over(const std::string& words) {
  if (!left_over_) return;
  auto [aspect, found] = *std::exchange(left_over_, std::nullopt);
  const std::string summary = words.empty() ? found.summary : words + ": " + found.summary;
  commit(Verdict::fail, *requirement(aspect), summary, std::move(found.proof));
}

/// What was found stands, though it will not be known what is to blame.
void Findings::release_held() {
  for (Held& one : std::exchange(held_, std::nullopt).value_or(std::vector<Held>()))
    commit(Verdict::fail, *one.requirement, one.summary, std::move(one.proof));
}

}  // namespace conformance

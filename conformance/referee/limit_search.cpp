#include "conformance/referee/limit_search.hpp"

#include <algorithm>

namespace conformance {

using rig::Duration;
using rig::Verdict;

namespace {

/// Nearer than this a reply cannot be placed.
constexpr Duration finest = std::chrono::milliseconds(4);
/// A reply that told nothing is sent as often.
constexpr std::ptrdiff_t most_tries = 3;
/// How often a wrong judgement has to be seen: a machine that is busy enough delays a host twice.
constexpr std::size_t times_to_count = 3;

}  // namespace

LimitSearch::LimitSearch(Duration limit, Duration far, int refinements)
    : limit_(limit), far_(far), refinements_(refinements) {}

std::vector<Duration> LimitSearch::next() const {
  if (probes_.empty()) return {limit_ - near, limit_ + near};
  if (const auto again = to_repeat()) return {*again};
  int refined = 0;
  Duration accepted = limit_ - far_;
  Duration refused = limit_ + far_;
  std::vector<Duration> seen;
  for (const LimitProbe& probe : probes_) {
    const bool is_new = std::find(seen.begin(), seen.end(), probe.due) == seen.end();
    if (is_new && probe.due != limit_ - near && probe.due != limit_ + near) ++refined;
    seen.push_back(probe.due);
    if (probe.accepted) accepted = std::max(accepted, probe.due);
    if (!probe.accepted) refused = std::min(refused, probe.due);
  }
  if (refined >= refinements_ || refused - accepted < finest) return {};
  return {accepted + (refused - accepted) / 2};
}

/// What was seen too seldom, or told nothing.
std::optional<Duration> LimitSearch::to_repeat() const {
  const auto tries = [&](Duration due) {
    return std::count_if(probes_.begin(), probes_.end(),
                         [&](const LimitProbe& probe) { return probe.due == due; });
  };
  for (const bool accepted : {false, true}) {
    const Duration beside = accepted ? limit_ + near : limit_ - near;
    const bool tells_nothing = count_wrong(accepted) == 0 && !was_right_beside_the_limit(!accepted);
    if (tells_nothing && tries(beside) < most_tries) return beside;
    if (count_wrong(accepted) == 0 || count_wrong(accepted) >= times_to_count) continue;
    const auto wrong = std::find_if(probes_.begin(), probes_.end(), [&](const LimitProbe& probe) {
      return probe.accepted == accepted && is_surely_wrong(probe);
    });
    if (tries(wrong->due) < most_tries) return wrong->due;
  }
  return std::nullopt;
}

void LimitSearch::add(const LimitProbe& probe) {
  probes_.push_back(probe);
}

bool LimitSearch::is_surely_wrong(const LimitProbe& probe) const {
  const Duration doubt = usual_doubt + probe.doubt;
  return probe.accepted ? probe.took.shortest - doubt > limit_ : probe.took.longest + doubt < limit_;
}

std::size_t LimitSearch::count_wrong(bool accepted) const {
  return static_cast<std::size_t>(std::count_if(probes_.begin(), probes_.end(), [&](const LimitProbe& probe) {
    return probe.accepted == accepted && is_surely_wrong(probe);
  }));
}

bool LimitSearch::was_right_beside_the_limit(bool accepted) const {
  return std::any_of(probes_.begin(), probes_.end(), [&](const LimitProbe& probe) {
    const bool is_beside = accepted ? probe.due >= limit_ - near : probe.due <= limit_ + near;
    return probe.accepted == accepted && is_beside;
  });
}

/// `accepted`: what a host does wrongly.
Verdict LimitSearch::verdict_on(bool accepted) const {
  const std::size_t wrong = count_wrong(accepted);
  if (wrong >= times_to_count) return Verdict::fail;
  return wrong == 0 && was_right_beside_the_limit(!accepted) ? Verdict::pass : Verdict::inconclusive;
}

Verdict LimitSearch::in_time() const {
  return verdict_on(false);
}

Verdict LimitSearch::late() const {
  return verdict_on(true);
}

std::optional<Duration> LimitSearch::latest_accepted() const {
  std::optional<Duration> latest;
  for (const LimitProbe& probe : probes_) {
    if (probe.accepted) latest = std::max(latest.value_or(probe.took.shortest), probe.took.shortest);
  }
  return latest;
}

std::optional<Duration> LimitSearch::earliest_refused() const {
  std::optional<Duration> earliest;
  for (const LimitProbe& probe : probes_) {
    if (!probe.accepted) earliest = std::min(earliest.value_or(probe.took.longest), probe.took.longest);
  }
  return earliest;
}

Duration LimitSearch::uncertainty() const {
  Duration greatest{};
  for (const LimitProbe& probe : probes_)
    greatest = std::max(greatest, probe.took.longest - probe.took.shortest + probe.doubt);
  return greatest + usual_doubt;
}

}  // namespace conformance

#include "conformance/run/budget/choice.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <utility>

namespace conformance {

using rig::Duration;

namespace {

/// No case is for nothing: opening a match takes this at the least.
constexpr Duration least = std::chrono::milliseconds(1);

using Words = std::set<std::string>;

std::size_t new_among(const Words& words, const Words& seen) {
  return static_cast<std::size_t>(
      std::count_if(words.begin(), words.end(), [&](const auto& word) { return !seen.contains(word); }));
}

/// Takes the best until none has anything new.
void take_all(std::vector<CaseCost>& from, std::vector<CaseCost>& to, Seen& seen,
              const std::function<std::size_t(const CaseCost&)>& worth) {
  const auto value = [&](const CaseCost& one) {
    return static_cast<double>(worth(one)) / std::max(1, one.exchanges);
  };
  while (!from.empty()) {
    const auto best = std::max_element(
        from.begin(), from.end(), [&](const CaseCost& a, const CaseCost& b) { return value(a) < value(b); });
    if (worth(*best) == 0) return;
    seen.add(*best);
    to.push_back(std::move(*best));
    from.erase(best);
  }
}

}  // namespace

Duration time_of(const CaseCost& one, Duration a_reply) {
  return std::max(least, a_reply * one.exchanges);
}

Duration time_of(const std::vector<CaseCost>& cases, Duration a_reply) {
  Duration sum{};
  for (const CaseCost& one : cases) sum += time_of(one, a_reply);
  return sum;
}

void Seen::add(const CaseCost& one) {
  clauses.insert(one.clauses.begin(), one.clauses.end());
  faults.insert(one.faults.begin(), one.faults.end());
}

std::vector<CaseCost> ranked(std::vector<CaseCost> cases) {
  std::vector<CaseCost> order;
  Seen seen;
  take_all(cases, order, seen, [&](const CaseCost& one) { return new_among(one.clauses, seen.clauses); });
  take_all(cases, order, seen, [&](const CaseCost& one) { return new_among(one.faults, seen.faults); });
  std::stable_sort(cases.begin(), cases.end(),
                   [](const CaseCost& a, const CaseCost& b) { return a.exchanges < b.exchanges; });
  order.insert(order.end(), std::make_move_iterator(cases.begin()), std::make_move_iterator(cases.end()));
  return order;
}

std::vector<CaseCost> affordable(const std::vector<CaseCost>& ranked, Duration a_reply, Duration time) {
  std::vector<CaseCost> taken;
  for (const CaseCost& one : ranked) {
    const Duration cost = time_of(one, a_reply);
    if (cost > time) continue;
    time -= cost;
    taken.push_back(one);
  }
  return taken;
}

std::set<std::string> faults_of(const std::vector<CaseCost>& cases) {
  Seen seen;
  for (const CaseCost& one : cases) seen.add(one);
  return seen.faults;
}

}  // namespace conformance

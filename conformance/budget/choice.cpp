#include "conformance/budget/choice.hpp"

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
void take_all(std::vector<CaseCost>& from, std::vector<CaseCost>& to, Duration a_move, Seen& seen,
              const std::function<std::size_t(const CaseCost&)>& worth) {
  const auto value = [&](const CaseCost& one) {
    return static_cast<double>(worth(one)) / static_cast<double>(time_of(one, a_move).count());
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

Duration time_of(const CaseCost& one, Duration a_move) {
  return std::max(least, one.fixed + a_move * static_cast<std::int64_t>(one.moves));
}

Duration time_of(const std::vector<CaseCost>& cases, Duration a_move) {
  Duration sum{};
  for (const CaseCost& one : cases) sum += time_of(one, a_move);
  return sum;
}

void Seen::add(const CaseCost& one) {
  clauses.insert(one.clauses.begin(), one.clauses.end());
  faults.insert(one.faults.begin(), one.faults.end());
}

std::vector<CaseCost> ranked(std::vector<CaseCost> cases, Duration a_move, Seen seen) {
  std::vector<CaseCost> order;
  const auto new_clauses = [&](const CaseCost& one) { return new_among(one.clauses, seen.clauses); };
  const auto new_faults = [&](const CaseCost& one) { return new_among(one.faults, seen.faults); };
  take_all(cases, order, a_move, seen, new_clauses);
  take_all(cases, order, a_move, seen, new_faults);
  std::stable_sort(cases.begin(), cases.end(), [&](const CaseCost& a, const CaseCost& b) {
    return time_of(a, a_move) < time_of(b, a_move);
  });
  order.insert(order.end(), std::make_move_iterator(cases.begin()), std::make_move_iterator(cases.end()));
  return order;
}

std::vector<CaseCost> affordable(const std::vector<CaseCost>& ranked, Duration a_move, Duration time) {
  std::vector<CaseCost> taken;
  for (const CaseCost& one : ranked) {
    const Duration cost = time_of(one, a_move);
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

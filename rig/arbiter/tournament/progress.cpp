#include "rig/arbiter/tournament/progress.hpp"

#include <algorithm>
#include <numeric>

#include "rig/base/random.hpp"

namespace rig::arbiter::tournament {

std::string Progress::names(std::span<const Entrant> entrants) const {
  std::string text;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (i > 0) text += i + 1 == entrants.size() ? " and " : ", ";
    text += name(entrants[i]);
  }
  return text;
}

std::vector<Entrant> Progress::everybody() const {
  std::vector<Entrant> all(field_.names.size());
  std::iota(all.begin(), all.end(), Entrant{0});
  return all;
}

std::vector<Entrant> Progress::drawn(std::vector<Entrant> entrants, std::string_view purpose) const {
  std::sort(entrants.begin(), entrants.end());
  Random random(derive_seed(field_.seed, purpose));
  random.shuffle(std::span(entrants));
  return entrants;
}

const Result* Progress::play(Due due, Fixture fixture) {
  const auto found = results_.find(fixture.id);
  if (found != results_.end()) return &found->second;
  asked_.emplace_back(due, std::move(fixture));
  return nullptr;
}

void Progress::place(const std::vector<Ranked>& ranked) {
  for (const Ranked& group : ranked) {
    const int rank = static_cast<int>(step_.places.size()) + 1;
    for (const Entrant entrant : group.entrants) step_.places.push_back({rank, entrant, group.reason});
  }
}

void Progress::place_only_entrant() {
  for (const Entrant entrant : everybody()) step_.places.push_back({1, entrant, "the only entrant"});
}

Step Progress::finish() {
  std::stable_sort(asked_.begin(), asked_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  step_.to_play.reserve(asked_.size());
  for (auto& [due, fixture] : asked_) step_.to_play.push_back(std::move(fixture));
  return std::move(step_);
}

}  // namespace rig::arbiter::tournament

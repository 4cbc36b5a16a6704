#include "rig/link/rtl/recording.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rig {

void RtlRecording::begin() {
  mark_.reset();
  if (lives_.size() > 1) lives_.erase(lives_.begin(), std::prev(lives_.end()));
}

void RtlRecording::mark(std::optional<Duration> at) {
  if (mark_ || lives_.empty()) return;
  if (at) {
    std::size_t number = lives_.size() - 1;
    while (number > 0 && lives_[number].begin > *at) --number;
    constexpr double nanoseconds = 1e9;
    const auto since = static_cast<double>(std::max(*at - lives_[number].begin, Duration{}).count());
    mark_ = Mark{number, static_cast<std::uint64_t>(std::llround(since / nanoseconds * lives_[number].hz))};
    return;
  }
  const RtlLife& life = lives_.back();
  const std::uint64_t asked = life.rx.empty() ? 0 : life.rx.back().cycle;
  const std::uint64_t answered = life.tx.empty() ? 0 : life.tx.back().cycle;
  const std::uint64_t last = std::max(asked, answered);
  mark_ = Mark{lives_.size() - 1, last == 0 ? life.end : last};
}

}  // namespace rig

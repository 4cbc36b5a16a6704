#include "rig/link/rtl/recording.hpp"

#include <algorithm>
#include <iterator>

namespace rig {

void RtlRecording::begin() {
  mark_.reset();
  if (lives_.size() > 1) lives_.erase(lives_.begin(), std::prev(lives_.end()));
}

void RtlRecording::mark() {
  if (mark_ || lives_.empty()) return;
  const RtlLife& life = lives_.back();
  const std::uint64_t asked = life.rx.empty() ? 0 : life.rx.back().cycle;
  const std::uint64_t answered = life.tx.empty() ? 0 : life.tx.back().cycle;
  const std::uint64_t at = std::max(asked, answered);
  mark_ = Mark{lives_.size() - 1, at == 0 ? life.end : at};
}

}  // namespace rig

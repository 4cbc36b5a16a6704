#include "rig/link/stream/starvation.hpp"

#include <algorithm>
#include <utility>

namespace rig {

namespace {

/// A thread that runs is counted at every tick of the kernel's clock.
constexpr Duration longest_between_counts = std::chrono::milliseconds(15);

}  // namespace

void Starvation::begin(ProcessorSample sample) {
  begun_ = true;
  excess_ = {};
  last_ = std::move(sample);
  spans_.clear();
}

void Starvation::forget() {
  begun_ = false;
  excess_ = {};
  last_ = {};
  spans_.clear();
}

void Starvation::add(ProcessorSample sample) {
  const Duration length = sample.at - last_.at;
  if (!begun_ || length <= Duration::zero()) return;
  Duration ran{};
  std::vector<Duration> waits;
  for (const auto& [thread, now] : sample.threads) {
    ThreadTimes before;
    const auto known = last_.threads.find(thread);
    if (known != last_.threads.end()) before = known->second;
    if (now.ran < before.ran || now.waited < before.waited) before = {};  // its number went to a new thread
    const Duration usual = std::max<std::int64_t>(now.sleeps - before.sleeps, 0) * usual_wait;
    const Duration waited = std::max(now.waited - before.waited - usual, Duration::zero());
    ran += now.ran - before.ran;
    const bool still_waits = now.runnable && now.ran == before.ran && now.waited == before.waited;
    waits.push_back(still_waits && length >= longest_between_counts ? length : waited);
  }
  const Duration own = ran / std::max(sample.processors, 1) + excess_;
  excess_ = std::max(own - length, Duration::zero());
  spans_.push_back({sample.at, length, std::max(length - own, Duration::zero()), {}});
  for (const Duration wait : waits) spread(wait);
  last_ = std::move(sample);
}

/// From the last span backwards: the wait has only just ended, and was in one piece.
void Starvation::spread(Duration waited) {
  for (auto span = spans_.rbegin(); span != spans_.rend() && waited > Duration::zero(); ++span) {
    const Duration part = std::min(waited, span->length);
    span->starved = std::max(span->starved, std::min(part, span->bound));
    waited -= part;
  }
}

Duration Starvation::since(Duration moment) const {
  Duration sum{};
  for (const Span& span : spans_) {
    if (span.end > moment) sum += span.starved;
  }
  return sum;
}

}  // namespace rig

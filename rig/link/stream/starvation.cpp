#include "rig/link/stream/starvation.hpp"

#include <algorithm>
#include <utility>

namespace rig {

namespace {

/// A thread that runs is counted at every tick of the kernel's clock.
constexpr Duration longest_between_counts = std::chrono::milliseconds(15);
/// No wait of a run that goes on is longer.
constexpr Duration longest_wait = std::chrono::seconds(60);

}  // namespace

void Starvation::begin(ProcessorSample sample) {
  begun_ = true;
  excess_ = {};
  ahead_.clear();
  last_ = std::move(sample);
  spans_.clear();
  first_with_shares_ = 0;
}

void Starvation::begin_late(ProcessorSample sample, Duration asked) {
  begin(std::move(sample));
  const Duration length = last_.at - asked;
  if (length > longest_usual_span) spans_.push_back({asked, last_.at, length, length, {}});
}

void Starvation::forget() {
  begin({});
  begun_ = false;
}

void Starvation::add(ProcessorSample sample) {
  const Duration length = sample.at - last_.at;
  if (!begun_ || length <= Duration::zero()) return;
  Span span{last_.at, sample.at, {}, {}, {}};
  std::map<pid_t, Duration> waits;
  Duration ran{};
  for (const auto& [thread, before] : last_.threads) {
    if (sample.threads.contains(thread)) continue;
    ahead_.erase(thread);
    if (length <= longest_usual_span) continue;
    span.threads[thread] = {length, {}};
    waits[thread] = length;
  }
  for (const auto& [thread, now] : sample.threads) {
    ThreadTimes before;
    const auto known = last_.threads.find(thread);
    if (known != last_.threads.end()) before = known->second;
    if (now.ran < before.ran || now.waited < before.waited) {  // its number went to a new thread
      before = {};
      ahead_.erase(thread);
    }
    ran += now.ran - before.ran;
    span.threads[thread] = {std::max(length - (now.ran - before.ran), Duration::zero()), {}};
    waits[thread] = newly_waited(thread, before, now, length);
  }
  const Duration own = ran / std::max(sample.processors, 1) + excess_;
  excess_ = std::max(own - length, Duration::zero());
  span.bound = std::max(length - own, Duration::zero());
  count_the_stall_in(span);
  spans_.push_back(std::move(span));
  for (const auto& [thread, waited] : waits) spread(thread, waited);
  last_ = std::move(sample);
  forget_shares_of_long_ago();
}

void Starvation::stood_still(Duration from, Duration until) {
  stall_begun_ = from;
  stall_ended_ = until;
  for (auto span = spans_.rbegin(); span != spans_.rend() && span->end > from; ++span)
    count_the_stall_in(*span);
}

void Starvation::count_the_stall_in(Span& span) const {
  const Duration common = std::min(span.end, stall_ended_) - std::max(span.begun, stall_begun_);
  span.starved = std::max(span.starved, common);
}

/// What has not been counted yet of what the thread waited. The kernel tells a wait that lasts when it is
/// over.
Duration Starvation::newly_waited(pid_t thread, const ThreadTimes& before, const ThreadTimes& now,
                                  Duration length) {
  const bool still_waits = now.runnable && now.ran == before.ran && now.waited == before.waited;
  if (still_waits && length >= longest_between_counts) {
    ahead_[thread] += length;
    return length;
  }
  const Duration told = now.waited - before.waited;
  const Duration usual = std::max<std::int64_t>(now.sleeps - before.sleeps, 0) * usual_wait;
  Duration counted{};
  if (told > Duration::zero()) {
    if (const auto ahead = ahead_.extract(thread)) counted = ahead.mapped();
  }
  return std::max(told - counted - usual, Duration::zero());
}

/// From the last span backwards, into what is free in each: the last wait has only just ended.
void Starvation::spread(pid_t thread, Duration waited) {
  for (auto span = spans_.rbegin(); span != spans_.rend() && waited > Duration::zero(); ++span) {
    const auto found = span->threads.find(thread);
    if (found == span->threads.end()) return;
    Share& share = found->second;
    const Duration part = std::min(waited, share.room);
    share.room -= part;
    share.waited += part;
    span->starved = std::max(span->starved, std::min(share.waited, span->bound));
    waited -= part;
  }
}

void Starvation::forget_shares_of_long_ago() {
  while (spans_[first_with_shares_].end + longest_wait < last_.at)
    spans_[first_with_shares_++].threads.clear();
}

Duration Starvation::since(Duration moment) const {
  Duration sum{};
  for (const Span& span : spans_) {
    if (span.end > moment) sum += span.starved;
  }
  return sum;
}

Duration Starvation::between(Duration from, Duration until) const {
  Duration sum{};
  for (const Span& span : spans_) {
    if (span.end > from && span.begun < until) sum += span.starved;
  }
  return sum;
}

}  // namespace rig

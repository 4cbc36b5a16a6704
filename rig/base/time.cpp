#include "rig/base/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "rig/base/errors.hpp"

namespace rig {

ClockDomain new_clock_domain() {
  static std::atomic<std::uint32_t> last{1};
  return {++last};
}

ClockDomain monotonic_domain() {
  return {1};
}

namespace {

void require_one_clock(const Instant& a, const Instant& b) {
  if (a.clock == b.clock) return;
  throw RigError(
      fmt::format("Instants of two clocks were related (clock {} and clock {}).", a.clock.id, b.clock.id));
}

}  // namespace

Latency between(const Instant& begin, const Instant& end) {
  require_one_clock(begin, end);
  const Duration longest = end.latest - begin.earliest;
  const Duration shortest = end.earliest - begin.latest;
  return {longest >= Duration::zero() ? std::max(shortest, Duration::zero()) : shortest, longest};
}

bool surely_before(const Instant& a, const Instant& b) {
  require_one_clock(a, b);
  return a.latest < b.earliest;
}

bool possibly_before(const Instant& a, const Instant& b) {
  require_one_clock(a, b);
  return a.earliest < b.latest;
}

}  // namespace rig

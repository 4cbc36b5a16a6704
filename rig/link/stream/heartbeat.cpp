#include "rig/link/stream/heartbeat.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/signals_blocked.hpp"

namespace rig {

namespace {

constexpr std::int64_t period = 5'000'000;

/// Goes on while the machine sleeps, unlike the monotonic clock.
std::int64_t boot_time_now() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// For how long the machine was suspended since it was started, to a millisecond.
std::int64_t asleep_since_start() {
  constexpr std::int64_t resolution = 1'000'000;  // the two clocks are not read at the same moment
  const std::int64_t before = monotonic_now().count();
  return (boot_time_now() - before) / resolution * resolution;
}

}  // namespace

Heartbeat::Heartbeat() : asleep_(asleep_since_start()) {
  due_ = boot_time_now() + period;
  const SignalsBlocked blocked;
  thread_ = std::thread([this] { beat(); });
}

Heartbeat::~Heartbeat() {
  stop_ = true;
  thread_.join();
}

void Heartbeat::beat() {
  while (!stop_) {
    const timespec rest{0, period};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, nullptr);
    const std::lock_guard lock(mutex_);
    const std::int64_t now = boot_time_now();
    longest_ = std::max(longest_, now - due_);
    due_ = now + period;
  }
}

Duration Heartbeat::suspended() {
  const std::int64_t before = std::exchange(asleep_, asleep_since_start());
  return Duration(std::max<std::int64_t>(asleep_ - before, 0));
}

Duration Heartbeat::longest_stall() {
  const std::lock_guard lock(mutex_);
  const std::int64_t now = boot_time_now();
  const std::int64_t longest = std::max(longest_, now - due_);
  longest_ = 0;
  due_ = std::max(due_, now);  // what has been told is not told again by a beat that comes only now
  return Duration(longest);
}

std::uint32_t load_of_the_machine() {
  double load = 0;
  if (getloadavg(&load, 1) != 1) return 0;
  const double processors = static_cast<double>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
  return static_cast<std::uint32_t>(std::lround(100 * load / processors));
}

}  // namespace rig

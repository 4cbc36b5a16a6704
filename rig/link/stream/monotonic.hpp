#pragma once
/// The one clock of links in real time.

#include <cstdint>
#include <ctime>

#include "rig/base/time.hpp"

namespace rig {

inline Duration monotonic_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::chrono::seconds(now.tv_sec) + Duration(now.tv_nsec);
}

inline Instant monotonic_interval(Duration earliest, Duration latest) {
  return {monotonic_domain(), earliest, latest};
}

inline timespec to_timespec(Duration time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  return {seconds.count(), (time - seconds).count()};
}

/// Sleeps until this moment of the monotonic clock.
inline void sleep_until(Duration moment) {
  const timespec wake = to_timespec(moment);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr) != 0) {
  }
}

}  // namespace rig

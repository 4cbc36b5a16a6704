#pragma once
/// Time as the rig measures it. An instant is an interval in a named clock domain: [earliest, latest].
/// On RTL it is one clock period wide, on a serial adapter as wide as was measured. Clocks never mix:
/// relating instants of two domains throws RigError.

#include <chrono>
#include <cstdint>
#include <string>

namespace rig {

/// Nanoseconds; roundings go outward, so that an interval never claims to know more than it does.
using Duration = std::chrono::nanoseconds;

/// No instant of the rig is further from its clock's zero than this (36 years): what lies beyond comes from a
/// damaged record, and is refused where records are read. So differences and sums of two instants never
/// overflow.
inline constexpr Duration furthest_instant{std::int64_t{1} << 60};
/// Nor is any duration in a record longer than this (146 years): the difference of two can be taken.
inline constexpr Duration longest_duration{(std::int64_t{1} << 62) - 1};

/// A clock: the simulated time of one match, the virtual time of builtin players, the machine's
/// monotonic clock. Two links share a domain only when their instants may be subtracted.
struct ClockDomain {
  std::uint32_t id = 0;
  friend bool operator==(ClockDomain, ClockDomain) = default;
};

/// A domain different from every other of this process.
ClockDomain new_clock_domain();

/// The one domain of CLOCK_MONOTONIC.
ClockDomain monotonic_domain();

/// How long something took: somewhere in [shortest, longest].
struct Latency {
  Duration shortest{};
  Duration longest{};
  friend bool operator==(const Latency&, const Latency&) = default;
};

/// A moment: somewhere in [earliest, latest] after the domain's zero.
struct Instant {
  ClockDomain clock;
  Duration earliest{};
  Duration latest{};

  static Instant exactly(ClockDomain clock, Duration at) { return {clock, at, at}; }

  friend Instant operator+(Instant at, Duration shift) {
    return {at.clock, at.earliest + shift, at.latest + shift};
  }
  friend bool operator==(const Instant&, const Instant&) = default;
};

/// `end - begin`, as an interval. The shortest latency is never below zero when the intervals overlap.
/// Throws RigError when the instants are of two clock domains.
Latency between(const Instant& begin, const Instant& end);

/// Whether `a` lies wholly before `b`. Throws RigError for two clock domains.
bool surely_before(const Instant& a, const Instant& b);

/// Whether `a` may lie before `b`. Throws RigError for two clock domains.
bool possibly_before(const Instant& a, const Instant& b);

}  // namespace rig

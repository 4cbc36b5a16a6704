#pragma once
/// A link to a device written in C++, over a virtual wire and in virtual time.
///
/// The clock starts at 0 and jumps: it stands still while the caller thinks and moves only through
/// send(), receive() and reset(). So a suite of replies that are seconds late runs in microseconds.
///
/// The wire is 8N1, full duplex. A byte of the host takes ten bit times; the device is told of it at the
/// end of its stop bit, and what it does is scheduled from that moment. Bit times are exact fractions of a
/// nanosecond (86805 5/9 ns for a byte at 115200 baud), so nothing drifts; an instant is that moment rounded
/// down to a whole nanosecond, with earliest == latest. A delay of whole nanoseconds is thus kept exactly.
///
/// After a HangUp, bytes that the device had sent before are delivered first; then every receive() gives
/// HungUp{"closed the line"} and whatever is sent is lost, until reset().

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "rig/link/callback/device.hpp"
#include "rig/link/link.hpp"

namespace rig {

struct CallbackOptions {
  std::string name;         ///< as the user wrote it: `builtin:chess`
  std::string description;  ///< for the report; empty: `device in C++, virtual time, 115200 8N1`
  std::uint32_t baud = 115200;
  std::optional<ClockDomain> clock;  ///< shared with the other links of a match; none: a domain of its own
};

/// Joins `device` to a virtual wire and powers it on. reset() powers it on again and drops whatever was
/// on the wire or scheduled; it takes 1 ms of virtual time.
/// Throws UsageError when the baud rate is zero.
std::unique_ptr<Link> make_callback_link(CallbackOptions options, std::unique_ptr<Device> device);

}  // namespace rig

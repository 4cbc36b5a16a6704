#pragma once
/// A device written in C++: told each byte as it arrives, it answers with what it will do and when.
/// It never looks at a clock, so the same device runs behind a virtual clock (`builtin:`) and, paced,
/// in a process of its own (`exec:`).

#include <cstdint>
#include <variant>
#include <vector>

#include "rig/base/time.hpp"

namespace rig {

/// The device sends one byte.
struct SendByte {
  std::uint8_t value = 0;
};

/// The device goes away (a process exits, a cable is pulled).
struct HangUp {};

/// One thing that a device does, `after` the byte that caused it has ended (its stop bit). A byte whose
/// time has come while the one before is still on the wire follows it without a gap.
struct Action {
  Duration after{};
  std::variant<SendByte, HangUp> what;
  bool unless_asked = false;  ///< dropped when a byte comes to the device first
};

class Device {
 public:
  virtual ~Device() = default;
  /// The state after power-up. Called once before the first byte, and again at each reset.
  virtual void power_on() = 0;
  /// The next byte did not follow the one before it without a gap: nothing has gone either way for so long.
  /// Called before receive() tells it.
  virtual void after_gap(Duration idle) { static_cast<void>(idle); }
  /// A byte has come, whole. Returns what the device does because of it, in order of time; earlier
  /// actions that still wait are kept.
  virtual std::vector<Action> receive(std::uint8_t byte) = 0;
};

}  // namespace rig

#pragma once
/// `serial:DEVICE`: a board on a serial port, in real time.
///
/// The port is had by this program alone (flock, TIOCEXCL); it is polled, never read blocking. An adapter
/// that vanishes is LinkLost at once, never silence. Opening a port raises DTR and RTS, which resets some
/// boards: the link waits `ResetBy::settle` before it is used. Closing it drops both.

#include <memory>
#include <string>

#include "rig/link/reset/reset_by.hpp"
#include "rig/link/stream/stream_link.hpp"

namespace rig {

/// What an earlier calibration of the adapter (calibration.hpp) means for this port.
enum class Calibrating {
  before,  ///< it is used
  now,     ///< it is about to be made: an earlier one is ignored
};

struct SerialOptions {
  std::string name;    ///< as the user wrote it; empty: `serial:` and the device
  std::string device;  ///< `/dev/ttyUSB0`, or `usb:0403:6001[:SERIAL]`
  std::uint32_t baud = 115200;
  ResetBy reset;
  Calibrating calibrated = Calibrating::before;
};

/// Opens the port. UsageError for a `usb:` name that means nothing or not one thing, LinkLost for a port that
/// cannot be had. Until set_hold_back() the hold-back is what the driver states, and what was
/// measured of the adapter.
std::unique_ptr<StreamLink> open_serial(const SerialOptions& options);

}  // namespace rig

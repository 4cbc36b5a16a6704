#pragma once
/// What was measured of one serial adapter, and is kept for later runs (`rig calibrate`).
///
/// A byte is sent and comes back: by a wire from TX to RX, or by a board that echoes. From the moment before
/// it is written to the moment after it is read pass the byte's time on the wire and whatever the adapter and
/// its drivers added, in both directions. The longest of that is what a reply may have been held back.
///
/// Kept in `$XDG_STATE_HOME/contest-rig/adapters` (`~/.local/state/…`), a file for each adapter, in JSON.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "rig/link/serial/system_roots.hpp"
#include "rig/link/stream/stream_link.hpp"

namespace rig {

struct Calibration {
  std::string adapter;        ///< usb:VID:PID:SERIAL; of what is no USB device, its path
  std::string date;           ///< `2026-05-01T12:00:00Z`
  std::string latency_timer;  ///< as the driver told it then; empty: it tells none
  std::uint32_t baud = 0;     ///< 0: a pseudo-terminal, which has no bit rate
  int trips = 0;
  Duration shortest{};  ///< round trip of a byte
  Duration median{};
  Duration p99{};
  Duration longest{};
  Duration held_back{};  ///< the longest round trip, less one byte's time on the wire
  /// The bit rate of what came back, by the monotonic clock; zeros where there is none.
  double slowest_baud = 0;
  double fastest_baud = 0;
  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// The name under which the adapter at `device` is kept. All pseudo-terminals are one.
std::string adapter_name(const std::string& device, const SystemRoots& roots = {});

/// Where an adapter's figures stand; nothing: neither XDG_STATE_HOME nor HOME is set.
std::optional<std::filesystem::path> calibration_file(const std::string& adapter);

/// Nothing: it was not calibrated. UsageError for a file that holds something else, with what is allowed.
std::optional<Calibration> read_calibration(const std::filesystem::path& file);
void write_calibration(const std::filesystem::path& file, const Calibration& calibration);

/// What a calibration means for a port.
struct Calibrated {
  Duration hold_back{};
  std::string text;  ///< for the record
};

/// `stated`: what the driver says it may hold back; `known`: the driver says so itself (a latency timer), or
/// there is none (a pseudo-terminal), and nobody assumes it. A known bound is only widened; an assumed one
/// gives way to twice the longest that was measured. Nothing is taken from a calibration at another bit rate
/// or latency timer.
Calibrated apply_calibration(const std::optional<Calibration>& calibration, Duration stated, bool known,
                             std::uint32_t baud, const std::string& latency_timer);

/// How often, and with what random pauses between (an adapter has a clock of its own).
struct CalibrationPlan {
  int trips = 500;
  std::uint64_t seed = 1;
};

/// Measures over a link whose far end echoes each byte; fills in all but the adapter, the date and the
/// latency timer. RigError when something else comes back than was sent, or nothing within two seconds.
Calibration calibrate(StreamLink& link, const CalibrationPlan& plan, std::uint32_t baud);

}  // namespace rig

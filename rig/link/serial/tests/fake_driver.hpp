#pragma once
/// The driver of a serial adapter, made up: a pseudo-terminal lacks modem lines, error counts and bit rates,
/// and libserialport does not open what has no modem lines. This file's source defines `ioctl` and `write`
/// for the whole program, libserialport included, and answers what a driver would; everything else goes to
/// the kernel.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/link/far_end.hpp"

namespace rig::testing {

struct FakeDriver {
  enum class LowLatency { offered, ignored, refused, not_offered };

  std::optional<std::uint32_t> only_rate;  ///< it does this one, whatever is set
  LowLatency low_latency = LowLatency::offered;
  bool counts_errors = true;
  LineErrorCounts counted;           ///< since the machine knows the port
  std::uint32_t lost_in_buffer = 0;  ///< overruns of the kernel's buffer
  int write_error = 0;               ///< what the port refuses each write with; 0: it takes them

  bool low_latency_is_set = false;
  int raised = 0;  ///< modem lines, in the kernel's numbers
  /// Each change of a modem line, in order: `DTR on`, `RTS off`; and when it was made.
  std::vector<std::pair<std::string, Duration>> modem_lines;
};

/// The one that this program talks to.
FakeDriver& fake_driver();

}  // namespace rig::testing

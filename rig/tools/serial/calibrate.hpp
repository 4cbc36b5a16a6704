#pragma once
/// `rig calibrate`: how long a serial adapter takes, measured and kept.

#include <cstdint>
#include <string>

namespace rig {

/// What the user asked of `rig calibrate`.
struct CalibrateRequest {
  std::string target;  ///< serial:DEVICE, or pty:
  std::uint32_t baud = 115200;
  int trips = 500;
  std::uint64_t seed = 1;
};

/// What `rig calibrate --help` says below the options.
std::string calibrate_help();

/// Measures, keeps what was measured, and prints it, a fact a line. UsageError for a target that is neither;
/// RigError when nothing echoes.
void calibrate_adapter(const CalibrateRequest& request);

}  // namespace rig

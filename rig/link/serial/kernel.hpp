#pragma once
/// What the kernel tells of an open serial port beyond POSIX.

#include <cstdint>
#include <optional>
#include <string>

#include "rig/link/far_end.hpp"

namespace rig::serial_kernel {

/// The bit rate that the driver has really set (TCGETS2). Nothing: it does not tell.
std::optional<std::uint32_t> real_bit_rate(int port);

/// Has the driver hand bytes on at once (ASYNC_LOW_LATENCY: an FTDI adapter's latency timer becomes 1 ms) as
/// long as this lives. The driver keeps the setting beyond the port's closing: the program that opens the
/// port next would find an adapter that is quicker than it usually is.
class LowLatency {
 public:
  explicit LowLatency(int port);
  ~LowLatency();
  LowLatency(const LowLatency&) = delete;
  LowLatency& operator=(const LowLatency&) = delete;

  /// `set`, or why not.
  const std::string& outcome() const { return outcome_; }

 private:
  int port_;
  bool was_off_ = false;
  std::string outcome_;
};

/// The driver's error counts since the machine knows the port (TIOCGICOUNT). Nothing: it does not count.
std::optional<LineErrorCounts> error_counts(int port);

}  // namespace rig::serial_kernel

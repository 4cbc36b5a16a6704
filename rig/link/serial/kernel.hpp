#pragma once
/// What the kernel tells of an open serial port beyond POSIX.

#include <cstdint>
#include <optional>
#include <string>

#include "rig/link/link.hpp"

namespace rig::serial_kernel {

/// The bit rate that the driver has really set (TCGETS2). Nothing: it does not tell.
std::optional<std::uint32_t> real_bit_rate(int port);

/// Asks the driver to hand bytes on at once (ASYNC_LOW_LATENCY: an FTDI adapter's latency timer becomes
/// 1 ms). `set`, or why not.
std::string set_low_latency(int port);

/// The driver's error counts since the machine knows the port (TIOCGICOUNT). Nothing: it does not count.
std::optional<LineErrorCounts> error_counts(int port);

}  // namespace rig::serial_kernel

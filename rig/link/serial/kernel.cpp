#include "rig/link/serial/kernel.hpp"

// termbits.h stands in for termios.h: the two do not go together, and only this one knows termios2.
#include <asm/termbits.h>
#include <linux/serial.h>
#include <linux/tty_flags.h>
#include <sys/ioctl.h>

#include <cerrno>
#include <cstring>

namespace rig::serial_kernel {

std::optional<std::uint32_t> real_bit_rate(int port) {
  termios2 settings{};
  if (ioctl(port, TCGETS2, &settings) != 0) return std::nullopt;
  return settings.c_ospeed;
}

std::string set_low_latency(int port) {
  serial_struct settings{};
  if (ioctl(port, TIOCGSERIAL, &settings) != 0) return "not offered by the driver";
  settings.flags |= ASYNC_LOW_LATENCY;
  if (ioctl(port, TIOCSSERIAL, &settings) == 0) return "set";
  return std::string("refused by the driver: ") + std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
}

std::optional<LineErrorCounts> error_counts(int port) {
  serial_icounter_struct counts{};
  if (ioctl(port, TIOCGICOUNT, &counts) != 0) return std::nullopt;
  const auto number = [](int count) { return static_cast<std::uint32_t>(count); };
  return LineErrorCounts{number(counts.frame), number(counts.parity), number(counts.brk),
                         number(counts.overrun) + number(counts.buf_overrun)};
}

}  // namespace rig::serial_kernel

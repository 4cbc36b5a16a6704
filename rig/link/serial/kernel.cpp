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

namespace {

bool is_low(const serial_struct& settings) {
  return (static_cast<unsigned>(settings.flags) & ASYNC_LOW_LATENCY) != 0;
}

}  // namespace

LowLatency::LowLatency(int port) : port_(port), outcome_("not offered by the driver") {
  serial_struct settings{};
  if (ioctl(port, TIOCGSERIAL, &settings) != 0) return;
  const bool was_off = !is_low(settings);
  settings.flags |= ASYNC_LOW_LATENCY;
  if (ioctl(port, TIOCSSERIAL, &settings) != 0) {
    outcome_ =
        std::string("refused by the driver: ") + std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
  } else if (ioctl(port, TIOCGSERIAL, &settings) != 0 || !is_low(settings)) {
    outcome_ = "ignored by the driver";  // cdc_acm knows no such thing, and says that all is well
  } else {
    outcome_ = "set";
    was_off_ = was_off;
  }
}

LowLatency::~LowLatency() {
  serial_struct settings{};
  if (!was_off_ || ioctl(port_, TIOCGSERIAL, &settings) != 0) return;  // unplugged: nothing is left to set
  settings.flags &= ~static_cast<int>(ASYNC_LOW_LATENCY);
  ioctl(port_, TIOCSSERIAL, &settings);
}

std::optional<LineErrorCounts> error_counts(int port) {
  serial_icounter_struct counts{};
  if (ioctl(port, TIOCGICOUNT, &counts) != 0) return std::nullopt;
  const auto number = [](int count) { return static_cast<std::uint32_t>(count); };
  return LineErrorCounts{number(counts.frame), number(counts.parity), number(counts.brk),
                         number(counts.overrun) + number(counts.buf_overrun)};
}

}  // namespace rig::serial_kernel

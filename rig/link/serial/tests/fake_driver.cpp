#include "rig/link/serial/tests/fake_driver.hpp"

#include <asm/termbits.h>  // termios2, in place of termios.h
#include <fmt/format.h>
#include <linux/serial.h>
#include <linux/tty_flags.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "rig/link/stream/monotonic.hpp"

namespace rig::testing {

FakeDriver& fake_driver() {
  static FakeDriver driver;
  return driver;
}

namespace {

int refuse(int error) {
  errno = error;
  return -1;
}

/// Setting a line to what it is changes nothing on the wire.
void set_lines(int lines) {
  FakeDriver& driver = fake_driver();
  const Duration now = monotonic_now();
  for (const auto& [line, name] : {std::pair{TIOCM_DTR, "DTR"}, std::pair{TIOCM_RTS, "RTS"}}) {
    if (((driver.raised ^ lines) & line) == 0) continue;
    driver.modem_lines.emplace_back(fmt::format("{} {}", name, (lines & line) != 0 ? "on" : "off"), now);
  }
  driver.raised = lines;
}

int tell_counts(serial_icounter_struct& counts) {
  const FakeDriver& driver = fake_driver();
  if (!driver.counts_errors) return refuse(ENOTTY);
  counts = {};
  counts.frame = static_cast<int>(driver.counted.framing);
  counts.parity = static_cast<int>(driver.counted.parity);
  counts.brk = static_cast<int>(driver.counted.breaks);
  counts.overrun = static_cast<int>(driver.counted.overruns);
  counts.buf_overrun = static_cast<int>(driver.lost_in_buffer);
  return 0;
}

int tell_settings(serial_struct& settings) {
  if (fake_driver().low_latency == FakeDriver::LowLatency::not_offered) return refuse(ENOTTY);
  settings = {};
  settings.flags = fake_driver().low_latency_is_set ? ASYNC_LOW_LATENCY : 0;
  return 0;
}

int set_settings(const serial_struct& settings) {
  if (fake_driver().low_latency == FakeDriver::LowLatency::ignored) return 0;
  if (fake_driver().low_latency != FakeDriver::LowLatency::offered) return refuse(EPERM);
  fake_driver().low_latency_is_set = (static_cast<unsigned>(settings.flags) & ASYNC_LOW_LATENCY) != 0;
  return 0;
}

}  // namespace
}  // namespace rig::testing

extern "C" int ioctl(int descriptor, unsigned long request, ...) noexcept {
  using namespace rig::testing;
  va_list arguments;
  va_start(arguments, request);
  void* argument = va_arg(arguments, void*);
  va_end(arguments);
  switch (request) {
    case TIOCMGET: *static_cast<int*>(argument) = fake_driver().raised; return 0;
    case TIOCMSET: set_lines(*static_cast<const int*>(argument)); return 0;
    case TIOCMBIS: set_lines(fake_driver().raised | *static_cast<const int*>(argument)); return 0;
    case TIOCMBIC: set_lines(fake_driver().raised & ~*static_cast<const int*>(argument)); return 0;
    case TIOCGICOUNT: return tell_counts(*static_cast<serial_icounter_struct*>(argument));
    case TIOCGSERIAL: return tell_settings(*static_cast<serial_struct*>(argument));
    case TIOCSSERIAL: return set_settings(*static_cast<const serial_struct*>(argument));
    default: break;
  }
  const auto result = static_cast<int>(syscall(SYS_ioctl, descriptor, request, argument));
  if (request == TCGETS2 && result == 0 && fake_driver().only_rate) {
    static_cast<termios2*>(argument)->c_ospeed = *fake_driver().only_rate;
  }
  return result;
}

extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  const int error = rig::testing::fake_driver().write_error;
  if (error != 0 && isatty(descriptor) != 0) return rig::testing::refuse(error);
  return syscall(SYS_write, descriptor, bytes, count);
}

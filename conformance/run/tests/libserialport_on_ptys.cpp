/// Stands in for `ioctl` in test executables: answers what libserialport asks of a serial port's modem lines,
/// which a pseudo-terminal does not have. So the real libserialport code runs without hardware. (A library
/// loaded before the others would do the same, but does not start under AddressSanitizer.)

#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <cstdarg>

extern "C" int ioctl(int descriptor, unsigned long request, ...) noexcept {
  std::va_list rest;
  va_start(rest, request);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  switch (request) {
    case TIOCMGET: *static_cast<int*>(argument) = TIOCM_DTR | TIOCM_RTS | TIOCM_CTS | TIOCM_DSR; return 0;
    case TIOCMSET:
    case TIOCMBIS:
    case TIOCMBIC: return 0;
    default: return static_cast<int>(syscall(SYS_ioctl, descriptor, request, argument));
  }
}

#include "rig/link/terminal/pseudo_terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "rig/base/errors.hpp"

namespace rig {

namespace {

[[noreturn]] void fail(std::string_view what) {
  throw RigError(fmt::format("{}: {}.", what, std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace

PseudoTerminal open_pseudo_terminal() {
  PseudoTerminal terminal;
  terminal.master = Descriptor(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  std::array<char, 64> path{};
  const int master = terminal.master.number();
  if (!terminal.master.is_open() || grantpt(master) != 0 || unlockpt(master) != 0 ||
      ptsname_r(master, path.data(), path.size()) != 0) {
    fail("No pseudo-terminal can be made");
  }
  terminal.path = path.data();
  terminal.slave = Descriptor(open(path.data(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (!terminal.slave.is_open()) fail(fmt::format("The pseudo-terminal {} cannot be opened", terminal.path));
  make_raw(terminal.slave.number());
  return terminal;
}

void make_raw(int terminal) {
  termios settings{};
  if (tcgetattr(terminal, &settings) != 0) fail("The settings of a terminal cannot be read");
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD;
  settings.c_cflag &= ~static_cast<tcflag_t>(HUPCL | CSTOPB);
  if (tcsetattr(terminal, TCSANOW, &settings) != 0) fail("A terminal cannot be made raw");
}

void set_rate(int terminal, std::uint32_t baud) {
  termios settings{};
  if (tcgetattr(terminal, &settings) != 0) fail("The settings of a terminal cannot be read");
  if (cfsetspeed(&settings, baud) != 0 || tcsetattr(terminal, TCSANOW, &settings) != 0)
    fail(fmt::format("A terminal cannot be set to {} baud", baud));
}

bool is_pseudo_terminal(const std::filesystem::path& path) {
  constexpr unsigned int first_major = 136;  // Unix98 slaves, by the kernel's list of devices
  constexpr unsigned int last_major = 143;
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISCHR(status.st_mode)) return false;
  const unsigned int number = major(status.st_rdev);
  return number >= first_major && number <= last_major;
}

}  // namespace rig

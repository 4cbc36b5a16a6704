#include "rig/link/stream/echo.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/link/stream/attendant.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/transport.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"

namespace rig {

namespace {

constexpr Duration pause_between_trips = std::chrono::microseconds(300);
constexpr int patience_ms = 3000;  // on a machine whose processors are all taken

/// One byte from a descriptor, blocking or not. False: none came in time.
bool read_byte(int descriptor, char& byte) {
  pollfd watched{descriptor, POLLIN, 0};
  for (;;) {
    const int ready = poll(&watched, 1, patience_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t count = read(descriptor, &byte, 1);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    return count == 1;
  }
}

ssize_t write_byte(int descriptor, char byte) {
  const auto value = static_cast<std::uint8_t>(byte);
  return write_without_signal(descriptor, ByteView(&value, 1));
}

void echo(int from, int to, int trips) {
  become_real_time(real_time_wanted());
  char byte = 0;
  while (trips-- > 0 && read_byte(from, byte)) {
    if (write_byte(to, byte) != 1) return;
  }
}

Duration make_trip(const StreamEnds& ends) {
  const Duration begin = monotonic_now();
  char byte = 'e';
  if (write_byte(ends.near_output, byte) != 1 || !read_byte(ends.near_input, byte)) {
    throw RigError("The echo that measures a link before the run did not come back.");
  }
  return monotonic_now() - begin;
}

/// How long a byte that has been written cannot be read yet.
Duration hold_back_of(int from, int to) {
  char byte = 'h';
  if (write_byte(from, byte) != 1) throw RigError("A link that is measured before the run takes no byte.");
  const Duration written = monotonic_now();
  pollfd watched{to, POLLIN, 0};
  const bool at_once = poll(&watched, 1, 0) == 1;
  if (!read_byte(to, byte)) throw RigError("A link that is measured before the run loses a byte.");
  return at_once ? Duration::zero() : monotonic_now() - written;
}

[[noreturn]] void fail(std::string_view what) {
  throw RigError(fmt::format("{}: {}.", what, std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

struct Pipe {
  Descriptor out;
  Descriptor in;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) < 0) fail("No pipe can be made");
    out = Descriptor(ends[0]);
    in = Descriptor(ends[1]);
  }
};

void without_delay(const Descriptor& socket) {
  const int on = 1;
  if (setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0)
    fail("No delay can be ruled out");
}

EchoFigures measure_here(const StreamEnds& ends, int trips) {
  std::thread far_end(echo, ends.far_input, ends.far_output, trips);
  std::vector<Duration> times;
  try {
    for (int i = 0; i < trips; ++i) {
      times.push_back(make_trip(ends));
      sleep_until(monotonic_now() + pause_between_trips);
    }
  } catch (...) {
    far_end.join();
    throw;
  }
  far_end.join();
  Duration hold_back{};
  for (int i = 0; i < trips; ++i) {
    hold_back = std::max({hold_back, hold_back_of(ends.near_output, ends.far_input),
                          hold_back_of(ends.far_output, ends.near_input)});
  }
  std::sort(times.begin(), times.end());
  return {trips, times.front(), times[times.size() / 2], times.back(), hold_back};
}

}  // namespace

/// Looked at as a link is: by a thread that others do not keep waiting.
EchoFigures measure_echo(const StreamEnds& ends, int trips) {
  Attendant attendant(real_time_wanted(), watch_nothing);
  EchoFigures figures;
  attendant.run([&] { figures = measure_here(ends, trips); });
  return figures;
}

EchoFigures measure_pipes() {
  const Pipe there;
  const Pipe back;
  return measure_echo({back.out.number(), there.in.number(), there.out.number(), back.in.number()});
}

EchoFigures measure_pseudo_terminal() {
  const PseudoTerminal terminal = open_pseudo_terminal();
  const int near = terminal.master.number();
  const int far = terminal.slave.number();
  return measure_echo({near, near, far, far});
}

EchoFigures measure_loopback() {
  const Descriptor listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);  // NOLINT: the sockets API
  if (bind(listener.number(), plain, length) != 0 || listen(listener.number(), 1) != 0 ||
      getsockname(listener.number(), plain, &length) != 0) {
    fail("No socket can listen on this machine");
  }
  const Descriptor near(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connect(near.number(), plain, length) != 0) fail("No connection to this machine can be made");
  const Descriptor far(accept4(listener.number(), nullptr, nullptr, SOCK_CLOEXEC));
  without_delay(near);
  without_delay(far);
  return measure_echo({near.number(), near.number(), far.number(), far.number()});
}

std::string describe(const EchoFigures& figures) {
  return fmt::format("at most {}; {} round trips of one byte took {} to {}, median {}",
                     readable(figures.hold_back), figures.trips, readable(figures.shortest),
                     readable(figures.longest), readable(figures.median));
}

}  // namespace rig

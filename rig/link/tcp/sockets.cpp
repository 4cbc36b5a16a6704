#include "rig/link/tcp/sockets.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/transport.hpp"

namespace rig {

namespace {

std::string address_of(const std::string& host, const std::string& port) {
  if (host.empty()) return "port " + port;
  return host.find(':') == std::string::npos ? host + ":" + port : "[" + host + "]:" + port;
}

std::string reason_of(int error) {
  return std::strerror(error);  // NOLINT(concurrency-mt-unsafe)
}

using Addresses = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;

Addresses look_up(const std::string& host, const std::string& port, int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.empty() ? nullptr : host.c_str(), port.c_str(), &hints, &found);
  if (error != 0) {
    throw LinkLost(fmt::format("{}: {}.", address_of(host, port),
                               error == EAI_SYSTEM ? reason_of(errno) : gai_strerror(error)));
  }
  return {found, freeaddrinfo};
}

Descriptor socket_for(const addrinfo& address) {
  return Descriptor(
      socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol));
}

void without_delay(const Descriptor& socket) {
  const int on = 1;
  setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/// Not open, with errno, when there can be none.
Descriptor listening_socket(const addrinfo& address) {
  Descriptor socket = socket_for(address);
  const int on = 1;
  const int off = 0;
  setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (address.ai_family == AF_INET6) {
    setsockopt(socket.number(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  }
  if (bind(socket.number(), address.ai_addr, address.ai_addrlen) == 0 && listen(socket.number(), 8) == 0) {
    return socket;
  }
  const int error = errno;
  socket.close();
  errno = error;
  return socket;
}

/// 0, or why not.
int finish_connecting(const Descriptor& socket, Duration deadline) {
  std::array<pollfd, 1> watched = {pollfd{socket.number(), POLLOUT, 0}};
  if (!wait_for_any(watched, std::max(deadline - monotonic_now(), Duration::zero()))) return ETIMEDOUT;
  int error = 0;
  socklen_t length = sizeof error;
  getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &length);
  return error;
}

}  // namespace

Descriptor connect_to(const std::string& host, const std::string& port, Duration patience) {
  const Addresses addresses = look_up(host, port, 0);
  const Duration deadline = monotonic_now() + patience;
  int error = EADDRNOTAVAIL;
  for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next) {
    Descriptor socket = socket_for(*address);
    if (!socket.is_open()) continue;
    error = 0;
    if (connect(socket.number(), address->ai_addr, address->ai_addrlen) != 0) {
      error = errno == EINPROGRESS ? finish_connecting(socket, deadline) : errno;
    }
    if (error != 0) continue;
    without_delay(socket);
    return socket;
  }
  if (error == ETIMEDOUT) {
    throw LinkLost(fmt::format("{} did not answer within {}.", address_of(host, port), readable(patience)));
  }
  throw LinkLost(fmt::format("{} cannot be reached: {}.", address_of(host, port), reason_of(error)));
}

Descriptor listen_on(const std::string& host, const std::string& port) {
  if (host.empty()) {  // the one IPv6 socket that takes both kinds; where there is no IPv6, an IPv4 one
    Descriptor socket = listening_socket(*look_up("::", port, AI_PASSIVE | AI_NUMERICHOST));
    if (socket.is_open()) return socket;
  }
  const Addresses addresses = look_up(host, port, AI_PASSIVE);
  int error = EADDRNOTAVAIL;
  for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next) {
    Descriptor socket = listening_socket(*address);
    if (socket.is_open()) return socket;
    error = errno;
  }
  throw LinkLost(fmt::format("Nothing can listen on {}: {}.", address_of(host, port), reason_of(error)));
}

Descriptor accept_from(const Descriptor& listener) {
  Descriptor client(accept4(listener.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (client.is_open()) without_delay(client);
  return client;
}

void acknowledge_at_once(const Descriptor& socket) {
  const int on = 1;
  setsockopt(socket.number(), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
}

int port_of(const Descriptor& socket) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  std::array<char, NI_MAXSERV> port{};
  auto* plain = reinterpret_cast<sockaddr*>(&address);  // NOLINT: the sockets API
  if (getsockname(socket.number(), plain, &length) != 0) return 0;
  if (getnameinfo(plain, length, nullptr, 0, port.data(), port.size(), NI_NUMERICSERV) != 0) return 0;
  return std::atoi(port.data());
}

Duration round_trip_of(const Descriptor& socket) {
  tcp_info figures{};
  socklen_t length = sizeof figures;
  if (getsockopt(socket.number(), IPPROTO_TCP, TCP_INFO, &figures, &length) != 0) return Duration::zero();
  return std::chrono::microseconds(figures.tcpi_rtt + 4 * figures.tcpi_rttvar);
}

}  // namespace rig

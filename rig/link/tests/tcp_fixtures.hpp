#pragma once
/// What the tests of links over TCP share: the other end of a connection, by hand, and a port for it.

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "rig/base/descriptor.hpp"
#include "rig/link/tcp/sockets.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig::testing {

/// The other end of a connection, by hand.
class Peer {
 public:
  explicit Peer(Descriptor socket) : socket_(std::move(socket)) {}

  void says(std::string_view text) const {
    for (std::size_t at = 0; at < text.size();) {
      pollfd watched{socket_.number(), POLLOUT, 0};
      BOOST_REQUIRE(poll(&watched, 1, 30'000) == 1);
      const ssize_t count = ::send(socket_.number(), text.data() + at, text.size() - at, MSG_NOSIGNAL);
      BOOST_REQUIRE(count > 0);
      at += static_cast<std::size_t>(count);
    }
  }
  std::string hears(std::size_t count) const {
    std::string text(count, '\0');
    std::size_t got = 0;
    comes_true([&] {
      const ssize_t more = read(socket_.number(), text.data() + got, count - got);
      if (more > 0) got += static_cast<std::size_t>(more);
      return got == count;
    });
    text.resize(got);
    return text;
  }
  void closes() { socket_.close(); }
  void resets() {
    const linger at_once{1, 0};
    setsockopt(socket_.number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    socket_.close();
  }
  const Descriptor& socket() const { return socket_; }

 private:
  Descriptor socket_;
};

/// A port that nobody listens on.
inline std::string free_port() {
  return std::to_string(port_of(listen_on("127.0.0.1", "0")));
}

}  // namespace rig::testing

/// A link that listens for a board that connects: who comes when, and what a reset takes for the next one.

#include <sys/socket.h>
#include <sys/time.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <functional>
#include <string>
#include <thread>

#include "rig/base/errors.hpp"
#include "rig/link/tcp/sockets.hpp"
#include "rig/link/tcp/tcp_link.hpp"
#include "rig/link/tests/tcp_fixtures.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;

BOOST_AUTO_TEST_SUITE(listening)

/// A board that connects, after a while; the last one said where to.
class Caller {
 public:
  explicit Caller(std::string port) : port_(std::move(port)) {}
  ~Caller() { wait(); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  void calls_after(Duration time) {
    wait();
    thread_ = std::thread([this, time] {
      sleep(time);
      socket_ = connect_to("127.0.0.1", port_, seconds(30));
    });
  }
  Peer peer() {
    wait();
    return Peer(std::move(socket_));
  }

 private:
  void wait() {
    if (thread_.joinable()) thread_.join();
  }
  std::string port_;
  Descriptor socket_;
  std::thread thread_;
};

TcpOptions listening_options() {
  TcpOptions options;
  options.port = free_port();
  options.name = "tcp-listen:" + options.port;
  options.reset.settle = milliseconds(10);
  return options;
}

BOOST_AUTO_TEST_CASE(waits_for_a_board_that_comes_late_and_says_so) {
  TcpOptions options = listening_options();
  std::string said;
  Caller caller(options.port);
  options.say = [&](const std::string& text) {
    said = text;
    caller.calls_after(milliseconds(200));
  };
  const auto link = open_tcp_listener(options);
  BOOST_TEST(said == "waiting for the board to connect to port " + options.port);
  const Peer peer = caller.peer();
  send(*link, "0");
  BOOST_TEST(peer.hears(1) == "0");
  peer.says("1");
  BOOST_TEST(expect_byte(*link).value == '1');
}

BOOST_AUTO_TEST_CASE(gives_up_when_nobody_comes) {
  TcpOptions options = listening_options();
  options.client_patience = milliseconds(200);
  const Instant begin = now();
  BOOST_TEST(message_of<LinkLost>([&options] { open_tcp_listener(options); }) ==
             options.name + ": nobody connected within 200 ms.");
  BOOST_TEST((now().earliest - begin.earliest >= milliseconds(200)));
}

BOOST_AUTO_TEST_CASE(is_not_disturbed_by_a_signal) {
  TcpOptions options = listening_options();
  Caller caller(options.port);
  options.say = [&caller](const std::string&) { caller.calls_after(milliseconds(300)); };
  struct sigaction before {};
  struct sigaction ignore {};
  ignore.sa_handler = [](int) {};
  sigaction(SIGALRM, &ignore, &before);
  const itimerval often{{0, 20'000}, {0, 20'000}};
  setitimer(ITIMER_REAL, &often, nullptr);
  BOOST_CHECK_NO_THROW(open_tcp_listener(options));
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
}

/// Three connections, one after the other: `go_on` makes the link take the next one. Each has a word of its
/// own.
void talk_to_three(const TcpOptions& listening, const std::function<void(Link&, Peer&)>& go_on) {
  TcpOptions options = listening;
  Caller caller(options.port);
  options.say = [&caller](const std::string&) { caller.calls_after({}); };
  const auto link = open_tcp_listener(options);
  for (const char word : {'1', '2', '3'}) {
    Peer peer = caller.peer();
    peer.says(std::string(1, word));
    BOOST_TEST(expect_byte(*link).value == word);
    go_on(*link, peer);
  }
}

BOOST_AUTO_TEST_CASE(a_reset_waits_for_the_next_board_after_a_hang_up) {
  talk_to_three(listening_options(), [](Link& link, Peer& peer) {
    peer.closes();
    BOOST_TEST(expect_hang_up(link).how == "closed the connection");
    BOOST_TEST(contains(link.reset().note, "connected again"));
  });
}

// The command ends the client and starts it anew: its first connection ends while the board settles.
BOOST_AUTO_TEST_CASE(a_reset_takes_the_next_connection_of_a_client_that_is_started_anew) {
  TcpOptions options = listening_options();
  options.reset = parse_reset("command:true");
  talk_to_three(options, [](Link& link, Peer& peer) {
    send(link, "0");
    BOOST_TEST(peer.hears(1) == "0");
    ::shutdown(peer.socket().number(), SHUT_WR);
    const Outcome outcome = link.reset();
    BOOST_TEST(outcome.done);
    BOOST_TEST(contains(outcome.note, "connected again"));
  });
}

BOOST_AUTO_TEST_CASE(each_reset_is_a_connection_where_each_game_is_one) {
  TcpOptions options = listening_options();
  options.reset = parse_reset("reconnect");
  options.reset.settle = milliseconds(10);
  talk_to_three(options, [](Link& link, Peer& peer) {
    BOOST_TEST(link.info().can_reset);
    const Outcome outcome = link.reset();
    BOOST_TEST(outcome.done);
    BOOST_TEST(outcome.note == "connected anew");
    peer.says("x");  // to nobody
  });
}

BOOST_AUTO_TEST_CASE(a_port_that_is_taken_is_told) {
  const Descriptor taken = listen_on("", "0");
  TcpOptions options;
  options.port = std::to_string(port_of(taken));
  BOOST_TEST(message_of<LinkLost>([&options] { open_tcp_listener(options); }) ==
             "Nothing can listen on port " + options.port + ": Address already in use.");
}

BOOST_AUTO_TEST_CASE(is_on_all_addresses_of_this_machine) {
  const Descriptor listener = listen_on("", "0");
  const std::string port = std::to_string(port_of(listener));
  BOOST_CHECK_NO_THROW(connect_to("127.0.0.1", port, seconds(30)));
  try {
    listen_on("::1", "0");
  } catch (const LinkLost& none) {
    BOOST_TEST_MESSAGE("no IPv6 on this machine: " << none.what());
    return;
  }
  BOOST_CHECK_NO_THROW(connect_to("::1", port, seconds(30)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig

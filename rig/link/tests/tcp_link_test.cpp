/// A link that connects to a board over TCP: to which address, for how long, and what becomes of the
/// connection.

#include "rig/link/tcp/tcp_link.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <deque>
#include <thread>

#include "rig/base/errors.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/link/tcp/sockets.hpp"
#include "rig/link/tests/tcp_fixtures.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// A board that listens. Accepted in a thread, for the link connects in this one.
class Board {
 public:
  explicit Board(const std::string& host = "127.0.0.1", const std::string& port = "0")
      : listener_(listen_on(host, port)) {}

  std::string port() const { return std::to_string(port_of(listener_)); }
  Peer peer() const {
    Descriptor client;
    comes_true([&] {
      client = accept_from(listener_);
      return client.is_open();
    });
    BOOST_REQUIRE_MESSAGE(client.is_open(), "nobody has connected");
    return Peer(std::move(client));
  }

 private:
  Descriptor listener_;
};

TcpOptions to(const Board& board, const std::string& host = "127.0.0.1") {
  TcpOptions options;
  options.name = "tcp:" + host + ":" + board.port();
  options.host = host;
  options.port = board.port();
  options.reset.settle = milliseconds(10);
  return options;
}

/// A link to a board.
struct Connected {
  Board board;
  std::unique_ptr<Link> link = open_tcp(to(board));
  Peer peer = board.peer();
};

BOOST_AUTO_TEST_SUITE(address)

BOOST_AUTO_TEST_CASE(is_a_host_and_a_port) {
  struct Row {
    const char* address;
    const char* host;
    const char* port;
  };
  for (const Row& row : {Row{"board:7000", "board", "7000"}, Row{"127.0.0.1:1", "127.0.0.1", "1"},
                         Row{"a-b.example:65535", "a-b.example", "65535"}, Row{"[::1]:7000", "::1", "7000"},
                         Row{"[fe80::1%eth0]:7000", "fe80::1%eth0", "7000"}, Row{"b:07000", "b", "07000"}}) {
    for (const bool host_optional : {false, true}) {
      const TcpOptions parsed = parse_tcp_address(row.address, host_optional);
      BOOST_TEST(parsed.host == row.host);
      BOOST_TEST(parsed.port == row.port);
    }
  }
}

BOOST_AUTO_TEST_CASE(is_a_port_alone_only_where_one_listens) {
  BOOST_TEST(parse_tcp_address("7000", true).host.empty());
  BOOST_TEST(parse_tcp_address("7000", true).port == "7000");
  BOOST_TEST(parse_tcp_address("0", true).port == "0");
  BOOST_TEST(message_of<UsageError>([] { parse_tcp_address("7000", false); }) ==
             "\"7000\" is no address: HOST:PORT, [IPV6]:PORT, with a port from 1 to 65535.");
}

BOOST_AUTO_TEST_CASE(has_port_0_only_where_one_listens_on_any_that_is_free) {
  BOOST_TEST(parse_tcp_address("0", true).port == "0");
  for (const std::string nowhere : {"board:0", "b:00000"}) {
    BOOST_CHECK_THROW(parse_tcp_address(nowhere, false), UsageError);
  }
}

BOOST_AUTO_TEST_CASE(that_is_malformed_is_refused_and_named) {
  for (const std::string bad : {"",         ":",         "board",   "board:",  ":7000",       "board:65536",
                                "b:99999",  "b:100000",  "b:-1",    "b:+1",    "b: 1",        "b:1 ",
                                "b:0x10",   "b:7e3",     "b:http",  "::1",     "::1:7000",    "[::1]",
                                "[::1]:",   "[::1:7000", "::1]:70", "[]:7000", "b:70:00",     "tcp://b:70",
                                "//b:7000", "b/x:7000",  " b:7000", "b :7000", "[::1]x:7000", "[[::1]]:700",
                                "a,b:7000", "b:000070",  "b\n:7000"}) {
    for (const bool host_optional : {false, true}) {
      const std::string message = message_of<UsageError>([&] { parse_tcp_address(bad, host_optional); });
      BOOST_TEST(message.starts_with("\"" + bad + "\" is no address: "), bad << ": " << message);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(connecting)

BOOST_AUTO_TEST_CASE(talks_both_ways_without_delay) {
  Connected on;
  std::string all;
  for (int value = 0; value < 256; ++value) all.push_back(static_cast<char>(value));
  send(*on.link, all);
  BOOST_TEST((on.peer.hears(256) == all));
  on.peer.says(all);
  BOOST_TEST((take(*on.link, 256) == all));
}

BOOST_AUTO_TEST_CASE(tells_what_it_can_do) {
  const Board board;
  TcpOptions options = to(board);
  const auto link = open_tcp(options);
  BOOST_TEST(link->info().name == options.name);
  BOOST_TEST(link->info().description == "TCP connection to 127.0.0.1 port " + board.port());
  BOOST_TEST(!link->info().can_reset);
  BOOST_TEST(!link->info().resets_by_hand);
  BOOST_TEST(contains(link->info().facts.at("hold-back"), "the kernel's round trip"));
  options.reset = parse_reset("command:true");
  BOOST_TEST(open_tcp(options)->info().can_reset);
  options.reset = parse_reset("ask");
  BOOST_TEST(open_tcp(options)->info().resets_by_hand);
}

BOOST_AUTO_TEST_CASE(nobody_at_the_address_is_told_with_address_and_reason) {
  TcpOptions options;
  options.host = "127.0.0.1";
  options.port = free_port();
  BOOST_TEST(message_of<LinkLost>([&options] { open_tcp(options); }) ==
             "127.0.0.1:" + options.port + " cannot be reached: Connection refused.");
}

BOOST_AUTO_TEST_CASE(a_host_that_does_not_exist_is_told) {
  TcpOptions options;
  options.host = "no-such-host.invalid";
  options.port = "7000";
  const std::string message = message_of<LinkLost>([&options] { open_tcp(options); });
  BOOST_TEST(message.starts_with("no-such-host.invalid:7000: "), message);
}

BOOST_AUTO_TEST_CASE(a_host_that_does_not_answer_is_waited_for_no_longer_than_said) {
  const Descriptor full = listen_on("127.0.0.1", "0");
  BOOST_REQUIRE(listen(full.number(), 0) == 0);
  const std::string port = std::to_string(port_of(full));
  std::deque<Descriptor> waiting;
  std::string message;
  const Instant begin = now();
  for (int i = 0; i < 10 && message.empty(); ++i) {  // the first ones fill the queue of who is to be accepted
    try {
      waiting.push_back(connect_to("127.0.0.1", port, milliseconds(300)));
    } catch (const LinkLost& lost) {
      message = lost.what();
    }
  }
  BOOST_TEST(message == "127.0.0.1:" + port + " did not answer within 300 ms.");
  BOOST_TEST((now().earliest - begin.earliest >= milliseconds(300)));
}

BOOST_AUTO_TEST_CASE(sockets_have_no_delay_and_are_closed_in_programs) {
  Connected on;
  TcpOptions options;
  options.port = free_port();
  std::unique_ptr<Descriptor> client;
  options.say = [&](const std::string&) {
    client = std::make_unique<Descriptor>(connect_to("127.0.0.1", options.port, seconds(30)));
  };
  const auto listening = open_tcp_listener(options);
  int connected = 0;
  int listeners = 0;
  for (int number = 0; number < 256; ++number) {
    int type = 0;
    socklen_t length = sizeof type;
    if (getsockopt(number, SOL_SOCKET, SO_TYPE, &type, &length) != 0 || type != SOCK_STREAM) continue;
    int listens = 0;
    getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length);
    int no_delay = 0;
    if (getsockopt(number, IPPROTO_TCP, TCP_NODELAY, &no_delay, &length) != 0) continue;
    BOOST_TEST((fcntl(number, F_GETFD) & FD_CLOEXEC) != 0);
    BOOST_TEST((fcntl(number, F_GETFL) & O_NONBLOCK) != 0);
    if (listens != 0) {
      ++listeners;
    } else {
      ++connected;
      BOOST_TEST(no_delay != 0);
    }
  }
  BOOST_TEST(listeners == 2);
  BOOST_TEST(connected == 4);
}

/// Nagle's delay holds a byte back until the one before is acknowledged, for which the kernel takes up to 40
/// ms.
BOOST_AUTO_TEST_CASE(a_far_end_that_gathers_its_bytes_is_not_kept_waiting) {
  Connected on;
  const int off = 0;
  setsockopt(on.peer.socket().number(), IPPROTO_TCP, TCP_NODELAY, &off, sizeof off);
  Duration shortest = seconds(1);
  constexpr int at_once = 16;  // so many acknowledgements of a new connection do not wait
  for (int i = 0; i < 2 * at_once; ++i) {
    send(*on.link, "?");
    on.peer.hears(1);
    on.peer.says("a");
    on.peer.says("b");
    const Instant first = expect_byte(*on.link).last_bit;
    const Duration between = expect_byte(*on.link).last_bit.latest - first.latest;
    if (i >= at_once) shortest = std::min(shortest, between);
  }
  BOOST_TEST((shortest < milliseconds(20)));
}

BOOST_AUTO_TEST_CASE(a_host_is_also_reached_by_its_ipv6_address) {
  std::unique_ptr<Board> board;
  try {
    board = std::make_unique<Board>("::1");
  } catch (const LinkLost& none) {
    BOOST_TEST_MESSAGE("skipped, for this machine has no IPv6: " << none.what());
    return;
  }
  const auto link = open_tcp(to(*board, "::1"));
  const Peer peer = board->peer();
  peer.says("1");
  BOOST_TEST(expect_byte(*link).value == '1');
  TcpOptions nobody;
  nobody.host = "::1";
  nobody.port = free_port();
  const std::string message = message_of<LinkLost>([&nobody] { open_tcp(nobody); });
  BOOST_TEST(message == "[::1]:" + nobody.port + " cannot be reached: Connection refused.");
}

BOOST_AUTO_TEST_CASE(the_end_of_a_link_leaves_no_thread_and_no_descriptor) {
  const Board board;
  const auto descriptors = open_descriptors();
  const auto threads = running_threads();
  open_tcp(to(board));
  BOOST_TEST(open_descriptors() == descriptors);
  BOOST_TEST(running_threads() == threads);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_busy_port_server)

void expect_in_use(const std::function<void(const Peer&)>& refuse) {
  const Board board;
  const TcpOptions options = to(board);
  const auto link = open_tcp(options);
  Peer server = board.peer();
  refuse(server);
  server.closes();
  const std::string message = message_of<LinkLost>([&link] {
    while (std::holds_alternative<Byte>(link->receive(soon()))) {
    }
  });
  BOOST_TEST(message ==
             options.name + " is in use by another client: it says \"Port already in use\\r\\n\".");
}

BOOST_AUTO_TEST_CASE(is_no_board) {
  expect_in_use([](const Peer& server) { server.says("Port already in use\r\n"); });
}

BOOST_AUTO_TEST_CASE(is_no_board_when_it_speaks_in_pieces) {
  expect_in_use([](const Peer& server) {
    server.says("Port already ");
    sleep(milliseconds(50));
    server.says("in use\r\n");
  });
}

BOOST_AUTO_TEST_CASE(is_recognized_while_a_request_is_sent) {
  Connected on;
  on.peer.says("Port already in use\r\n");
  on.peer.closes();
  sleep(milliseconds(50));
  BOOST_CHECK_THROW(
      {
        send(*on.link, "0");
        on.link->receive(soon());
      },
      LinkLost);
}

BOOST_AUTO_TEST_CASE(is_not_seen_in_what_a_board_says_later) {
  Connected on;
  const std::string words = std::string(100, 'a');
  on.peer.says(words);
  BOOST_TEST(take(*on.link, 100) == words);
  on.peer.says("in use");
  BOOST_TEST(take(*on.link, 6) == "in use");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hanging_up)

BOOST_AUTO_TEST_CASE(a_closed_connection_comes_after_the_last_bytes) {
  Connected on;
  on.peer.says("1A");
  on.peer.closes();
  BOOST_TEST(take(*on.link, 2) == "1A");
  const HungUp hung_up = expect_hang_up(*on.link);
  BOOST_TEST(hung_up.how == "closed the connection");
  BOOST_TEST((expect_hang_up(*on.link) == hung_up));
}

BOOST_AUTO_TEST_CASE(a_reset_connection_is_told_from_a_closed_one) {
  Connected on;
  on.peer.resets();
  BOOST_TEST(expect_hang_up(*on.link).how == "reset the connection");
}

BOOST_AUTO_TEST_CASE(a_connection_that_is_reset_while_it_is_sent_to_is_told_as_reset) {
  for (int i = 0; i < 10; ++i) {
    Connected on;
    std::thread breaker([&on, i] {
      sleep(milliseconds(10 + i));
      on.peer.resets();
    });
    on.link->send(Bytes(std::size_t{64} * 1024 * 1024, 'a'), now());
    breaker.join();
    BOOST_TEST(expect_hang_up(*on.link).how == "reset the connection");
  }
}

BOOST_AUTO_TEST_CASE(what_is_sent_to_a_peer_that_is_gone_is_lost_without_a_signal) {
  const Board board;
  const auto link = open_tcp(to(board));
  board.peer().closes();
  for (int i = 0; i < 5; ++i) {
    send(*link, "0");  // a SIGPIPE would end this test
    sleep(milliseconds(5));
  }
  sigset_t pending;
  sigpending(&pending);
  BOOST_TEST(sigismember(&pending, SIGPIPE) == 0);
  BOOST_TEST(expect_hang_up(*link).how == "closed the connection");
}

BOOST_AUTO_TEST_CASE(neither_silence_nor_the_end_keeps_anybody_busy) {
  Connected on;
  const Duration used = processor_time();
  BOOST_TEST(is_silent(*on.link, milliseconds(300)));
  on.peer.closes();
  expect_hang_up(*on.link);
  on.link->send(to_bytes("0"), now() + milliseconds(300));
  expect_hang_up(*on.link);
  BOOST_TEST((processor_time() - used < milliseconds(300)));
}

BOOST_AUTO_TEST_CASE(a_reset_connects_again) {
  const Board board;
  const auto link = open_tcp(to(board));
  board.peer().closes();
  expect_hang_up(*link);
  const Outcome outcome = link->reset();
  BOOST_TEST(!outcome.done);
  BOOST_TEST(outcome.note ==
             "connected again; this link does not reset the board (before, it had closed the connection)");
  const Peer peer = board.peer();
  send(*link, "0");
  BOOST_TEST(peer.hears(1) == "0");
  peer.says("1");
  BOOST_TEST(expect_byte(*link).value == '1');
}

// A server that is started anew does not listen at once.
BOOST_AUTO_TEST_CASE(a_reset_connects_again_once_the_board_listens_again) {
  auto board = std::make_unique<Board>();
  TcpOptions options = to(*board);
  options.reset = parse_reset("reconnect");
  const auto link = open_tcp(options);
  board.reset();
  std::thread starts([&] {
    sleep(milliseconds(200));
    board = std::make_unique<Board>("127.0.0.1", options.port);
  });
  const Outcome outcome = link->reset();
  starts.join();
  BOOST_TEST(outcome.done);
  const Peer peer = board->peer();
  send(*link, "0");
  BOOST_TEST(peer.hears(1) == "0");
}

BOOST_AUTO_TEST_CASE(a_board_is_configured_at_first_and_after_its_power) {
  const Board board;
  const TemporaryFolder folder;
  TcpOptions options = to(board);
  options.reset = parse_reset("power:true");
  options.reset.settle = milliseconds(10);
  options.reset.program = "sh -c 'echo loaded; echo loaded >>" + (folder / "log").string() + "'";
  const auto link = open_tcp(options);
  BOOST_TEST(link->info().facts.at("programmer printed") == "\"loaded\"");
  BOOST_TEST(content_of_ordinary_file(folder / "log") == "loaded\n");
  const Outcome outcome = link->reset();
  BOOST_TEST(outcome.done);
  BOOST_TEST(contains(outcome.note, "power taken and given by \"true\", configured by"), outcome.note);
  BOOST_TEST(content_of_ordinary_file(folder / "log") == "loaded\nloaded\n");
}

BOOST_AUTO_TEST_CASE(a_board_that_is_gone_for_good_is_lost_and_stays_so) {
  auto board = std::make_unique<Board>();
  TcpOptions options = to(*board);
  options.patience = milliseconds(300);
  const auto link = open_tcp(options);
  board->peer().closes();
  board.reset();
  expect_hang_up(*link);
  BOOST_CHECK_THROW(link->reset(), LinkLost);
  BOOST_TEST(expect_hang_up(*link).how == "not running");
  send(*link, "0");
  BOOST_CHECK_THROW(link->reset(), LinkLost);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(resetting)

BOOST_AUTO_TEST_CASE(keeps_the_connection_and_drops_what_was_said) {
  const Board board;
  TcpOptions options = to(board);
  for (const char* way : {"none", "command:true"}) {
    options.reset = parse_reset(way);
    const auto link = open_tcp(options);
    const Peer peer = board.peer();
    peer.says("ab");
    BOOST_TEST(expect_byte(*link).value == 'a');
    peer.says("cd");
    sleep(milliseconds(50));
    link->reset();
    peer.says("e");
    BOOST_TEST(expect_byte(*link).value == 'e', "reset " << way << " keeps what was said before");
  }
}

BOOST_AUTO_TEST_CASE(is_named_where_it_may_help_a_player_that_has_fallen_silent) {
  const Board board;
  TcpOptions player = to(board);
  TcpOptions connected_anew = player;
  connected_anew.reset = parse_reset("reconnect");
  TcpOptions serial_port = player;
  serial_port.is_serial_port = true;
  for (const auto& [options, hints] :
       {std::pair(player, 1U), std::pair(connected_anew, 0U), std::pair(serial_port, 0U)}) {
    const auto link = open_tcp(options);
    BOOST_TEST(link->hints().empty());  // it has never said anything
    board.peer().says("a");
    BOOST_TEST(expect_byte(*link).value == 'a');
    BOOST_TEST(link->hints().size() == hints);
  }
}

BOOST_AUTO_TEST_CASE(waits_until_the_board_has_settled_and_hears_what_it_says_meanwhile) {
  const Board board;
  TcpOptions options = to(board);
  options.reset = parse_reset("command:true");
  options.reset.settle = milliseconds(300);
  const auto link = open_tcp(options);
  const Peer peer = board.peer();
  const Instant begin = now();
  BOOST_TEST((link->reset().ready.earliest - begin.latest >= milliseconds(300)));
}

BOOST_AUTO_TEST_CASE(does_not_wait_for_the_end_of_a_flood) {
  Connected on;
  std::atomic<bool> enough{false};
  std::thread flood([&on, &enough] {
    const std::string block(4096, 'x');
    while (!enough) ::send(on.peer.socket().number(), block.data(), block.size(), MSG_NOSIGNAL);
  });
  BOOST_TEST(expect_byte(*on.link).value == 'x');
  const Instant begin = now();
  std::thread limit([&enough] {
    for (int i = 0; i < 1500 && !enough; ++i) sleep(milliseconds(10));
    enough = true;
  });
  on.link->reset();
  BOOST_TEST((now().earliest - begin.earliest < seconds(10)), "the reset has waited for silence");
  BOOST_TEST(expect_byte(*on.link).value == 'x');
  enough = true;
  flood.join();
  limit.join();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig

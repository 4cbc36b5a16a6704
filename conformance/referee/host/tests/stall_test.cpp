/// The rig stands still between two looks at a board: what came meanwhile came since the first of them, and
/// the referee stood still too, perhaps.

#include <boost/test/unit_test.hpp>

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <thread>

#include "conformance/referee/host/play.hpp"
#include "conformance/referee/host/tests/short_game.hpp"
#include "rig/link/stream/monotonic.hpp"

using namespace rig::host;
using namespace std::chrono_literals;

namespace {

/// It is wanted until something came to a board while the rig stood still.
struct Stall {
  bool is_wanted = false;
  rig::Duration began{};
  rig::Duration ended{};
} stall;

bool is_line_of_a_board(int descriptor) {
  int domain = 0;
  socklen_t size = sizeof domain;
  return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_INET;
}

void stand_still(int descriptor) {
  stall.began = rig::monotonic_now();
  std::this_thread::sleep_for(200ms);
  stall.ended = rig::monotonic_now();
  pollfd watched{descriptor, POLLIN, 0};
  stall.is_wanted = poll(&watched, 1, 0) != 1;
}

}  // namespace

/// After a look at a board that found nothing.
extern "C" ssize_t read(int descriptor, void* bytes, std::size_t count) {
  const ssize_t got = syscall(SYS_read, descriptor, bytes, count);
  const bool found_nothing = got < 0 && errno == EAGAIN;
  if (!stall.is_wanted || !found_nothing) return got;
  if (is_line_of_a_board(descriptor)) stand_still(descriptor);
  errno = EAGAIN;
  return got;
}

BOOST_AUTO_TEST_CASE(what_came_while_the_rig_stood_still_may_have_come_at_its_beginning) {
  Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/blokus-host.toml");
  host.command = {STAND_IN, "-3", "-T", "-o", "{seconds}", "{begins}"};
  stall.is_wanted = true;
  const Played game = play({host, rig::protocol::find_contest("icfpt2014")}, {short_game()}, 4).front();
  BOOST_TEST_REQUIRE(!stall.is_wanted);
  std::optional<rig::Instant> first;
  for (const BoardLog& board : game.boards) {
    for (const Happening& one : board.happenings) {
      const bool came_in_it = one.kind == Happening::Kind::request && one.at.latest >= stall.ended;
      if (came_in_it && (!first || one.at.latest < first->latest)) first = one.at;
    }
  }
  BOOST_TEST_REQUIRE(first.has_value());
  BOOST_TEST((first->earliest <= stall.began));
  BOOST_TEST((game.starved >= stall.ended - stall.began));
}

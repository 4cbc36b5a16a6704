#include "rig/link/stream/heartbeat.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>

#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Runs `work` in a process that stands still for a second after it has begun.
int in_a_process_that_is_stopped(const std::function<bool()>& work) {
  return in_a_process(work, [](pid_t process) {
    sleep(milliseconds(200));
    kill(process, SIGSTOP);
    sleep(seconds(1));
    kill(process, SIGCONT);
  });
}

BOOST_AUTO_TEST_CASE(tells_for_how_long_the_process_stood_still) {
  const int status = in_a_process_that_is_stopped([] {
    Heartbeat heartbeat;
    sleep(milliseconds(1500));
    return heartbeat.longest_stall() >= milliseconds(700);
  });
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

BOOST_AUTO_TEST_CASE(tells_of_a_stall_at_once_and_once) {
  const int status = in_a_process_that_is_stopped([] {
    Heartbeat heartbeat;
    const Instant end = now() + milliseconds(1500);
    int told = 0;
    while (now().earliest < end.earliest) {
      if (heartbeat.longest_stall() >= milliseconds(700)) ++told;
    }
    if (told > 1) _exit(7);
    return told == 1;
  });
  BOOST_TEST_REQUIRE(WIFEXITED(status));
  BOOST_TEST(WEXITSTATUS(status) != 7, "one stall was told of twice");
  BOOST_TEST(WEXITSTATUS(status) != 1, "the stall was not told of");
}

BOOST_AUTO_TEST_CASE(forgets_what_it_has_told) {
  const int status = in_a_process_that_is_stopped([] {
    Heartbeat heartbeat;
    sleep(milliseconds(1500));
    heartbeat.longest_stall();
    return heartbeat.longest_stall() < milliseconds(700);
  });
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

BOOST_AUTO_TEST_CASE(tells_next_to_nothing_of_a_process_that_runs) {
  Heartbeat heartbeat;
  const Duration used = processor_time();
  sleep(milliseconds(500));
  const Duration stall = heartbeat.longest_stall();
  BOOST_TEST((stall >= Duration::zero()));
  BOOST_TEST((stall < seconds(2)), stall.count() << " ns");
  BOOST_TEST_WARN((stall < milliseconds(50)), "a busy machine: " << stall.count() << " ns");
  BOOST_TEST((processor_time() - used < milliseconds(100)));
}

BOOST_AUTO_TEST_CASE(leaves_no_thread) {
  const auto threads = running_threads();
  for (int i = 0; i < 200; ++i) {
    {
      const Heartbeat heartbeat;
      BOOST_TEST_REQUIRE(running_threads() == threads + 1);
    }
    BOOST_TEST_REQUIRE(running_threads() == threads);
  }
}

BOOST_AUTO_TEST_CASE(takes_no_signal_from_those_who_wait_for_it) {
  const Heartbeat heartbeat;
  sigset_t wanted;
  sigset_t before;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &wanted, &before);
  kill(getpid(), SIGUSR1);  // would end this test if the other thread took it
  sleep(milliseconds(50));
  const timespec at_once{};
  BOOST_TEST(sigtimedwait(&wanted, nullptr, &at_once) == SIGUSR1);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace
}  // namespace rig

#include <fmt/format.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "rig/link/exec/supervised.hpp"
#include "rig/link/tests/exec_fixtures.hpp"

namespace rig {
namespace {

using namespace rig::testing;

constexpr int rounds = 150;

BOOST_AUTO_TEST_CASE(no_round_of_opening_and_closing_leaves_anybody) {
  for (const char* program : {"leaves_grandchild", "flees"}) {
    for (int round = 0; round < rounds; ++round) {
      const LifeLock life;
      auto link = open_fixture(fmt::format("{} {} stay", program, life.path()));
      BOOST_REQUIRE(next_char(*link) == 'r');
      link.reset();
      BOOST_REQUIRE_MESSAGE(!life.somebody_lives(), program << " lives on after round " << round);
    }
  }
}

BOOST_AUTO_TEST_CASE(no_round_of_killing_the_rig_at_any_moment_leaves_anybody) {
  for (int round = 0; round < rounds; ++round) {
    const LifeLock life;
    const auto hold_a_link = [&life] {
      const auto link = open_fixture(fmt::format("leaves_grandchild {} stay", life.path()));
      while (next_char(*link) != '\0') {
      }
      return false;
    };
    in_a_process(hold_a_link, [round](pid_t rig) {
      sleep(std::chrono::microseconds(100) * round);  // before, while and after everything is started
      kill(rig, SIGKILL);
    });
    sleep(std::chrono::milliseconds(20));  // what is only about to be started shows itself
    BOOST_REQUIRE_MESSAGE(life.everybody_dies(), "somebody lives on after round " << round);
  }
}

BOOST_AUTO_TEST_CASE(no_round_of_turning_on_the_supervisor_leaves_anybody) {
  for (int round = 0; round < rounds / 3; ++round) {
    for (const std::string& turn : turns) {
      const LifeLock life;
      open_turned(life, turn).reset();
      BOOST_REQUIRE_MESSAGE(!life.somebody_lives(), turn << ": somebody lives on after round " << round);
    }
  }
}

BOOST_AUTO_TEST_CASE(no_round_of_turning_on_the_supervisor_of_a_rig_that_is_killed_leaves_anybody) {
  for (int round = 0; round < rounds / 3; ++round) {
    for (const std::string& turn : turns) {
      const LifeLock life;
      const auto hold_a_link = [&life, &turn] {
        const auto link = open_turned(life, turn);
        for (;;) pause();
        return false;
      };
      in_a_process(hold_a_link, [round](pid_t rig) {
        sleep(std::chrono::microseconds(300) * round);
        kill(rig, SIGKILL);
      });
      sleep(std::chrono::milliseconds(20));
      BOOST_REQUIRE_MESSAGE(life.everybody_dies(), turn << ": somebody lives on after round " << round);
    }
  }
}

/// The processes that this one has started, and what these have.
std::vector<pid_t> children_and_theirs() {
  const auto children_of = [](const std::string& process) {
    std::ifstream in(fmt::format("/proc/{0}/task/{0}/children", process));
    return std::vector<pid_t>(std::istream_iterator<pid_t>(in), {});
  };
  std::vector<pid_t> all = children_of(std::to_string(getpid()));
  for (std::size_t i = 0, count = all.size(); i < count; ++i) {
    const std::vector<pid_t> more = children_of(std::to_string(all[i]));
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

// It is let go on whenever it may have been stopped, also when it is about to end. The rig's patience with
// one that does not end is 5 s, in which it serves nobody.
BOOST_AUTO_TEST_CASE(no_round_of_letting_the_supervisor_go_on_while_it_ends_takes_long) {
  const std::jthread other([](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      for (const pid_t one : children_and_theirs()) kill(one, SIGCONT);
    }
  });
  for (int round = 0; round < rounds; ++round) {
    auto program = std::make_unique<Supervised>(
        Supervised::Options{.words = {round % 2 == 0 ? "true" : "cat"}, .directory = {}});
    const Duration begun = now().earliest;
    program.reset();
    BOOST_REQUIRE_MESSAGE(now().earliest - begun < std::chrono::seconds(4), "given up in round " << round);
  }
}

}  // namespace
}  // namespace rig

#include <boost/test/unit_test.hpp>
#include <csignal>

#include "rig/tests/bytes/exec_fixtures.hpp"

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

}  // namespace
}  // namespace rig

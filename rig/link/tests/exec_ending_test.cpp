/// Programs that flood, never read or turn on their supervisors, and how a link ends: nothing is left of it.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "rig/base/errors.hpp"
#include "rig/link/exec/adoption.hpp"
#include "rig/link/exec/exec_link.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;
namespace data = boost::unit_test::data;

/// Its program has ended with its supervisor: what that is told as does not matter.
void expect_hang_up_or_lost(Link& link) {
  try {
    expect_hang_up(link);
  } catch (const RigError&) {
  }
}

BOOST_AUTO_TEST_SUITE(misbehaving)

BOOST_AUTO_TEST_CASE(a_flood_is_taken_byte_by_byte_and_ends_with_the_link) {
  const auto link = open_fixture("floods");
  for (int i = 0; i < 300'000; ++i) {
    const Event event = link->receive(soon());
    if (!std::holds_alternative<Byte>(event)) BOOST_FAIL("the flood ended");
  }
  send(*link, "0");
  BOOST_TEST(expect_byte(*link).value == 'x');
}

BOOST_AUTO_TEST_CASE(a_request_larger_than_every_pipe_does_not_lock_up_with_an_echo) {
  const auto link = open_fixture("echoes");
  std::string large;
  for (int i = 0; large.size() < 150'000; ++i) large += std::to_string(i);
  send(*link, large);
  BOOST_TEST((take(*link, large.size()) == large));
}

BOOST_AUTO_TEST_CASE(a_program_that_never_reads_hangs_up_at_last) {
  const auto link = open_exec({fixture("never_reads"), "", "", milliseconds(100)});
  const Sent sent = link->send(Bytes(200'000, 'a'), now());
  BOOST_TEST((between(sent.first_bit, sent.last_bit).longest >= milliseconds(100)));
  BOOST_TEST(take(*link, 1) == "r");
  BOOST_TEST(expect_hang_up(*link).how == "stopped reading");
}

BOOST_AUTO_TEST_CASE(a_mebibyte_of_standard_error_blocks_nobody) {
  const auto link = open_fixture("is_noisy");
  send(*link, "0");
  sleep(milliseconds(50));  // nobody receives meanwhile
  BOOST_TEST(expect_byte(*link).value == '!');
  send(*link, "q");
  const HungUp hung_up = expect_hang_up(*link);
  BOOST_TEST(hung_up.how.substr(0, 48) == "exited with status 4; its standard error: \"eeeee");
  BOOST_TEST(contains(hung_up.how, "e\" … \"bye\""), hung_up.how);
  BOOST_TEST(link->standard_error().size() == 64U * 1024);
  BOOST_TEST(link->standard_error().substr(64 * 1024 - 6) == "e\nbye\n");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ending)

BOOST_AUTO_TEST_CASE(a_reset_starts_anew_and_forgets_what_was_said) {
  const auto link = open_fixture("drips 1");
  send(*link, "00000000");
  expect_byte(*link);
  link->put_back(expect_byte(*link));
  const Instant before = now();
  const Outcome outcome = link->reset();
  BOOST_TEST(outcome.done);
  BOOST_TEST(outcome.note == "killed and started again");
  BOOST_TEST((outcome.ready.earliest >= before.latest));
  BOOST_TEST(std::holds_alternative<TimedOut>(link->receive(now() + milliseconds(50))));
  send(*link, "0");
  BOOST_TEST(take(*link, 3) == "1AA");
}

BOOST_AUTO_TEST_CASE(a_reset_drops_what_was_read_and_not_handed_out) {
  const auto link = open_fixture("echoes");
  send(*link, std::string(1000, 'a'));
  expect_byte(*link);
  link->reset();
  send(*link, "b");
  BOOST_TEST(expect_byte(*link).value == 'b');
}

BOOST_AUTO_TEST_CASE(a_reset_brings_back_a_program_that_has_ended) {
  const auto link = open_fixture("quits");
  for (int round = 0; round < 3; ++round) {
    send(*link, "0");
    BOOST_TEST(take(*link, 2) == "1A");
    expect_hang_up(*link);
    BOOST_TEST(contains(link->reset().note, "exited with status 3"));
  }
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_again_is_an_error_and_stays_gone) {
  const auto copy = std::filesystem::temp_directory_path() / fmt::format("rig-echo-{}", getpid());
  std::filesystem::copy_file(fixture("echoes"), copy);
  const auto link = open_exec({copy.string(), "", ""});
  std::filesystem::remove(copy);
  BOOST_CHECK_THROW(link->reset(), RigError);
  BOOST_TEST(expect_hang_up(*link).how == "not running");
  send(*link, "0");
}

BOOST_AUTO_TEST_CASE(the_end_of_a_link_leaves_no_process_and_no_descriptor) {
  const auto before = open_descriptors();
  {
    const LifeLock life;
    auto link = open_fixture("leaves_grandchild " + life.path() + " stay");
    BOOST_TEST(take(*link, 1) == "r");
    BOOST_TEST(life.somebody_lives());
    link.reset();
    BOOST_TEST(!life.somebody_lives());
    BOOST_CHECK_THROW(open_exec({"/nowhere/a-player", "", ""}), RigError);
  }
  BOOST_TEST(open_descriptors() == before);
  BOOST_TEST(waitpid(-1, nullptr, WNOHANG) == -1);
  BOOST_TEST(errno == ECHILD);
}

BOOST_AUTO_TEST_CASE(a_reset_leaves_nothing_of_the_process_before) {
  const LifeLock life;
  const auto link = open_fixture("leaves_grandchild " + life.path() + " exit");
  BOOST_TEST(take(*link, 1) == "r");
  link->reset();
  BOOST_TEST(take(*link, 1) == "r");
  send(*link,
       "0");  // the second one exits; were there anything left of the first, it would still hold the lock
  expect_hang_up(*link);
  BOOST_TEST(!life.somebody_lives());
}

BOOST_AUTO_TEST_CASE(a_rig_that_is_killed_leaves_no_orphan) {
  for (const std::string program : {"leaves_grandchild {} stay", "flees {}"}) {
    const LifeLock life;
    std::array<int, 2> ready{};
    BOOST_REQUIRE(pipe(ready.data()) == 0);
    const auto hold_a_link = [&] {
      const auto link = open_fixture(fmt::format(fmt::runtime(program), life.path()));
      const char first = next_char(*link);
      if (write(ready[1], &first, 1) != 1) return false;
      for (;;) pause();
    };
    const auto kill_it = [&ready](pid_t rig) {
      char first = '\0';
      BOOST_TEST(read(ready[0], &first, 1) == 1);
      BOOST_TEST(first == 'r');
      kill(rig, SIGKILL);
    };
    BOOST_TEST(WIFSIGNALED(in_a_process(hold_a_link, kill_it)));
    BOOST_TEST(life.everybody_dies());
    close(ready[0]);
    close(ready[1]);
  }
}

BOOST_AUTO_TEST_CASE(a_process_forked_from_the_rig_keeps_no_program_alive) {
  const LifeLock life;
  auto link = open_fixture("leaves_grandchild " + life.path() + " stay");
  BOOST_TEST(take(*link, 1) == "r");
  in_a_process(  // it inherits every descriptor of this one
      [] {
        sleep(seconds(60));
        return true;
      },
      [&](pid_t bystander) {
        link.reset();
        BOOST_TEST(!life.somebody_lives());
        kill(bystander, SIGKILL);
      });
}

BOOST_DATA_TEST_CASE(a_program_that_stops_or_kills_its_supervisor_leaves_nothing, data::make(turns), turn) {
  const Adoption adoption;  // as in certify: what loses its parent is not let go on by the kernel
  const LifeLock life;
  open_turned(life, turn).reset();
  BOOST_TEST(!life.somebody_lives());
}

BOOST_AUTO_TEST_CASE(a_program_that_stops_its_supervisor_is_told_from_one_that_hangs) {
  const LifeLock life;
  const auto link = open_turned(life, "stop-both exit");
  BOOST_TEST(expect_hang_up(*link).how == "exited with status 0");
  BOOST_TEST(!life.somebody_lives());
}

BOOST_AUTO_TEST_CASE(a_program_that_keeps_its_supervisors_stopped_is_killed_at_last) {
  const LifeLock life;
  open_turned(life, "keep-stopping-both").reset();
  BOOST_TEST(life.everybody_dies());
}

BOOST_AUTO_TEST_CASE(a_program_whose_supervisors_cannot_go_on_is_killed_without_them) {
  const LifeLock life;
  auto link = open_turned(life, "trace-both");
  const char traced = next_char(*link);
  link.reset();
  BOOST_TEST(life.everybody_dies());
  BOOST_WARN_MESSAGE(traced == 't', "this machine does not let a program trace another");
}

BOOST_AUTO_TEST_CASE(a_program_that_kills_both_its_supervisors_dies_of_it) {
  const LifeLock life;
  const auto link = open_turned(life, "alone stop-both kill-both");
  BOOST_TEST(life.everybody_dies());
}

BOOST_AUTO_TEST_CASE(a_program_that_kills_both_its_supervisors_leaves_nothing_once_the_rig_has_ended) {
  const LifeLock life;
  const auto hold_a_link = [&life] {
    const Adoption adoption;
    const auto link = open_turned(life, "stop-both kill-both");
    expect_hang_up_or_lost(*link);
    return life.somebody_lives();
  };
  const int status = in_a_process(hold_a_link, [](pid_t) {});
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0),
             "the grandchild was to outlive its supervisors");
  BOOST_TEST(!life.somebody_lives());
}

BOOST_AUTO_TEST_CASE(a_supervisor_that_was_killed_is_an_error_of_the_rig) {
  const auto pipe_ends = [] {
    std::array<int, 2> ends{};
    BOOST_REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
    return ends;
  }();
  {
    Supervised program({{fixture("never_reads")}, {}, -1, pipe_ends[1]});
    std::ifstream status(fmt::format("/proc/{}/status", program.pid()));
    pid_t supervisor = 0;
    for (std::string word; status >> word;) {
      if (word == "PPid:") status >> supervisor;
    }
    BOOST_REQUIRE(supervisor > 1);
    BOOST_TEST(!program.ended().has_value());
    kill(supervisor, SIGKILL);
    BOOST_CHECK_THROW(program.ended(seconds(30)), RigError);
  }
  close(pipe_ends[1]);
  std::array<char, 2> said{};
  BOOST_TEST(read(pipe_ends[0], said.data(), 2) >= 0);
  while (read(pipe_ends[0], said.data(), 2) > 0) {  // ends once the program is dead as well
  }
  close(pipe_ends[0]);
}

/// For whom it would be a long time until the supervisor tells.
BOOST_AUTO_TEST_CASE(that_a_program_has_ended_is_seen_by_itself) {
  std::array<int, 2> pipe_ends{};
  BOOST_REQUIRE(pipe2(pipe_ends.data(), O_CLOEXEC) == 0);
  Supervised program({{"cat"}, {}, pipe_ends[0]});
  close(pipe_ends[0]);
  BOOST_TEST(!program.has_just_ended());
  close(pipe_ends[1]);  // it ends
  BOOST_TEST(program.ended(seconds(30)).has_value());
  BOOST_TEST(program.has_just_ended());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig

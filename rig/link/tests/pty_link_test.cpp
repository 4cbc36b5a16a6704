#include <unistd.h>

#include "rig/link/pty/pty_link.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <csignal>

#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::unique_ptr<Link> open_command(const std::string& command, Duration start_patience = seconds(30)) {
  return open_pty({.command = command, .name = "", .start_patience = start_patience});
}

/// A program of fixtures/exec whose standard input and output are the device.
std::string on_device(const std::string& program) {
  return "sh -c 'exec \"$@\" <>\"$0\" >&0' {port} " + fixture(program);
}

/// A few lines of shell with the device open as descriptor 3.
std::string shell(const std::string& lines) {
  return "sh -c 'exec 3<>\"$0\"; " + lines + "' {port}";
}

BOOST_AUTO_TEST_SUITE(command)

BOOST_AUTO_TEST_CASE(without_a_place_for_the_device_is_refused_with_advice) {
  for (const std::string command : {"player", "player port", "player {Port}", "player { port }"}) {
    const std::string message = message_of<UsageError>([&command] { check_pty_command(command); });
    BOOST_TEST(message == "The command \"" + command +
                              "\" does not say where the serial device goes: write {port} in its place.");
  }
}

BOOST_AUTO_TEST_CASE(that_cannot_be_cut_into_words_is_refused) {
  for (const char* command : {"", "player {port} |", "player '{port}"}) {
    BOOST_CHECK_THROW(check_pty_command(command), UsageError);
    BOOST_CHECK_THROW(open_command(command), UsageError);
  }
}

BOOST_AUTO_TEST_CASE(gets_the_device_wherever_it_is_named) {
  const auto link =
      open_command("sh -c 'printf \"%s\\n%s\\n\" \"$1\" \"$2\" >\"$0\"' {port} --port={port} {port}{port}");
  std::string said;
  for (Event event = link->receive(soon()); std::holds_alternative<Byte>(event);
       event = link->receive(soon())) {
    said.push_back(static_cast<char>(std::get<Byte>(event).value));
  }
  const std::string device = said.substr(7, said.find('\n') - 7);
  BOOST_TEST(contains(device, "/dev/pts/"), said);
  BOOST_TEST(said == "--port=" + device + "\n" + device + device + "\n");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(starting)

BOOST_AUTO_TEST_CASE(tells_what_it_can_do) {
  const std::string command = on_device("echoes");
  const auto link = open_command(command);
  BOOST_TEST(link->info().name == "pty:" + command);
  BOOST_TEST((link->info().clock == monotonic_domain()));
  BOOST_TEST(link->info().can_reset);
  BOOST_TEST(!link->info().resets_by_hand);
  BOOST_TEST(!link->info().has_wire);
  BOOST_TEST(link->info().facts.at("command") == command);
  BOOST_TEST((link->info().hold_back == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(tells_the_rate_that_a_program_has_set) {
  const auto rate_after = [](const std::string& set, std::uint32_t at_first) {
    const auto link =
        open_pty({.command = fixture("sets_rate " + set + " {port}"), .name = "", .baud = at_first});
    send(*link, "0");
    expect_byte(*link);
    return link->rate_set_by_dut().value_or(0);
  };
  BOOST_TEST(rate_after("9600", 115200) == 9600U);
  BOOST_TEST(rate_after("38400", 115200) == 38400U);  // as the system has it
  BOOST_TEST(rate_after("115200", 9600) == 115200U);
  BOOST_TEST(rate_after("none", 460800) == 460800U);
  BOOST_TEST(rate_after("0", 115200) == 0U);  // B0 is no rate
}

BOOST_AUTO_TEST_CASE(a_program_that_does_not_exist_is_an_error_of_the_rig) {
  const std::string message = message_of<RigError>([] { open_command("/nowhere/a-player {port}"); });
  BOOST_TEST(message == "The program /nowhere/a-player cannot be started: No such file or directory.");
}

BOOST_AUTO_TEST_CASE(a_program_that_opens_its_device_late_is_waited_for) {
  const auto link = open_command("sh -c 'sleep 0.3; exec " + fixture("echoes") + " <>\"$0\" >&0' {port}");
  send(*link, "0");
  BOOST_TEST(expect_byte(*link).value == '0');
}

BOOST_AUTO_TEST_CASE(a_program_that_never_opens_its_device_is_refused_and_killed) {
  const LifeLock life;
  const std::string command = fixture("leaves_grandchild " + life.path() + " stay {port}");
  const Instant begin = now();
  const std::string message = message_of<LinkLost>([&command] { open_command(command, milliseconds(200)); });
  BOOST_TEST((now().earliest - begin.earliest >= milliseconds(200)));
  BOOST_TEST(contains(message, "leaves_grandchild did not open its serial device /dev/pts/"), message);
  BOOST_TEST(contains(message, " within 200 ms"), message);
  BOOST_TEST(!life.somebody_lives());
}

BOOST_AUTO_TEST_CASE(a_program_that_exits_without_opening_has_hung_up_with_its_last_words) {
  const auto link = open_command("sh -c 'echo no such port >&2; exit 3' {port}");
  BOOST_TEST(expect_hang_up(*link).how == "exited with status 3; its standard error: \"no such port\"");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(talking)

BOOST_AUTO_TEST_CASE(every_byte_value_goes_both_ways) {
  const auto link = open_command(on_device("echoes"));
  std::string all;
  for (int value = 0; value < 256; ++value) all.push_back(static_cast<char>(value));
  send(*link, all);
  BOOST_TEST((take(*link, 256) == all));
}

BOOST_AUTO_TEST_CASE(a_request_larger_than_the_device_holds_does_not_lock_up_with_an_echo) {
  const auto link = open_command(on_device("echoes"));
  const std::string large(50'000, 'a');
  send(*link, large);
  BOOST_TEST((take(*link, large.size()) == large));
}

BOOST_AUTO_TEST_CASE(a_late_reply_is_silence_first_and_then_surely_late) {
  const auto link = open_command(on_device("replies_late 300"));
  const Sent sent = send(*link, "0");
  const Instant limit = sent.first_bit + milliseconds(100);
  BOOST_REQUIRE(std::holds_alternative<TimedOut>(link->receive(limit)));
  const Byte byte = expect_byte(*link);
  BOOST_TEST(surely_before(limit, byte.last_bit));
  BOOST_TEST((between(sent.first_bit, byte.last_bit).longest >= milliseconds(300)));
}

BOOST_AUTO_TEST_CASE(a_flood_is_taken_byte_by_byte_and_ends_with_the_link) {
  const auto link = open_command(on_device("floods"));
  for (int i = 0; i < 200'000; ++i) {
    if (!std::holds_alternative<Byte>(link->receive(soon()))) BOOST_FAIL("the flood ended");
  }
  send(*link, "0");
  link->reset();
  BOOST_TEST(expect_byte(*link).value == 'x');
}

BOOST_AUTO_TEST_CASE(silence_keeps_nobody_busy) {
  const auto link = open_command(on_device("echoes"));
  const Duration used = processor_time();
  BOOST_TEST(is_silent(*link, milliseconds(500)));
  BOOST_TEST((processor_time() - used < milliseconds(250)));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hanging_up)

BOOST_AUTO_TEST_CASE(an_exit_comes_after_the_last_bytes_and_tells_status_and_reason) {
  for (int i = 0; i < 20; ++i) {
    const auto link = open_command(on_device("quits"));
    send(*link, "0");
    BOOST_TEST(take(*link, 2) == "1A");
    const HungUp hung_up = expect_hang_up(*link);
    BOOST_TEST(hung_up.how ==
               "exited with status 3; its standard error: \"no team code is configured\" … \"giving up\"");
    BOOST_TEST((expect_hang_up(*link) == hung_up));
  }
}

BOOST_AUTO_TEST_CASE(an_exit_right_after_many_bytes_loses_none) {
  for (const std::size_t count : {100U, 3000U, 30000U}) {
    const auto link =
        open_command(shell(fmt::format("head -c 1 <&3 >/dev/null; head -c {} /dev/zero >&3", count)));
    send(*link, "0");
    BOOST_TEST((take(*link, count) == std::string(count, '\0')));
    BOOST_TEST(expect_hang_up(*link).how == "exited with status 0");
  }
}

BOOST_AUTO_TEST_CASE(a_program_that_speaks_only_as_it_goes_is_heard) {
  for (int i = 0; i < 10; ++i) {
    const auto link = open_command(shell("printf bye >&3"));
    BOOST_TEST(take(*link, 3) == "bye");
    BOOST_TEST(expect_hang_up(*link).how == "exited with status 0");
  }
}

BOOST_AUTO_TEST_CASE(a_crash_tells_its_signal) {
  const auto link = open_command(on_device("crashes segv"));
  send(*link, "0");
  BOOST_TEST(take(*link, 1) == "1");
  BOOST_TEST(expect_hang_up(*link).how == "killed by signal 11 (SIGSEGV)");
}

BOOST_AUTO_TEST_CASE(a_closed_device_is_told_from_an_exit_and_keeps_nobody_busy) {
  const auto link = open_command(shell("head -c 1 <&3 >/dev/null; printf 1A >&3; exec 3>&-; sleep 1000"));
  send(*link, "0");
  BOOST_TEST(take(*link, 2) == "1A");
  const HungUp hung_up = expect_hang_up(*link);
  BOOST_TEST(hung_up.how == "closed its serial device");
  const Duration used = processor_time();
  send(*link, "0");
  link->send(to_bytes("0"), now() + milliseconds(300));
  BOOST_TEST((expect_hang_up(*link) == hung_up));
  BOOST_TEST((processor_time() - used < milliseconds(150)));
}

BOOST_AUTO_TEST_CASE(a_flood_that_is_killed_while_it_is_sent_to_is_over) {
  const auto link = open_command("sh -c 'exec timeout -s KILL 0.5 " + fixture("floods") + " >\"$0\"' {port}");
  const Duration used = processor_time();
  link->send(Bytes(300'000, 'a'), now());
  BOOST_TEST((processor_time() - used < seconds(2)), "the rig spins while it sends");
  for (Event event = link->receive(soon());; event = link->receive(soon())) {
    if (std::holds_alternative<Byte>(event)) continue;
    BOOST_TEST_REQUIRE(std::holds_alternative<HungUp>(event));
    BOOST_TEST(contains(std::get<HungUp>(event).how, "killed by signal 9"), std::get<HungUp>(event).how);
    break;
  }
}

BOOST_AUTO_TEST_CASE(a_mute_program_that_ends_while_it_is_sent_to_is_over) {
  const auto link = open_command("sh -c 'exec 3<>\"$0\"; sleep 0.3; exit 3' {port}");
  link->send(Bytes(300'000, 'a'), now());
  BOOST_TEST(expect_hang_up(*link).how == "exited with status 3");
}

BOOST_AUTO_TEST_CASE(a_program_is_over_with_its_first_process_even_if_others_hold_the_device) {
  const LifeLock life;
  const auto link = open_command(on_device("leaves_grandchild " + life.path() + " exit"));
  BOOST_TEST(take(*link, 1) == "r");
  BOOST_TEST(life.somebody_lives());
  send(*link, "0");
  BOOST_TEST(expect_hang_up(*link).how == "exited with status 0");
  BOOST_TEST(!life.somebody_lives());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ending)

BOOST_AUTO_TEST_CASE(a_reset_starts_anew_and_forgets_what_was_said) {
  const auto link = open_command(on_device("drips 1"));
  send(*link, "00000000");
  expect_byte(*link);
  link->put_back(expect_byte(*link));
  const Instant before = now();
  const Outcome outcome = link->reset();
  BOOST_TEST(outcome.done);
  BOOST_TEST(outcome.note == "killed and started again");
  BOOST_TEST((outcome.ready.earliest >= before.latest));
  BOOST_TEST(is_silent(*link, milliseconds(50)));
  send(*link, "0");
  BOOST_TEST(take(*link, 3) == "1AA");
}

BOOST_AUTO_TEST_CASE(a_reset_brings_back_a_program_that_has_ended) {
  const auto link = open_command(on_device("quits"));
  for (int round = 0; round < 3; ++round) {
    send(*link, "0");
    BOOST_TEST(take(*link, 2) == "1A");
    expect_hang_up(*link);
    BOOST_TEST(contains(link->reset().note, "exited with status 3"));
  }
}

BOOST_AUTO_TEST_CASE(the_end_of_a_link_leaves_no_process_no_thread_and_no_descriptor) {
  const LifeLock life;
  const auto descriptors = open_descriptors();
  const auto threads = running_threads();
  {
    const auto link = open_command(on_device("leaves_grandchild " + life.path() + " stay"));
    BOOST_TEST(take(*link, 1) == "r");
    BOOST_TEST(life.somebody_lives());
    link->reset();
    BOOST_TEST(take(*link, 1) == "r");
    BOOST_CHECK_THROW(open_command("/nowhere/a-player {port}"), RigError);
  }
  BOOST_TEST(!life.somebody_lives());
  BOOST_TEST(open_descriptors() == descriptors);
  BOOST_TEST(running_threads() == threads);
  BOOST_TEST(waitpid(-1, nullptr, WNOHANG) == -1);
  BOOST_TEST(errno == ECHILD);
}

BOOST_AUTO_TEST_CASE(a_rig_that_is_killed_leaves_no_orphan) {
  const LifeLock life;
  std::array<int, 2> ready{};
  BOOST_REQUIRE(pipe(ready.data()) == 0);
  const auto hold_a_link = [&] {
    const auto link = open_command(on_device("leaves_grandchild " + life.path() + " stay"));
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig

/// A link to a program: how it is started, talked to and heard hanging up, and what is seen of why it is
/// silent.

#include "rig/link/exec/exec_link.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <fstream>

#include "rig/base/errors.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/hints.hpp"
#include "rig/link/tests/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::string take_until(Link& link, char last) {
  std::string text;
  while (text.empty() || text.back() != last) text.push_back(static_cast<char>(expect_byte(link).value));
  return text;
}

BOOST_AUTO_TEST_SUITE(command)

BOOST_AUTO_TEST_CASE(is_cut_into_words_as_a_shell_would) {
  using Words = std::vector<std::string>;
  BOOST_TEST((split_command("player") == Words{"player"}));
  BOOST_TEST(
      (split_command("  ./my\\ player\t--fault=late?x*  ") == Words{"./my player", "--fault=late?x*"}));
  BOOST_TEST((split_command("sh -c 'a | b; c' \"\"") == Words{"sh", "-c", "a | b; c", ""}));
  BOOST_TEST((split_command(R"(a"b c"'d e'f "x\"\\\n$y")") == Words{"ab cd ef", R"(x"\\n$y)"}));
}

BOOST_AUTO_TEST_CASE(with_an_operator_of_the_shell_is_refused_with_advice) {
  for (const char* command : {"a | b", "a & b", "a;b", "a <b", "a >b", "(a)", "a `b`", "a $b", "a\nb"}) {
    const std::string message = message_of<UsageError>([command] { split_command(command); });
    BOOST_TEST(contains(message, "sh -c '…'"), message);
  }
}

BOOST_AUTO_TEST_CASE(that_is_empty_or_not_finished_is_refused) {
  for (const char* command : {"", "  ", "a 'b", "a \"b", "a \\"}) {
    BOOST_CHECK_THROW(split_command(command), UsageError);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(starting)

BOOST_AUTO_TEST_CASE(tells_what_it_can_do) {
  const auto link = open_fixture("echoes");
  BOOST_TEST(link->info().name == "exec:" + fixture("echoes"));
  BOOST_TEST((link->info().clock_kind == ClockKind::monotonic));
  BOOST_TEST((link->info().clock == monotonic_domain()));
  BOOST_TEST(link->info().can_reset);
  BOOST_TEST(!link->info().has_wire);
  BOOST_TEST((link->wire() == nullptr));
  BOOST_TEST((link->info().hold_back == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(a_program_that_does_not_exist_is_an_error_of_the_rig) {
  for (const std::string name : {"/nowhere/a-player", "a-player-that-is-not-in-the-path"}) {
    const std::string message = message_of<RigError>([&name] { open_exec({name, "", ""}); });
    BOOST_TEST(message == "The program " + name + " cannot be started: No such file or directory.");
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_program_is_an_error_of_the_rig) {
  const auto path = std::filesystem::temp_directory_path() / fmt::format("rig-no-program-{}", getpid());
  std::ofstream(path) << "just text\n";
  const auto message = [&path] {
    return message_of<RigError>([&path] { open_exec({path.string(), "", ""}); });
  };
  BOOST_TEST(message() == "The program " + path.string() + " cannot be started: Permission denied.");
  chmod(path.c_str(), 0700);
  BOOST_TEST(message() == "The program " + path.string() + " cannot be started: Exec format error.");
  std::filesystem::remove(path);
}

BOOST_AUTO_TEST_CASE(a_directory_that_does_not_exist_is_an_error_of_the_rig) {
  const std::string message = message_of<RigError>([] {
    open_exec({fixture("echoes"), "", "/nowhere/at-all"});
  });
  BOOST_TEST(contains(message, "/nowhere/at-all"), message);
}

BOOST_AUTO_TEST_CASE(a_program_is_found_in_the_path_and_runs_where_it_should) {
  const auto link = open_exec({"pwd", "", "/"});
  BOOST_TEST(take_until(*link, '\n') == "/\n");
  BOOST_TEST(expect_hang_up(*link).how == "exited with status 0");
}

BOOST_AUTO_TEST_CASE(a_program_gets_its_arguments_three_descriptors_and_default_signals) {
  const int left_open = open("/dev/null", O_RDONLY);  // without O_CLOEXEC, as some library might
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const auto link = open_fixture("tells_surroundings 'one argument' '' \"*\"");
  std::signal(SIGPIPE, before);
  close(left_open);
  send(*link, "?");
  BOOST_TEST(take_until(*link, '.') ==
             "argument [one argument]\nargument []\nargument [*]\n"
             "descriptor 0\ndescriptor 1\ndescriptor 2\nend.");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(talking)

BOOST_AUTO_TEST_CASE(a_program_is_left_alone_for_as_long_as_it_takes_to_start) {
  ExecOptions options{fixture("echoes"), "", ""};
  options.settle = milliseconds(60);
  const auto link = open_exec(options);
  BOOST_TEST(link->info().facts.at("settle") == "60.0 ms after each start, before the first request");
  const Instant before = now();
  const Outcome outcome = link->reset();
  BOOST_TEST((between(before, outcome.ready).shortest >= milliseconds(60)));
  BOOST_TEST((open_fixture("echoes")->info().facts.count("settle") == 0));
}

BOOST_AUTO_TEST_CASE(every_byte_value_goes_both_ways) {
  const auto link = open_fixture("echoes");
  Bytes all;
  for (int value = 0; value < 256; ++value) all.push_back(static_cast<std::uint8_t>(value));
  link->send(all, now());
  BOOST_TEST((to_bytes(take(*link, 256)) == all));
}

BOOST_AUTO_TEST_CASE(a_request_is_not_sent_before_its_time) {
  const auto link = open_fixture("echoes");
  const Instant later = now() + milliseconds(30);
  const Sent sent = link->send(to_bytes("0"), later);
  BOOST_TEST((sent.first_bit.earliest >= later.latest));
  BOOST_TEST((sent.last_bit.latest >= sent.first_bit.earliest));
  BOOST_TEST((expect_byte(*link).first_bit.earliest >= sent.first_bit.earliest));
}

BOOST_AUTO_TEST_CASE(silence_ends_at_the_limit_and_not_before) {
  const auto link = open_fixture("echoes");
  const Instant limit = now() + milliseconds(20);
  const Event event = link->receive(limit);
  BOOST_REQUIRE(std::holds_alternative<TimedOut>(event));
  BOOST_TEST((std::get<TimedOut>(event).until == limit));
  BOOST_TEST((now().earliest >= limit.latest));
}

BOOST_AUTO_TEST_CASE(a_late_reply_is_silence_first_and_then_surely_late) {
  const auto link = open_fixture("replies_late 300");
  const Sent sent = send(*link, "0");
  const Instant limit = sent.first_bit + milliseconds(100);
  BOOST_REQUIRE(std::holds_alternative<TimedOut>(link->receive(limit)));
  const Byte byte = expect_byte(*link);
  BOOST_TEST(surely_before(limit, byte.last_bit));
  BOOST_TEST((between(sent.first_bit, byte.last_bit).longest >= milliseconds(300)));
}

BOOST_AUTO_TEST_CASE(a_byte_that_came_after_the_limit_waits_for_the_next_call) {
  const auto link = open_fixture("echoes");
  const Instant before_the_request = now();
  sleep(milliseconds(1));
  send(*link, "0");
  sleep(milliseconds(20));  // it has come by now, most likely
  BOOST_TEST(std::holds_alternative<TimedOut>(link->receive(before_the_request)));
  BOOST_TEST(expect_byte(*link).value == '0');
}

BOOST_AUTO_TEST_CASE(a_byte_that_was_read_while_sending_still_waits_for_its_time) {
  const auto link = open_fixture("echoes");
  const Instant before_the_requests = now();
  sleep(milliseconds(1));
  send(*link, "0");
  sleep(milliseconds(20));
  send(*link, "1");  // finds the reply to "0", most likely
  BOOST_TEST(std::holds_alternative<TimedOut>(link->receive(before_the_requests)));
  BOOST_TEST(take(*link, 2) == "01");
}

BOOST_AUTO_TEST_CASE(a_byte_sent_before_a_request_is_surely_earlier_and_its_reply_is_not) {
  const auto link = open_fixture("echoes");
  send(*link, "a");
  expect_byte(*link);  // it runs
  Sent last = send(*link, "a");
  for (int i = 0; i < 200; ++i) {
    if (i % 2 == 0) sleep(milliseconds(2));  // the reply to the request before has come; nobody has looked
    const Sent next = send(*link, "a");
    const Byte reply = expect_byte(*link);
    BOOST_TEST((reply.first_bit.earliest >= last.first_bit.earliest));
    BOOST_TEST(
        (surely_before(reply.last_bit, next.first_bit) || possibly_before(next.first_bit, reply.last_bit)));
    if (i % 2 == 0) BOOST_TEST_WARN(surely_before(reply.last_bit, next.first_bit), "a slow machine");
    last = next;
  }
}

BOOST_AUTO_TEST_CASE(a_drip_comes_byte_by_byte_with_times_of_its_own) {
  const auto link = open_fixture("drips 30");
  const Sent sent = send(*link, "0");
  Instant last = sent.first_bit;
  for (const char expected : {'1', 'A', 'A'}) {
    const Byte byte = expect_byte(*link);
    BOOST_TEST(byte.value == expected);
    BOOST_TEST((byte.last_bit.latest >= last.earliest + milliseconds(30)));
    last = byte.last_bit;
  }
}

/// Asks a program for the time at which it answered, and proves the interval in which the link saw it.
struct Witness {
  explicit Witness(int delay_ms) : link(open_fixture(fmt::format("tells_time {}", delay_ms))) {}

  struct Answer {
    Instant seen;
    Duration before_writing{};
    Duration after_writing_the_last{};
  };
  Answer ask() const {
    link->send(to_bytes("?"), now());
    Answer answer;
    std::string line;
    while (line.empty() || line.back() != '\n') {
      const Event event = link->receive(soon());
      const Byte* byte = std::get_if<Byte>(&event);
      if (byte == nullptr) throw RigError("the witness fell silent");
      if (line.empty()) answer.seen = byte->first_bit;
      line.push_back(static_cast<char>(byte->value));
    }
    std::size_t end = 0;
    answer.before_writing = Duration(std::stoll(line, &end));
    answer.after_writing_the_last = Duration(std::stoll(line.substr(end)));
    return answer;
  }

  std::unique_ptr<ExecLink> link;
};

BOOST_AUTO_TEST_CASE(the_interval_of_a_byte_contains_the_moment_at_which_it_was_written) {
  for (const int delay_ms : {0, 1, 7}) {
    const Witness witness(delay_ms);
    Witness::Answer last = witness.ask();
    for (int i = 0; i < 50; ++i) {
      const Witness::Answer next = witness.ask();
      BOOST_TEST((last.seen.latest >= last.before_writing));
      BOOST_TEST((last.seen.earliest <= next.after_writing_the_last));
      last = next;
    }
  }
}

BOOST_AUTO_TEST_CASE(the_interval_of_a_byte_is_narrow_when_the_machine_has_time) {
  const Witness witness(20);
  Duration narrowest = seconds(1);
  for (int i = 0; i < 50; ++i) {
    const Instant seen = witness.ask().seen;
    narrowest = std::min(narrowest, seen.latest - seen.earliest);
  }
  BOOST_TEST((narrowest < milliseconds(3)), "the narrowest of 50 is " << narrowest.count() << " ns wide");
}

BOOST_AUTO_TEST_CASE(a_rig_that_was_stopped_blames_nobody) {
  const auto wide_and_true = [] {
    const Witness witness(300);
    const Witness::Answer answer = witness.ask();  // meanwhile this process stands still
    const Witness::Answer next = witness.ask();
    if (answer.seen.latest < answer.before_writing || answer.seen.earliest > next.after_writing_the_last)
      _exit(3);
    return answer.seen.latest - answer.seen.earliest >= milliseconds(200);
  };
  const auto stop_for_a_while = [](pid_t rig) {
    sleep(milliseconds(150));
    kill(rig, SIGSTOP);
    sleep(milliseconds(500));
    kill(rig, SIGCONT);
  };
  bool seen = false;
  for (int attempt = 0; attempt < 10 && !seen; ++attempt) {  // a slow machine may miss the moment
    const int status = in_a_process(wide_and_true, stop_for_a_while);
    BOOST_REQUIRE(WIFEXITED(status));
    BOOST_REQUIRE_MESSAGE(WEXITSTATUS(status) < 2, "the interval does not contain the truth");
    seen = WEXITSTATUS(status) == 0;
  }
  BOOST_TEST(seen, "the reply never came while the rig stood still");
}

BOOST_AUTO_TEST_CASE(events_of_two_programs_come_as_they_happen) {
  const auto slow = open_fixture("replies_late 200");
  const auto quick = open_fixture("drips 5");
  const std::array<Link*, 2> links = {slow.get(), quick.get()};
  send(*slow, "0");
  send(*quick, "0");
  std::string order;
  while (order.size() < 6) {
    const LinkEvent next = wait_any(links, now(), soon());
    BOOST_REQUIRE(std::holds_alternative<Byte>(next.event));
    order.push_back(next.link == 0 ? 's' : 'q');
  }
  BOOST_TEST(order.substr(0, 1) == "q");
  BOOST_TEST(std::count(order.begin(), order.end(), 's') == 3);
}

BOOST_AUTO_TEST_CASE(an_instant_of_another_clock_is_refused) {
  const auto link = open_fixture("echoes");
  const Instant foreign = Instant::exactly(new_clock_domain(), seconds(1));
  BOOST_CHECK_THROW(link->receive(foreign), RigError);
  BOOST_CHECK_THROW(link->send(to_bytes("0"), foreign), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hanging_up)

BOOST_AUTO_TEST_CASE(an_exit_comes_after_the_last_bytes_and_tells_status_and_reason) {
  const auto link = open_fixture("quits");
  const Sent sent = send(*link, "0");
  BOOST_TEST(take(*link, 2) == "1A");
  const HungUp hung_up = expect_hang_up(*link);
  BOOST_TEST(hung_up.how ==
             "exited with status 3; its standard error: \"no team code is configured\" … \"giving up\"");
  BOOST_TEST((hung_up.at.latest >= sent.first_bit.earliest));
  BOOST_TEST((expect_hang_up(*link) == hung_up));
}

BOOST_AUTO_TEST_CASE(a_crash_tells_its_signal) {
  for (const auto& [argument, how] : {std::pair{"crashes segv", "killed by signal 11 (SIGSEGV)"},
                                      std::pair{"crashes abrt", "killed by signal 6 (SIGABRT)"}}) {
    const auto link = open_fixture(argument);
    send(*link, "0");
    BOOST_TEST(take(*link, 1) == "1");
    BOOST_TEST(expect_hang_up(*link).how == how);
  }
}

BOOST_AUTO_TEST_CASE(a_closed_output_is_told_from_an_exit) {
  const auto link = open_fixture("closes_output");
  send(*link, "0");
  BOOST_TEST(take(*link, 1) == "1");
  BOOST_TEST(expect_hang_up(*link).how == "closed its standard output");
}

BOOST_AUTO_TEST_CASE(what_is_sent_to_a_program_that_is_gone_is_lost_without_a_signal) {
  const auto link = open_fixture("quits");
  send(*link, "0");
  sleep(milliseconds(100));
  const Sent sent = send(*link, "more");  // a SIGPIPE would end this test
  BOOST_TEST((sent.last_bit.latest >= sent.first_bit.earliest));
  sigset_t pending;
  sigpending(&pending);
  BOOST_TEST(sigismember(&pending, SIGPIPE) == 0);
  BOOST_TEST(take(*link, 2) == "1A");
  expect_hang_up(*link);
  send(*link, "still more");
  expect_hang_up(*link);
}

BOOST_AUTO_TEST_CASE(a_program_is_over_with_its_first_process_even_if_others_hold_the_pipes) {
  const LifeLock life;
  const auto link = open_fixture("leaves_grandchild " + life.path() + " exit");
  BOOST_TEST(take(*link, 1) == "r");
  BOOST_TEST(life.somebody_lives());
  send(*link, "0");
  BOOST_TEST(expect_hang_up(*link).how == "exited with status 0");
  BOOST_TEST(!life.somebody_lives());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hints)

const std::string remedy = "stdout may be buffered (setvbuf, stdbuf -o0, python3 -u, pty:)";

BOOST_AUTO_TEST_CASE(on_buffering_need_a_request_that_was_read_and_nothing_that_came) {
  BOOST_TEST(!hint_on_buffering({}));
  BOOST_TEST((hint_on_buffering({.asked = true}) == "it read the request and has sent nothing: " + remedy));
  BOOST_TEST(!hint_on_buffering({.asked = true, .unread = 1}));
  BOOST_TEST(!hint_on_buffering({.asked = true, .first_byte_after = milliseconds(1)}));
}

BOOST_AUTO_TEST_CASE(on_buffering_are_given_for_what_all_came_at_the_end) {
  const PipeSigns at_the_end{.asked = true, .first_byte_after = seconds(1), .end_after = milliseconds(1)};
  BOOST_TEST((hint_on_buffering(at_the_end) == "all its output came when it exited: " + remedy));
  PipeSigns signs = at_the_end;
  signs.end_after.reset();
  BOOST_TEST(!hint_on_buffering(signs));
  signs.end_after = seconds(1);
  BOOST_TEST(!hint_on_buffering(signs));
  signs = at_the_end;
  signs.first_byte_after = milliseconds(1);
  BOOST_TEST(!hint_on_buffering(signs));
}

BOOST_AUTO_TEST_CASE(on_a_slow_start_need_a_request_that_came_early_and_an_answer_that_did_not) {
  const std::string wait = "--settle SECONDS waits for a program that takes so long to start";
  const std::optional<Duration> early = milliseconds(2);
  struct {
    PipeSigns signs;
    std::string said;
  } const rows[] = {
      {{}, ""},
      {{true, 1, {}, {}, early, seconds(2)},
       "since it was started it has not read its first request: " + wait},
      {{true, 1, {}, {}, early, milliseconds(100)}, ""},
      {{true, 0, {}, {}, early, seconds(2)}, ""},
      {{true, 1, {}, {}, seconds(1), seconds(2)}, ""},
      {{true, 0, milliseconds(2998), {}, early},
       "its first answer came 3.00 s after it was started: " + wait},
      {{true, 0, milliseconds(900), {}, early}, ""},
      {{true, 0, milliseconds(2998), milliseconds(1), early}, ""},
      {{true, 0, milliseconds(2998), {}, seconds(1)}, ""},
  };
  for (const auto& row : rows) BOOST_TEST(hint_on_start(row.signs).value_or("") == row.said);
}

BOOST_AUTO_TEST_CASE(on_limits_name_the_limit_that_may_have_been_hit) {
  using Hints = std::vector<std::string>;
  const Limits limits{2ULL << 30U, 64U << 20U, 10};
  const auto hints = [&](std::string_view ending, std::string_view error) {
    return hints_on_limits(ending, error, limits);
  };
  const Hints memory = {"the limit of memory of 2 GiB may have been hit"};
  BOOST_TEST((hints("killed by signal 6 (SIGABRT)", "what():  std::bad_alloc") == memory));
  BOOST_TEST((hints("", "fork: Cannot allocate memory") == memory));
  BOOST_TEST((hints("exited with status 1", "no such piece").empty()));
  BOOST_TEST((hints_on_limits("", "std::bad_alloc", {}).empty()));
  BOOST_TEST(
      (hints("killed by signal 25 (SIGXFSZ)", "") == Hints{"the limit of a file's size of 64 MiB was hit"}));
  BOOST_TEST((hints("killed by signal 24 (SIGXCPU)", "") ==
              Hints{"the limit of processor time of 10 s was hit (ulimit -t)"}));
  BOOST_TEST((hints_on_limits("killed by signal 24 (SIGXCPU)", "", {}) ==
              Hints{"the limit of processor time was hit (ulimit -t)"}));
}

BOOST_AUTO_TEST_CASE(are_given_for_a_program_that_buffers_and_for_no_other) {
  const auto buffers = open_fixture("buffers");
  BOOST_TEST(buffers->hints().empty());
  send(*buffers, "0");
  BOOST_TEST(is_silent(*buffers, milliseconds(50)));
  for (int i = 0; i < 500 && buffers->hints().empty(); ++i) sleep(milliseconds(10));  // until it has read it
  BOOST_TEST_REQUIRE(buffers->hints().size() == 1U);
  BOOST_TEST(contains(buffers->hints().front(), remedy));
  buffers->reset();
  BOOST_TEST(buffers->hints().empty());

  const auto answers = open_fixture("drips 1");
  send(*answers, "0");
  BOOST_TEST(take(*answers, 3) == "1AA");
  BOOST_TEST(answers->hints().empty());

  const auto never_reads = open_fixture("never_reads");
  expect_byte(*never_reads);
  never_reads->reset();
  send(*never_reads, "0");
  BOOST_TEST(never_reads->hints().empty());
}

BOOST_AUTO_TEST_CASE(are_given_for_a_program_whose_answers_all_come_at_its_end) {
  const auto link = open_fixture("buffers 2");
  send(*link, "0");
  BOOST_TEST(is_silent(*link, milliseconds(150)));
  send(*link, "0");
  BOOST_TEST(take(*link, 6) == "1AA1AA");
  expect_hang_up(*link);
  BOOST_TEST_REQUIRE(link->hints().size() == 1U);
  BOOST_TEST(contains(link->hints().front(), "all its output came when it exited"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig

#include "rig/link/paced/paced.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/link/callback/callback_link.hpp"
#include "rig/link/tests/link_test_tools.hpp"
#include "rig/link/tests/slow_link.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint32_t baud = 115200;

/// Answers each byte with `answer`, `after` it.
PacedLink board_that_answers(std::string answer, Duration after) {
  auto device = std::make_unique<ScriptedDevice>(
      [answer = std::move(answer), after](const std::string&) { return text_after(after, answer); });
  return PacedLink(make_callback_link({"board", "", baud, {}}, std::move(device)));
}

PacedLink slow_board(int slowness, std::deque<SlowLink::Planned> plan) {
  return PacedLink(std::make_unique<SlowLink>(slowness, std::move(plan)));
}

BOOST_AUTO_TEST_CASE(tells_that_it_is_in_real_time) {
  PacedLink board = board_that_answers("1", {});
  BOOST_TEST((board.info().clock_kind == ClockKind::monotonic));
  BOOST_TEST((board.info().clock == monotonic_domain()));
  BOOST_TEST(board.info().name == "board");
  BOOST_TEST(contains(board.info().description, "paced to real time"), board.info().description);
  BOOST_TEST(board.info().can_reset);
  BOOST_TEST(!board.info().has_wire);
  BOOST_TEST((board.wire() == nullptr));
}

BOOST_AUTO_TEST_CASE(a_link_in_real_time_is_refused) {
  auto twice = std::make_unique<PacedLink>(make_callback_link(
      {"board", "", baud, {}},
      std::make_unique<ScriptedDevice>([](const std::string&) { return std::vector<Action>{}; })));
  BOOST_TEST(message_of<RigError>([&twice] { PacedLink again(std::move(twice)); }) ==
             "board is in real time already.");
}

BOOST_AUTO_TEST_CASE(an_instant_of_another_clock_is_refused) {
  PacedLink board = board_that_answers("1", {});
  const Instant foreign = Instant::exactly(new_clock_domain(), seconds(1));
  BOOST_CHECK_THROW(board.receive(foreign), RigError);
  BOOST_CHECK_THROW(board.send(to_bytes("0"), foreign), RigError);
}

BOOST_AUTO_TEST_CASE(a_reply_is_not_seen_before_its_time_has_come) {
  PacedLink board = board_that_answers("1", milliseconds(50));
  for (int i = 0; i < 5; ++i) {
    const Instant before = now();
    const Sent sent = send(board, "0");
    BOOST_TEST((sent.first_bit.earliest >= before.earliest));
    const Byte byte = expect_byte(board);
    const Instant seen = now();
    BOOST_TEST((seen.earliest - before.earliest >= milliseconds(50)), "it ran ahead");
    BOOST_TEST((byte.last_bit.latest <= seen.earliest));
    BOOST_TEST((byte.first_bit.earliest - sent.last_bit.latest == milliseconds(50)));
  }
}

BOOST_AUTO_TEST_CASE(bytes_take_their_time_both_ways) {
  PacedLink board = board_that_answers("", {});
  const Sent sent = send(board, "012345678");
  BOOST_TEST((sent.last_bit.earliest - sent.first_bit.earliest >= microseconds(781)));
  const Sent next = send(board, "9");
  BOOST_TEST((next.first_bit.earliest >= sent.last_bit.earliest), "two requests were on the wire at once");
  PacedLink talker = board_that_answers("abcdefghi", {});
  const Instant before = now();
  send(talker, "0");
  BOOST_TEST(take(talker, 9) == "abcdefghi");
  BOOST_TEST((now().earliest - before.earliest >= microseconds(868)));
}

BOOST_AUTO_TEST_CASE(a_request_is_not_sent_before_its_time) {
  PacedLink board = board_that_answers("1", {});
  const Instant later = now() + milliseconds(30);
  BOOST_TEST((board.send(to_bytes("0"), later).first_bit.earliest >= later.latest));
  BOOST_TEST((now().earliest >= later.latest));
}

BOOST_AUTO_TEST_CASE(silence_lasts_until_the_limit) {
  PacedLink board = board_that_answers("1", {});
  const Instant limit = now() + milliseconds(30);
  const Duration used = processor_time();
  const Event event = board.receive(limit);
  BOOST_TEST_REQUIRE(std::holds_alternative<TimedOut>(event));
  BOOST_TEST((std::get<TimedOut>(event).until == limit));
  BOOST_TEST((now().earliest >= limit.latest));
  BOOST_TEST(is_silent(board, milliseconds(300)));
  BOOST_TEST((processor_time() - used < milliseconds(250)));
}

BOOST_AUTO_TEST_CASE(what_comes_after_the_limit_is_kept) {
  PacedLink board = board_that_answers("1", milliseconds(100));
  const Sent sent = send(board, "0");
  BOOST_TEST(std::holds_alternative<TimedOut>(board.receive(sent.first_bit + milliseconds(50))));
  sleep(milliseconds(100));
  BOOST_TEST(std::holds_alternative<TimedOut>(board.receive(sent.first_bit + milliseconds(60))),
             "a byte that is surely later was handed out");
  board.send(to_bytes("0"), now());
  BOOST_TEST(std::holds_alternative<TimedOut>(board.receive(sent.first_bit + milliseconds(70))),
             "a byte that is surely later was handed out after a request");
  BOOST_TEST(expect_byte(board).value == '1');
}

BOOST_AUTO_TEST_CASE(a_reset_brings_the_power_on_state_and_forgets_what_was_said) {
  PacedLink board = board_that_answers("123", milliseconds(1));
  send(board, "0");
  board.put_back(expect_byte(board));
  const Instant before = now();
  const Outcome outcome = board.reset();
  BOOST_TEST(outcome.done);
  BOOST_TEST((outcome.ready.earliest >= before.earliest));
  BOOST_TEST(is_silent(board, milliseconds(20)));
  send(board, "0");
  BOOST_TEST(take(board, 3) == "123");
}

BOOST_AUTO_TEST_CASE(a_hang_up_comes_after_the_last_bytes) {
  PacedLink board(
      make_callback_link({"board", "", baud, {}}, std::make_unique<ScriptedDevice>([](const std::string&) {
                           return text_after({}, "1") + std::vector<Action>{{milliseconds(5), HangUp{}}};
                         })));
  send(board, "0");
  BOOST_TEST(expect_byte(board).value == '1');
  BOOST_TEST(expect_hang_up(board).how == "closed the line");
  BOOST_TEST(expect_hang_up(board).how == "closed the line");
}

BOOST_AUTO_TEST_CASE(a_board_that_lags_gets_intervals_that_cannot_be_held_against_it) {
  const Duration before = now().earliest;
  PacedLink board = slow_board(3, {{milliseconds(50), 'a'}});
  const Duration after = now().earliest;
  const Byte byte = expect_byte(board);
  BOOST_TEST((byte.last_bit.earliest >= before + milliseconds(50)));
  BOOST_TEST((byte.last_bit.earliest <= after + milliseconds(50)),
             "the moment of its own clock is not in it");
  BOOST_TEST((byte.last_bit.latest >= before + milliseconds(150)), "the moment of seeing it is not in it");
  const Instant deadline = Instant::exactly(monotonic_domain(), after + milliseconds(80));
  BOOST_TEST(!surely_before(byte.last_bit, deadline));
  BOOST_TEST(!surely_before(deadline, byte.last_bit));
  BOOST_TEST((board.longest_lag() >= milliseconds(50)));
  BOOST_TEST((board.longest_lag() == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(a_board_that_keeps_up_does_not_lag_for_having_waited_to_be_asked) {
  PacedLink board = board_that_answers("1", {});
  board.longest_lag();
  board.send(to_bytes("0"), now() + seconds(2));
  BOOST_TEST(expect_byte(board).value == '1');
  const Duration lag = board.longest_lag();
  BOOST_TEST((lag < milliseconds(1500)), "a lag of " << lag.count() << " ns is told");
}

BOOST_AUTO_TEST_CASE(a_board_that_lags_when_it_is_sent_to_is_told) {
  PacedLink board = slow_board(3, {});
  sleep(milliseconds(50));
  send(board, "0");
  BOOST_TEST((board.longest_lag() >= milliseconds(100)));
}

BOOST_AUTO_TEST_CASE(its_end_leaves_no_thread) {
  const auto threads = running_threads();
  { const PacedLink board = board_that_answers("1", {}); }
  BOOST_TEST(running_threads() == threads);
}

}  // namespace
}  // namespace rig

/// A stream: how long it is waited for, how it ends, and how it begins anew.

#include "rig/link/stream/stream_link.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <thread>

#include "rig/base/errors.hpp"
#include "rig/link/tests/stream_fixtures.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

BOOST_AUTO_TEST_SUITE(waiting)

BOOST_AUTO_TEST_CASE(lasts_until_the_limit_and_the_hold_back_have_passed) {
  for (const Duration hold_back : {Duration::zero(), Duration(milliseconds(30))}) {
    OnStage on({}, hold_back);
    const Instant limit{monotonic_domain(), now().earliest, now().earliest + milliseconds(20)};
    const Event event = on.link->receive(limit);
    BOOST_TEST_REQUIRE(std::holds_alternative<TimedOut>(event));
    BOOST_TEST((std::get<TimedOut>(event).until == limit));
    BOOST_TEST((now().earliest >= limit.latest + hold_back));
  }
}

BOOST_AUTO_TEST_CASE(lasts_longer_by_what_the_program_waited_for_a_processor) {
  OnStage on;
  starve(on, 0.5);
  send(*on.link, "0");
  const Duration begun = now().earliest;
  BOOST_TEST(is_silent(*on.link, milliseconds(200)));
  const Duration lasted = now().earliest - begun;
  BOOST_TEST((lasted >= milliseconds(350)), lasted.count());
  BOOST_TEST(is_silent(*on.link, milliseconds(200)));
  const Duration again = now().earliest - begun - lasted;
  BOOST_TEST((again >= milliseconds(350)), again.count());
}

BOOST_AUTO_TEST_CASE(for_a_program_that_gets_no_processor_at_all_is_given_up_as_the_rigs_failure) {
  OnStage on;
  Duration at{};
  on.stage.processor_times = [&at] {
    at += seconds(20);
    return ProcessorSample{now().earliest + at, 1, {{1, {Duration{}, at}}}};
  };
  send(*on.link, "0");
  BOOST_CHECK_EXCEPTION(is_silent(*on.link, milliseconds(60)), RigError,
                        [](const RigError& e) { return contains(e.what(), "this machine is too busy"); });
}

BOOST_AUTO_TEST_CASE(not_at_all_still_sees_what_has_come) {
  OnStage on;
  on.stage.says("x");
  BOOST_TEST(std::holds_alternative<Byte>(on.link->receive(now())));
}

BOOST_AUTO_TEST_CASE(for_a_moment_that_is_over_keeps_what_came_later) {
  OnStage on;
  const Instant past = now();
  BOOST_TEST(is_silent(*on.link, milliseconds(5)));
  on.stage.says("xy");
  BOOST_TEST(std::holds_alternative<TimedOut>(on.link->receive(past)));
  send(*on.link, "0");  // reads it
  BOOST_TEST(std::holds_alternative<TimedOut>(on.link->receive(past)));
  BOOST_TEST(take(*on.link, 2) == "xy");
}

BOOST_AUTO_TEST_CASE(for_a_moment_that_is_over_keeps_a_later_hang_up) {
  OnStage on;
  const Instant past = now();
  BOOST_TEST(is_silent(*on.link, milliseconds(5)));
  on.stage.far.close();
  expect_hang_up(*on.link);
  BOOST_TEST(std::holds_alternative<TimedOut>(on.link->receive(past)));
  expect_hang_up(*on.link);
}

BOOST_AUTO_TEST_CASE(gets_first_what_was_put_back) {
  OnStage on;
  on.stage.says("ab");
  on.link->put_back(expect_byte(*on.link));
  BOOST_TEST(take(*on.link, 2) == "ab");
}

BOOST_AUTO_TEST_CASE(uses_hardly_any_processor_time) {
  OnStage on;
  const Duration used = processor_time();
  BOOST_TEST(is_silent(*on.link, milliseconds(400)));
  on.link->send(to_bytes("0"), now() + milliseconds(200));
  on.stage.far.close();
  expect_hang_up(*on.link);
  on.link->send(to_bytes("0"), now() + milliseconds(200));
  expect_hang_up(*on.link);
  BOOST_TEST((processor_time() - used < milliseconds(350)));
}

BOOST_AUTO_TEST_CASE(for_an_instant_of_another_clock_is_refused) {
  OnStage on;
  const Instant foreign = Instant::exactly(new_clock_domain(), seconds(1));
  BOOST_CHECK_THROW(on.link->receive(foreign), RigError);
  BOOST_CHECK_THROW(on.link->send(to_bytes("0"), foreign), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(an_end)

BOOST_AUTO_TEST_CASE(comes_after_the_last_bytes_and_again_and_again) {
  OnStage on;
  on.stage.last_words = "; farewell";
  on.stage.says("ab");
  on.stage.far.close();
  BOOST_TEST(take(*on.link, 2) == "ab");
  const HungUp hung_up = expect_hang_up(*on.link);
  BOOST_TEST(hung_up.how == "left the stage; farewell");
  BOOST_TEST((hung_up.at.earliest <= hung_up.at.latest));
  BOOST_TEST((expect_hang_up(*on.link) == hung_up));
}

BOOST_AUTO_TEST_CASE(that_is_known_before_the_last_bytes_waits_for_them) {
  OnStage on({}, seconds(2), [](StreamOptions&) {});
  on.stage.has_ended_descriptor = true;
  std::thread far([&on] {
    sleep(milliseconds(20));
    on.stage.ends();
    sleep(milliseconds(50));
    on.stage.says("ab");
  });
  BOOST_TEST(take(*on.link, 2) == "ab");
  far.join();
  BOOST_TEST(expect_hang_up(*on.link).how == "left the stage");
}

BOOST_AUTO_TEST_CASE(of_the_cable_is_lost_every_time_and_never_silence) {
  OnStage on;
  on.stage.is_lost = "The cable is cut.";
  on.stage.says("a");
  on.stage.far.close();
  BOOST_TEST(take(*on.link, 1) == "a");
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(message_of<LinkLost>([&on] { on.link->receive(soon()); }) == "The cable is cut.");
  }
  BOOST_CHECK_THROW(send(*on.link, "0"), LinkLost);
  on.stage.restart.power_on = false;
  BOOST_CHECK_THROW(on.link->reset(), LinkLost);
}

BOOST_AUTO_TEST_CASE(that_a_transport_reads_from_words_is_lost) {
  OnStage on;
  on.stage.while_hearing = [](ByteView bytes) {
    if (to_text(bytes) == "busy") throw LinkLost("It is busy.");
  };
  on.stage.says("x");
  BOOST_TEST(expect_byte(*on.link).value == 'x');
  on.stage.says("busy");
  BOOST_TEST(message_of<LinkLost>([&on] { on.link->receive(soon()); }) == "It is busy.");
}

BOOST_AUTO_TEST_CASE(is_what_a_far_end_that_never_reads_comes_to) {
  OnStage on({}, {}, [](StreamOptions& options) { options.write_patience = milliseconds(200); });
  on.stage.last_words = "; farewell";
  on.stage.says("r");
  const Duration used = processor_time();
  const Duration before = now().earliest;
  const Sent sent = on.link->send(Bytes(4'000'000, 'a'), now());
  BOOST_TEST((now().earliest - before >= milliseconds(200)));
  BOOST_TEST((processor_time() - used < milliseconds(150)), "the rig spins while it sends");
  BOOST_TEST((between(sent.first_bit, sent.last_bit).longest >= milliseconds(200)));
  BOOST_TEST(take(*on.link, 1) == "r");
  BOOST_TEST(expect_hang_up(*on.link).how == "stopped reading; farewell");
}

BOOST_AUTO_TEST_CASE(while_a_request_waits_for_its_reader_is_noticed) {
  OnStage on;
  std::thread far([&on] {
    sleep(milliseconds(50));
    on.stage.far.close();
  });
  on.link->send(Bytes(4'000'000, 'a'), now());
  far.join();
  expect_hang_up(*on.link);
}

BOOST_AUTO_TEST_CASE(of_waiting_for_a_slow_reader_delivers_everything) {
  OnStage on;
  std::string heard;
  std::thread far([&] {
    while (heard.size() < 1'000'000) {
      heard += on.stage.hears(std::min<std::size_t>(100'000, 1'000'000 - heard.size()));
      sleep(milliseconds(5));
    }
  });
  on.link->send(Bytes(1'000'000, 'a'), now());
  far.join();
  BOOST_TEST((heard == std::string(1'000'000, 'a')));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_new_beginning)

void fill_with_old_words(OnStage& on) {
  on.stage.says("abc");
  BOOST_TEST(expect_byte(*on.link).value == 'a');  // b and c have been read with it
  on.link->put_back(expect_byte(*on.link));
  on.stage.says("de");  // and these have not been
}

BOOST_AUTO_TEST_CASE(forgets_what_was_said_whether_or_not_the_power_was_off) {
  for (const bool power_on : {true, false}) {
    OnStage on;
    on.stage.restart = {.power_on = power_on, .note = "restarted"};
    on.stage.while_restarting = [&on] { on.stage.says("f"); };
    fill_with_old_words(on);
    const Duration before = now().earliest;
    const Outcome outcome = on.link->reset();
    BOOST_TEST(outcome.done == power_on);
    BOOST_TEST(outcome.note == "restarted");
    BOOST_TEST((outcome.ready.earliest >= before));
    BOOST_TEST(is_silent(*on.link, milliseconds(20)));
    on.stage.says("g");
    BOOST_TEST(expect_byte(*on.link).value == 'g');
  }
}

BOOST_AUTO_TEST_CASE(on_a_new_stream_hears_its_first_words) {
  OnStage on;
  on.stage.restart = {.power_on = true, .note = "restarted", .new_stream = true};
  on.stage.while_restarting = [&on] {
    on.stage.open_stream();
    on.stage.says("f");
  };
  fill_with_old_words(on);
  on.link->reset();
  BOOST_TEST(expect_byte(*on.link).value == 'f');
}

BOOST_AUTO_TEST_CASE(lets_the_board_settle_and_hears_what_it_says_then) {
  OnStage on;
  on.stage.restart.settle = milliseconds(200);
  std::thread board;
  on.stage.while_restarting = [&] {
    board = std::thread([&on] {
      sleep(milliseconds(100));
      on.stage.says("s");
    });
  };
  fill_with_old_words(on);
  const Duration before = now().earliest;
  BOOST_TEST((on.link->reset().ready.earliest - before >= milliseconds(200)));
  board.join();
  BOOST_TEST_WARN(!is_silent(*on.link, milliseconds(20)), "a slow machine");
}

BOOST_AUTO_TEST_CASE(comes_back_from_a_hang_up_and_tells_of_it) {
  OnStage on;
  on.stage.far.close();
  expect_hang_up(*on.link);
  on.stage.while_restarting = [&on] { on.stage.open_stream(); };
  BOOST_TEST(on.link->reset().note == "restarted (before, it had left the stage)");
  BOOST_TEST((on.stage.restarts == std::vector<bool>{true}));
  send(*on.link, "0");
  BOOST_TEST(on.stage.hears(1) == "0");
  on.link->reset();
  BOOST_TEST((on.stage.restarts == std::vector<bool>{true, false}));
}

BOOST_AUTO_TEST_CASE(that_fails_leaves_it_not_running) {
  OnStage on;
  on.stage.while_restarting = [] { throw RigError("It does not start."); };
  BOOST_CHECK_THROW(on.link->reset(), RigError);
  BOOST_TEST(expect_hang_up(*on.link).how == "not running");
  send(*on.link, "0");
  on.stage.while_restarting = {};
  on.link->reset();
  on.stage.says("1");
  BOOST_TEST(expect_byte(*on.link).value == '1');
}

BOOST_AUTO_TEST_CASE(of_a_case_is_a_reset_where_the_link_does_that_by_itself) {
  OnStage on;
  fill_with_old_words(on);
  BOOST_TEST(on.link->resume().done);
  BOOST_TEST(on.stage.restarts.size() == 1U);
  BOOST_TEST(is_silent(*on.link, milliseconds(20)));
}

BOOST_AUTO_TEST_CASE(of_a_case_troubles_no_person_unless_the_link_has_hung_up) {
  OnStage on({}, {}, [](StreamOptions& options) {
    options.info.can_reset = true;
    options.info.resets_by_hand = true;
  });
  fill_with_old_words(on);
  const Outcome outcome = on.link->resume();
  BOOST_TEST(!outcome.done);
  BOOST_TEST(outcome.note == "left as it is");
  BOOST_TEST(on.stage.restarts.empty());
  BOOST_TEST(is_silent(*on.link, milliseconds(20)));
  on.stage.far.close();
  expect_hang_up(*on.link);
  on.stage.while_restarting = [&on] { on.stage.open_stream(); };
  BOOST_TEST(on.link->resume().done);
  BOOST_TEST((on.stage.restarts == std::vector<bool>{true}));
}

BOOST_AUTO_TEST_CASE(does_not_wait_for_the_end_of_a_flood) {
  OnStage on;
  std::atomic<bool> enough{false};
  const int socket = on.stage.far.number();
  std::thread flood([&enough, socket] {
    const std::string block(4096, 'x');
    while (!enough) {
      if (::send(socket, block.data(), block.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        sleep(microseconds(10));
    }
  });
  std::thread limit([&enough] {
    for (int i = 0; i < 1500 && !enough; ++i) sleep(milliseconds(10));
    enough = true;
  });
  const Instant begin = now();
  on.link->reset();
  BOOST_TEST((now().earliest - begin.earliest < seconds(10)), "the reset has waited for silence");
  enough = true;
  flood.join();
  limit.join();
}

BOOST_AUTO_TEST_CASE(does_not_change_what_the_driver_counted) {
  OnStage on;
  on.stage.errors = {1, 2, 3, 4};
  BOOST_TEST((on.link->health().line == LineErrorCounts{1, 2, 3, 4}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig

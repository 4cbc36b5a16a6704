/// When bytes came and requests went out on a stream: in intervals that hold the truth, as narrow as can be.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <functional>
#include <thread>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/tests/stream_fixtures.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

BOOST_AUTO_TEST_SUITE(instants_of_bytes)

BOOST_AUTO_TEST_CASE(contain_the_moment_at_which_the_byte_was_written) {
  for (const Duration hold_back : {Duration::zero(), Duration(milliseconds(5))}) {
    OnStage on({}, hold_back);
    for (int i = 0; i < 60; ++i) {
      Duration before{};
      Duration after{};
      std::thread speaker([&] {
        sleep(microseconds(137 * i % 4000));
        before = now().earliest;
        on.stage.says("x");
        after = now().earliest;
      });
      const Byte byte = expect_byte(*on.link);
      speaker.join();
      BOOST_TEST((byte.last_bit.latest >= before));
      BOOST_TEST((byte.first_bit.earliest <= after - hold_back));
      BOOST_TEST((byte.first_bit == byte.last_bit));
    }
  }
}

BOOST_AUTO_TEST_CASE(begin_where_silence_was_last_seen) {
  OnStage on;
  const Instant silent = now() + milliseconds(5);
  BOOST_TEST(std::holds_alternative<TimedOut>(on.link->receive(silent)));
  on.stage.says("x");
  BOOST_TEST((expect_byte(*on.link).first_bit.earliest >= silent.latest));
}

BOOST_AUTO_TEST_CASE(are_as_wide_as_the_caller_was_away) {
  OnStage on;
  send(*on.link, "0");
  sleep(milliseconds(300));
  on.stage.says("x");
  const Byte byte = expect_byte(*on.link);
  BOOST_TEST((byte.last_bit.latest - byte.last_bit.earliest >= milliseconds(300)));
}

BOOST_AUTO_TEST_CASE(begin_earlier_by_what_the_transport_may_hold_back) {
  OnStage on;
  BOOST_TEST((on.link->info().hold_back == Duration::zero()));
  on.link->set_hold_back(milliseconds(40), "as was said");
  BOOST_TEST((on.link->info().hold_back == milliseconds(40)));
  BOOST_TEST((on.link->info().uncertainty >= milliseconds(40)));
  BOOST_TEST(on.link->info().facts.at("hold-back") == "as was said");
  on.stage.says("x");
  const Byte byte = expect_byte(*on.link);
  BOOST_TEST((byte.last_bit.latest - byte.last_bit.earliest >= milliseconds(40)));
}

BOOST_AUTO_TEST_CASE(begin_earlier_by_what_the_program_waited_for_a_processor) {
  OnStage on;
  starve(on, 0.75);
  const Sent sent = send(*on.link, "0");
  BOOST_TEST(is_silent(*on.link, milliseconds(10)));
  sleep(milliseconds(200));  // nobody awaits an answer, and 150 ms of it are waited
  BOOST_TEST(is_silent(*on.link, milliseconds(10)));
  on.stage.says("x");
  const Byte byte = expect_byte(*on.link);
  const Latency latency = between(sent.last_bit, byte.last_bit);
  BOOST_TEST((latency.longest >= milliseconds(220)));
  BOOST_TEST((latency.shortest <= latency.longest / 2), latency.shortest.count()
                                                            << " to " << latency.longest.count());
  BOOST_TEST((latency.shortest > Duration::zero()));
  BOOST_TEST((on.link->health().starved >= milliseconds(150)));
  BOOST_TEST((on.link->health().starved == Duration::zero()), "it is told once");
}

// What held it up before the request holds up its first answer, and no later one.
BOOST_AUTO_TEST_CASE(begin_earlier_by_what_the_program_waited_since_its_start) {
  OnStage on;
  const Duration begun = now().earliest;
  on.stage.processor_times = [begun] {
    const Duration at = now().earliest;
    const Duration waited = std::min<Duration>(at - begun, milliseconds(300));
    return ProcessorSample{at, 2, {{1, {Duration{}, waited}}}};
  };
  on.link->reset();
  sleep(milliseconds(300));
  for (const bool first : {true, false}) {
    const Sent sent = send(*on.link, "0");
    std::thread speaker([&] {
      sleep(milliseconds(200));
      on.stage.says("x");
    });
    const Latency latency = between(sent.last_bit, expect_byte(*on.link).last_bit);
    speaker.join();
    BOOST_TEST((latency.longest >= milliseconds(200)));
    BOOST_TEST((latency.shortest < milliseconds(100)) == first, latency.shortest.count());
  }
}

/// Of a program that never waits, by the kernel's count.
ProcessorSample never_waiting() {
  return {now().earliest, 2, {{1, {seconds(5), seconds(9)}}}};
}

/// The rig stands still for so long when it takes this sample of such a program (0: the first after the
/// request), which answers after it has been silent for that time.
Latency latency_with_a_stall(int sample, Duration stall, Duration silent) {
  OnStage on;
  std::atomic<int> samples = 0;
  on.stage.processor_times = [&, sample, stall] {
    if (samples++ == sample) sleep(stall);
    return never_waiting();
  };
  const Sent sent = send(*on.link, "0");
  BOOST_TEST(is_silent(*on.link, silent));
  on.stage.says("x");
  return between(sent.last_bit, expect_byte(*on.link).last_bit);
}

BOOST_AUTO_TEST_CASE(begin_earlier_by_how_long_the_rig_stood_still_just_after_the_request) {
  const Latency latency = latency_with_a_stall(0, milliseconds(200), milliseconds(20));
  BOOST_TEST((latency.longest >= milliseconds(200)));
  BOOST_TEST((latency.shortest <= latency.longest - milliseconds(200)));
}

BOOST_AUTO_TEST_CASE(never_begin_before_the_request_however_long_the_program_waited) {
  OnStage on;
  starve(on, 0.9);
  sleep(milliseconds(100));
  const Sent sent = send(*on.link, "0");
  BOOST_TEST(is_silent(*on.link, milliseconds(2)));
  on.stage.says("x");
  BOOST_TEST((expect_byte(*on.link).last_bit.earliest >= sent.last_bit.earliest));
}

BOOST_AUTO_TEST_CASE(are_as_narrow_as_ever_when_the_program_did_not_wait) {
  OnStage on;
  on.stage.processor_times = never_waiting;
  const Sent sent = send(*on.link, "0");
  const Instant silent = now() + milliseconds(100);
  BOOST_TEST(std::holds_alternative<TimedOut>(on.link->receive(silent)));
  on.stage.says("x");
  BOOST_TEST((expect_byte(*on.link).last_bit.earliest >= silent.latest));
  BOOST_TEST((sent.last_bit.latest < silent.latest));
  BOOST_TEST((on.link->health().starved == Duration::zero()));
}

/// `work` holds although its process is stopped for a second; when, it tells the descriptor that it is given.
void expect_although_it_is_stopped(const std::function<bool(int)>& work) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw RigError("no pipe");
  const Descriptor out(ends[0]);
  const Descriptor in(ends[1]);
  const auto stop_it = [&](pid_t process) {
    char byte = 0;
    if (read(out.number(), &byte, 1) != 1) return;
    sleep(milliseconds(100));
    kill(process, SIGSTOP);
    sleep(seconds(1));
    kill(process, SIGCONT);
  };
  const int status = in_a_process([&] { return work(in.number()); }, stop_it);
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

BOOST_AUTO_TEST_CASE(contain_the_truth_when_the_rig_was_stopped_meanwhile) {
  expect_although_it_is_stopped([](int stop_me) {
    const auto link = open_fixture("replies_late 300");
    const Sent sent = send(*link, "0");
    if (write(stop_me, "s", 1) != 1) return false;
    const Byte byte = expect_byte(*link);
    const Latency latency = between(sent.last_bit, byte.last_bit);
    return latency.shortest <= milliseconds(300) && latency.longest >= milliseconds(300);
  });
}

BOOST_AUTO_TEST_CASE(contain_the_truth_when_the_rig_was_stopped_while_it_wrote) {
  expect_although_it_is_stopped([](int stop_me) {
    OnStage on;
    std::thread far([&] {
      on.stage.hears(300'000);
      if (write(stop_me, "s", 1) != 1) return;  // the writer has more to write, and is stopped
      sleep(milliseconds(1300));
      on.stage.hears(700'000);
      on.stage.says("x");
    });
    const Sent sent = on.link->send(Bytes(1'000'000, 'a'), now());
    const Byte byte = expect_byte(*on.link);
    far.join();
    return sent.first_bit.earliest <= sent.last_bit.earliest &&
           between(sent.first_bit, sent.last_bit).longest >= seconds(1) &&
           between(sent.last_bit, byte.last_bit).shortest <= milliseconds(300);
  });
}

/// The rig stands still for 200 ms when it hears "a"; `later` after it woke the stage says "b".
struct WokenRig {
  OnStage on;
  std::thread speaker;
  explicit WokenRig(Duration later) {
    on.stage.while_hearing = [this, later](ByteView bytes) {
      if (bytes[0] != 'a') return;
      sleep(milliseconds(200));
      speaker = std::thread([this, later] {
        sleep(later);
        on.stage.says("b");
      });
    };
  }
  ~WokenRig() {
    if (speaker.joinable()) speaker.join();
  }
  WokenRig(const WokenRig&) = delete;
  WokenRig& operator=(const WokenRig&) = delete;

  /// From the request to "b".
  Latency latency_of_b() {
    const Sent sent = send(*on.link, "0");
    on.stage.says("a");
    expect_byte(*on.link);
    return between(sent.last_bit, expect_byte(*on.link).last_bit);
  }
};

// Drivers and adapters may have stood still with the rig.
BOOST_AUTO_TEST_CASE(begin_with_the_stall_when_the_rig_has_only_just_woken) {
  const Latency latency = WokenRig(milliseconds(5)).latency_of_b();
  BOOST_TEST((latency.longest >= milliseconds(200)));
  BOOST_TEST((latency.longest - latency.shortest >= milliseconds(200)));
}

// A program on the same machine goes on where it was, and needs the rest of its time.
BOOST_AUTO_TEST_CASE(of_a_program_begin_earlier_by_how_long_the_machine_stood_still) {
  const Latency latency = latency_with_a_stall(3, milliseconds(250), milliseconds(400));
  BOOST_TEST((latency.longest >= milliseconds(400)));
  BOOST_TEST((latency.shortest <= latency.longest - milliseconds(250)));
}

BOOST_AUTO_TEST_CASE(are_narrow_again_some_time_after_a_stall) {
  bool narrow = false;  // this machine may make another one
  for (int attempt = 0; attempt < 20 && !narrow; ++attempt) {
    narrow = WokenRig(milliseconds(100)).latency_of_b().shortest >= milliseconds(250);
  }
  BOOST_TEST(narrow);
}

BOOST_AUTO_TEST_CASE(of_silence_are_not_told_before_a_stall_has_been_made_up_for) {
  WokenRig woken(milliseconds(5));
  const Sent sent = send(*woken.on.link, "0");
  woken.on.stage.says("a");
  expect_byte(*woken.on.link);
  const Event event = woken.on.link->receive(sent.last_bit + milliseconds(100));
  BOOST_REQUIRE(std::holds_alternative<Byte>(event));
  BOOST_TEST((std::get<Byte>(event).value == 'b'));
}

BOOST_AUTO_TEST_CASE(are_spaced_by_the_byte_time_when_bytes_are_read_together) {
  constexpr Duration byte_time = milliseconds(1);
  OnStage on(byte_time);
  sleep(milliseconds(30));  // nobody looks meanwhile
  on.stage.says("abcd");
  std::vector<Byte> bytes;
  bytes.reserve(4);
  for (int i = 0; i < 4; ++i) bytes.push_back(expect_byte(*on.link));
  BOOST_TEST((bytes[3].last_bit.latest <= now().earliest));
  for (std::size_t i = 0; i < 4; ++i) {
    BOOST_TEST((bytes[i].last_bit.earliest == bytes[0].last_bit.earliest));
    BOOST_TEST((bytes[3].last_bit.latest - bytes[i].last_bit.latest == static_cast<int>(3 - i) * byte_time));
    BOOST_TEST((bytes[i].first_bit == bytes[i].last_bit + (-byte_time)));
  }
}

BOOST_AUTO_TEST_CASE(never_end_before_they_begin) {
  OnStage on(seconds(1));
  on.stage.says("abcd");
  for (int i = 0; i < 4; ++i) {
    const Byte byte = expect_byte(*on.link);
    BOOST_TEST((byte.last_bit.latest >= byte.last_bit.earliest));
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(instants_of_requests)

BOOST_AUTO_TEST_CASE(enclose_the_writing) {
  OnStage on;
  const Duration before = now().earliest;
  const Sent sent = send(*on.link, "0");
  const Duration after = now().earliest;
  BOOST_TEST((sent.first_bit.earliest >= before));
  BOOST_TEST((sent.last_bit.latest <= after));
  BOOST_TEST((sent.first_bit.earliest <= sent.first_bit.latest));
  BOOST_TEST((sent.last_bit.earliest <= sent.last_bit.latest));
  BOOST_TEST(on.stage.hears(1) == "0");
}

BOOST_AUTO_TEST_CASE(end_when_the_last_byte_has_been_clocked_out) {
  constexpr Duration byte_time = milliseconds(3);
  OnStage on(byte_time);
  const Sent sent = send(*on.link, "01234");
  BOOST_TEST((sent.last_bit.earliest - sent.first_bit.earliest == 5 * byte_time));
  BOOST_TEST((sent.last_bit.latest - sent.first_bit.latest >= 5 * byte_time));
}

BOOST_AUTO_TEST_CASE(queue_on_the_wire) {
  constexpr Duration byte_time = milliseconds(100);
  OnStage on(byte_time);
  const Sent first = send(*on.link, "01");
  const Sent second = send(*on.link, "2");
  BOOST_TEST((second.first_bit.earliest >= first.last_bit.earliest));
  BOOST_TEST((second.last_bit.earliest >= first.first_bit.earliest + 3 * byte_time));
  sleep(milliseconds(400));
  const Duration before = now().earliest;
  BOOST_TEST((send(*on.link, "3").first_bit.earliest >= before), "the wire had been idle");
}

BOOST_AUTO_TEST_CASE(end_later_by_what_the_transport_may_hold_back) {
  for (const Duration byte_time : {Duration::zero(), Duration(milliseconds(1))}) {
    OnStage on(byte_time, milliseconds(40));
    const Sent sent = send(*on.link, "0");
    BOOST_TEST((sent.first_bit.latest - sent.first_bit.earliest >= milliseconds(40)));
    BOOST_TEST((sent.last_bit.latest - sent.last_bit.earliest >= milliseconds(40)));
  }
}

BOOST_AUTO_TEST_CASE(are_not_before_what_was_asked) {
  OnStage on;
  const Instant later = now() + milliseconds(30);
  BOOST_TEST((on.link->send(to_bytes("0"), later).first_bit.earliest >= later.latest));
}

BOOST_AUTO_TEST_CASE(are_later_than_what_had_come_before) {
  OnStage on;
  on.stage.says("a");
  const Sent sent = send(*on.link, "0");
  const Byte byte = expect_byte(*on.link);
  BOOST_TEST(surely_before(byte.last_bit, sent.last_bit + Duration(1)));
  BOOST_TEST((byte.last_bit.latest <= sent.first_bit.earliest));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig

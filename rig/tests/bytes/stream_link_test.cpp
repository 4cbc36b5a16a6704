#include "rig/link/stream/stream_link.hpp"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <functional>

#include "rig/base/descriptor.hpp"
#include "rig/tests/bytes/link_test_tools.hpp"

namespace rig {
namespace {

using namespace rig::testing;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// What a test sees of a transport, and tells it to do.
struct Stage {
  Descriptor near;
  Descriptor far;
  Descriptor ended{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  bool has_ended_descriptor = false;
  Restart restart{.power_on = true, .note = "restarted"};
  std::function<void()> while_restarting;
  std::function<void(ByteView)> while_hearing;
  std::string is_lost;  ///< not empty: the end of the stream is LinkLost
  std::string last_words;
  LineErrorCounts errors;
  std::function<ProcessorSample()> processor_times;  ///< empty: nobody knows them
  std::vector<bool> restarts;                        ///< with what `lost` it was restarted

  Stage() { open_stream(); }

  void open_stream() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw RigError("no sockets");
    near = Descriptor(ends[0]);
    far = Descriptor(ends[1]);
    make_non_blocking(near.number());
  }
  void says(std::string_view text) const {
    if (write(far.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw RigError("the stage cannot speak");
    }
  }
  std::string hears(std::size_t count) const {
    std::string text(count, '\0');
    std::size_t got = 0;
    while (got < count) {
      const ssize_t more = read(far.number(), text.data() + got, count - got);
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    text.resize(got);
    return text;
  }
  void ends() const { eventfd_write(ended.number(), 1); }
};

class StageTransport final : public Transport {
 public:
  explicit StageTransport(Stage& stage) : stage_(stage) {}
  int input() const override { return stage_.near.number(); }
  int output() const override { return stage_.near.number(); }
  int ended() const override { return stage_.has_ended_descriptor ? stage_.ended.number() : -1; }
  ssize_t write(ByteView bytes) override { return write_without_signal(output(), bytes); }
  std::string how_it_ended(int error) override {
    if (!stage_.is_lost.empty()) throw LinkLost(stage_.is_lost);
    return error == 0 ? "left the stage" : "broke off";
  }
  std::string last_words() override { return stage_.last_words; }
  void heard(ByteView bytes) override {
    if (stage_.while_hearing) stage_.while_hearing(bytes);
  }
  Restart restart(bool lost) override {
    stage_.restarts.push_back(lost);
    if (stage_.while_restarting) stage_.while_restarting();
    return stage_.restart;
  }
  LineErrorCounts line_errors() override { return stage_.errors; }
  std::optional<ProcessorSample> processor_times() override {
    if (!stage_.processor_times) return std::nullopt;
    return stage_.processor_times();
  }

 private:
  Stage& stage_;
};

struct OnStage {
  Stage stage;
  std::unique_ptr<StreamLink> link;

  explicit OnStage(Duration byte_time = {}, Duration hold_back = {},
                   const std::function<void(StreamOptions&)>& change = {}) {
    StreamOptions options;
    options.info.name = "stage";
    options.info.hold_back = hold_back;
    options.byte_time = byte_time;
    if (change) change(options);
    link = std::make_unique<StreamLink>(std::move(options), std::make_unique<StageTransport>(stage));
  }
};

/// One thread that waits this share of its time for a processor.
void starve(OnStage& on, double share) {
  const Duration begun = now().earliest;
  on.stage.processor_times = [begun, share] {
    const Duration at = now().earliest;
    const double passed = static_cast<double>((at - begun).count());
    return ProcessorSample{at, 2, {{1, {Duration{}, Duration(static_cast<std::int64_t>(share * passed))}}}};
  };
}

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

BOOST_AUTO_TEST_CASE(are_narrow_although_the_caller_is_busy_elsewhere) {
  OnStage on;
  send(*on.link, "0");
  sleep(milliseconds(300));
  const Duration before = now().earliest;
  on.stage.says("x");
  const Duration after = now().earliest;
  sleep(milliseconds(300));
  const Byte byte = expect_byte(*on.link);
  BOOST_TEST((byte.last_bit.latest >= before));
  BOOST_TEST((byte.last_bit.earliest <= after));
  BOOST_TEST((byte.last_bit.latest - byte.last_bit.earliest < milliseconds(150)));
}

BOOST_AUTO_TEST_CASE(are_as_wide_as_the_caller_was_away_where_no_thread_watches) {
  OnStage on({}, {}, [](StreamOptions& options) { options.real_time = RealTime::off; });
  send(*on.link, "0");
  sleep(milliseconds(300));
  on.stage.says("x");
  const Byte byte = expect_byte(*on.link);
  BOOST_TEST((byte.last_bit.latest - byte.last_bit.earliest >= milliseconds(300)));
  BOOST_TEST(on.link->info().facts.at(fact_real_time) == "off (CONTEST_RIG_REAL_TIME): no thread of its own");
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

BOOST_AUTO_TEST_CASE(begin_earlier_by_how_long_the_rig_stood_still_just_after_the_request) {
  OnStage on;
  std::atomic<int> samples = 0;
  on.stage.processor_times = [&] {
    if (samples++ == 0) sleep(milliseconds(200));
    return never_waiting();
  };
  const Sent sent = send(*on.link, "0");
  BOOST_TEST(is_silent(*on.link, milliseconds(20)));
  on.stage.says("x");
  const Latency latency = between(sent.last_bit, expect_byte(*on.link).last_bit);
  BOOST_TEST((latency.longest >= milliseconds(200)));
  BOOST_TEST((latency.shortest <= latency.longest - milliseconds(200)));
}

BOOST_AUTO_TEST_CASE(do_not_begin_earlier_because_the_caller_was_busy_after_the_request) {
  OnStage on;
  on.stage.processor_times = never_waiting;
  const Sent sent = send(*on.link, "0");
  sleep(milliseconds(400));
  const Instant silent = now() + milliseconds(5);
  BOOST_TEST(std::holds_alternative<TimedOut>(on.link->receive(silent)));
  on.stage.says("x");
  const Latency latency = between(sent.last_bit, expect_byte(*on.link).last_bit);
  BOOST_TEST((latency.shortest >= milliseconds(200)), latency.shortest.count());
  BOOST_TEST((on.link->health().starved < milliseconds(200)));
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

/// Runs `work`, which writes to the descriptor that it is given when it is to be stopped for a second.
int in_a_process_that_is_stopped_when_it_asks(const std::function<bool(int)>& work) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw RigError("no pipe");
  const Descriptor out(ends[0]);
  const Descriptor in(ends[1]);
  return in_a_process([&] { return work(in.number()); },
                      [&](pid_t process) {
                        char byte = 0;
                        if (read(out.number(), &byte, 1) != 1) return;
                        sleep(milliseconds(100));
                        kill(process, SIGSTOP);
                        sleep(seconds(1));
                        kill(process, SIGCONT);
                      });
}

BOOST_AUTO_TEST_CASE(contain_the_truth_when_the_rig_was_stopped_meanwhile) {
  const int status = in_a_process_that_is_stopped_when_it_asks([](int stop_me) {
    const auto link = open_fixture("replies_late 300");
    const Sent sent = send(*link, "0");
    if (write(stop_me, "s", 1) != 1) return false;
    const Byte byte = expect_byte(*link);
    const Latency latency = between(sent.last_bit, byte.last_bit);
    return latency.shortest <= milliseconds(300) && latency.longest >= milliseconds(300);
  });
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

BOOST_AUTO_TEST_CASE(contain_the_truth_when_the_rig_was_stopped_while_it_wrote) {
  const int status = in_a_process_that_is_stopped_when_it_asks([](int stop_me) {
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
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
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

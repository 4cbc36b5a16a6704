/// Sessions whose bytes are bits on a wire: requests and replies that overlap, what is early, and a rig that
/// stood still while it sent.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/dut/session.hpp"
#include "rig/dut/tests/session_fixtures.hpp"
#include "rig/link/link.hpp"
#include "rig/link/rtl/rtl_link.hpp"
#include "rig/link/rtl/tests/rtl_test_tools.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig::dut {
namespace {

namespace data = boost::unit_test::data;
using namespace rig::testing;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(full_duplex)

constexpr Duration half_a_bit = 4340ns;  // at the contest's 115200 baud

Exchange answered_by_the_fake(FakeLink& link, Session& session, Duration begins, Spacing spacing = {}) {
  for (const char letter : {'1', 'A', 'A'}) {
    link.events.emplace_back(
        Byte{static_cast<std::uint8_t>(letter), link.at(begins), link.at(begins + 86us)});
    begins += 86us;
  }
  if (spacing.begin == Begin::after_a_pause) link.events.emplace_front(TimedOut{link.at(0ns)});
  return session.ask(hello, spacing);
}

BOOST_AUTO_TEST_CASE(a_request_may_begin_in_the_last_stop_bit_of_the_reply) {
  FakeLink link;
  const auto opened = new_session(link, page());
  const Exchange before = answered_by_the_fake(link, *opened, 3ms);
  const Exchange next = answered_by_the_fake(link, *opened, 5ms, {0ns, Begin::in_the_last_stop_bit});
  BOOST_TEST((next.sent.first_bit == before.bytes.back().last_bit + (-half_a_bit)));
  BOOST_TEST(next.replied());
  BOOST_TEST(next.unasked.empty());
}

BOOST_AUTO_TEST_CASE(half_a_bit_goes_by_the_contests_bit_rate) {
  for (const auto& [baud, half_a_bit_at_it] : {std::pair{0U, Duration(0ns)}, {1U, 500ms}, {2U, 250ms}}) {
    protocol::Contest slow = page();
    slow.baud = baud;
    FakeLink link;
    const auto opened = new_session(link, slow);
    const Exchange before = answered_by_the_fake(link, *opened, 10s);
    const Exchange next = answered_by_the_fake(link, *opened, 20s, {0ns, Begin::in_the_last_stop_bit});
    BOOST_TEST((next.sent.first_bit == before.bytes.back().last_bit + (-half_a_bit_at_it)), baud << " baud");
  }
}

// Without bits there is no stop bit in whose second half a reply may begin.
BOOST_AUTO_TEST_CASE(every_byte_before_the_requests_end_is_early_where_there_are_no_bits) {
  for (const bool reset : {false, true}) {
    protocol::Contest without_bits = page();
    without_bits.baud = 0;
    FakeLink link;
    link.link.has_wire = true;
    const auto opened = new_session(link, without_bits);
    opened->begin();
    if (reset) opened->wire()->set_host_rate(-10'000), opened->reset();
    const Duration ends = (reset ? 2ms : 1ms) + 1ms + 5us;
    link.events = {TimedOut{link.at(ends - 5us)}};
    for (const Duration begins : {ends - 2us, ends - 1us, ends, ends + 1us})
      link.events.emplace_back(Byte{'1', link.at(begins), link.at(begins + 1us)});
    BOOST_TEST(opened->ask(move).early == 2U);
  }
}

BOOST_AUTO_TEST_CASE(a_link_that_cannot_begin_so_early_begins_as_soon_as_it_can) {
  Bench bench(on("0", text_after(3ms, "1AA")));
  const Exchange before = bench.ask(hello);
  const Exchange next = bench.ask(hello, {0ns, Begin::in_the_last_stop_bit});
  BOOST_TEST((next.sent.first_bit == before.bytes.back().last_bit));
  BOOST_TEST(next.replied());
}

// The design's start bit comes a few clocks after the middle of the request's stop bit.
BOOST_AUTO_TEST_CASE(a_reply_that_begins_in_the_requests_stop_bit_is_right) {
  const auto link = open_rtl(test::fixture("eager"));
  const auto opened = new_session(*link, page());
  opened->reset();
  for (const Begin begin : {Begin::after_a_pause, Begin::in_the_last_stop_bit, Begin::in_the_last_stop_bit}) {
    const Exchange exchange = opened->ask(hello, {0ns, begin});
    BOOST_TEST(exchange.reply.value.text == "EA");
    BOOST_TEST(surely_before(exchange.bytes.front().first_bit, exchange.sent.last_bit));
    BOOST_TEST(exchange.early == 0U);
    BOOST_TEST((between(exchange.sent.last_bit, exchange.bytes.front().first_bit).longest <= 0ns));
  }
}

/// What this design answers to a host of this rate, and how much of it is early.
void expect_answer(const char* design, std::int32_t host_rate, const char* answer, std::size_t early) {
  const auto link = open_rtl(test::fixture(design));
  const auto opened = new_session(*link, page());
  opened->reset();
  opened->wire()->set_host_rate(host_rate);
  const Exchange exchange = opened->ask(hello);
  BOOST_TEST(exchange.reply.value.text == answer, design);
  BOOST_TEST(exchange.early == early, design);
}

// Whatever the host's rate, the design goes by its own clock: nine and a half bits after the start edge it
// has seen the middle of the stop bit.
BOOST_DATA_TEST_CASE(early_goes_by_the_boards_clock_where_the_host_is_slow,
                     data::make({-20'000, -10'000, -1'000, 0, 1'000, 10'000, 20'000}), host_rate) {
  expect_answer("eager", host_rate, "EA", 0);
  expect_answer("hasty", host_rate, "RD", 1);
}

// A board reckons its nine and a half bits by its own clock, which may be off as far as its transmitter may.
BOOST_DATA_TEST_CASE(early_goes_by_what_the_boards_clock_may_be_off,
                     data::make({-20'000, -10'000, 0, 10'000, 20'000}), host_rate) {
  expect_answer("eager_fast", host_rate, "EA", 0);
  expect_answer("eager_slow", host_rate, "EA", 0);
  expect_answer("hasty_fast", host_rate, "RD", 1);
}

BOOST_AUTO_TEST_CASE(the_hosts_rate_ends_with_a_reset) {
  const auto link = open_rtl(test::fixture("hasty"));
  const auto opened = new_session(*link, page());
  opened->reset();
  opened->wire()->set_host_rate(40'000);  // the middle of its stop bit is over when the design answers
  BOOST_TEST(opened->ask(hello).early == 0U);
  opened->reset();
  BOOST_TEST(opened->ask(hello).early == 1U);
}

BOOST_AUTO_TEST_CASE(a_request_in_the_last_stop_bit_of_a_reply_overlaps_it_on_a_wire) {
  const auto link = open_rtl(test::fixture("eager"));
  const auto opened = new_session(*link, page());
  opened->reset();
  const Exchange before = opened->ask(hello);
  const Exchange next = opened->ask(hello, {0ns, Begin::in_the_last_stop_bit});
  BOOST_TEST(surely_before(next.sent.first_bit, before.bytes.back().last_bit));
  BOOST_TEST(surely_before(before.bytes.back().last_bit + (-half_a_bit - 40ns), next.sent.first_bit));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(disturbances)

BOOST_AUTO_TEST_CASE(end_before_the_next_request_begins) {
  FakeLink link;
  link.link.has_wire = true;
  const auto opened = new_session(link, page());
  const Sent disturbed = opened->wire()->disturb([](WireControl& wire) { return wire.send_break(70ms); });
  BOOST_TEST((between(disturbed.first_bit, disturbed.last_bit).longest == 70ms));
  link.events = {TimedOut{link.at(0ns)}};
  BOOST_TEST((opened->ask(end).sent.first_bit == disturbed.last_bit + 1ms));
}

BOOST_AUTO_TEST_CASE(need_a_wire) {
  Bench bench(on("0", {}));
  BOOST_TEST((bench.session->wire() == nullptr));
  FakeLink link;
  link.link.has_wire = true;
  BOOST_TEST(&new_session(link, page())->wire()->control() == &link);
}

BOOST_AUTO_TEST_SUITE_END()

/// A link in real time on a rig that stands still for a while before the last byte of a request, whether it
/// is sent in one piece or in five. Its board answers `reply`, if that is not empty.
class HaltingLink final : public Link {
 public:
  HaltingLink(Duration halt, std::string reply, Duration uncertainty = {})
      : halt_(halt), reply_(std::move(reply)) {
    info_.name = "halting";
    info_.clock = monotonic_domain();
    info_.uncertainty = uncertainty;
  }
  void hangs_up() { hangs_up_ = true; }
  const LinkInfo& info() const override { return info_; }
  Sent send(ByteView bytes, Instant not_before) override {
    sent_ += bytes.size();
    const bool last = sent_ == 5;  // of "4a8e0"
    const Instant begin = Instant::exactly(info_.clock, not_before.latest);
    at_ = not_before.latest + (last ? halt_ : Duration::zero());
    at_ += static_cast<std::int64_t>(bytes.size()) * byte_time;
    return {begin, Instant::exactly(info_.clock, at_)};
  }
  Outcome reset() override { return {true, Instant::exactly(info_.clock, at_), {}}; }

 protected:
  Event do_receive(Instant until) override {
    if (sent_ == 5 && hangs_up_) return HungUp{"gone", Instant::exactly(info_.clock, at_)};
    if (sent_ < 5 || answered_ == reply_.size()) return TimedOut{until};
    const Instant at = Instant::exactly(info_.clock, at_ += byte_time);
    return Byte{static_cast<std::uint8_t>(reply_[answered_++]), at, at};
  }

 private:
  LinkInfo info_;
  Duration halt_;
  std::string reply_;
  bool hangs_up_ = false;
  std::size_t sent_ = 0;
  std::size_t answered_ = 0;
  Duration at_{};
};

BOOST_AUTO_TEST_CASE(a_request_that_the_rig_itself_has_drawn_out_accuses_nobody) {
  const auto ask = [](Duration halt, const std::string& reply) {
    HaltingLink link(halt, reply);
    return new_session(link, page())->ask(move, {20ms});
  };
  BOOST_CHECK_EXCEPTION(ask(200ms, ""), RigError, [](const RigError& e) {
    return std::string(e.what()).find("The rig stood still while it sent a request") != std::string::npos;
  });
  BOOST_CHECK_THROW(ask(200ms, "zz"), RigError);
  BOOST_TEST(ask(200ms, "b7f2").replied(), "a reply is one all the same");
  BOOST_TEST(!ask(50ms, "").replied(), "a pause that a board has to stand");
  HaltingLink in_one_piece(200ms, "");
  BOOST_TEST(!new_session(in_one_piece, page())->ask(move).replied(),
             "nothing was meant to lie between its bytes");
  HaltingLink left_by_its_board(200ms, "");
  left_by_its_board.hangs_up();
  BOOST_TEST(new_session(left_by_its_board, page())->ask(move, {20ms}).hung_up.has_value(),
             "whoever hangs up has not given a request up");
}

// Five bytes of ten bits of 10 ms, four of 20 ms between them, an instant as wide as 1 ms for each: what was
// meant took 605 ms, and 100 ms more are borne.
BOOST_AUTO_TEST_CASE(a_request_is_drawn_out_by_what_its_bytes_and_pauses_do_not_explain) {
  protocol::Contest slow = page();
  slow.baud = 100;
  const auto ask = [&](Duration took) {
    HaltingLink link(took - 4 * 20ms - 5 * byte_time, "", 1ms);
    return new_session(link, slow)->ask(move, {20ms});
  };
  BOOST_TEST(!ask(705ms).replied());
  BOOST_CHECK_THROW(ask(705ms + 1ns), RigError);
}

// At a host of -1 % a board may see the middle of the last stop bit 0.83 bits before its end, else 0.73.
BOOST_AUTO_TEST_CASE(early_goes_by_the_nominal_rate_again_after_a_reset) {
  protocol::Contest fast = page();
  fast.baud = 230400;
  for (const bool reset : {false, true}) {
    FakeLink link;
    link.link.has_wire = true;
    const auto opened = new_session(link, fast);
    opened->begin();
    opened->wire()->set_host_rate(-10'000);
    if (reset) opened->reset();
    const Duration ready = reset ? 2ms : 1ms;
    const Duration asked = ready + 1ms + 5us;
    link.events = {TimedOut{link.at(ready + 1ms)}};
    for (const std::uint8_t byte : to_bytes("b7f2"))
      link.events.emplace_back(
          Byte{byte, link.at(asked - 3385ns), link.at(asked + 1us)});  // 0.78 bits before
    BOOST_TEST(opened->ask(move).early == (reset ? 4U : 0U));
  }
}

}  // namespace
}  // namespace rig::dut

#include "rig/link/callback/callback_link.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <functional>

#include "rig/base/errors.hpp"

namespace rig {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// A device whose answer to each byte stands in the test.
class Scripted final : public Device {
 public:
  using Script = std::function<std::vector<Action>(std::uint8_t)>;
  explicit Scripted(Script script, int* power_ons = nullptr)
      : script_(std::move(script)), power_ons_(power_ons) {}

  void power_on() override {
    if (power_ons_ != nullptr) ++*power_ons_;
  }
  std::vector<Action> receive(std::uint8_t byte) override { return script_(byte); }

 private:
  Script script_;
  int* power_ons_;
};

std::vector<Action> text_after(Duration after, std::string_view text) {
  std::vector<Action> actions;
  for (const std::uint8_t byte : to_bytes(text)) actions.push_back({after, SendByte{byte}});
  return actions;
}

std::unique_ptr<Link> link_to(Scripted::Script script, std::uint32_t baud = 1'000'000) {
  return make_callback_link({"builtin:test", "", baud, {}}, std::make_unique<Scripted>(std::move(script)));
}

Instant at(const Link& link, Duration moment) {
  return Instant::exactly(link.info().clock, moment);
}

Sent send(Link& link, std::string_view text, Duration not_before = {}) {
  return link.send(to_bytes(text), at(link, not_before));
}

Byte expect_byte(Link& link, Duration until) {
  const Event event = link.receive(at(link, until));
  BOOST_REQUIRE_MESSAGE(std::holds_alternative<Byte>(event), "no byte came, but event " << event.index());
  return std::get<Byte>(event);
}

void expect_silence(Link& link, Duration until) {
  const Event event = link.receive(at(link, until));
  BOOST_REQUIRE_MESSAGE(std::holds_alternative<TimedOut>(event), "not silence, but event " << event.index());
  BOOST_TEST((std::get<TimedOut>(event).until == at(link, until)));
}

HungUp expect_hang_up(Link& link, Duration until) {
  const Event event = link.receive(at(link, until));
  BOOST_REQUIRE_MESSAGE(std::holds_alternative<HungUp>(event), "no hang-up, but event " << event.index());
  return std::get<HungUp>(event);
}

std::string text_until(Link& link, Duration until) {
  Bytes bytes;
  for (;;) {
    const Event event = link.receive(at(link, until));
    if (!std::holds_alternative<Byte>(event)) return to_text(bytes);
    bytes.push_back(std::get<Byte>(event).value);
  }
}

BOOST_AUTO_TEST_CASE(what_is_done_unless_asked_is_dropped_when_a_byte_comes_first) {
  const auto link = link_to([](std::uint8_t) {
    return std::vector<Action>{{milliseconds(1), SendByte{'a'}}, {milliseconds(600), SendByte{'u'}, true}};
  });
  send(*link, "1");
  BOOST_TEST(text_until(*link, milliseconds(500)) == "a");
  send(*link, "2", milliseconds(500));
  BOOST_TEST(text_until(*link, milliseconds(1000)) == "a");
  BOOST_TEST(text_until(*link, milliseconds(2000)) == "u");
}

/// Remembers how long it was left alone before each byte.
class Lonely final : public Device {
 public:
  explicit Lonely(std::vector<Duration>& spans) : spans_(spans) {}
  void power_on() override {}
  void after_gap(Duration idle) override { spans_.push_back(idle); }
  std::vector<Action> receive(std::uint8_t) override { return text_after(milliseconds(100), "a"); }

 private:
  std::vector<Duration>& spans_;
};

BOOST_AUTO_TEST_CASE(a_device_is_told_how_long_nothing_went_either_way) {
  std::vector<Duration> spans;
  const auto link = make_callback_link({"builtin:test", "", 1'000'000, {}}, std::make_unique<Lonely>(spans));
  send(*link, "12", milliseconds(7));
  BOOST_TEST(text_until(*link, milliseconds(300)) == "aa");
  send(*link, "3", milliseconds(300));
  BOOST_TEST_REQUIRE(spans.size() == 2U);  // no gap before "2"
  BOOST_TEST((spans[0] == milliseconds(7)));
  BOOST_TEST((spans[1] == milliseconds(300 - 107) - microseconds(30)));
}

BOOST_AUTO_TEST_CASE(tells_what_it_can_do) {
  const auto link = link_to([](std::uint8_t) { return std::vector<Action>{}; });
  BOOST_TEST(link->info().name == "builtin:test");
  BOOST_TEST(link->info().description == "device in C++, virtual time, 1000000 8N1");
  BOOST_TEST((link->info().clock_kind == ClockKind::virtual_time));
  BOOST_TEST(link->info().can_reset);
  BOOST_TEST(!link->info().has_wire);
  BOOST_TEST((link->wire() == nullptr));
  BOOST_TEST((link->info().hold_back == Duration::zero()));
}

BOOST_AUTO_TEST_CASE(refuses_a_rate_of_zero) {
  BOOST_CHECK_THROW(link_to([](std::uint8_t) { return std::vector<Action>{}; }, 0), UsageError);
}

BOOST_AUTO_TEST_CASE(times_a_request_and_its_reply_exactly) {
  const auto link = link_to([](std::uint8_t) { return text_after(milliseconds(3), "1A"); });  // 10 us a byte
  const Sent sent = send(*link, "0", microseconds(100));
  BOOST_TEST((sent.first_bit == at(*link, microseconds(100))));
  BOOST_TEST((sent.last_bit == at(*link, microseconds(110))));

  const Byte first = expect_byte(*link, seconds(1));
  BOOST_TEST(first.value == '1');
  BOOST_TEST((first.first_bit == at(*link, microseconds(3110))));
  BOOST_TEST((first.last_bit == at(*link, microseconds(3120))));
  const Byte second = expect_byte(*link, seconds(1));
  BOOST_TEST(second.value == 'A');
  BOOST_TEST((second.first_bit == first.last_bit));
  BOOST_TEST((second.last_bit == at(*link, microseconds(3130))));
  expect_silence(*link, seconds(1));
}

BOOST_AUTO_TEST_CASE(does_not_drift_over_a_million_bytes) {
  const auto link = link_to([](std::uint8_t) { return std::vector<Action>{}; }, 115200);
  Sent sent;
  for (int i = 0; i < 1152; ++i) sent = link->send(Bytes(1000, 0x55), at(*link, {}));
  BOOST_TEST((sent.last_bit == at(*link, seconds(100))));  // 1,152,000 bytes of 10 bits at 115200 per second
}

BOOST_AUTO_TEST_CASE(keeps_a_declared_delay_to_the_nanosecond_at_any_rate) {
  for (const std::uint32_t baud : {300U, 9600U, 115200U, 460800U, 921601U, 3000000U}) {
    const auto link = link_to([](std::uint8_t) { return text_after(seconds(1), "x"); }, baud);
    for (int i = 0; i < 50; ++i) {
      const Sent sent = send(*link, "abc");
      const Byte byte = expect_byte(*link, sent.last_bit.latest + seconds(2));
      const Byte last = (expect_byte(*link, sent.last_bit.latest + seconds(2)),
                         expect_byte(*link, sent.last_bit.latest + seconds(2)));
      BOOST_TEST((last.first_bit == sent.last_bit + seconds(1)), "at " << baud << " baud");
      BOOST_TEST((byte.last_bit.latest <= last.first_bit.earliest + Duration(1)));
    }
  }
}

BOOST_AUTO_TEST_CASE(sends_back_to_back_and_in_order) {
  const auto link = link_to([](std::uint8_t) { return std::vector<Action>{}; });
  const Sent first = send(*link, "0123");
  const Sent second = send(*link, "4");
  BOOST_TEST((first.last_bit == at(*link, microseconds(40))));
  BOOST_TEST((second.first_bit == first.last_bit));
}

BOOST_AUTO_TEST_CASE(both_directions_run_at_the_same_time) {
  const auto link = link_to([](std::uint8_t byte) {
    return std::vector<Action>{{Duration::zero(), SendByte{byte}}};
  });
  const Sent sent = send(*link, "abc");
  BOOST_TEST((expect_byte(*link, seconds(1)).last_bit == at(*link, microseconds(20))));
  BOOST_TEST((expect_byte(*link, seconds(1)).last_bit == sent.last_bit));
  BOOST_TEST((expect_byte(*link, seconds(1)).last_bit == at(*link, microseconds(40))));
}

BOOST_AUTO_TEST_CASE(a_drip_comes_one_byte_at_a_time) {
  const auto link = link_to([](std::uint8_t) {
    return std::vector<Action>{{milliseconds(400), SendByte{'1'}},
                               {milliseconds(800), SendByte{'A'}},
                               {milliseconds(1200), SendByte{'B'}}};
  });
  send(*link, "0");
  expect_byte(*link, seconds(1));
  expect_byte(*link, seconds(1));
  expect_silence(*link, seconds(1));
  BOOST_TEST((expect_byte(*link, seconds(2)).first_bit == at(*link, microseconds(1'200'010))));
}

BOOST_AUTO_TEST_CASE(a_byte_that_ends_after_the_limit_waits_for_the_next_call) {
  const auto link = link_to([](std::uint8_t) { return text_after(milliseconds(1), "x"); });
  send(*link, "0");                            // ends at 10 us; the reply occupies 1010 us to 1020 us
  expect_silence(*link, microseconds(1000));   // not begun
  expect_silence(*link, microseconds(1015));   // on the wire
  expect_silence(*link, Duration(1'019'999));  // a nanosecond short
  BOOST_TEST((expect_byte(*link, microseconds(1020)).last_bit == at(*link, microseconds(1020))));
}

BOOST_AUTO_TEST_CASE(a_limit_that_is_an_interval_counts_by_its_latest_end) {
  const auto link = link_to([](std::uint8_t) { return text_after(milliseconds(1), "x"); });
  send(*link, "0");
  const Event event = link->receive({link->info().clock, microseconds(5), milliseconds(2)});
  BOOST_TEST(std::holds_alternative<Byte>(event));
}

BOOST_AUTO_TEST_CASE(a_later_request_can_be_answered_before_an_earlier_one) {
  const auto link = link_to([](std::uint8_t byte) {
    return byte == 's' ? text_after(milliseconds(500), "s") : text_after(milliseconds(1), "q");
  });
  send(*link, "s");
  expect_silence(*link, milliseconds(100));
  send(*link, "q");
  BOOST_TEST(text_until(*link, seconds(1)) == "qs");
}

BOOST_AUTO_TEST_CASE(looking_far_ahead_does_not_fix_what_has_not_happened_yet) {
  const auto link = link_to([](std::uint8_t byte) {
    if (byte == 'q') return text_after(milliseconds(1), "q");
    return std::vector<Action>{{milliseconds(100), SendByte{'1'}}, {milliseconds(200), SendByte{'2'}}};
  });
  send(*link, "s");
  BOOST_TEST(expect_byte(*link, seconds(10)).value == '1');
  send(*link, "q");
  BOOST_TEST(text_until(*link, seconds(10)) == "q2");
}

BOOST_AUTO_TEST_CASE(what_is_sent_while_the_wire_is_busy_follows_without_a_gap) {
  const auto link = link_to([](std::uint8_t) {
    return std::vector<Action>{{microseconds(10), SendByte{'a'}}, {microseconds(12), SendByte{'b'}}};
  });
  send(*link, "0");
  const Byte a = expect_byte(*link, seconds(1));
  const Byte b = expect_byte(*link, seconds(1));
  BOOST_TEST((a.first_bit == at(*link, microseconds(20))));
  BOOST_TEST((b.first_bit == a.last_bit));
}

BOOST_AUTO_TEST_CASE(delivers_what_was_sent_before_hanging_up) {
  const auto link = link_to([](std::uint8_t) {
    return std::vector<Action>{{milliseconds(1), SendByte{'1'}},
                               {milliseconds(1), SendByte{'A'}},
                               {milliseconds(1), HangUp{}},
                               {milliseconds(2), SendByte{'B'}}};
  });
  send(*link, "0");
  BOOST_TEST(expect_byte(*link, seconds(1)).value == '1');
  BOOST_TEST(expect_byte(*link, seconds(1)).value == 'A');
  const HungUp hung_up = expect_hang_up(*link, seconds(1));
  BOOST_TEST(hung_up.how == "closed the line");
  BOOST_TEST((hung_up.at == at(*link, microseconds(1030))));  // when its last byte had gone
}

BOOST_AUTO_TEST_CASE(a_hang_up_is_for_ever_and_what_is_sent_is_lost) {
  int told = 0;
  const auto link = link_to([&told](std::uint8_t) {
    ++told;
    return std::vector<Action>{{milliseconds(1), HangUp{}}};
  });
  send(*link, "0");
  expect_silence(*link, microseconds(1009));
  expect_hang_up(*link, seconds(1));
  send(*link, "000");
  expect_hang_up(*link, seconds(2));
  expect_hang_up(*link, seconds(3));
  BOOST_TEST(told == 1);
}

BOOST_AUTO_TEST_CASE(a_device_that_hangs_up_during_a_request_does_not_see_the_rest_of_it) {
  std::string seen;
  const auto link = link_to([&seen](std::uint8_t byte) {
    seen.push_back(static_cast<char>(byte));
    return byte == 'b' ? std::vector<Action>{{Duration::zero(), HangUp{}}} : std::vector<Action>{};
  });
  send(*link, "abcd");
  BOOST_TEST(seen == "ab");
  expect_silence(*link, microseconds(19));  // the question is what was known then
  BOOST_TEST((expect_hang_up(*link, seconds(1)).at == at(*link, microseconds(20))));
}

BOOST_AUTO_TEST_CASE(a_reset_powers_on_and_forgets_everything_but_the_time) {
  int power_ons = 0;
  const auto link = make_callback_link({"builtin:test", "", 1'000'000, {}},
                                       std::make_unique<Scripted>(
                                           [](std::uint8_t byte) {
                                             auto actions = text_after(milliseconds(5), "late");
                                             if (byte == 'h') actions = {{Duration::zero(), HangUp{}}};
                                             return actions;
                                           },
                                           &power_ons));
  BOOST_TEST(power_ons == 1);
  send(*link, "0");
  link->put_back(expect_byte(*link, seconds(1)));
  const Outcome outcome = link->reset();
  BOOST_TEST(outcome.done);
  BOOST_TEST((outcome.ready == at(*link, microseconds(5020 + 1000))));
  BOOST_TEST(power_ons == 2);
  expect_silence(*link, seconds(1));

  send(*link, "h");
  expect_hang_up(*link, seconds(2));
  link->reset();
  send(*link, "0");
  BOOST_TEST(text_until(*link, seconds(3)) == "late");
}

BOOST_AUTO_TEST_CASE(an_instant_of_another_clock_is_refused) {
  const auto link = link_to([](std::uint8_t) { return std::vector<Action>{}; });
  const Instant foreign = Instant::exactly(new_clock_domain(), seconds(1));
  BOOST_CHECK_THROW(link->receive(foreign), RigError);
  BOOST_CHECK_THROW(link->send(to_bytes("0"), foreign), RigError);
}

/// Two links of one match: each answers any byte with its own letter after its own delay.
struct Match {
  ClockDomain clock = new_clock_domain();
  std::unique_ptr<Link> left = player('L', milliseconds(7));
  std::unique_ptr<Link> right = player('R', milliseconds(4));
  std::array<Link*, 2> links = {left.get(), right.get()};

  std::unique_ptr<Link> player(char letter, Duration delay) const {
    return make_callback_link({"builtin:test", "", 115200, clock},
                              std::make_unique<Scripted>([letter, delay](std::uint8_t) {
                                return text_after(delay, std::string(2, letter));
                              }));
  }
  Instant at(Duration moment) const { return Instant::exactly(clock, moment); }
};

BOOST_AUTO_TEST_CASE(events_of_two_links_come_in_order_of_time) {
  for (const Duration slice : {Duration(microseconds(10)), Duration(milliseconds(1)), Duration(seconds(1))}) {
    const Match match;
    match.left->send(to_bytes("0"), match.at({}));
    match.right->send(to_bytes("0"), match.at({}));
    std::string order;
    Instant now = match.at({});
    for (;;) {
      const LinkEvent next = wait_any(match.links, now, match.at(seconds(1)), slice);
      if (std::holds_alternative<TimedOut>(next.event)) break;
      BOOST_TEST(!surely_before(instant_of(next.event), now));
      now = instant_of(next.event);
      order.push_back(next.link == 0 ? 'L' : 'R');
    }
    BOOST_TEST(order == "RRLL");
  }
}

BOOST_AUTO_TEST_CASE(silence_on_two_links_ends_at_the_limit) {
  const Match match;
  const LinkEvent next = wait_any(match.links, match.at({}), match.at(milliseconds(2)));
  BOOST_REQUIRE(std::holds_alternative<TimedOut>(next.event));
  BOOST_TEST((std::get<TimedOut>(next.event).until == match.at(milliseconds(2))));
}

BOOST_AUTO_TEST_CASE(links_of_two_clocks_cannot_be_waited_for_together) {
  const Match match;
  const auto stranger = link_to([](std::uint8_t) { return std::vector<Action>{}; });
  const std::array<Link*, 2> links = {match.left.get(), stranger.get()};
  BOOST_CHECK_THROW(wait_any(links, match.at({}), match.at(seconds(1))), RigError);
}

BOOST_AUTO_TEST_CASE(a_million_exchanges_take_no_real_time) {
  const auto link =
      link_to([](std::uint8_t byte) { return text_after(seconds(1), std::string(1, char(byte))); });
  const auto begin = std::chrono::steady_clock::now();
  constexpr int exchanges = 1'000'000;
  Instant ready = at(*link, {});
  const Bytes request = to_bytes("0");
  for (int i = 0; i < exchanges; ++i) {
    link->send(request, ready);
    const Event event = link->receive(ready + seconds(2));
    BOOST_REQUIRE(std::holds_alternative<Byte>(event));
    ready = std::get<Byte>(event).last_bit;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  BOOST_TEST_MESSAGE(2 * exchanges / took.count() / 1e6 << " million byte events per second");
  BOOST_TEST((ready.latest > seconds(exchanges)));
}

}  // namespace
}  // namespace rig

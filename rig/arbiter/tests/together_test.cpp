/// Two links in one time.

#include "rig/arbiter/together.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig::arbiter {
namespace {

using namespace std::chrono_literals;

constexpr Duration byte_time = 10us;

struct Both {
  explicit Both(ScriptedDevice::Script one, ScriptedDevice::Script two = {}) {
    std::tie(first, second) = put_together(link(std::move(one)), link(std::move(two)));
  }
  std::unique_ptr<Link> link(ScriptedDevice::Script script) const {
    if (!script) script = [](const std::string&) { return std::vector<Action>{}; };
    return make_callback_link({"builtin:test", "", 1'000'000, clock},
                              std::make_unique<ScriptedDevice>(std::move(script)));
  }
  Instant at(Duration moment) const { return Instant::exactly(clock, moment); }

  ClockDomain clock = new_clock_domain();
  std::unique_ptr<Link> first;
  std::unique_ptr<Link> second;
};

ScriptedDevice::Script always(const std::vector<Action>& actions) {
  return [=](const std::string&) { return actions; };
}

BOOST_AUTO_TEST_SUITE(together)

BOOST_AUTO_TEST_CASE(nothing_is_sent_before_what_happened_on_the_other) {
  Both both(always(text_after(5ms, "x")));
  const Sent asked = both.first->send(to_bytes("?"), both.at(0ms));
  const Event answer = both.first->receive(asked.last_bit + 1s);
  BOOST_REQUIRE(std::holds_alternative<Byte>(answer));
  const Instant heard = instant_of(answer);
  BOOST_TEST((heard == both.at(5ms + 2 * byte_time)));
  const Instant next = both.second->send(to_bytes("?"), both.at(0ms)).first_bit;
  BOOST_TEST((next.earliest >= heard.latest));
  BOOST_TEST((next.latest <= heard.latest + 1ms));  // both are looked at once in a millisecond
  BOOST_TEST((both.second->send(to_bytes("?"), both.at(9ms)).first_bit == both.at(9ms)));
}

BOOST_AUTO_TEST_CASE(nothing_is_sent_before_what_was_sent_to_the_other) {
  Both both({});
  const Sent told = both.first->send(to_bytes("-B\n"), both.at(0ms));
  BOOST_TEST((both.second->send(to_bytes("-W\n"), both.at(0ms)).first_bit == told.last_bit));
}

BOOST_AUTO_TEST_CASE(a_side_is_listened_to_again_once_it_was_started_anew) {
  auto fake = std::make_unique<FakeLink>();
  FakeLink& seen = *fake;
  auto other = std::make_unique<FakeLink>();
  other->link.clock = seen.link.clock;
  seen.events = {HungUp{"gone", seen.at(1ms)}};
  const auto pair = put_together(std::move(other), std::move(fake));
  pair.first->receive(seen.at(5ms));
  const auto looks = [&] { return std::count(seen.operations.begin(), seen.operations.end(), "receive"); };
  const auto before = looks();
  pair.first->receive(seen.at(10ms));
  BOOST_TEST(looks() == before);  // it is gone
  pair.second->reset();
  pair.first->receive(seen.at(15ms));
  BOOST_TEST(looks() > before);
}

BOOST_AUTO_TEST_CASE(what_the_other_says_meanwhile_is_kept_with_its_time) {
  Both both(always(text_after(7ms, "x")), always(text_after(5ms, "yz")));
  both.second->send(to_bytes("?"), both.at(0ms));
  both.first->send(to_bytes("?"), both.at(0ms));
  const Event answer = both.first->receive(both.at(1s));
  BOOST_REQUIRE(std::holds_alternative<Byte>(answer));
  BOOST_TEST(std::get<Byte>(answer).value == 'x');
  BOOST_TEST((std::holds_alternative<TimedOut>(both.second->receive(both.at(1ms)))));
  const Event kept = both.second->receive(both.at(1s));
  BOOST_REQUIRE(std::holds_alternative<Byte>(kept));
  BOOST_TEST(std::get<Byte>(kept).value == 'y');
  BOOST_TEST((instant_of(kept) == both.at(5ms + 2 * byte_time)));
  BOOST_TEST(std::get<Byte>(both.second->receive(both.at(1s))).value == 'z');
  BOOST_TEST((std::holds_alternative<TimedOut>(both.second->receive(both.at(1s)))));
}

BOOST_AUTO_TEST_CASE(a_hang_up_is_told_to_whoever_asks_that_side_and_does_not_keep_the_other_waiting) {
  Both both(always(text_after(20ms, "x")), always({{5ms, HangUp{}}}));
  both.second->send(to_bytes("?"), both.at(0ms));
  both.first->send(to_bytes("?"), both.at(0ms));
  BOOST_TEST(std::get<Byte>(both.first->receive(both.at(1s))).value == 'x');
  BOOST_TEST((std::holds_alternative<HungUp>(both.second->receive(both.at(1s)))));
  BOOST_TEST((std::holds_alternative<HungUp>(both.second->receive(both.at(1s)))));
  const Outcome anew = both.second->reset();
  BOOST_TEST((std::holds_alternative<TimedOut>(both.second->receive(anew.ready + 1ms))));
}

BOOST_AUTO_TEST_CASE(a_reset_drops_what_was_kept) {
  Both both(always(text_after(20ms, "x")), always(text_after(5ms, "y")));
  both.second->send(to_bytes("?"), both.at(0ms));
  both.first->send(to_bytes("?"), both.at(0ms));
  both.first->receive(both.at(1s));
  const Outcome anew = both.second->reset();
  BOOST_TEST((std::holds_alternative<TimedOut>(both.second->receive(anew.ready + 1s))));
}

BOOST_AUTO_TEST_CASE(a_side_that_talks_without_end_loses_no_byte) {
  std::string endless(10'000, 'y');
  Both both(always(text_after(500ms, "x")), always(text_after(1ms, endless)));
  both.second->send(to_bytes("?"), both.at(0ms));
  both.first->send(to_bytes("?"), both.at(0ms));
  BOOST_TEST(std::get<Byte>(both.first->receive(both.at(1s))).value == 'x');
  int kept = 0;
  while (std::holds_alternative<Byte>(both.second->receive(both.at(1s)))) ++kept;
  BOOST_TEST(kept == 10'000);  // what was not kept is still to be had from the link
}

BOOST_AUTO_TEST_CASE(a_side_that_talks_without_end_is_not_listened_to_until_it_is_asked) {
  auto fake = std::make_unique<FakeLink>();
  FakeLink& talks = *fake;
  auto other = std::make_unique<FakeLink>();
  other->link.clock = talks.link.clock;
  for (int i = 0; i < 5000; ++i) talks.events.push_back(Byte{'y', talks.at(1ms), talks.at(1ms)});
  const auto pair = put_together(std::move(other), std::move(fake));
  BOOST_TEST((std::holds_alternative<TimedOut>(pair.first->receive(talks.at(1s)))));
  BOOST_TEST(talks.events.size() == 5000U - 1024U);
  BOOST_TEST((std::holds_alternative<Byte>(pair.second->receive(talks.at(1s)))));
}

BOOST_AUTO_TEST_CASE(two_clocks_are_refused) {
  const auto link = [] {
    return make_callback_link(
        {"builtin:test", "", 1'000'000, {}},
        std::make_unique<ScriptedDevice>([](const std::string&) { return std::vector<Action>{}; }));
  };
  BOOST_CHECK_THROW(put_together(link(), link()), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter

/// The session over a wire: what belongs to which exchange, and how long it took. Devices answer by script;
/// the wire carries a byte in exactly 10 us, so that every time below can be said to the nanosecond.

#include "rig/match/session.hpp"

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/match/game.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/tests/rtl/rtl_test_tools.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig::match {

std::ostream& operator<<(std::ostream& out, const Spacing& spacing) {
  return out << spacing.gap.count() << " ns";
}

namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;
using contest::ParseState;
using contest::ReplyKind;
using contest::Request;
using contest::RequestKind;

constexpr Duration byte_time = 10us;
constexpr Duration one_code = 4 * byte_time;

const contest::Contest& page() {
  return contest::find_contest("icfpt2014");
}
const Request hello = page().hello;
const Request end = *page().end;
const Request first{RequestKind::first, "5", {}};
const Request move{RequestKind::move, {}, {{"a8e0"}}};

/// A session with a scripted device, powered on.
struct Bench {
  explicit Bench(ScriptedDevice::Script script, SessionOptions options = {}, std::uint32_t baud = 1'000'000)
      : link(make_callback_link({"builtin:test", "", baud, {}},
                                std::make_unique<ScriptedDevice>(std::move(script)))),
        session(new_session(*link, page(), options)),
        ready(session->reset().ready) {}

  std::unique_ptr<Link> link;
  std::unique_ptr<Session> session;
  Instant ready;
};

/// Does `actions` when exactly `request` was heard.
ScriptedDevice::Script on(const std::string& request, const std::vector<Action>& actions) {
  return [=](const std::string& heard) { return heard == request ? actions : std::vector<Action>{}; };
}

/// Each byte by itself at its own time.
std::vector<Action> drip(Duration after, Duration step, std::string_view text) {
  std::vector<Action> actions = text_after(after, text);
  for (std::size_t i = 0; i < actions.size(); ++i) actions[i].after += static_cast<int>(i) * step;
  return actions;
}

std::string text_of(const std::vector<Byte>& bytes) {
  std::string text;
  for (const Byte& byte : bytes) text += static_cast<char>(byte.value);
  return text;
}

Duration exact(const std::optional<Latency>& latency) {
  BOOST_REQUIRE(latency.has_value());
  BOOST_REQUIRE((latency->shortest == latency->longest));
  return latency->longest;
}

Verdict verdict(const Exchange& exchange) {
  BOOST_REQUIRE(exchange.latency.has_value());
  return judge(*exchange.latency, exchange.expected.deadline);
}

void expect_no_reply(const Exchange& exchange) {
  BOOST_TEST(!exchange.replied());
  BOOST_TEST(!exchange.latency.has_value());
}

BOOST_AUTO_TEST_SUITE(replies)

BOOST_AUTO_TEST_CASE(in_time_are_measured_to_their_last_byte) {
  Bench bench(on("4a8e0", text_after(3ms, "21k7")));
  const Exchange exchange = bench.session->ask(move);
  BOOST_TEST(exchange.replied());
  BOOST_TEST(exchange.reply.value.text == "21k7");
  BOOST_TEST((exact(exchange.latency) == 3ms + one_code));
  BOOST_TEST((exchange.waited == 3ms + one_code));
  BOOST_TEST((exchange.request == move));
  BOOST_TEST(exchange.label == "4XXXX");
  BOOST_TEST(to_text(exchange.request_bytes) == "4a8e0");
  BOOST_TEST(to_text(exchange.received()) == "21k7");
  BOOST_TEST((exchange.sent.last_bit == exchange.sent.first_bit + 5 * byte_time));
  BOOST_TEST((exchange.bytes.front().first_bit == exchange.sent.last_bit + 3ms));
  BOOST_TEST(exchange.early == 0U);
  BOOST_TEST(exchange.unasked.empty());
  BOOST_TEST(exchange.line_errors.empty());
  BOOST_TEST(!exchange.hung_up.has_value());
}

BOOST_AUTO_TEST_CASE(at_once_take_only_their_own_bytes) {
  Bench bench(on("0", text_after(0ns, "1AA")));
  BOOST_TEST((exact(bench.session->ask(hello).latency) == 3 * byte_time));
}

BOOST_AUTO_TEST_CASE(meet_the_deadline_to_the_nanosecond) {
  for (const auto& [late, expected] :
       {std::pair{-1ns, Verdict::pass}, {0ns, Verdict::pass}, {1ns, Verdict::fail}}) {
    Bench bench(on("4a8e0", text_after(1s - one_code + late, "21k7")));
    const Exchange exchange = bench.session->ask(move);
    BOOST_TEST((exact(exchange.latency) == 1s + late));
    BOOST_TEST(to_string(verdict(exchange)) == to_string(expected), late.count() << " ns late");
  }
}

BOOST_AUTO_TEST_CASE(that_are_late_are_measured_up_to_twice_the_deadline) {
  for (const Duration after : {Duration(1020ms), Duration(1500ms), Duration(2s - one_code)}) {
    Bench bench(on("4a8e0", text_after(after, "21k7")));
    const Exchange exchange = bench.session->ask(move);
    BOOST_TEST(exchange.replied());
    BOOST_TEST((exact(exchange.latency) == after + one_code));
    BOOST_TEST(to_string(verdict(exchange)) == "fail");
  }
}

BOOST_AUTO_TEST_CASE(beyond_twice_the_deadline_are_none_and_stray_into_the_next_exchange) {
  Bench bench(on("4a8e0", text_after(2s - one_code + 1ns, "21k7")));
  const Exchange exchange = bench.session->ask(move);
  expect_no_reply(exchange);
  BOOST_TEST((exchange.waited == 2s));
  BOOST_TEST(text_of(exchange.bytes) == "21k");
  BOOST_TEST(text_of(bench.session->ask(end).unasked) == "7");
}

BOOST_AUTO_TEST_CASE(that_never_come_are_waited_for_twice_the_deadline) {
  Bench bench([](const std::string&) { return std::vector<Action>{}; });
  const Exchange exchange = bench.session->ask(hello);
  expect_no_reply(exchange);
  BOOST_TEST(exchange.bytes.empty());
  BOOST_TEST((exchange.waited == 2s));
  BOOST_TEST((exchange.reply.state == ParseState::more));
  const Exchange next = bench.session->ask(hello);
  BOOST_TEST((next.sent.first_bit.earliest >= exchange.sent.last_bit.latest + 2s));
}

BOOST_AUTO_TEST_CASE(that_never_come_are_waited_for_to_the_deadline_alone_after_three_of_them) {
  Patience patience;
  const auto answers_hello = [](const std::string& heard) {
    return heard.ends_with("0") ? text_after(3ms, "1AA") : std::vector<Action>{};
  };
  Bench bench(answers_hello, {.patience = &patience});
  for (int i = 0; i < 3; ++i) {
    const Exchange exchange = bench.session->ask(first);
    BOOST_TEST(!exchange.hurried);
    BOOST_TEST((exchange.waited == 2s));
  }
  const Exchange fourth = bench.session->ask(first);
  BOOST_TEST(fourth.hurried);
  BOOST_TEST((fourth.waited == 1s));
  expect_no_reply(fourth);
  BOOST_TEST(bench.session->ask(hello).replied());
  BOOST_TEST((bench.session->ask(first).waited == 2s));  // the reply has brought the patience back
}

BOOST_AUTO_TEST_CASE(that_never_come_cost_no_more_patience_in_the_next_session) {
  Patience patience = Patience::after(3, 3s);
  Bench bench(on("", {}), {.patience = &patience});
  BOOST_TEST((bench.session->ask(move).waited == 1s));
  bench.session = new_session(*bench.link, page(), {.patience = &patience});
  bench.session->reset();
  BOOST_TEST((bench.session->ask(move).waited == 1s));
  BOOST_TEST(patience.unanswered() == 5);
}

BOOST_AUTO_TEST_CASE(that_are_in_time_are_heard_without_patience_too) {
  Patience patience = Patience::after(3, 3s);
  Bench bench(on("4a8e0", text_after(1s - one_code, "21k7")), {.patience = &patience});
  const Exchange exchange = bench.session->ask(move);
  BOOST_TEST((exact(exchange.latency) == 1s));
  BOOST_TEST(!patience.lost());
}

BOOST_AUTO_TEST_CASE(that_are_late_when_patience_has_ended_are_none_and_are_heard_after_it) {
  Patience patience = Patience::after(3, 3s);
  Bench bench(on("4a8e0", text_after(1200ms, "21k7")), {.patience = &patience});
  const Exchange late = bench.session->ask(move);
  BOOST_TEST(late.hurried);
  expect_no_reply(late);
  BOOST_TEST((late.waited == 1s));
  BOOST_TEST(late.bytes.empty());
  BOOST_TEST(patience.lost());
  BOOST_TEST(text_of(bench.session->listen(1s).bytes) == "21k7");
  BOOST_TEST(patience.lost());  // noise that nobody asked for is no answer
}

BOOST_AUTO_TEST_CASE(are_made_up_for_by_a_line_error_which_is_a_sign_of_life) {
  FakeLink link;
  const auto opened = new_session(link, page());
  opened->begin();
  for (int i = 0; i < 4; ++i) {
    const TimedOut nothing{link.at(0ns)};
    link.events = {nothing, LineError{LineError::Kind::framing, 0, link.at(10s + i * 1s)}, nothing};
    BOOST_TEST(!opened->ask(hello).hurried);
  }
}

BOOST_AUTO_TEST_CASE(are_not_made_up_for_by_a_byte_from_before_the_request) {
  Patience patience = Patience::after(2, 2s);
  FakeLink link;
  const auto opened = new_session(link, page(), {.patience = &patience});
  opened->reset();
  link.events = {Byte{'r', link.at(100us), link.at(110us)}};
  const Exchange exchange = opened->ask(hello);
  BOOST_TEST(text_of(exchange.unasked) == "r");
  BOOST_TEST(patience.lost());
}

BOOST_AUTO_TEST_CASE(of_long_deadlines_are_waited_for_no_more_than_20_s_longer) {
  Patience patience;
  BOOST_TEST((patience.of(10s) == 20s));
  BOOST_TEST((patience.of(30s) == 50s));
  patience.not_heard(30s);
  BOOST_TEST(patience.lost());
  BOOST_TEST((patience.of(30s) == 30s));
}

BOOST_AUTO_TEST_CASE(are_waited_for_beyond_their_deadline_no_longer_than_was_chosen) {
  Patience patience(1s);
  BOOST_TEST((patience.of(10s) == 11s));
  BOOST_TEST((patience.of(500ms) == 1s));
  patience.not_heard(10s);
  patience.heard();
  BOOST_TEST((patience.of(10s) == 11s));
}

BOOST_AUTO_TEST_CASE(that_drip_gain_nothing_by_it) {
  Bench bench(on("4a8e0", drip(1ms, 400ms, "21k7")));
  const Exchange exchange = bench.session->ask(move);
  BOOST_TEST(exchange.replied());
  BOOST_TEST((exact(exchange.latency) == 1ms + 3 * 400ms + byte_time));
  BOOST_TEST(to_string(verdict(exchange)) == "fail");
}

BOOST_AUTO_TEST_CASE(that_drip_for_ever_are_given_up_at_twice_the_deadline) {
  Bench bench(on("4a8e0", drip(1ms, 900ms, "21k7")));
  const Exchange exchange = bench.session->ask(move);
  expect_no_reply(exchange);
  BOOST_TEST((exchange.waited == 2s));
  BOOST_TEST(text_of(exchange.bytes) == "21k");
}

BOOST_AUTO_TEST_CASE(with_line_ends_inside_are_decorated) {
  Bench bench(on("0", text_after(1ms, "\r\n1AA")));
  const Exchange exchange = bench.session->ask(hello);
  BOOST_TEST(exchange.reply.value.text == "AA");
  BOOST_TEST(exchange.reply.decorated);
  BOOST_TEST((exact(exchange.latency) == 1ms + 5 * byte_time));
}

BOOST_AUTO_TEST_CASE(that_cannot_be_right_are_heard_to_their_end) {
  Bench bench(on("0", drip(3ms, 40ms, "2AA") + text_after(3ms + 80ms + 70ms, "!")));
  const Exchange exchange = bench.session->ask(hello);
  expect_no_reply(exchange);
  BOOST_TEST((exchange.reply.state == ParseState::malformed));
  BOOST_TEST(exchange.reply.length == 0U);
  BOOST_TEST(text_of(exchange.bytes) == "2AA");  // 50 ms of silence end the tail
  BOOST_TEST((exchange.waited == 3ms + 80ms + byte_time + 50ms));
  BOOST_TEST((bench.session->listen(100ms).bytes.size() == 1U));
}

BOOST_AUTO_TEST_CASE(that_cannot_be_right_and_never_end_are_given_up_at_twice_the_deadline) {
  Bench bench(on("0", drip(3ms, 40ms, std::string(100, '2'))));
  const Exchange exchange = bench.session->ask(hello);
  BOOST_TEST((exchange.waited == 2s));
  BOOST_TEST(exchange.bytes.size() == 50U);  // at 3, 43, … 1963 ms
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(stray_bytes)

BOOST_AUTO_TEST_CASE(after_a_whole_reply_belong_to_the_exchange_before) {
  Bench bench([](const std::string& heard) {
    return heard == "0"    ? text_after(3ms, "1AA?")
           : heard == "25" ? text_after(3ms, "53e0")
                           : std::vector<Action>{};
  });
  const Exchange greeting = bench.session->ask(hello);
  BOOST_TEST(text_of(greeting.bytes) == "1AA");
  const Exchange opening = bench.session->ask(first);
  BOOST_TEST(text_of(opening.unasked) == "?");
  BOOST_TEST(opening.reply.value.text == "53e0");
  BOOST_TEST((exact(opening.latency) == 3ms + one_code));
  BOOST_TEST(opening.early == 0U);
}

// A host's turnaround after the reply, then the request "25". The stray byte begins so long after the reply.
struct Straddling {
  Duration after_reply;
  bool unasked;
  std::size_t early;
};
std::ostream& operator<<(std::ostream& out, const Straddling& byte) {
  return out << byte.after_reply.count() << " ns after the reply";
}
const std::vector<Straddling> straddling = {
    {0ns, true, 0},         {500us, true, 0}, {1ms - byte_time, true, 0},
    {1ms - 1ns, true, 0},  // its start bit lies before the request's
    {1ms, false, 1},       // within the request: early
    {1ms + 10us, false, 1},
};
BOOST_DATA_TEST_CASE(around_the_next_request_go_by_their_start_bit, data::make(straddling), stray) {
  Bench bench([&](const std::string& heard) {
    if (heard == "0")
      return text_after(3ms, "1AA") + text_after(3ms + 3 * byte_time + stray.after_reply, "?");
    return heard == "25" ? text_after(3ms, "53e0") : std::vector<Action>{};
  });
  bench.session->ask(hello);
  const Exchange opening = bench.session->ask(first);
  BOOST_TEST(text_of(opening.unasked) == (stray.unasked ? "?" : ""));
  BOOST_TEST(opening.early == stray.early);
  BOOST_TEST(text_of(opening.bytes) == (stray.unasked ? "53e0" : "?53e"));
}

// At 115200 baud the middle of a stop bit lies 4340 ns before its end; for a board that is 2.5 % fast 6351.8
// ns.
BOOST_AUTO_TEST_CASE(are_early_before_the_middle_of_the_requests_last_stop_bit) {
  constexpr Duration wire_byte = 86805ns;
  for (const auto& [after_fourth, early] : {std::pair{Duration(0), 1U},
                                            {wire_byte - 6352ns - 2ns, 1U},
                                            {wire_byte - 6352ns + 2ns, 0U},
                                            {wire_byte - 4340ns, 0U},
                                            {wire_byte, 0U}}) {
    Bench bench(
        [after = after_fourth](const std::string& heard) {
          return heard == "4a8e" ? text_after(after, "2")
                 : heard == "0"  ? text_after(1ms, "1k7")
                                 : std::vector<Action>{};
        },
        {}, 115200);
    const Exchange exchange = bench.session->ask(move);  // the device hears "4a8e", acts, and then "0"
    BOOST_TEST(exchange.reply.value.text == "21k7");
    BOOST_TEST(exchange.early == early, after_fourth.count() << " ns after the fourth byte");
  }
}

BOOST_AUTO_TEST_CASE(that_make_a_whole_reply_before_the_request_has_ended_do_not_shorten_the_pause) {
  Bench bench(on("4", text_after(0ns, "21k7")));
  const Exchange exchange = bench.session->ask(move, {5ms});
  BOOST_TEST(exchange.early == 4U);
  BOOST_TEST((exchange.waited >= Duration::zero()));
  const Exchange next = bench.session->ask(end);
  BOOST_TEST((next.sent.first_bit.earliest >= exchange.sent.last_bit.latest + 1ms));
}

BOOST_AUTO_TEST_CASE(are_heard_by_listening_and_then_belong_to_no_exchange) {
  Bench bench(on("0", text_after(3ms, "1AA") + text_after(20ms, "?!")));
  bench.session->ask(hello);
  const Overheard heard = bench.session->listen(50ms);
  BOOST_TEST(text_of(heard.bytes) == "?!");
  BOOST_TEST(!heard.silent());
  BOOST_TEST((heard.listened == 50ms));
  BOOST_TEST(bench.session->listen(50ms).silent());
  BOOST_TEST(bench.session->ask(end).unasked.empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(silence)

BOOST_AUTO_TEST_CASE(after_the_end_is_listened_to_for_its_span) {
  Bench bench([](const std::string&) { return std::vector<Action>{}; });
  const Exchange exchange = bench.session->ask(end);
  BOOST_TEST((exchange.expected.kind == ReplyKind::silence));
  BOOST_TEST(exchange.bytes.empty());
  BOOST_TEST((exchange.waited == 250ms));
  expect_no_reply(exchange);
  BOOST_TEST((bench.session->ask(hello).sent.first_bit.earliest >= exchange.sent.last_bit.latest + 250ms));
}

BOOST_AUTO_TEST_CASE(that_is_broken_keeps_every_byte_of_the_span) {
  Bench bench(on("9", text_after(3ms, "9") + text_after(250ms - byte_time, "!") + text_after(250ms, "?")));
  const Exchange exchange = bench.session->ask(end);
  BOOST_TEST(text_of(exchange.bytes) == "9!");
  BOOST_TEST((exchange.waited == 250ms));
  expect_no_reply(exchange);
  BOOST_TEST(text_of(bench.session->ask(end).unasked) == "?");
}

BOOST_AUTO_TEST_CASE(may_end_in_a_hang_up) {
  Bench bench(on("9", {{3ms, HangUp{}}}));
  const Exchange exchange = bench.session->ask(end);
  BOOST_REQUIRE(exchange.hung_up.has_value());
  BOOST_TEST((exchange.hung_up->at == exchange.sent.last_bit + 3ms));
  BOOST_TEST(exchange.bytes.empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hang_ups)

BOOST_AUTO_TEST_CASE(in_mid_reply_keep_the_bytes_that_came) {
  Bench bench(on("4a8e0", text_after(3ms, "21") + std::vector<Action>{{5ms, HangUp{}}}));
  const Exchange exchange = bench.session->ask(move);
  expect_no_reply(exchange);
  BOOST_TEST(text_of(exchange.bytes) == "21");
  BOOST_REQUIRE(exchange.hung_up.has_value());
  BOOST_TEST((exchange.hung_up->at == exchange.sent.last_bit + 5ms));
  BOOST_TEST((exchange.waited == 5ms));
}

BOOST_AUTO_TEST_CASE(are_told_to_every_later_exchange) {
  Bench bench(on("0", {{3ms, HangUp{}}}));
  bench.session->ask(hello);
  for (const Request& request : {hello, move, end}) {
    const Exchange exchange = bench.session->ask(request);
    BOOST_TEST(exchange.hung_up.has_value());
    expect_no_reply(exchange);
    BOOST_TEST((exchange.waited >= Duration::zero()));
  }
  BOOST_TEST(bench.session->listen(1ms).hung_up.has_value());
}

BOOST_AUTO_TEST_CASE(before_the_request_has_ended_are_no_negative_wait) {
  Bench bench(on("4", {{0ns, HangUp{}}}));
  const Exchange exchange = bench.session->ask(move);
  BOOST_TEST(exchange.hung_up.has_value());
  BOOST_TEST((exchange.waited >= Duration::zero()), exchange.waited.count() << " ns");
}

BOOST_AUTO_TEST_CASE(end_with_a_reset) {
  Bench bench([](const std::string& heard) {
    return heard == "0" ? text_after(3ms, "1AA") : std::vector<Action>{{3ms, HangUp{}}};
  });
  bench.session->ask(end);
  const Outcome outcome = bench.session->reset();
  BOOST_TEST(outcome.done);
  const Exchange exchange = bench.session->ask(hello);
  BOOST_TEST(exchange.reply.value.text == "AA");
  BOOST_TEST((exchange.sent.first_bit.earliest >= outcome.ready.latest));
}

BOOST_AUTO_TEST_CASE(cost_no_patience) {
  Patience patience;
  Bench bench(on("0", {{3ms, HangUp{}}}), {.patience = &patience});
  BOOST_TEST(bench.session->ask(hello).hung_up.has_value());
  BOOST_TEST(patience.unanswered() == 0);
}

// Links tell a hang-up again and again; this one does so once.
BOOST_AUTO_TEST_CASE(in_the_pause_before_a_request_are_of_its_exchange) {
  FakeLink link;
  const auto opened = new_session(link, page());
  link.events = {HungUp{"gone", link.at(100us)}};
  BOOST_TEST(opened->ask(hello).hung_up.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(floods)

const std::string twice_a_flood(2 * flood, 'x');

BOOST_AUTO_TEST_CASE(in_answer_are_cut_off) {
  Bench bench(on("0", text_after(3ms, twice_a_flood)));
  const Exchange exchange = bench.session->ask(hello);
  BOOST_TEST(exchange.bytes.size() == flood);
  BOOST_TEST(!exchange.replied());
}

BOOST_AUTO_TEST_CASE(that_began_before_the_request_are_cut_off_as_soon) {
  FakeLink link;
  const auto opened = new_session(link, page());
  link.events = {TimedOut{link.at(0ns)}};
  for (std::size_t i = 0; i < twice_a_flood.size(); ++i) {
    const Instant begins = link.at(i < flood / 2 ? 0ns : 1s);
    link.events.emplace_back(Byte{'x', begins, link.at(2ms)});
  }
  const Exchange exchange = opened->ask(hello);
  BOOST_TEST(exchange.unasked.size() == flood / 2);
  BOOST_TEST(exchange.bytes.size() == flood / 2);
}

BOOST_AUTO_TEST_CASE(in_a_silence_are_cut_off) {
  Bench bench(on("9", text_after(3ms, twice_a_flood)));
  BOOST_TEST(bench.session->ask(end).bytes.size() == flood);
}

BOOST_AUTO_TEST_CASE(that_nobody_asked_for_are_cut_off) {
  Bench bench(on("0", text_after(3ms, twice_a_flood)));
  bench.session->bytes()->tell({&hello, 1});
  BOOST_TEST(bench.session->listen(250ms).bytes.size() == flood);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(pauses)

BOOST_AUTO_TEST_CASE(before_each_request_are_the_hosts_turnaround) {
  for (const Duration turnaround : {Duration(0), Duration(1ms), Duration(7ms)}) {
    Bench bench(on("0", text_after(3ms, "1AA")), {1.0, turnaround});
    Instant before = bench.ready;
    for (int i = 0; i < 3; ++i) {
      const Exchange exchange = bench.session->ask(hello);
      BOOST_TEST((exchange.sent.first_bit == before + turnaround), "request " << i);
      before = exchange.bytes.back().last_bit;
    }
  }
}

// The device sends each byte back as soon as it has it: the echoes tell when it had them.
const std::vector<Spacing> spacings = {{0ns}, {1ns}, {5us}, {1ms}, {20ms}};
BOOST_DATA_TEST_CASE(between_the_bytes_of_a_request_are_kept_at_the_device, data::make(spacings), spacing) {
  Bench bench([](const std::string& heard) { return text_after(0ns, heard); });
  const Exchange exchange = bench.session->ask(move, spacing);
  BOOST_TEST((exchange.sent.last_bit == exchange.sent.first_bit + (5 * byte_time + 4 * spacing.gap)));
  BOOST_TEST(text_of(exchange.bytes) == "4a8e");
  const Exchange next = bench.session->ask(end);
  BOOST_TEST(text_of(next.unasked) == "0");
  std::vector<Byte> echoes = exchange.bytes;
  echoes.push_back(next.unasked.front());
  for (std::size_t i = 0; i < echoes.size(); ++i) {
    const auto nth = static_cast<int>(i);
    BOOST_TEST((echoes[i].first_bit == exchange.sent.first_bit + ((nth + 1) * byte_time + nth * spacing.gap)),
               "byte " << i);
  }
}

BOOST_DATA_TEST_CASE(between_the_bytes_of_a_request_do_not_shorten_the_deadline, data::make(spacings),
                     spacing) {
  Bench bench(on("4a8e0", text_after(1s - one_code, "21k7")));
  const Exchange exchange = bench.session->ask(move, spacing);
  BOOST_TEST((exact(exchange.latency) == 1s));
}

BOOST_DATA_TEST_CASE(scale_with_the_deadlines, data::make({0.25, 0.5, 3.0}), scale) {
  Bench silent([](const std::string&) { return std::vector<Action>{}; }, {scale, 1ms});
  const auto scaled = [&](Duration time) {
    return Duration(std::llround(scale * static_cast<double>(time.count())));
  };
  const Exchange exchange = silent.session->ask(hello);
  BOOST_TEST((exchange.expected.deadline == scaled(1s)));
  BOOST_TEST((exchange.waited == scaled(2s)));
  BOOST_TEST((silent.session->ask(end).waited == scaled(250ms)));
  for (const Duration late : {Duration(0), Duration(1)}) {
    Bench bench(on("4a8e0", text_after(scaled(1s) - one_code + late, "21k7")), {scale, 1ms});
    BOOST_TEST(to_string(verdict(bench.session->ask(move))) == (late > 0ns ? "fail" : "pass"));
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(session)

BOOST_AUTO_TEST_CASE(resets_its_device_and_forgets_what_was_on_the_wire) {
  Bench bench(
      [](const std::string& heard) { return heard == "42" ? text_after(3ms, "?") : std::vector<Action>{}; });
  bench.link->send(to_bytes("4"), bench.ready);
  bench.session->reset();
  bench.link->send(to_bytes("2"), bench.ready);  // alone it means nothing: the 4 was heard before the reset
  BOOST_TEST(bench.session->listen(10ms).silent());
  bench.link->send(to_bytes("42"), bench.ready);
  const Outcome outcome = bench.session->reset();
  BOOST_TEST(outcome.done);
  BOOST_TEST(bench.session->listen(10ms).silent());
}

BOOST_AUTO_TEST_CASE(tells_how_much_link_time_has_passed_since_its_first_reset) {
  Bench bench(on("0", text_after(3ms, "1AA")));
  BOOST_TEST((bench.session->elapsed() == 0ns));
  bench.session->ask(hello);
  const Duration one_exchange = 1ms + byte_time + 3ms + 3 * byte_time;
  BOOST_TEST((bench.session->elapsed() == one_exchange));
  bench.session->listen(5ms);
  BOOST_TEST((bench.session->elapsed() == one_exchange + 5ms));
  bench.session->reset();
  BOOST_TEST((bench.session->elapsed() > one_exchange + 5ms));
}

BOOST_AUTO_TEST_CASE(begins_on_its_links_clock) {
  const auto link =
      make_callback_link({"builtin:test", "", 1'000'000, {}}, std::make_unique<ScriptedDevice>(on("", {})));
  const auto opened = new_session(*link, page());
  BOOST_TEST(opened->listen(1ms).silent());
  BOOST_TEST((opened->elapsed() == 1ms));
}

BOOST_AUTO_TEST_CASE(sends_a_request_without_gaps_in_one_piece) {
  FakeLink link;
  const auto opened = new_session(link, page());
  link.events = {TimedOut{link.at(1ms)}};
  opened->ask(move);
  BOOST_TEST(std::count(link.operations.begin(), link.operations.end(), "send 4a8e0") == 1);
}

BOOST_AUTO_TEST_CASE(shows_its_link) {
  Bench bench(on("0", text_after(3ms, "1AA")));
  BOOST_TEST(&bench.session->bytes()->link() == bench.link.get());
  BOOST_TEST((bench.session->files() == nullptr));
  BOOST_TEST(bench.session->info().name == "builtin:test");
}

BOOST_AUTO_TEST_CASE(keeps_line_errors_apart_from_bytes) {
  FakeLink link;
  const auto opened = new_session(link, page());
  const auto byte = [&](char value, Duration at) {
    return Byte{static_cast<std::uint8_t>(value), link.at(at), link.at(at + 10us)};
  };
  link.events = {
      LineError{LineError::Kind::line_break, 0, link.at(100us)}, TimedOut{link.at(1ms)}, byte('1', 2ms),
      LineError{LineError::Kind::framing, 0x41, link.at(3ms)},   byte('A', 4ms),         byte('A', 5ms)};
  const Exchange exchange = opened->ask(hello);
  BOOST_TEST(exchange.reply.value.text == "AA");
  BOOST_REQUIRE_EQUAL(exchange.line_errors.size(), 2U);
  BOOST_TEST((exchange.line_errors[0].kind == LineError::Kind::line_break));
  BOOST_TEST((exchange.line_errors[1].kind == LineError::Kind::framing));
  BOOST_TEST(exchange.line_errors[1].value == 0x41);
}

BOOST_AUTO_TEST_CASE(measures_with_the_width_of_the_instants) {
  FakeLink link;
  const auto opened = new_session(link, page());
  const Instant wide{link.link.clock, 900ms, 1100ms};
  link.events = {TimedOut{link.at(1ms)}, Byte{'1', wide, wide}, Byte{'A', wide, wide}, Byte{'A', wide, wide}};
  const Exchange exchange = opened->ask(hello);
  BOOST_REQUIRE(exchange.latency.has_value());
  BOOST_TEST((exchange.latency->longest - exchange.latency->shortest == 200ms));
  BOOST_TEST(to_string(verdict(exchange)) == "inconclusive");
}

BOOST_AUTO_TEST_CASE(refuses_instants_of_another_clock) {
  const Instant foreign = Instant::exactly(new_clock_domain(), 5ms);
  {
    FakeLink link;
    link.events = {TimedOut{link.at(1ms)}, Byte{'1', foreign, foreign}};
    BOOST_CHECK_THROW(new_session(link, page())->ask(hello), RigError);
  }
  {
    FakeLink link;
    link.events = {TimedOut{link.at(1ms)}, HungUp{"gone", foreign}};
    BOOST_CHECK_THROW(new_session(link, page())->ask(hello), RigError);
  }
  Bench bench(on("0", {}));
  BOOST_CHECK_THROW(bench.link->send(to_bytes("0"), foreign), RigError);
  BOOST_CHECK_THROW(bench.link->receive(foreign), RigError);
}

BOOST_AUTO_TEST_CASE(is_for_contests_in_bytes_alone) {
  FakeLink link;
  BOOST_CHECK_EXCEPTION(new_session(link, contest::find_contest("course")), RigError, [](const RigError& e) {
    return std::string(e.what()) == "course is played over files, and fake:link is spoken to otherwise.";
  });
}

BOOST_AUTO_TEST_CASE(lets_failures_of_the_rig_through) {
  FakeLink link;
  const auto opened = new_session(link, page());
  link.fails_next = "the adapter is gone";
  BOOST_CHECK_THROW(opened->ask(hello), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

// requests that come otherwise than one by one

BOOST_AUTO_TEST_SUITE(together)

BOOST_AUTO_TEST_CASE(requests_go_out_without_a_gap_and_the_last_ones_reply_is_awaited) {
  Bench bench(on("90", text_after(3ms, "1AA")));
  const std::vector<Request> both = {end, hello};
  const Exchange exchange = bench.session->bytes()->ask_together(both);
  BOOST_TEST(exchange.reply.value.text == "AA");
  BOOST_TEST(to_text(exchange.request_bytes) == "90");
  BOOST_TEST((exchange.request == hello));
  BOOST_TEST(exchange.label == "0");
  BOOST_TEST((exchange.sent.last_bit == exchange.sent.first_bit + 2 * byte_time));
  BOOST_TEST((exact(exchange.latency) == 3ms + 3 * byte_time));
  BOOST_TEST(exchange.early == 0U);
}

BOOST_AUTO_TEST_CASE(a_byte_to_one_before_the_last_is_early) {
  Bench bench([](const std::string& heard) {
    return heard == "9"   ? text_after(0ns, "9")
           : heard == "0" ? text_after(3ms, "1AA")
                          : std::vector<Action>{};
  });
  const std::vector<Request> both = {end, hello};
  const Exchange exchange = bench.session->bytes()->ask_together(both);
  BOOST_TEST(exchange.early == 1U);
  BOOST_TEST((exchange.reply.state == ParseState::malformed));
}

BOOST_AUTO_TEST_CASE(only_requests_for_silence_may_come_before_the_last) {
  Bench bench(on("0", text_after(3ms, "1AA")));
  const std::vector<Request> wrong = {hello, end};
  BOOST_CHECK_THROW(bench.session->bytes()->ask_together(wrong), RigError);
  BOOST_CHECK_THROW(bench.session->bytes()->ask_together({}), RigError);
}

BOOST_AUTO_TEST_CASE(what_is_only_told_is_answered_to_whoever_listens) {
  Bench bench(on("00", text_after(3ms, "1AA1AA")));
  const std::vector<Request> twice = {hello, hello};
  const Sent sent = bench.session->bytes()->tell(twice);
  BOOST_TEST((sent.last_bit == sent.first_bit + 2 * byte_time));
  BOOST_TEST(text_of(bench.session->listen(10ms).bytes) == "1AA1AA");
  const Exchange next = bench.session->ask(end);
  BOOST_TEST((next.sent.first_bit == sent.last_bit + 11ms));
  BOOST_TEST(next.unasked.empty());
}

BOOST_AUTO_TEST_SUITE_END()

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
    contest::Contest slow = page();
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
    contest::Contest without_bits = page();
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
  const Exchange before = bench.session->ask(hello);
  const Exchange next = bench.session->ask(hello, {0ns, Begin::in_the_last_stop_bit});
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

// Whatever the host's rate, the design goes by its own clock: nine and a half bits after the start edge it
// has seen the middle of the stop bit.
BOOST_DATA_TEST_CASE(early_goes_by_the_boards_clock_where_the_host_is_slow,
                     data::make({-20'000, -10'000, -1'000, 0, 1'000, 10'000, 20'000}), host_rate) {
  const auto ask_at_rate = [host_rate](const char* design) {
    const auto link = open_rtl(test::fixture(design));
    const auto opened = new_session(*link, page());
    opened->reset();
    opened->wire()->set_host_rate(host_rate);
    return opened->ask(hello);
  };
  const Exchange prompt = ask_at_rate("eager");
  BOOST_TEST(prompt.reply.value.text == "EA");
  BOOST_TEST(prompt.early == 0U);
  const Exchange hasty = ask_at_rate("hasty");
  BOOST_TEST(hasty.reply.value.text == "RD");
  BOOST_TEST(hasty.early == 1U);
}

// A board reckons its nine and a half bits by its own clock, which may be off as far as its transmitter may.
BOOST_DATA_TEST_CASE(early_goes_by_what_the_boards_clock_may_be_off,
                     data::make({-20'000, -10'000, 0, 10'000, 20'000}), host_rate) {
  const auto ask_on_board = [host_rate](const char* design) {
    const auto link = open_rtl(test::fixture(design));
    const auto opened = new_session(*link, page());
    opened->reset();
    opened->wire()->set_host_rate(host_rate);
    return opened->ask(hello);
  };
  for (const char* const design : {"eager_fast", "eager_slow"}) {
    const Exchange prompt = ask_on_board(design);
    BOOST_TEST(prompt.reply.value.text == "EA", design);
    BOOST_TEST(prompt.early == 0U, design);
  }
  const Exchange hasty = ask_on_board("hasty_fast");
  BOOST_TEST(hasty.reply.value.text == "RD");
  BOOST_TEST(hasty.early == 1U);
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
  RtlOptions options = test::fixture("eager");
  const auto link = open_rtl(options);
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

// whole games

BOOST_AUTO_TEST_SUITE(game)

/// The requests of Table 2 as the DUT of each seat gets them, with the moves that both sides play.
BOOST_AUTO_TEST_CASE(asks_as_table_2_does) {
  const std::vector<std::string> moves = {"53e0", "a8e0", "21k7", "94j0", "61a0", "71b3"};
  for (const bool dut_begins : {true, false}) {
    const contest::Seat& board_1 = page().seats[0];
    const contest::Seat& board_2 = contest::seat_opposite(page(), board_1);
    Game played(page(), dut_begins ? board_1 : board_2);
    std::vector<std::string> asked;
    for (const std::string& text : moves) {
      if (played.dut_to_move()) {
        BOOST_REQUIRE_EQUAL(played.requests().size(), 1U);
        asked.push_back(to_text(page().dialect->encode(played.requests()[0])));
      }
      played.play({text});
    }
    const std::vector<std::string> expected = dut_begins
                                                  ? std::vector<std::string>{"25", "4a8e0", "494j0"}
                                                  : std::vector<std::string>{"3A53e0", "421k7", "461a0"};
    BOOST_TEST(asked == expected, boost::test_tools::per_element());
    BOOST_TEST(played.dut_turns() == 3);
    BOOST_TEST(!played.over());
  }
}

BOOST_AUTO_TEST_CASE(lets_each_seat_begin_or_wait) {
  for (const contest::Seat& seat : page().seats) {
    Game played(page(), seat);
    BOOST_TEST(played.dut_to_move() == seat.moves_first, seat.name);
    if (seat.moves_first) continue;
    played.play({seat.start == "5" ? "a8e0" : "53e0"});
    BOOST_TEST(!played.over());
    BOOST_TEST(to_text(page().dialect->encode(played.requests()[0])) ==
               "3" + seat.start + (seat.start == "5" ? "a8e0" : "53e0"));
  }
}

/// Who has passed for good is asked no more: the other moves on alone, and is told nothing new.
BOOST_AUTO_TEST_CASE(a_player_that_goes_on_alone_is_told_no_move_twice) {
  const contest::Contest& course = contest::find_contest("course");
  match::Game game(course, course.seats.front());
  const auto play = [&] { game.play(game.ruling().legal_moves().front()); };
  if (game.dut_to_move()) play();
  game.play(game.ruling().pass());
  BOOST_TEST_REQUIRE(game.dut_to_move());
  BOOST_TEST(game.opponents_last().text == game.ruling().pass().text);
  play();
  BOOST_TEST_REQUIRE(game.dut_to_move());
  BOOST_TEST(game.opponents_last().text.empty());
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
  contest::Contest slow = page();
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
  contest::Contest fast = page();
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
}  // namespace rig::match

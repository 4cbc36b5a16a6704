/// The replies of a DUT and what comes without being asked for: which exchange it belongs to, and how long it
/// took.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "rig/dut/session.hpp"
#include "rig/dut/tests/session_fixtures.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig::dut {
namespace {

namespace data = boost::unit_test::data;
using namespace rig::testing;
using namespace std::chrono_literals;
using protocol::ParseState;
using protocol::Request;
using protocol::RequestKind;

const Request first{RequestKind::first, "5", {}};

/// Each byte by itself at its own time.
std::vector<Action> drip(Duration after, Duration step, std::string_view text) {
  std::vector<Action> actions = text_after(after, text);
  for (std::size_t i = 0; i < actions.size(); ++i) actions[i].after += static_cast<int>(i) * step;
  return actions;
}

/// icfpt2014, but half a code is whole where it has to be, and requests may come in blocks of two letters.
class Halves final : public protocol::ByteDialect {
 public:
  Bytes encode(const Request& request) const override { return inner().encode(request); }
  Bytes encode(const protocol::Reply& reply) const override { return inner().encode(reply); }
  protocol::Expectation expects(const Request& request) const override { return inner().expects(request); }
  std::string label(const Request& request) const override { return inner().label(request); }
  protocol::Parsed<Request> parse_request(ByteView bytes) const override {
    return inner().parse_request(bytes);
  }
  protocol::Parsed<protocol::Reply> parse_reply(const Request& request, ByteView bytes) const override {
    auto parsed = inner().parse_reply(request, bytes);
    if (parsed.state != ParseState::more || bytes.size() != 2) return parsed;
    parsed = {ParseState::complete, 2, {}, {protocol::ReplyKind::move, to_text(bytes)}};
    parsed.may_go_on = true;
    return parsed;
  }
  bool pauses_after(ByteView beginning) const override { return beginning.size() % 2 == 0; }

 private:
  static const protocol::ByteDialect& inner() { return *page().dialect->bytes(); }
};

struct BenchOfHalves {
  explicit BenchOfHalves(ScriptedDevice::Script script) : bench(std::move(script)) {
    contest.dialect = std::make_shared<Halves>();
    session = new_session(*bench.link, contest);
    session->reset();
  }

  Bench bench;
  protocol::Contest contest = page();
  std::unique_ptr<Session> session;
};

BOOST_AUTO_TEST_SUITE(replies)

BOOST_AUTO_TEST_CASE(that_are_whole_and_may_go_on_are_waited_for_to_the_deadline) {
  BenchOfHalves both(on("4a8e0", text_after(3ms, "21k7")));
  const Exchange whole = both.session->ask(move);
  BOOST_TEST(whole.reply.value.text == "21k7");
  BOOST_TEST((exact(whole.latency) == 3ms + one_code));
  BenchOfHalves one(on("4a8e0", text_after(3ms, "21")));
  const Exchange half = one.session->ask(move);
  BOOST_TEST(half.replied());
  BOOST_TEST(half.reply.value.text == "21");
  BOOST_TEST((exact(half.latency) == 3ms + 2 * byte_time));
  BOOST_TEST((half.waited >= 1s));
  BOOST_TEST((half.waited < 1100ms));
  BenchOfHalves late(
      on("4a8e0", drip(300ms, 300ms, "21k7")));  // its third byte comes in time, the last does not
  const Exchange slow = late.session->ask(move);
  BOOST_TEST(slow.reply.value.text == "21k7");
  BOOST_TEST(to_string(verdict(slow)) == "fail");
  BenchOfHalves more(on("4a8e0", text_after(3ms, "21k")));
  expect_no_reply(more.session->ask(move));
}

BOOST_AUTO_TEST_CASE(to_requests_in_blocks_are_measured_from_the_last_block) {
  BenchOfHalves halves(on("4a8e0", text_after(3ms, "21k7")));
  const Exchange exchange = halves.session->ask(move, {.block = 300ms});
  BOOST_TEST(exchange.replied());
  BOOST_TEST((exact(exchange.latency) == 3ms + one_code));
  BOOST_TEST((exchange.sent.last_bit == exchange.sent.first_bit + (600ms + 5 * byte_time)));
  const Exchange spaced = halves.session->ask(move, {.gap = 1ms, .block = 300ms});
  BOOST_TEST((spaced.sent.last_bit == spaced.sent.first_bit + (602ms + 5 * byte_time)));
}

BOOST_AUTO_TEST_CASE(in_time_are_measured_to_their_last_byte) {
  const Exchange exchange = Bench(on("4a8e0", text_after(3ms, "21k7"))).ask(move);
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
  BOOST_TEST((exact(Bench(on("0", text_after(0ns, "1AA"))).ask(hello).latency) == 3 * byte_time));
}

BOOST_AUTO_TEST_CASE(meet_the_deadline_to_the_nanosecond) {
  for (const auto& [late, expected] :
       {std::pair{-1ns, Verdict::pass}, {0ns, Verdict::pass}, {1ns, Verdict::fail}}) {
    const Exchange exchange = Bench(on("4a8e0", text_after(1s - one_code + late, "21k7"))).ask(move);
    BOOST_TEST((exact(exchange.latency) == 1s + late));
    BOOST_TEST(to_string(verdict(exchange)) == to_string(expected), late.count() << " ns late");
  }
}

BOOST_AUTO_TEST_CASE(that_are_late_are_measured_up_to_twice_the_deadline) {
  for (const Duration after : {Duration(1020ms), Duration(1500ms), Duration(2s - one_code)}) {
    const Exchange exchange = Bench(on("4a8e0", text_after(after, "21k7"))).ask(move);
    BOOST_TEST(exchange.replied());
    BOOST_TEST((exact(exchange.latency) == after + one_code));
    BOOST_TEST(to_string(verdict(exchange)) == "fail");
  }
}

BOOST_AUTO_TEST_CASE(beyond_twice_the_deadline_are_none_and_stray_into_the_next_exchange) {
  Bench bench(on("4a8e0", text_after(2s - one_code + 1ns, "21k7")));
  const Exchange exchange = bench.ask(move);
  expect_no_reply(exchange);
  BOOST_TEST((exchange.waited == 2s));
  BOOST_TEST(text_of(exchange.bytes) == "21k");
  BOOST_TEST(text_of(bench.ask(end).unasked) == "7");
}

BOOST_AUTO_TEST_CASE(that_never_come_are_waited_for_twice_the_deadline) {
  Bench bench([](const std::string&) { return std::vector<Action>{}; });
  const Exchange exchange = bench.ask(hello);
  expect_no_reply(exchange);
  BOOST_TEST(exchange.bytes.empty());
  BOOST_TEST((exchange.waited == 2s));
  BOOST_TEST((exchange.reply.state == ParseState::more));
  const Exchange next = bench.ask(hello);
  BOOST_TEST((next.sent.first_bit.earliest >= exchange.sent.last_bit.latest + 2s));
}

BOOST_AUTO_TEST_CASE(that_never_come_are_waited_for_to_the_deadline_alone_after_three_of_them) {
  Patience patience;
  const auto answers_hello = [](const std::string& heard) {
    return heard.ends_with("0") ? text_after(3ms, "1AA") : std::vector<Action>{};
  };
  Bench bench(answers_hello, {.patience = &patience});
  for (int i = 0; i < 3; ++i) {
    const Exchange exchange = bench.ask(first);
    BOOST_TEST(!exchange.hurried);
    BOOST_TEST((exchange.waited == 2s));
  }
  const Exchange fourth = bench.ask(first);
  BOOST_TEST(fourth.hurried);
  BOOST_TEST((fourth.waited == 1s));
  expect_no_reply(fourth);
  BOOST_TEST(bench.ask(hello).replied());
  BOOST_TEST((bench.ask(first).waited == 2s));  // the reply has brought the patience back
}

BOOST_AUTO_TEST_CASE(to_the_first_request_after_a_start_may_come_as_late_as_a_start_takes) {
  Patience patience;
  const SessionOptions slow_start{.patience = &patience, .start_patience = 5s};
  Bench bench(on("0", text_after(3s, "1AA")), slow_start);
  const Exchange late = bench.ask(hello);
  BOOST_TEST(late.replied());
  BOOST_TEST((exact(late.latency) == 3s + 3 * byte_time));
  BOOST_TEST(to_string(verdict(late)) == "fail");
  BOOST_TEST((bench.ask(hello).waited == 2s));  // it is not starting any more
  Bench silent(on("", {}), slow_start);
  patience.heard();
  BOOST_TEST((silent.ask(hello).waited == 5s));
  silent.session->reset();
  BOOST_TEST((silent.ask(hello).waited == 2s));  // it was silent after its start
}

BOOST_AUTO_TEST_CASE(that_never_come_cost_no_more_patience_in_the_next_session) {
  Patience patience = Patience::after(3, 3s);
  Bench bench(on("", {}), {.patience = &patience});
  BOOST_TEST((bench.ask(move).waited == 1s));
  bench.session = new_session(*bench.link, page(), {.patience = &patience});
  bench.session->reset();
  BOOST_TEST((bench.ask(move).waited == 1s));
  BOOST_TEST(patience.unanswered() == 5);
}

BOOST_AUTO_TEST_CASE(that_are_in_time_are_heard_without_patience_too) {
  Patience patience = Patience::after(3, 3s);
  const Exchange exchange =
      Bench(on("4a8e0", text_after(1s - one_code, "21k7")), {.patience = &patience}).ask(move);
  BOOST_TEST((exact(exchange.latency) == 1s));
  BOOST_TEST(!patience.lost());
}

BOOST_AUTO_TEST_CASE(that_are_late_when_patience_has_ended_are_none_and_are_heard_after_it) {
  Patience patience = Patience::after(3, 3s);
  Bench bench(on("4a8e0", text_after(1200ms, "21k7")), {.patience = &patience});
  const Exchange late = bench.ask(move);
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
  const Exchange exchange = Bench(on("4a8e0", drip(1ms, 400ms, "21k7"))).ask(move);
  BOOST_TEST(exchange.replied());
  BOOST_TEST((exact(exchange.latency) == 1ms + 3 * 400ms + byte_time));
  BOOST_TEST(to_string(verdict(exchange)) == "fail");
}

BOOST_AUTO_TEST_CASE(that_drip_for_ever_are_given_up_at_twice_the_deadline) {
  const Exchange exchange = Bench(on("4a8e0", drip(1ms, 900ms, "21k7"))).ask(move);
  expect_no_reply(exchange);
  BOOST_TEST((exchange.waited == 2s));
  BOOST_TEST(text_of(exchange.bytes) == "21k");
}

BOOST_AUTO_TEST_CASE(with_line_ends_inside_are_decorated) {
  const Exchange exchange = Bench(on("0", text_after(1ms, "\r\n1AA"))).ask(hello);
  BOOST_TEST(exchange.reply.value.text == "AA");
  BOOST_TEST(exchange.reply.decorated);
  BOOST_TEST((exact(exchange.latency) == 1ms + 5 * byte_time));
}

BOOST_AUTO_TEST_CASE(that_cannot_be_right_are_heard_to_their_end) {
  Bench bench(on("0", drip(3ms, 40ms, "2AA") + text_after(3ms + 80ms + 70ms, "!")));
  const Exchange exchange = bench.ask(hello);
  expect_no_reply(exchange);
  BOOST_TEST((exchange.reply.state == ParseState::malformed));
  BOOST_TEST(exchange.reply.length == 0U);
  BOOST_TEST(text_of(exchange.bytes) == "2AA");  // 50 ms of silence end the tail
  BOOST_TEST((exchange.waited == 3ms + 80ms + byte_time + 50ms));
  BOOST_TEST((bench.session->listen(100ms).bytes.size() == 1U));
}

BOOST_AUTO_TEST_CASE(that_cannot_be_right_and_never_end_are_given_up_at_twice_the_deadline) {
  const Exchange exchange = Bench(on("0", drip(3ms, 40ms, std::string(100, '2')))).ask(hello);
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
  const Exchange greeting = bench.ask(hello);
  BOOST_TEST(text_of(greeting.bytes) == "1AA");
  const Exchange opening = bench.ask(first);
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
  bench.ask(hello);
  const Exchange opening = bench.ask(first);
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
    const Exchange exchange = bench.ask(move);  // the device hears "4a8e", acts, and then "0"
    BOOST_TEST(exchange.reply.value.text == "21k7");
    BOOST_TEST(exchange.early == early, after_fourth.count() << " ns after the fourth byte");
  }
}

BOOST_AUTO_TEST_CASE(that_make_a_whole_reply_before_the_request_has_ended_do_not_shorten_the_pause) {
  Bench bench(on("4", text_after(0ns, "21k7")));
  const Exchange exchange = bench.ask(move, {5ms});
  BOOST_TEST(exchange.early == 4U);
  BOOST_TEST((exchange.waited >= Duration::zero()));
  const Exchange next = bench.ask(end);
  BOOST_TEST((next.sent.first_bit.earliest >= exchange.sent.last_bit.latest + 1ms));
}

BOOST_AUTO_TEST_CASE(are_heard_by_listening_and_then_belong_to_no_exchange) {
  Bench bench(on("0", text_after(3ms, "1AA") + text_after(20ms, "?!")));
  bench.ask(hello);
  const Overheard heard = bench.session->listen(50ms);
  BOOST_TEST(text_of(heard.bytes) == "?!");
  BOOST_TEST(!heard.silent());
  BOOST_TEST((heard.listened == 50ms));
  BOOST_TEST(bench.session->listen(50ms).silent());
  BOOST_TEST(bench.ask(end).unasked.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::dut

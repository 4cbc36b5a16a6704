/// The session over a wire: what belongs to which exchange, and how long it took. Devices answer by script;
/// the wire carries a byte in exactly 10 us, so that every time below can be said to the nanosecond. And
/// whole games: whom the host asks what.

#include "rig/dut/session.hpp"

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rig/base/errors.hpp"
#include "rig/dut/game.hpp"
#include "rig/dut/tests/session_fixtures.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/link.hpp"
#include "rig/measure/verdict.hpp"
#include "rig/tests/scripted_device.hpp"

namespace rig::dut {

std::ostream& operator<<(std::ostream& out, const Spacing& spacing) {
  return out << spacing.gap.count() << " ns";
}

namespace {

namespace data = boost::unit_test::data;
using namespace rig::testing;
using namespace std::chrono_literals;
using protocol::ParseState;
using protocol::ReplyKind;
using protocol::Request;

BOOST_AUTO_TEST_SUITE(silence)

BOOST_AUTO_TEST_CASE(after_the_end_is_listened_to_for_its_span) {
  Bench bench([](const std::string&) { return std::vector<Action>{}; });
  const Exchange exchange = bench.ask(end);
  BOOST_TEST((exchange.expected.kind == ReplyKind::silence));
  BOOST_TEST(exchange.bytes.empty());
  BOOST_TEST((exchange.waited == 250ms));
  expect_no_reply(exchange);
  BOOST_TEST((bench.ask(hello).sent.first_bit.earliest >= exchange.sent.last_bit.latest + 250ms));
}

BOOST_AUTO_TEST_CASE(that_is_broken_keeps_every_byte_of_the_span) {
  Bench bench(on("9", text_after(3ms, "9") + text_after(250ms - byte_time, "!") + text_after(250ms, "?")));
  const Exchange exchange = bench.ask(end);
  BOOST_TEST(text_of(exchange.bytes) == "9!");
  BOOST_TEST((exchange.waited == 250ms));
  expect_no_reply(exchange);
  BOOST_TEST(text_of(bench.ask(end).unasked) == "?");
}

BOOST_AUTO_TEST_CASE(may_end_in_a_hang_up) {
  const Exchange exchange = Bench(on("9", {{3ms, HangUp{}}})).ask(end);
  BOOST_REQUIRE(exchange.hung_up.has_value());
  BOOST_TEST((exchange.hung_up->at == exchange.sent.last_bit + 3ms));
  BOOST_TEST(exchange.bytes.empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hang_ups)

BOOST_AUTO_TEST_CASE(in_mid_reply_keep_the_bytes_that_came) {
  const Exchange exchange =
      Bench(on("4a8e0", text_after(3ms, "21") + std::vector<Action>{{5ms, HangUp{}}})).ask(move);
  expect_no_reply(exchange);
  BOOST_TEST(text_of(exchange.bytes) == "21");
  BOOST_REQUIRE(exchange.hung_up.has_value());
  BOOST_TEST((exchange.hung_up->at == exchange.sent.last_bit + 5ms));
  BOOST_TEST((exchange.waited == 5ms));
}

BOOST_AUTO_TEST_CASE(are_told_to_every_later_exchange) {
  Bench bench(on("0", {{3ms, HangUp{}}}));
  bench.ask(hello);
  for (const Request& request : {hello, move, end}) {
    const Exchange exchange = bench.ask(request);
    BOOST_TEST(exchange.hung_up.has_value());
    expect_no_reply(exchange);
    BOOST_TEST((exchange.waited >= Duration::zero()));
  }
  BOOST_TEST(bench.session->listen(1ms).hung_up.has_value());
}

BOOST_AUTO_TEST_CASE(before_the_request_has_ended_are_no_negative_wait) {
  const Exchange exchange = Bench(on("4", {{0ns, HangUp{}}})).ask(move);
  BOOST_TEST(exchange.hung_up.has_value());
  BOOST_TEST((exchange.waited >= Duration::zero()), exchange.waited.count() << " ns");
}

BOOST_AUTO_TEST_CASE(end_with_a_reset) {
  Bench bench([](const std::string& heard) {
    return heard == "0" ? text_after(3ms, "1AA") : std::vector<Action>{{3ms, HangUp{}}};
  });
  bench.ask(end);
  const Outcome outcome = bench.session->reset();
  BOOST_TEST(outcome.done);
  const Exchange exchange = bench.ask(hello);
  BOOST_TEST(exchange.reply.value.text == "AA");
  BOOST_TEST((exchange.sent.first_bit.earliest >= outcome.ready.latest));
}

BOOST_AUTO_TEST_CASE(cost_no_patience) {
  Patience patience;
  BOOST_TEST(Bench(on("0", {{3ms, HangUp{}}}), {.patience = &patience}).ask(hello).hung_up.has_value());
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
  const Exchange exchange = Bench(on("0", text_after(3ms, twice_a_flood))).ask(hello);
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
  BOOST_TEST(Bench(on("9", text_after(3ms, twice_a_flood))).ask(end).bytes.size() == flood);
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
      const Exchange exchange = bench.ask(hello);
      BOOST_TEST((exchange.sent.first_bit == before + turnaround), "request " << i);
      before = exchange.bytes.back().last_bit;
    }
  }
}

// The device sends each byte back as soon as it has it: the echoes tell when it had them.
const std::vector<Spacing> spacings = {{0ns}, {1ns}, {5us}, {1ms}, {20ms}};
BOOST_DATA_TEST_CASE(between_the_bytes_of_a_request_are_kept_at_the_device, data::make(spacings), spacing) {
  Bench bench([](const std::string& heard) { return text_after(0ns, heard); });
  const Exchange exchange = bench.ask(move, spacing);
  BOOST_TEST((exchange.sent.last_bit == exchange.sent.first_bit + (5 * byte_time + 4 * spacing.gap)));
  BOOST_TEST(text_of(exchange.bytes) == "4a8e");
  const Exchange next = bench.ask(end);
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
  const Exchange exchange = Bench(on("4a8e0", text_after(1s - one_code, "21k7"))).ask(move, spacing);
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
    const Bench bench(on("4a8e0", text_after(scaled(1s) - one_code + late, "21k7")), {scale, 1ms});
    BOOST_TEST(to_string(verdict(bench.ask(move))) == (late > 0ns ? "fail" : "pass"));
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
  bench.ask(hello);
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
  for (const Event& event : {Event(Byte{'1', foreign, foreign}), Event(HungUp{"gone", foreign})}) {
    FakeLink link;
    link.events = {TimedOut{link.at(1ms)}, event};
    BOOST_CHECK_THROW(new_session(link, page())->ask(hello), RigError);
  }
  Bench bench(on("0", {}));
  BOOST_CHECK_THROW(bench.link->send(to_bytes("0"), foreign), RigError);
  BOOST_CHECK_THROW(bench.link->receive(foreign), RigError);
}

BOOST_AUTO_TEST_CASE(is_for_contests_in_bytes_alone) {
  FakeLink link;
  BOOST_CHECK_EXCEPTION(new_session(link, protocol::find_contest("course")), RigError, [](const RigError& e) {
    return std::string(e.what()) == "course is played over files, and fake:link is not.";
  });
}

BOOST_AUTO_TEST_CASE(lets_failures_of_the_rig_through) {
  FakeLink link;
  const auto opened = new_session(link, page());
  link.fails_next = "the adapter is gone";
  BOOST_CHECK_THROW(opened->ask(hello), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

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
  const Exchange next = bench.ask(end);
  BOOST_TEST((next.sent.first_bit == sent.last_bit + 11ms));
  BOOST_TEST(next.unasked.empty());
}

BOOST_AUTO_TEST_SUITE_END()

// whole games

BOOST_AUTO_TEST_SUITE(game)

/// The requests of Table 2 as the DUT of each seat gets them, with the moves that both sides play.
BOOST_AUTO_TEST_CASE(asks_as_table_2_does) {
  const std::vector<std::string> moves = {"53e0", "a8e0", "21k7", "94j0", "61a0", "71b3"};
  for (const bool dut_begins : {true, false}) {
    const protocol::Seat& board_1 = page().seats[0];
    const protocol::Seat& board_2 = protocol::seat_opposite(page(), board_1);
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
  for (const protocol::Seat& seat : page().seats) {
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
  const protocol::Contest& course = protocol::find_contest("course");
  dut::Game game(course, course.seats.front());
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

}  // namespace
}  // namespace rig::dut

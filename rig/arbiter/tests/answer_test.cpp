/// What an exchange is worth to a host. Exchanges are made up: nothing is sent.

#include "rig/arbiter/answer.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/arbiter/tests/referee_tools.hpp"
#include "rig/tests/contains.hpp"

namespace rig::arbiter {
namespace {

using namespace std::chrono_literals;
using dut::Exchange;
using protocol::ParseState;
using protocol::ReplyKind;
using protocol::Request;
using protocol::RequestKind;

const protocol::Contest& blokus() {
  return protocol::find_contest("icfpt2014");
}
const protocol::Contest& course() {
  return protocol::find_contest("course");
}

const ClockDomain ours = new_clock_domain();
Instant at(Duration moment) {
  return Instant::exactly(ours, moment);
}

std::vector<Byte> bytes_at(Duration moment, std::string_view text) {
  std::vector<Byte> bytes;
  for (const std::uint8_t value : to_bytes(text)) bytes.push_back({value, at(moment), at(moment)});
  return bytes;
}

/// "4a8e0" sent, and nothing come yet.
Exchange asked(RequestKind kind = RequestKind::move) {
  Exchange exchange;
  exchange.request = {kind, {}, {}};
  exchange.expected = {ReplyKind::move, 1s};
  exchange.sent = {at(0s), at(1ms)};
  return exchange;
}

Exchange answered(std::string_view text, Latency latency, RequestKind kind = RequestKind::move) {
  Exchange exchange = asked(kind);
  exchange.bytes = bytes_at(1ms + latency.longest, text);
  exchange.reply = {ParseState::complete, text.size(), {}, {ReplyKind::move, std::string(text)}};
  exchange.latency = latency;
  return exchange;
}

Exchange answered_after(Duration time) {
  return answered("53e0", {time, time});
}

BOOST_AUTO_TEST_SUITE(answer)

BOOST_AUTO_TEST_CASE(a_reply_is_a_move) {
  const Answer answer = read_answer(blokus(), answered_after(20ms));
  BOOST_TEST(!answer.breach.has_value());
  BOOST_TEST(answer.text == "53e0");
  BOOST_TEST((answer.took == Latency{20ms, 20ms}));
  BOOST_TEST(answer.notes.empty());
}

BOOST_AUTO_TEST_CASE(the_deadline_itself_is_in_time_and_a_nanosecond_more_is_not) {
  BOOST_TEST(!read_answer(blokus(), answered_after(1s)).breach.has_value());
  const Answer late = read_answer(blokus(), answered_after(1s + 1ns));
  BOOST_REQUIRE(late.breach.has_value());
  BOOST_TEST(late.breach->kind == LossKind::time_out);
  BOOST_TEST(late.breach->aspect == "move.deadline");
}

BOOST_AUTO_TEST_CASE(what_the_rig_cannot_tell_counts_as_in_time_and_is_told) {
  const Answer answer = read_answer(blokus(), answered("53e0", {1s - 1us, 1s + 1us}));
  BOOST_TEST(!answer.breach.has_value());
  BOOST_TEST(answer.text == "53e0");
  BOOST_REQUIRE(answer.notes.size() == 1U);
  BOOST_TEST(answer.notes[0].aspect == "move.deadline");
  BOOST_TEST(contains(answer.notes[0].words, "counts as in time"), answer.notes[0].words);
}

/// A latency begins earlier by what the program was starved.
BOOST_AUTO_TEST_CASE(a_late_reply_that_starvation_may_explain_is_excused) {
  struct Row {
    Latency took;
    Duration starved;
    bool excused;
    bool loses;
  };
  const std::vector<Row> rows = {
      {{900ms, 1200ms}, 300ms, true, false},   // 1.2 s, 0.3 s of it waited for a processor
      {{0ms, 1200ms}, 1500ms, true, false},    // … and all of it: a latency begins with the request
      {{1001ms, 1301ms}, 300ms, false, true},  // late without that too
      {{1100ms, 1101ms}, 0ms, false, true},
      {{900ms, 1200ms}, 0ms, false, false},    // the rig stood still: it cannot tell, and nobody was starved
      {{500ms, 1200ms}, 300ms, false, false},  // 0.8 s to 1.2 s: in time perhaps, without an excuse too
      {{600ms, 900ms}, 300ms, false, false},   // in time
  };
  for (const Row& row : rows) {
    const Answer answer = read_answer(blokus(), answered("53e0", row.took), row.starved);
    BOOST_TEST(answer.excuse.has_value() == row.excused, row.took.longest.count());
    BOOST_TEST(answer.breach.has_value() == row.loses, row.took.longest.count());
  }
  const Answer excused = read_answer(blokus(), answered("53e0", {900ms, 1200ms}), 300ms);
  BOOST_REQUIRE(excused.excuse.has_value());
  BOOST_TEST(excused.excuse->aspect == "move.deadline");
  BOOST_TEST(excused.excuse->words ==
             "answered after 900 ms to 1.20 s; the deadline is 1.00 s; its program waited 300 ms for a "
             "processor");
  BOOST_TEST(excused.notes.empty());
}

BOOST_AUTO_TEST_CASE(starvation_excuses_nothing_else) {
  const Answer silent = read_answer(blokus(), asked(), 300ms);  // it was waited for so much longer
  BOOST_TEST(!silent.excuse.has_value());
  BOOST_TEST(silent.breach.has_value());
  Exchange gone = asked();
  gone.hung_up = HungUp{"exited with status 3", at(30ms)};
  BOOST_TEST(!read_answer(blokus(), gone, 300ms).excuse.has_value());
}

BOOST_AUTO_TEST_CASE(each_kind_of_request_has_the_clause_of_its_deadline) {
  const std::vector<std::pair<RequestKind, std::string>> aspects = {{RequestKind::hello, "hello.deadline"},
                                                                    {RequestKind::first, "first.deadline"},
                                                                    {RequestKind::second, "second.deadline"},
                                                                    {RequestKind::move, "move.deadline"}};
  for (const auto& [kind, aspect] : aspects) {
    const Answer silent = read_answer(blokus(), asked(kind));
    BOOST_REQUIRE(silent.breach.has_value());
    BOOST_TEST(silent.breach->kind == LossKind::time_out);
    BOOST_TEST(silent.breach->aspect == aspect);
    BOOST_TEST(silent.breach->words == "nothing came within 1.00 s");
  }
}

BOOST_AUTO_TEST_CASE(half_a_reply_is_a_time_out_that_shows_it) {
  Exchange half = asked();
  half.bytes = bytes_at(20ms, "53");
  const Answer answer = read_answer(blokus(), half);
  BOOST_REQUIRE(answer.breach.has_value());
  BOOST_TEST(answer.breach->kind == LossKind::time_out);
  BOOST_TEST(contains(answer.breach->words, "\"53\""), answer.breach->words);
}

BOOST_AUTO_TEST_CASE(a_malformed_reply_is_wrong) {
  Exchange exchange = asked(RequestKind::hello);
  exchange.bytes = bytes_at(20ms, "2XY");
  exchange.reply = {ParseState::malformed, 0, "byte 1 is \"2\", expected \"1\"", {}};
  const Answer answer = read_answer(blokus(), exchange);
  BOOST_REQUIRE(answer.breach.has_value());
  BOOST_TEST(answer.breach->kind == LossKind::wrong_reply);
  BOOST_TEST(answer.breach->aspect == "hello.format");
  exchange.request.kind = RequestKind::move;
  BOOST_TEST(read_answer(blokus(), exchange).breach->aspect == "move.extra");
}

BOOST_AUTO_TEST_CASE(who_talks_without_end_has_not_answered) {
  Exchange flooded = asked();
  flooded.unasked = bytes_at(0ms, std::string(dut::flood, 'y'));
  const Answer answer = read_answer(blokus(), flooded);
  BOOST_REQUIRE(answer.breach.has_value());
  BOOST_TEST(answer.breach->kind == LossKind::wrong_reply);
  BOOST_TEST(contains(answer.breach->words, "sends without end: 1024 bytes"), answer.breach->words);
}

BOOST_AUTO_TEST_CASE(a_hang_up_is_told_before_what_came) {
  Exchange exchange = asked();
  exchange.bytes = bytes_at(20ms, "53");
  exchange.hung_up = HungUp{"exited with status 3", at(30ms)};
  const Answer answer = read_answer(blokus(), exchange);
  BOOST_REQUIRE(answer.breach.has_value());
  BOOST_TEST(answer.breach->kind == LossKind::hang_up);
  BOOST_TEST(contains(answer.breach->words, "exited with status 3"), answer.breach->words);
}

BOOST_AUTO_TEST_CASE(a_whole_reply_counts_though_its_sender_hangs_up_after_it) {
  Exchange exchange = answered_after(20ms);
  exchange.hung_up = HungUp{"closed the line", at(30ms)};
  BOOST_TEST(!read_answer(blokus(), exchange).breach.has_value());
}

BOOST_AUTO_TEST_CASE(bytes_unasked_lose_nothing_and_are_noticed) {
  Exchange exchange = answered_after(20ms);
  exchange.unasked = bytes_at(0ms, "?\n0");
  exchange.early = 1;
  const Answer answer = read_answer(blokus(), exchange);
  BOOST_TEST(!answer.breach.has_value());
  BOOST_REQUIRE(answer.notes.size() == 2U);
  BOOST_TEST(answer.notes[0].aspect == "move.extra");
  BOOST_TEST(contains(answer.notes[0].words, "2 bytes came before it was asked: \"?0\""),
             answer.notes[0].words);
  BOOST_TEST(answer.notes[1].aspect == "silence.unasked");
  exchange.request.kind = RequestKind::first;
  BOOST_TEST(read_answer(blokus(), exchange).notes[0].aspect == "silence.unasked");
}

BOOST_AUTO_TEST_CASE(of_many_bytes_the_first_are_shown) {
  const std::vector<Note> notes =
      notes_on(blokus(), bytes_at(0ms, std::string(33, 'y')), "move.extra", "then");
  BOOST_REQUIRE(notes.size() == 1U);
  BOOST_TEST(notes[0].words == "33 bytes came then: \"" + std::string(32, 'y') + "\" …");
}

BOOST_AUTO_TEST_CASE(line_ends_are_nothing_where_hosts_drop_them) {
  BOOST_TEST(notes_on(blokus(), bytes_at(0ms, "\r\n"), "move.extra", "then").empty());
  BOOST_TEST(
      notes_on(protocol::find_contest("heart-trax"), bytes_at(0ms, "\r\n"), "move.extra", "then").size() ==
      1U);
}

BOOST_AUTO_TEST_CASE(a_line_error_is_noticed) {
  Exchange exchange = answered_after(20ms);
  exchange.line_errors = {{LineError::Kind::framing, 0, at(5ms)}};
  const Answer answer = read_answer(blokus(), exchange);
  BOOST_REQUIRE(answer.notes.size() == 1U);
  BOOST_TEST(answer.notes[0].aspect == "line.framing");
}

Exchange over_files(const Exchange& exchange) {
  Exchange with = exchange;
  with.bytes.clear();
  with.files = dut::FileTrace{};
  return with;
}

BOOST_AUTO_TEST_CASE(a_pass_for_being_late_is_excused_alike) {
  const Answer answer = read_answer(course(), over_files(answered("PASS", {900ms, 1200ms})), 300ms);
  BOOST_TEST(answer.excuse.has_value());
  BOOST_TEST((answer.kind == Answer::Kind::reply));
}

BOOST_AUTO_TEST_CASE(where_late_is_a_pass_it_is_one) {
  for (const Exchange& exchange : {answered("PASS", {999ms, 1001ms}), answered("PASS", {2s, 2s}), asked()}) {
    Exchange late = over_files(exchange);
    late.files->outcome.timed_out = !late.latency;
    const Answer answer = read_answer(course(), late);
    BOOST_TEST(!answer.breach.has_value());
    BOOST_TEST((answer.kind == Answer::Kind::late_pass));
    BOOST_REQUIRE(answer.notes.size() == 1U);
    BOOST_TEST(contains(answer.notes[0].words, "counts as a pass"), answer.notes[0].words);
  }
}

BOOST_AUTO_TEST_CASE(a_program_that_dies_has_not_passed) {
  Exchange died = over_files(asked());
  died.hung_up = HungUp{"killed by signal 11 (SIGSEGV)", at(1s)};
  const Answer answer = read_answer(course(), died);
  BOOST_REQUIRE(answer.breach.has_value());
  BOOST_TEST(answer.breach->kind == LossKind::hang_up);
}

BOOST_AUTO_TEST_CASE(files_that_a_program_left_when_it_was_killed_are_no_answer) {
  Exchange died = over_files(asked());
  died.reply = {ParseState::complete, 0, {}, {ReplyKind::move, "PASS"}};
  died.hung_up = HungUp{"killed by signal 11 (SIGSEGV)", at(1s)};
  const Answer answer = read_answer(course(), died);
  BOOST_REQUIRE(answer.breach.has_value());
  BOOST_TEST(answer.breach->kind == LossKind::hang_up);
}

BOOST_AUTO_TEST_CASE(a_program_that_ends_in_the_middle_of_a_game_loses_by_that_clause) {
  Exchange ended = over_files(asked());
  ended.hung_up = HungUp{"exited with status 2", at(1s)};
  ended.files->answer.irregularities = {{"process.ended", "", "The program ended.", false}};
  const Answer answer = read_answer(protocol::find_contest("ustc"), ended);
  BOOST_REQUIRE(answer.breach.has_value());
  BOOST_TEST(answer.breach->kind == LossKind::hang_up);
  BOOST_TEST(answer.breach->aspect == "process.ended");
  BOOST_TEST(answer.notes.empty());
}

BOOST_AUTO_TEST_CASE(what_voids_an_answer_over_files_loses_by_its_own_clause) {
  Exchange exchange = over_files(asked());
  exchange.latency = Latency{1ms, 1ms};
  exchange.reply.state = ParseState::malformed;
  exchange.files->answer.irregularities = {
      {"exit.status", "", "The exit status is 1.", false},
      {"board.format", "BlokusBoardFormatError", "Line 3 is wrong.", true}};
  const Answer answer = read_answer(course(), exchange);
  BOOST_REQUIRE(answer.breach.has_value());
  BOOST_TEST(answer.breach->kind == LossKind::wrong_reply);
  BOOST_TEST(answer.breach->aspect == "board.format");
  BOOST_TEST(answer.breach->words == "BlokusBoardFormatError: Line 3 is wrong");
  BOOST_REQUIRE(answer.notes.size() == 1U);
  BOOST_TEST(answer.notes[0].aspect == "exit.status");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter

#include "rig/measure/wire_drift.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <utility>
#include <vector>

namespace rig {

namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

const ClockDomain clock_of_test{7};

/// The end of a byte's stop bit, known between two moments in microseconds.
Byte byte_at(int earliest, int latest) {
  const Instant at{clock_of_test, microseconds(earliest), microseconds(latest)};
  return {'x', at, at};
}

/// Replies of `bytes` bytes from a board whose byte takes `byte_time`. The rig looks for them every `look`,
/// or half as long again; before each but the first byte the board pauses for up to `pauses`.
std::vector<ReplySpan> replies_of(int count, int bytes, nanoseconds byte_time, nanoseconds look,
                                  nanoseconds pauses = {}) {
  std::mt19937 random(20140523);
  const auto up_to = [&](nanoseconds most) {
    return most.count() > 0 ? nanoseconds(random() % static_cast<unsigned>(most.count())) : nanoseconds(0);
  };
  std::vector<ReplySpan> all;
  for (int i = 0; i < count; ++i) {
    nanoseconds looked = -up_to(look);
    nanoseconds looks_again = looked;
    nanoseconds ended{};
    std::vector<Byte> received;
    for (int byte = 0; byte < bytes; ++byte) {
      if (byte > 0) ended += byte_time + up_to(pauses);
      while (looks_again <= ended) looked = std::exchange(looks_again, looks_again + look + up_to(look / 2));
      const Instant at{clock_of_test, looked, looks_again};
      received.push_back({'x', at, at});
    }
    all.push_back(*span_of(received));
  }
  return all;
}

std::vector<ReplySpan> one_after_the_other(std::vector<ReplySpan> first,
                                           const std::vector<ReplySpan>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Eight replies of so many bytes each, that all took between so many nanoseconds.
std::vector<ReplySpan> alike(std::size_t bytes, int shortest, int longest) {
  return std::vector<ReplySpan>(8, ReplySpan{bytes, nanoseconds(shortest), nanoseconds(longest)});
}

/// Replies of two bytes in both halves of a run.
WireDrift drift_of(const ReplySpan& first, const ReplySpan& second) {
  return drift_between_halves(
      one_after_the_other(std::vector<ReplySpan>(8, first), std::vector<ReplySpan>(8, second)));
}
ReplySpan took(int shortest, int longest) {
  return {2, nanoseconds(shortest), nanoseconds(longest)};
}

/// The first of these replies took 120 ns at least, the others 110 at most.
std::vector<ReplySpan> uneven() {
  std::vector<ReplySpan> spans = alike(2, 100, 110);
  spans.front() = took(120, 130);
  return spans;
}

using Kind = WireDrift::Kind;

}  // namespace

BOOST_AUTO_TEST_SUITE(drift_of_the_clock)

BOOST_AUTO_TEST_CASE(a_reply_takes_from_the_end_of_its_first_byte_to_that_of_its_last) {
  const std::vector<Byte> bytes = {byte_at(100, 150), byte_at(150, 200), byte_at(250, 300)};
  BOOST_TEST_REQUIRE(span_of(bytes).has_value());
  BOOST_TEST((*span_of(bytes) == ReplySpan{3, microseconds(100), microseconds(200)}));
  BOOST_TEST(!span_of(std::span(bytes).first(1)).has_value());
  BOOST_TEST(!span_of({}).has_value());
}

BOOST_AUTO_TEST_CASE(what_a_link_supposes_of_bytes_read_together_is_not_believed) {
  // Three bytes were read at 400; that the first ended 173 before that is the nominal rate's.
  const std::vector<Byte> together = {byte_at(200, 227), byte_at(200, 313), byte_at(200, 400)};
  BOOST_TEST((*span_of(together) == ReplySpan{3, Duration::zero(), microseconds(200)}));
  const std::vector<Byte> two_reads = {byte_at(200, 313), byte_at(200, 400), byte_at(450, 500)};
  BOOST_TEST((*span_of(two_reads) == ReplySpan{3, microseconds(50), microseconds(300)}));
  // A second read that began before the first had ended tells nothing from below.
  const std::vector<Byte> overlapping = {byte_at(200, 400), byte_at(350, 500)};
  BOOST_TEST((*span_of(overlapping) == ReplySpan{2, Duration::zero(), microseconds(300)}));
}

BOOST_AUTO_TEST_CASE(bytes_of_two_clocks_are_not_compared) {
  std::vector<Byte> bytes = {byte_at(100, 150), byte_at(150, 200)};
  bytes[1].last_bit.clock = ClockDomain{8};
  BOOST_TEST(!span_of(bytes).has_value());
}

BOOST_AUTO_TEST_CASE(a_board_that_keeps_its_rate_is_steady_within_what_can_be_known) {
  const auto spans = replies_of(400, 16, nanoseconds(86'806), microseconds(50));
  const WireDrift drift = drift_between_halves(spans);
  BOOST_TEST((drift.kind == WireDrift::Kind::steady));
  BOOST_TEST(drift.least <= 0);
  BOOST_TEST(drift.most >= 0);
  BOOST_TEST(drift.most - drift.least < 0.05);
  BOOST_TEST(text_of(drift, spans.size()).starts_with("no drift above "));
  BOOST_TEST(text_of(drift, spans.size()).ends_with("% (400 replies)"));
}

BOOST_AUTO_TEST_CASE(a_rate_that_changes_in_the_middle_is_found_both_ways) {
  const auto slow = replies_of(200, 16, nanoseconds(88'542), microseconds(50));  // 2 % slower
  const auto fast = replies_of(200, 16, nanoseconds(86'806), microseconds(50));
  const WireDrift slower = drift_between_halves(one_after_the_other(fast, slow));
  BOOST_TEST((slower.kind == WireDrift::Kind::drifted));
  BOOST_TEST(slower.least > 0);
  BOOST_TEST(slower.least < 0.02);
  BOOST_TEST(slower.most > 0.02);
  const WireDrift faster = drift_between_halves(one_after_the_other(slow, fast));
  BOOST_TEST((faster.kind == WireDrift::Kind::drifted));
  BOOST_TEST(faster.most < 0);
  BOOST_TEST(text_of(slower, 400).find("a byte of the board took +") != std::string::npos,
             text_of(slower, 400));
}

BOOST_AUTO_TEST_CASE(a_board_that_pauses_between_bytes_tells_nothing) {
  const auto spans =
      replies_of(400, 4, nanoseconds(86'806), microseconds(50), nanoseconds(std::chrono::milliseconds(1)));
  BOOST_TEST((drift_between_halves(spans).kind == WireDrift::Kind::uneven));
}

BOOST_AUTO_TEST_CASE(bytes_that_come_in_one_piece_tell_nothing) {
  const auto spans = replies_of(400, 4, nanoseconds(86'806), std::chrono::milliseconds(16));
  const WireDrift drift = drift_between_halves(spans);
  BOOST_TEST((drift.kind != WireDrift::Kind::drifted));
  const std::vector<ReplySpan> together(400, ReplySpan{4, Duration::zero(), microseconds(1200)});
  BOOST_TEST((drift_between_halves(together).kind == WireDrift::Kind::unknown));
}

BOOST_AUTO_TEST_CASE(some_replies_are_needed_in_each_half) {
  const auto spans = replies_of(16, 16, nanoseconds(86'806), microseconds(50));
  BOOST_TEST((drift_between_halves(spans).kind == WireDrift::Kind::steady));
  BOOST_TEST((drift_between_halves(std::span(spans).first(15)).kind == WireDrift::Kind::unknown));
  BOOST_TEST((drift_between_halves({}).kind == WireDrift::Kind::unknown));
}

BOOST_AUTO_TEST_CASE(replies_of_different_lengths_are_compared_by_the_byte) {
  const WireDrift drift = drift_between_halves(one_after_the_other(alike(2, 100, 110), alike(3, 200, 220)));
  BOOST_TEST((drift.kind == Kind::steady));
  BOOST_TEST(drift.least == 100.0 / 110 - 1);
  BOOST_TEST(drift.most == 110.0 / 100 - 1);
}

BOOST_AUTO_TEST_CASE(a_pause_in_either_half_tells_nothing) {
  const auto even = alike(2, 100, 110);
  BOOST_TEST((drift_between_halves(one_after_the_other(even, even)).kind == Kind::steady));
  BOOST_TEST((drift_between_halves(one_after_the_other(uneven(), even)).kind == Kind::uneven));
  BOOST_TEST((drift_between_halves(one_after_the_other(even, uneven())).kind == Kind::uneven));
}

BOOST_AUTO_TEST_CASE(a_rate_that_is_known_exactly_is_no_pause) {
  const WireDrift drift = drift_of(took(100, 100), took(100, 100));
  BOOST_TEST((drift.kind == Kind::steady));
  BOOST_TEST(drift.least == 0);
  BOOST_TEST(drift.most == 0);
}

BOOST_AUTO_TEST_CASE(each_half_needs_a_bound_from_below) {
  BOOST_TEST((drift_of(took(0, 110), took(100, 110)).kind == Kind::unknown));
  BOOST_TEST((drift_of(took(100, 110), took(0, 110)).kind == Kind::unknown));
  BOOST_TEST((drift_of(took(1, 2), took(1, 2)).kind == Kind::steady));
}

BOOST_AUTO_TEST_CASE(halves_that_have_one_rate_in_common_have_not_drifted) {
  BOOST_TEST((drift_of(took(90, 100), took(100, 110)).kind == Kind::steady));
  BOOST_TEST((drift_of(took(100, 110), took(90, 100)).kind == Kind::steady));
  BOOST_TEST((drift_of(took(90, 99), took(100, 110)).kind == Kind::drifted));
  BOOST_TEST((drift_of(took(100, 110), took(90, 99)).kind == Kind::drifted));
}

BOOST_AUTO_TEST_CASE(kinds_of_replies_say_together_what_none_contradicts) {
  struct Together {
    std::vector<WireDrift> kinds;
    WireDrift drift;
  };
  const WireDrift nothing;
  const WireDrift pauses{Kind::uneven};
  const WireDrift steady{Kind::steady, -0.01, 0.02};
  const std::vector<Together> all = {
      {{}, nothing},
      {{nothing, nothing}, nothing},
      {{nothing, steady, nothing}, steady},
      {{pauses, steady}, pauses},
      {{steady, pauses}, pauses},
      {{steady, pauses, steady}, pauses},
      {{steady, {Kind::steady, -0.02, 0.01}}, {Kind::steady, -0.01, 0.01}},
      {{steady, {Kind::drifted, 0.01, 0.03}}, {Kind::drifted, 0.01, 0.02}},
      {{steady, {Kind::drifted, -0.03, -0.005}}, {Kind::drifted, -0.01, -0.005}},
      {{{Kind::drifted, 0.01, 0.03}, {Kind::drifted, 0.02, 0.04}}, {Kind::drifted, 0.02, 0.03}},
      {{{Kind::drifted, 0.01, 0.02}, {Kind::drifted, 0.02, 0.04}}, {Kind::drifted, 0.02, 0.02}},
      {{{Kind::drifted, 0.01, 0.02}, {Kind::drifted, -0.02, -0.01}}, pauses},
      {{steady, {Kind::steady, 0, 0.01}}, {Kind::steady, 0, 0.01}},
      {{steady, {Kind::steady, -0.02, 0}}, {Kind::steady, -0.01, 0}},
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const WireDrift drift = together(all[i].kinds);
    BOOST_TEST((drift.kind == all[i].drift.kind), i);
    BOOST_TEST(drift.least == all[i].drift.least, i);
    BOOST_TEST(drift.most == all[i].drift.most, i);
  }
}

BOOST_AUTO_TEST_CASE(is_told_in_per_cent) {
  BOOST_TEST(text_of({Kind::steady, -0.099, 0.05}, 5) == "no drift above 9.9 % (5 replies)");
  BOOST_TEST(text_of({Kind::drifted, 0.015, 0.047}, 5) ==
             "a byte of the board took +1.5 % to +4.7 % longer in the second half of the run (5 replies)");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <deque>
#include <map>
#include <numeric>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/base/text.hpp"
#include "rig/base/time.hpp"
#include "rig/link/file_exchange.hpp"
#include "rig/link/link.hpp"

namespace rig {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

const ClockDomain ours = new_clock_domain();  // the first one of the process

BOOST_AUTO_TEST_SUITE(bytes)

BOOST_AUTO_TEST_CASE(text_goes_to_bytes_and_back) {
  BOOST_TEST((to_bytes("1A\r") == Bytes{0x31, 0x41, 0x0d}));
  const Bytes all = {0x00, 0x80, 0xff};
  BOOST_TEST((to_bytes(to_text(all)) == all));
}

BOOST_AUTO_TEST_CASE(prints_hex_and_ascii) {
  BOOST_TEST(hex_and_ascii(to_bytes("1AA")) == "31 41 41  \"1AA\"");
  BOOST_TEST(hex_and_ascii({}) == "(nothing)");
}

BOOST_AUTO_TEST_CASE(escapes_what_cannot_be_printed) {
  BOOST_TEST(quoted(to_bytes("a\r\n\t\"\\\x07\x7f\xff")) == R"("a\r\n\t\"\\\x07\x7f\xff")");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(text)

BOOST_AUTO_TEST_CASE(a_time_is_readable) {
  const std::vector<std::pair<std::int64_t, std::string>> readings = {
      {0, "0 s"},
      {5, "5 ns"},
      {999, "999 ns"},
      {1000, "1.00 us"},
      {86'805, "86.8 us"},
      {868'000, "868 us"},
      {999'499, "999 us"},
      {999'500, "1.00 ms"},
      {3'700'000, "3.70 ms"},
      {-3'700'000, "-3.70 ms"},
      {999'500'000, "1.00 s"},
      {1'020'000'000, "1.02 s"},
  };
  for (const auto& [nanoseconds, text] : readings) {
    BOOST_TEST(readable(std::chrono::nanoseconds(nanoseconds)) == text);
  }
}

BOOST_AUTO_TEST_CASE(a_mistyped_name_finds_its_neighbour) {
  const std::vector<std::string> known = {"icfpt2014", "heart-trax", "aut-trax", "course", "ustc"};
  BOOST_TEST(nearest("icfp2014", known) == "icfpt2014");
  BOOST_TEST(nearest("hearttrax", known) == "heart-trax");
  BOOST_TEST(nearest("chess-on-the-moon", known).empty());
  BOOST_TEST(nearest("x", {}).empty());
  BOOST_TEST(
      unknown_value("contest", "usct", known) ==
      "Unknown contest \"usct\". Did you mean \"ustc\"? Known: icfpt2014, heart-trax, aut-trax, course, "
      "ustc.");
}

BOOST_AUTO_TEST_CASE(a_glob_matches_whole_names) {
  struct Glob {
    const char* name;
    const char* pattern;
    bool matches;
  };
  const std::vector<Glob> globs = {
      {"Handshake.Answers", "Handshake.*", true},
      {"Handshake", "Hand", false},
      {"abc", "a?c", true},
      {"abc", "a?", false},
      {"abc", "abc*", true},
      {"abc", "", false},
      {"", "*", true},
      {"", "?", false},
      {"aXbXc", "a*X*c", true},
      {"aab", "*ab", true},
      {"mississippi", "m*iss*p?", true},
      {"mississippi", "m*iss*ps", false},
  };
  for (const Glob& glob : globs) {
    BOOST_TEST(matches_glob(glob.name, glob.pattern) == glob.matches,
               glob.name << " against " << glob.pattern);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(random)

BOOST_AUTO_TEST_CASE(recorded_seeds_mean_the_same_for_ever) {  // SplitMix64's published sequence for seed 0
  Random random(0);
  BOOST_TEST(random.next() == 0xe220a8397b1dcdafULL);
  BOOST_TEST(random.next() == 0x6e789e6aa1b965f4ULL);
  BOOST_TEST(random.next() == 0x06c45d188009454fULL);
}

BOOST_AUTO_TEST_CASE(a_seed_depends_on_the_run_and_on_the_purpose) {
  BOOST_TEST(derive_seed(1, "Handshake.Answers") == derive_seed(1, "Handshake.Answers"));
  BOOST_TEST(derive_seed(1, "Handshake.Answers") != derive_seed(2, "Handshake.Answers"));
  BOOST_TEST(derive_seed(1, "Handshake.Answers") != derive_seed(1, "Handshake.answers"));
  BOOST_TEST(derive_seed(0, "") != derive_seed(1, ""));
}

BOOST_AUTO_TEST_CASE(draws_stay_in_range_and_leave_nothing_out) {
  Random random(7);
  std::map<std::uint32_t, int> seen;
  for (int i = 0; i < 60'000; ++i) ++seen[random.below(6)];
  BOOST_TEST(seen.size() == 6U);
  for (const auto& [face, count] : seen) {
    BOOST_TEST(face < 6U);
    BOOST_TEST(std::abs(count - 10'000) < 600);  // six standard deviations
  }
  for (int i = 0; i < 100; ++i) BOOST_TEST(random.below(1) == 0U);
}

BOOST_AUTO_TEST_CASE(a_shuffle_is_a_permutation_fixed_by_its_seed) {
  std::vector<int> once(52);
  std::iota(once.begin(), once.end(), 0);
  std::vector<int> again = once;
  const std::vector<int> sorted = once;
  Random(3).shuffle(std::span(once));
  Random(3).shuffle(std::span(again));
  BOOST_TEST((once == again));
  BOOST_TEST((once != sorted));
  std::sort(once.begin(), once.end());
  BOOST_TEST((once == sorted));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(time)

Instant from_to(Duration earliest, Duration latest) {
  return {ours, earliest, latest};
}

BOOST_AUTO_TEST_CASE(every_clock_is_its_own) {
  BOOST_TEST(!(new_clock_domain() == new_clock_domain()));
  BOOST_TEST(!(new_clock_domain() == monotonic_domain()));
  BOOST_TEST((monotonic_domain() == monotonic_domain()));
  BOOST_TEST(!(ours == monotonic_domain()));
  BOOST_TEST(!(monotonic_domain() == ClockDomain{}), "an instant that nobody has set");
}

BOOST_AUTO_TEST_CASE(a_latency_is_as_wide_as_both_its_ends) {
  const Latency latency =
      between(from_to(milliseconds(1), milliseconds(2)), from_to(milliseconds(10), milliseconds(13)));
  BOOST_TEST((latency == Latency{milliseconds(8), milliseconds(12)}));
}

BOOST_AUTO_TEST_CASE(a_latency_of_overlapping_instants_is_not_below_zero) {
  const Latency latency =
      between(from_to(milliseconds(1), milliseconds(5)), from_to(milliseconds(2), milliseconds(6)));
  BOOST_TEST((latency == Latency{Duration::zero(), milliseconds(5)}));
  const Latency touching =
      between(from_to(milliseconds(5), milliseconds(6)), from_to(milliseconds(3), milliseconds(5)));
  BOOST_TEST((touching == Latency{Duration::zero(), Duration::zero()}));
}

BOOST_AUTO_TEST_CASE(a_latency_of_what_came_before_is_below_zero) {
  const Latency latency =
      between(from_to(milliseconds(5), milliseconds(6)), from_to(milliseconds(3), milliseconds(4)));
  BOOST_TEST((latency == Latency{-milliseconds(3), -milliseconds(1)}));
}

BOOST_AUTO_TEST_CASE(order_is_sure_possible_or_neither) {
  const Instant early = from_to(milliseconds(1), milliseconds(3));
  const Instant middle = from_to(milliseconds(2), milliseconds(4));
  const Instant late = from_to(milliseconds(5), milliseconds(6));
  BOOST_TEST(surely_before(early, late));
  BOOST_TEST(!surely_before(early, middle));
  BOOST_TEST(possibly_before(early, middle));
  BOOST_TEST(possibly_before(middle, early));
  BOOST_TEST(!possibly_before(late, early));
  BOOST_TEST(!surely_before(early, early));
}

BOOST_AUTO_TEST_CASE(an_instant_that_ends_where_the_next_begins_is_not_before_it_for_sure) {
  const Instant early = from_to(milliseconds(1), milliseconds(3));
  const Instant next = from_to(milliseconds(3), milliseconds(4));
  BOOST_TEST(!surely_before(early, next));
  BOOST_TEST(possibly_before(early, next));
  BOOST_TEST(!possibly_before(next, early));
}

BOOST_AUTO_TEST_CASE(clocks_never_mix) {
  const Instant here = from_to(milliseconds(1), milliseconds(1));
  const Instant elsewhere = Instant::exactly(new_clock_domain(), milliseconds(1));
  BOOST_CHECK_THROW(between(here, elsewhere), RigError);
  BOOST_CHECK_THROW(surely_before(here, elsewhere), RigError);
  BOOST_CHECK_THROW(possibly_before(elsewhere, here), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(waiting)

/// A link that gives prepared events, each at its time.
class Prepared final : public Link {
 public:
  Prepared(ClockDomain clock, std::deque<Event> events) : events_(std::move(events)) { info_.clock = clock; }

  const LinkInfo& info() const override { return info_; }
  Sent send(ByteView, Instant not_before) override { return {not_before, not_before}; }
  Outcome reset() override {
    drop_put_back();
    return {};
  }

 protected:
  Event do_receive(Instant until) override {
    if (events_.empty() || surely_before(until, instant_of(events_.front()))) return TimedOut{until};
    Event event = events_.front();
    if (!std::holds_alternative<HungUp>(event)) events_.pop_front();
    return event;
  }

 private:
  LinkInfo info_;
  std::deque<Event> events_;
};

Instant at(Duration moment) {
  return Instant::exactly(ours, moment);
}

Byte byte_at(std::uint8_t value, Duration moment) {
  return {value, at(moment), at(moment)};
}

BOOST_AUTO_TEST_CASE(gives_the_earliest_event_of_any_link) {
  Prepared a(ours, {byte_at('3', microseconds(1500)), byte_at('4', milliseconds(9))});
  Prepared b(ours, {byte_at('1', microseconds(1200)), byte_at('2', microseconds(1300))});
  Prepared c(ours, {LineError{LineError::Kind::line_break, 0, at(milliseconds(8))}});
  const std::array<Link*, 3> links = {&a, &b, &c};
  std::vector<std::size_t> order;
  for (Instant from = at({});;) {
    const LinkEvent next = wait_any(links, from, at(seconds(1)));
    if (std::holds_alternative<TimedOut>(next.event)) break;
    from = instant_of(next.event);
    order.push_back(next.link);
  }
  BOOST_TEST((order == std::vector<std::size_t>{1, 1, 0, 2, 0}));
}

BOOST_AUTO_TEST_CASE(a_hang_up_is_an_event_of_its_link) {
  Prepared quiet(ours, {});
  Prepared gone(ours, {HungUp{"gone", at(milliseconds(3))}});
  const std::array<Link*, 2> links = {&quiet, &gone};
  const LinkEvent next = wait_any(links, at({}), at(seconds(1)));
  BOOST_TEST(next.link == 1U);
  BOOST_TEST(std::get<HungUp>(next.event).how == "gone");
}

BOOST_AUTO_TEST_CASE(times_out_at_the_limit_and_not_between_two_slices) {
  Prepared link(ours, {byte_at('x', microseconds(2600))});
  const std::array<Link*, 1> links = {&link};
  const LinkEvent silence = wait_any(links, at({}), at(microseconds(2500)));
  BOOST_REQUIRE(std::holds_alternative<TimedOut>(silence.event));
  BOOST_TEST((std::get<TimedOut>(silence.event).until == at(microseconds(2500))));
  BOOST_TEST(std::holds_alternative<Byte>(wait_any(links, at({}), at(milliseconds(3))).event));
}

BOOST_AUTO_TEST_CASE(refuses_links_of_two_clocks_and_no_link_at_all) {
  Prepared here(ours, {});
  Prepared elsewhere(new_clock_domain(), {});
  const std::array<Link*, 2> links = {&here, &elsewhere};
  BOOST_CHECK_THROW(wait_any(links, at({}), at(seconds(1))), RigError);
  BOOST_CHECK_THROW(wait_any({}, at({}), at(seconds(1))), RigError);
}

BOOST_AUTO_TEST_CASE(an_event_that_was_put_back_comes_again_in_its_time) {
  Prepared link(ours, {byte_at('b', milliseconds(2))});
  link.put_back(byte_at('a', milliseconds(1)));
  BOOST_TEST(std::holds_alternative<TimedOut>(link.receive(at(microseconds(999)))));
  BOOST_TEST(std::get<Byte>(link.receive(at(seconds(1)))).value == 'a');
  BOOST_TEST(std::get<Byte>(link.receive(at(seconds(1)))).value == 'b');
}

BOOST_AUTO_TEST_CASE(only_one_event_can_be_put_back_and_a_reset_drops_it) {
  Prepared link(ours, {});
  link.put_back(byte_at('a', milliseconds(1)));
  BOOST_CHECK_THROW(link.put_back(byte_at('b', milliseconds(1))), RigError);
  link.reset();
  BOOST_TEST(std::holds_alternative<TimedOut>(link.receive(at(seconds(1)))));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_far_end)

using waiting::Prepared;

/// Programs that nobody asks.
class Unasked final : public FileExchange {
 public:
  const LinkInfo& info() const override { return info_; }
  FileOutcome exchange(const FileRequest&, const WholeAnswer&, Duration) override { return {}; }
  Outcome reset() override { return {true, Instant::exactly(ours, Duration(7)), {}}; }

 private:
  LinkInfo info_;
};

BOOST_AUTO_TEST_CASE(is_spoken_to_in_bytes_or_over_files) {
  Prepared link(ours, {});
  FarEnd& in_bytes = link;
  BOOST_TEST(in_bytes.bytes() == &link);
  BOOST_TEST((in_bytes.files() == nullptr));
  Unasked exchange;
  FarEnd& over_files = exchange;
  BOOST_TEST((over_files.files() == &exchange));
  BOOST_TEST((over_files.bytes() == nullptr));
}

BOOST_AUTO_TEST_CASE(is_given_away_as_what_it_is_and_as_nothing_else) {
  auto link = std::make_unique<Prepared>(ours, std::deque<Event>{});
  const Link* const same_link = link.get();
  BOOST_TEST(link_of(std::move(link)).get() == same_link);
  BOOST_CHECK_THROW(link_of(std::make_unique<Unasked>()), RigError);
  auto exchange = std::make_unique<Unasked>();
  const FileExchange* const same_exchange = exchange.get();
  BOOST_TEST((exchange_of(std::move(exchange)).get() == same_exchange));
  BOOST_CHECK_THROW(exchange_of(std::make_unique<Prepared>(ours, std::deque<Event>{})), RigError);
}

BOOST_AUTO_TEST_CASE(that_has_nothing_else_to_do_begins_a_case_with_a_reset) {
  Unasked exchange;
  BOOST_TEST(exchange.resume().done);
  BOOST_TEST((exchange.resume().ready == Instant::exactly(ours, Duration(7))));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig

/// The measurement of a transmitter, held against transmitters whose every bit is known.

#include "rig/measure/uart_timing.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <ostream>
#include <string_view>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"

namespace rig {

namespace {

namespace data = boost::unit_test::data;

constexpr std::uint32_t baud = 115200;
constexpr double nominal_bit = 1e9 / baud;

/// A transmitter and the clock by which its edges are seen.
struct Sender {
  double deviation = 0;  // of its bit rate, in percent
  double stop_bits = 1;
  double gap_ns = 0;  // beyond the stop bit
  double clock_hz = 50e6;

  double bit() const { return nominal_bit / (1 + deviation / 100); }
};

std::ostream& operator<<(std::ostream& out, const Sender& sender) {
  return out << sender.deviation << " %, " << sender.stop_bits << " stop bits, gap " << sender.gap_ns
             << " ns, " << sender.clock_hz << " Hz";
}

class Line {
 public:
  explicit Line(Sender sender, double begin = 1234.5) : sender_(sender), now_(begin) {}

  Line& say(std::string_view text) {
    for (const char letter : text) say_byte(static_cast<std::uint8_t>(letter));
    return *this;
  }
  Line& pulse(double low_ns, double high_ns) {
    edge(false, now_);
    edge(true, now_ + low_ns);
    now_ += low_ns + high_ns;
    return *this;
  }
  const std::vector<LineEdge>& edges() const { return edges_; }

 private:
  void say_byte(std::uint8_t value) {
    const unsigned levels = 0x200U | static_cast<unsigned>(value) << 1;
    for (int bit = 0; bit < 10; ++bit) edge((levels >> bit & 1) != 0, now_ + bit * sender_.bit());
    now_ += (9 + sender_.stop_bits) * sender_.bit() + sender_.gap_ns;
  }

  void edge(bool level, double at) {
    if (level == level_) return;
    level_ = level;
    const double period = 1e9 / sender_.clock_hz;
    const double cycle = std::floor(at / period);
    edges_.push_back({{ClockDomain{7}, Duration(std::llround(std::floor(cycle * period))),
                       Duration(std::llround(std::ceil((cycle + 1) * period)))},
                      level});
  }

  Sender sender_;
  double now_;
  bool level_ = true;
  std::vector<LineEdge> edges_;
};

using Replies = std::vector<std::vector<LineEdge>>;

bool holds(const std::optional<Range>& range, double truth) {
  return range && range->low <= truth && truth <= range->high;
}

const std::vector<Sender> senders = [] {
  std::vector<Sender> all;
  for (const double hz : {50e6, 5e6, 12e6, 2e6}) {
    for (const double percent : {0.0, 0.01, -0.35, 1.0, -1.0, 2.0, -2.0, 2.6, 3.0, -3.0, 4.0, 5.0, -5.0}) {
      for (const double stop : {1.0, 1.5, 2.0}) all.push_back({percent, stop, 0, hz});
    }
  }
  return all;
}();

}  // namespace

BOOST_AUTO_TEST_SUITE(uart_timing)

BOOST_DATA_TEST_CASE(holds_the_truth_whatever_the_rate_the_stop_bits_and_the_clock, data::make(senders),
                     sender) {
  Replies replies;
  double begin = 10'000.0;
  for (const std::string_view text : {"1RD", "53e0", "a8u7", "0000", "44do"}) {
    replies.push_back(Line(sender, begin).say(text).edges());
    begin += 1'234'567.8;
  }
  const UartTiming timing = measure_uart(replies, baud);
  BOOST_TEST(timing.frames == 19U);
  BOOST_TEST(timing.junk == 0U);
  BOOST_TEST(holds(timing.bit_period, sender.bit()));
  BOOST_TEST(holds(timing.rate_deviation, sender.deviation));
  BOOST_TEST(holds(timing.shortest_stop, sender.stop_bits));
  const double widest = 2 * 1e9 / sender.clock_hz / 9;  // one frame: an interval at each end of nine bits
  BOOST_TEST(timing.bit_period->high - timing.bit_period->low <= widest + 1);
}

/// A transmitter at a multiple of the nominal rate, and what it says.
struct Strange {
  double times = 1;
  double stop_bits = 1;
  double gap_ns = 0;
  std::string_view text;
};

std::ostream& operator<<(std::ostream& out, const Strange& one) {
  return out << one.times << " times the rate, " << one.stop_bits << " stop bits, gap " << one.gap_ns
             << " ns, \"" << one.text << '"';
}

const std::vector<Strange> strangers = [] {
  std::vector<Strange> all;
  for (const double times : {0.25, 1.0 / 3, 0.5, 2.0, 3.0, 4.0, 0.94, 1.06, 1.0, 1.0 / 12, 12.0}) {
    for (const double stop : {1.0, 1.5}) {
      for (const double gap : {0.0, 7'000.0}) {
        for (const std::string_view text :
             {"1RD", "53e0", "U", "UUUU", "0", "0000", "A1B\\\n", "\x0e\x38\xe0"})
          all.push_back({times, stop, gap, text});
      }
    }
  }
  for (const double times : {2.0 / 3, 0.8, 1.7}) all.push_back({times, 1, 0, "1RD"});
  return all;
}();

BOOST_DATA_TEST_CASE(holds_the_truth_at_another_rate_altogether, data::make(strangers), one) {
  for (const double hz : {50e6, 12e6}) {
    Sender sender;
    sender.deviation = 100 * (one.times - 1);
    sender.stop_bits = one.stop_bits;
    sender.gap_ns = one.gap_ns;
    sender.clock_hz = hz;
    const UartTiming timing = measure_uart(Replies{Line(sender).say(one.text).edges()}, baud);
    BOOST_TEST(timing.frames == one.text.size());
    BOOST_TEST(timing.junk == 0U);
    BOOST_TEST(holds(timing.bit_period, sender.bit()));
    BOOST_TEST(holds(timing.rate_deviation, sender.deviation));
    BOOST_TEST(timing.bit_period->high - timing.bit_period->low <= 0.05 * sender.bit() + 2e9 / hz);
  }
}

// Bytes whose edges could be those of other bytes at another rate: the nominal one is the likeliest.
BOOST_AUTO_TEST_CASE(takes_a_line_with_few_edges_to_be_at_its_nominal_rate) {
  for (const double percent : {0.0, 1.0, -1.0, 2.0, -2.0}) {
    for (const std::string_view text :
         {std::string_view("\xff"), std::string_view("\xfe\xfe\xfe"), std::string_view("\0", 1),
          std::string_view("\xf0"), std::string_view("\x80\xf8"), std::string_view("\x86")}) {
      Sender sender;
      sender.deviation = percent;
      sender.gap_ns = 3'000;
      const UartTiming timing = measure_uart(Replies{Line(sender).say(text).edges()}, baud);
      BOOST_TEST(holds(timing.rate_deviation, percent), text << " at " << percent << " %");
      BOOST_TEST(!foreign_rate(timing).has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(names_the_usual_rate_that_a_line_seems_to_have) {
  const auto seems = [](double times, std::string_view text) {
    Sender sender;
    sender.deviation = 100 * (times - 1);
    return foreign_rate(measure_uart(Replies{Line(sender).say(text).edges()}, baud)).value_or("nominal");
  };
  BOOST_TEST(seems(1.0 / 12, "1RD") == "9600");
  BOOST_TEST(seems(0.5 * 1.01, "1RD") == "57600");
  BOOST_TEST(seems(2, "1RD") == "230400");
  BOOST_TEST(seems(1.9, "1RD").starts_with("about 2188"));
  BOOST_TEST(seems(1.03, "1RD") == "nominal");
  Line noise({});
  for (int i = 0; i < 20; ++i) noise.pulse(1'000 + 137 * i * i, 2'000 + 311 * i);
  BOOST_TEST(!foreign_rate(measure_uart(Replies{noise.edges()}, baud)).has_value());
  BOOST_TEST(!foreign_rate(measure_uart(Replies{}, baud)).has_value());
}

BOOST_AUTO_TEST_CASE(knows_every_usual_rate_and_when_a_line_tells_too_little) {
  UartTiming timing;
  timing.frames = 8;
  timing.junk = 1;
  timing.rate_deviation = Range{50, 50};
  for (const int rate : {300, 600, 1200, 2400, 4800, 9600, 14400, 19200, 28800, 38400, 57600, 76800, 115200,
                         230400, 460800, 921600, 1000000}) {
    timing.bit_period = Range{1e9 / rate, 1e9 / rate};
    BOOST_TEST(foreign_rate(timing).value_or("") == std::to_string(rate));
  }
  timing.rate_deviation = Range{12, 12};
  BOOST_TEST(!foreign_rate(timing).has_value());  // as near to nominal as it may be
  timing.rate_deviation = Range{12.01, 12.01};
  BOOST_TEST(foreign_rate(timing).has_value());
  timing.rate_deviation = Range{50, 50};
  timing.frames = 7;
  BOOST_TEST(!foreign_rate(timing).has_value());
}

BOOST_AUTO_TEST_CASE(finds_the_shortest_stop_bit_and_gap_wherever_they_are) {
  Sender slow;
  slow.gap_ns = 30'000;
  Sender quick;
  quick.gap_ns = 3'000;
  for (const auto& [first, second] : {std::pair(slow, quick), std::pair(quick, slow)}) {
    const UartTiming timing =
        measure_uart(Replies{Line(first).say("1RD").edges(), Line(second).say("1RD").edges()}, baud);
    BOOST_TEST((timing.shortest_gap && timing.shortest_gap->longest < std::chrono::microseconds(4)));
    BOOST_TEST((timing.longest_gap && timing.longest_gap->longest > std::chrono::microseconds(29)));
    BOOST_TEST((timing.shortest_stop && timing.shortest_stop->low < 1.5));
  }
}

// A transmitter inside the clocked design: each edge falls on the first clock after its moment.
BOOST_AUTO_TEST_CASE(holds_the_truth_for_fractional_and_whole_dividers) {
  for (const double clocks_per_bit : {434.0, 433.0, 435.0, 434.0277777, 43.0, 43.4027777, 10.5, 8.68055}) {
    const double period = 20.0;
    const double rate = 1e9 / (clocks_per_bit * period);
    std::vector<LineEdge> edges;
    double begin = 77;
    for (const std::uint8_t value : to_bytes("1RD")) {
      bool level = true;
      for (int bit = 0; bit < 10; ++bit) {
        const bool next = ((0x200U | static_cast<unsigned>(value) << 1) >> bit & 1) != 0;
        if (next == level) continue;
        level = next;
        const double cycle = std::ceil(begin + bit * clocks_per_bit);
        edges.push_back({{ClockDomain{7}, Duration(std::llround(cycle * period)),
                          Duration(std::llround((cycle + 1) * period))},
                         level});
      }
      begin += std::ceil(10 * clocks_per_bit);
    }
    const UartTiming timing = measure_uart(Replies{edges}, static_cast<std::uint32_t>(std::lround(rate)));
    BOOST_TEST(holds(timing.bit_period, clocks_per_bit * period), clocks_per_bit << " clocks a bit");
  }
}

BOOST_AUTO_TEST_CASE(tells_the_gaps_between_the_bytes_of_one_reply_and_not_between_replies) {
  const Sender dense;
  Sender spaced;
  spaced.gap_ns = 2'000'000;
  const UartTiming timing =
      measure_uart(Replies{Line(dense).say("1RD").edges(), Line(spaced, 9e8).say("53e0").edges()}, baud);
  BOOST_TEST((timing.shortest_gap->shortest == Duration::zero()));
  BOOST_TEST((timing.shortest_gap->longest < std::chrono::nanoseconds(100)));
  BOOST_TEST((timing.longest_gap->shortest <= std::chrono::milliseconds(2)));
  BOOST_TEST((timing.longest_gap->shortest > std::chrono::microseconds(1999)));
  BOOST_TEST((timing.longest_gap->longest >= std::chrono::milliseconds(2)));
  BOOST_TEST((timing.longest_gap->longest < std::chrono::microseconds(2001)));
}

BOOST_AUTO_TEST_CASE(finds_a_stop_bit_that_is_cut_short) {
  Sender hasty;
  hasty.stop_bits = 0.7;
  const UartTiming timing = measure_uart(Replies{Line(hasty).say("53e0").edges()}, baud);
  BOOST_TEST(timing.frames == 4U);
  BOOST_TEST(holds(timing.shortest_stop, 0.7));
  BOOST_TEST(timing.shortest_stop->high < 0.75);
}

BOOST_AUTO_TEST_CASE(has_a_gap_and_a_stop_bit_where_a_reply_is_of_two_bytes) {
  const UartTiming timing = measure_uart(Replies{Line({}).say("42").edges()}, baud);
  BOOST_TEST(holds(timing.shortest_stop, 1));
  BOOST_TEST(timing.longest_gap.has_value());
}

BOOST_AUTO_TEST_CASE(has_no_gap_and_no_stop_bit_where_each_reply_is_one_byte) {
  const UartTiming timing =
      measure_uart(Replies{Line({}).say("0").edges(), Line({}, 1e6).say("1").edges()}, baud);
  BOOST_TEST(timing.frames == 2U);
  BOOST_TEST(timing.bit_period.has_value());
  BOOST_TEST(!timing.shortest_stop.has_value());
  BOOST_TEST(!timing.longest_gap.has_value());
}

BOOST_AUTO_TEST_CASE(knows_nothing_of_a_silent_line) {
  for (const Replies& replies : {Replies{}, Replies{{}}}) {
    const UartTiming timing = measure_uart(replies, baud);
    BOOST_TEST(timing.frames == 0U);
    BOOST_TEST(!timing.bit_period.has_value());
    BOOST_TEST(!timing.rate_deviation.has_value());
  }
}

BOOST_AUTO_TEST_CASE(leaves_glitches_and_breaks_out) {
  Line line({});
  line.pulse(900, 30'000).say("53e0").pulse(300'000, 50'000).say("1RD").pulse(2'000, 90'000);
  const UartTiming timing = measure_uart(Replies{line.edges()}, baud);
  BOOST_TEST(timing.frames == 7U);
  BOOST_TEST(timing.junk == 3U);
  BOOST_TEST(holds(timing.bit_period, nominal_bit));
}

BOOST_AUTO_TEST_CASE(leaves_out_what_is_low_where_its_stop_bit_should_be) {
  Line line({});
  line.say("53e0").pulse(3 * nominal_bit, 2 * nominal_bit).pulse(15 * nominal_bit, 50'000).say("1RD");
  const UartTiming timing = measure_uart(Replies{line.edges()}, baud);
  BOOST_TEST(timing.frames == 7U);
  BOOST_TEST(timing.junk == 2U);
}

// What is short tells less of a bit than what is long, and what it tells otherwise is its own edges'.
BOOST_AUTO_TEST_CASE(is_of_the_longest_frames_alone) {
  Line line({});
  line.say("53e0").pulse(1.1 * nominal_bit, 100'000);
  const UartTiming timing = measure_uart(Replies{line.edges()}, baud);
  BOOST_TEST(timing.frames == 5U);
  BOOST_TEST(holds(timing.bit_period, nominal_bit));
  BOOST_TEST(timing.bit_period->high < 1.01 * nominal_bit);
}

BOOST_AUTO_TEST_CASE(is_one_number_where_two_frames_have_but_that_in_common) {
  const auto frame = [](std::int64_t begin, std::int64_t shortest, std::int64_t longest) {
    const auto at = [](std::int64_t earliest, std::int64_t latest) {
      return Instant{ClockDomain{7}, Duration(earliest), Duration(latest)};
    };
    return std::vector<LineEdge>{{at(begin, begin), false}, {at(begin + shortest, begin + longest), true}};
  };
  const UartTiming timing = measure_uart(Replies{frame(0, 891, 900), frame(5000, 900, 909)}, 10'000'000);
  BOOST_TEST_REQUIRE(timing.bit_period.has_value());
  BOOST_TEST(timing.bit_period->low == 100);
  BOOST_TEST(timing.bit_period->high == 100);
}

BOOST_AUTO_TEST_CASE(reaches_from_the_fastest_to_the_slowest_frame_of_one_that_wavers) {
  Sender fast;
  fast.deviation = 2;
  Sender slow;
  slow.deviation = -2;
  const UartTiming timing =
      measure_uart(Replies{Line(fast).say("53e0").edges(), Line(slow, 1e6).say("53e0").edges()}, baud);
  BOOST_TEST(holds(timing.rate_deviation, 2));
  BOOST_TEST(holds(timing.rate_deviation, -2));
}

BOOST_AUTO_TEST_CASE(survives_any_edges) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    std::vector<LineEdge> edges;
    std::int64_t at = 0;
    bool level = random.below(2) == 0;
    for (std::uint64_t i = random.below(60); i > 0; --i) {
      at += static_cast<std::int64_t>(random.below(40'000));
      edges.push_back({Instant::exactly(ClockDomain{7}, Duration(at)), level});
      if (random.below(20) != 0) level = !level;
    }
    const UartTiming timing = measure_uart(Replies{edges}, baud);
    BOOST_TEST((!timing.bit_period || timing.bit_period->low <= timing.bit_period->high));
  }
}

BOOST_AUTO_TEST_CASE(is_judged_for_certain_or_not_at_all) {
  BOOST_TEST((judge_deviation({-5, 5}, 5) == Verdict::pass));
  BOOST_TEST((judge_deviation({-6, -5}, 5) == Verdict::inconclusive));
  BOOST_TEST((judge_deviation({5, 6}, 5) == Verdict::inconclusive));
  BOOST_TEST((judge_deviation({-6, -5.01}, 5) == Verdict::fail));
  BOOST_TEST((judge_deviation({5.01, 6}, 5) == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(refuses_no_rate_and_two_clocks) {
  BOOST_CHECK_THROW(measure_uart({}, 0), RigError);
  std::vector<LineEdge> edges = Line({}).say("0").edges();
  edges.back().at.clock = ClockDomain{8};
  BOOST_CHECK_THROW(measure_uart(Replies{edges}, baud), RigError);
}

struct Judged {
  Range deviation;
  Verdict verdict;
};
std::ostream& operator<<(std::ostream& out, const Judged& one) {
  return out << one.deviation.low << " to " << one.deviation.high << " %";
}
const std::vector<Judged> judged = {
    {{-0.1, 0.1}, Verdict::pass},  {{2.4, 2.5}, Verdict::pass},
    {{-2.5, -2.4}, Verdict::pass}, {{2.4, 2.6}, Verdict::inconclusive},
    {{2.51, 2.6}, Verdict::fail},  {{-2.6, -2.4}, Verdict::inconclusive},
    {{-9.0, -2.6}, Verdict::fail}, {{-3, 3}, Verdict::inconclusive},
};
BOOST_DATA_TEST_CASE(is_judged_only_where_the_range_allows_it, data::make(judged), one) {
  BOOST_TEST(to_string(judge_deviation(one.deviation, 2.5)) == to_string(one.verdict));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig

#include "rig/measure/uart_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "rig/base/errors.hpp"

namespace rig {

namespace {

constexpr int bits_before_stop = 9;        // start and data: no edge of a byte comes later
constexpr double middle_of_stop = 9.5;     // in bits after the start edge
constexpr double off_the_boundary = 0.25;  // of a bit: an edge so far from every bit boundary is of no byte
constexpr double step_of_rate = 0.005;
constexpr double near_nominal = 0.12;  // a rate that is meant to be the nominal one
constexpr double farthest_ratio = 64;  // between nominal and a rate that is looked for
constexpr int runs_that_convince = 4;  // of one byte: no coincidence lets so many fit two rates
constexpr double steadiness = 0.02;    // of a bit: how far a clock that is steady strays within a byte

using Reply = std::vector<LineEdge>;

double middle_of(const Instant& at) {
  return static_cast<double>(at.earliest.count() + at.latest.count()) / 2;
}

double width_of(const Instant& at) {
  return static_cast<double>((at.latest - at.earliest).count());
}

/// A byte found among the edges.
struct Frame {
  const LineEdge* start = nullptr;
  const LineEdge* last = nullptr;  ///< its last edge
  int lever = 0;                   ///< bits between the two
  int runs = 0;                    ///< stretches of one level between the two
};

/// The frames of one reply, as read with this bit period.
struct Reading {
  std::vector<Frame> frames;
  std::size_t junk = 0;
  std::size_t explained = 0;  // edges that belong to a frame
  std::size_t steady = 0;     // of these: of frames whose edges agree with each other about the period
  int most_runs = 0;          // of a steady frame
  double misfit = 0;          // squared distances of the edges from their bit boundaries, in bits
};

class Reader {
 public:
  Reader(const Reply& reply, double period) : reply_(reply), period_(period) {}

  Reading read() {
    for (std::size_t at = 0; at < reply_.size();) {
      if (reply_[at].level) {
        ++at;  // the end of something that was no byte
        continue;
      }
      const std::size_t next = past_frame(at);
      if (next == at) ++reading_.junk;
      at = std::max(next, at + 1);
    }
    return std::move(reading_);
  }

 private:
  /// The first edge after the frame that begins at `start`; `start` itself when none does.
  std::size_t past_frame(std::size_t start) {
    Frame frame{&reply_[start], nullptr, 0, 0};
    double misfit = 0;
    std::size_t at = start + 1;
    for (; at < reply_.size(); ++at) {
      const double bits = bits_between(*frame.start, reply_[at], period_);
      if (bits > middle_of_stop) break;
      const int boundary = static_cast<int>(std::lround(bits));
      const double off = bits - boundary;
      if (std::abs(off) > off_the_boundary || boundary <= frame.lever || boundary > bits_before_stop)
        return start;
      frame.last = &reply_[at];
      frame.lever = boundary;
      ++frame.runs;
      misfit += off * off;
    }
    if (frame.last == nullptr || !frame.last->level) return start;  // low where the stop bit should be
    reading_.frames.push_back(frame);
    reading_.misfit += misfit;
    reading_.explained += at - start;
    if (is_steady(frame, start, at)) {
      reading_.steady += at - start;
      reading_.most_runs = std::max(reading_.most_runs, frame.runs);
    }
    return at;
  }

  static double bits_between(const LineEdge& from, const LineEdge& to, double period) {
    return (middle_of(to.at) - middle_of(from.at)) / period;
  }

  /// Whether its edges lie where its own period, from its first edge to its last, would have them, as far as
  /// they are known. A transmitter inside a clocked design moves an edge by up to a clock, which is about as
  /// much as an instant of its link is wide.
  bool is_steady(const Frame& frame, std::size_t begin, std::size_t end) const {
    const double own = (middle_of(frame.last->at) - middle_of(frame.start->at)) / frame.lever;
    for (std::size_t i = begin + 1; i < end; ++i) {
      const double bits = bits_between(*frame.start, reply_[i], own);
      const double unknown = width_of(frame.start->at) + width_of(reply_[i].at);
      if (std::abs(bits - std::round(bits)) > steadiness + unknown / own) return false;
    }
    return true;
  }

  const Reply& reply_;
  double period_;
  Reading reading_;
};

/// All replies read with one bit period.
struct Attempt {
  double period = 0;
  std::vector<Reading> replies;
  std::size_t frames = 0;
  std::size_t junk = 0;
  std::size_t explained = 0;
  std::size_t steady = 0;
  std::size_t bits = 0;  // in all frames, to their last edges
  int most_runs = 0;
  double misfit = 0;
};

Attempt read_all(std::span<const Reply> replies, double period) {
  Attempt attempt;
  attempt.period = period;
  for (const Reply& reply : replies) {
    attempt.replies.push_back(Reader(reply, period).read());
    const Reading& reading = attempt.replies.back();
    attempt.frames += reading.frames.size();
    attempt.junk += reading.junk;
    attempt.explained += reading.explained;
    attempt.steady += reading.steady;
    for (const Frame& frame : reading.frames) attempt.bits += static_cast<std::size_t>(frame.lever);
    attempt.most_runs = std::max(attempt.most_runs, reading.most_runs);
    attempt.misfit += reading.misfit;
  }
  return attempt;
}

/// The bit periods at which the edges are read: nominal first, then ever farther from it.
std::vector<double> periods_around(double nominal) {
  std::vector<double> periods = {nominal};
  const int steps = static_cast<int>(std::lround(std::log(farthest_ratio) / std::log1p(step_of_rate)));
  for (int step = 1; step <= steps; ++step) {
    const double ratio = std::pow(1 + step_of_rate, step);
    periods.push_back(nominal * ratio);
    periods.push_back(nominal / ratio);
  }
  return periods;
}

bool explains_more(const Attempt& a, const Attempt& b) {
  return a.explained != b.explained ? a.explained > b.explained : a.steady > b.steady;
}

/// Of two readings that explain the same edges: the one to believe. Edges that fit several rates were made by
/// the slowest of them, whose shortest run is one bit; unless the line is at its nominal rate and has too few
/// edges to tell otherwise.
class Believed {
 public:
  explicit Believed(double nominal) : nominal_(nominal) {}

  bool operator()(const Attempt& a, const Attempt& b) const {
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (a.bits == b.bits) return a.misfit < b.misfit;  // neighbours, which see the same bytes
    return rank(a) == Rank::nominal ? distance(a) < distance(b) : a.period > b.period;
  }

 private:
  enum class Rank { other, nominal, slower };

  Rank rank(const Attempt& attempt) const {
    if (distance(attempt) <= near_nominal + step_of_rate / 2) return Rank::nominal;
    const bool convinces = attempt.steady == attempt.explained && attempt.most_runs >= runs_that_convince;
    return attempt.period > nominal_ && convinces ? Rank::slower : Rank::other;
  }
  double distance(const Attempt& attempt) const { return std::abs(nominal_ / attempt.period - 1); }

  double nominal_;
};

/// The rate at which the edges make most sense.
Attempt best_attempt(std::span<const Reply> replies, double nominal) {
  const Believed believed(nominal);
  Attempt best = read_all(replies, nominal);
  for (const double period : periods_around(nominal)) {
    Attempt attempt = read_all(replies, period);
    const bool better =
        explains_more(attempt, best) || (!explains_more(best, attempt) && believed(attempt, best));
    if (better) best = std::move(attempt);
  }
  return best;
}

Range period_of(const Frame& frame) {
  const Latency length = between(frame.start->at, frame.last->at);
  return {static_cast<double>(length.shortest.count()) / frame.lever,
          static_cast<double>(length.longest.count()) / frame.lever};
}

/// Over the frames with a lever near the longest: short levers say little and would only widen a
/// contradiction.
std::optional<Range> pooled_period(const Attempt& attempt) {
  int longest = 0;
  for (const Reading& reading : attempt.replies) {
    for (const Frame& frame : reading.frames) longest = std::max(longest, frame.lever);
  }
  if (longest == 0) return std::nullopt;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Range common{-infinity, infinity};
  Range hull{infinity, -infinity};
  for (const Reading& reading : attempt.replies) {
    for (const Frame& frame : reading.frames) {
      if (frame.lever < longest) continue;
      const Range one = period_of(frame);
      common = {std::max(common.low, one.low), std::min(common.high, one.high)};
      hull = {std::min(hull.low, one.low), std::max(hull.high, one.high)};
    }
  }
  return common.low <= common.high ? common : hull;
}

Duration rounded_down(double nanoseconds) {
  return Duration(std::llround(std::floor(nanoseconds)));
}

Duration rounded_up(double nanoseconds) {
  return Duration(std::llround(std::ceil(nanoseconds)));
}

/// What lies between two bytes of one reply.
void add_pair(UartTiming& timing, const Frame& first, const Frame& second) {
  const Range bit = *timing.bit_period;
  const Latency apart = between(first.start->at, second.start->at);
  const auto shortest = static_cast<double>(apart.shortest.count());
  const auto longest = static_cast<double>(apart.longest.count());
  const Range stop{shortest / bit.high - bits_before_stop, longest / bit.low - bits_before_stop};
  const Latency gap{rounded_down(std::max(0.0, shortest - (bits_before_stop + 1) * bit.high)),
                    rounded_up(std::max(0.0, longest - (bits_before_stop + 1) * bit.low))};
  if (!timing.shortest_stop || stop.low < timing.shortest_stop->low) timing.shortest_stop = stop;
  if (!timing.shortest_gap || gap.longest < timing.shortest_gap->longest) timing.shortest_gap = gap;
  if (!timing.longest_gap || gap.longest > timing.longest_gap->longest) timing.longest_gap = gap;
}

}  // namespace

UartTiming measure_uart(std::span<const Reply> replies, std::uint32_t baud) {
  if (baud == 0) throw RigError("No bits fit a line of 0 baud.");
  const double nominal = 1e9 / baud;
  const Attempt best = best_attempt(replies, nominal);
  UartTiming timing;
  timing.frames = best.frames;
  timing.junk = best.junk;
  timing.bit_period = pooled_period(best);
  if (!timing.bit_period) return timing;
  timing.rate_deviation =
      Range{100 * (nominal / timing.bit_period->high - 1), 100 * (nominal / timing.bit_period->low - 1)};
  for (const Reading& reading : best.replies) {
    for (std::size_t i = 1; i < reading.frames.size(); ++i) {
      add_pair(timing, reading.frames[i - 1], reading.frames[i]);
    }
  }
  return timing;
}

std::optional<std::string> foreign_rate(const UartTiming& timing) {
  constexpr std::array<std::uint32_t, 17> usual = {300,    600,    1200,   2400,   4800,   9600,
                                                   14400,  19200,  28800,  38400,  57600,  76800,
                                                   115200, 230400, 460800, 921600, 1000000};
  constexpr double near_usual = 0.03;
  constexpr std::size_t frames_for_each_junk = 8;  // fewer, and the bytes are chance
  if (!timing.bit_period || timing.frames < frames_for_each_junk * timing.junk) return std::nullopt;
  if (std::abs(timing.rate_deviation->middle()) <= 100 * near_nominal) return std::nullopt;
  const double rate = 1e9 / timing.bit_period->middle();
  for (const std::uint32_t one : usual) {
    if (std::abs(rate / one - 1) <= near_usual) return std::to_string(one);
  }
  return fmt::format("about {:.0f}", rate);
}

Verdict judge_deviation(Range deviation, double limit) {
  if (-limit <= deviation.low && deviation.high <= limit) return Verdict::pass;
  if (deviation.high < -limit || deviation.low > limit) return Verdict::fail;
  return Verdict::inconclusive;
}

}  // namespace rig

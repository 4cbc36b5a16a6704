#include "rig/measure/uart_timing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rig/base/errors.hpp"

namespace rig {

namespace {

constexpr int bits_before_stop = 9;        // start and data: no edge of a byte comes later
constexpr double middle_of_stop = 9.5;     // in bits after the start edge
constexpr double off_the_boundary = 0.25;  // of a bit: an edge so far from every bit boundary is of no byte
constexpr double farthest_rate = 0.12;     // how far from nominal a rate is looked for
constexpr double step_of_rate = 0.005;

using Reply = std::vector<LineEdge>;

double middle_of(const Instant& at) {
  return static_cast<double>(at.earliest.count() + at.latest.count()) / 2;
}

/// A byte found among the edges.
struct Frame {
  const LineEdge* start = nullptr;
  const LineEdge* last = nullptr;  ///< its last edge
  int lever = 0;                   ///< bits between the two
};

/// The frames of one reply, as read with this bit period.
struct Reading {
  std::vector<Frame> frames;
  std::size_t junk = 0;
  double misfit = 0;  // squared distances of the edges from their bit boundaries, in bits
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
    Frame frame{&reply_[start], nullptr, 0};
    double misfit = 0;
    std::size_t at = start + 1;
    for (; at < reply_.size(); ++at) {
      const double bits = (middle_of(reply_[at].at) - middle_of(frame.start->at)) / period_;
      if (bits > middle_of_stop) break;
      const int boundary = static_cast<int>(std::lround(bits));
      const double off = bits - boundary;
      if (std::abs(off) > off_the_boundary || boundary <= frame.lever || boundary > bits_before_stop)
        return start;
      frame.last = &reply_[at];
      frame.lever = boundary;
      misfit += off * off;
    }
    if (frame.last == nullptr || !frame.last->level) return start;  // low where the stop bit should be
    reading_.frames.push_back(frame);
    reading_.misfit += misfit;
    return at;
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
  double misfit = 0;

  bool better_than(const Attempt& other) const {
    if (junk != other.junk) return junk < other.junk;
    if (frames != other.frames) return frames > other.frames;
    return misfit < other.misfit;
  }
};

Attempt read_all(std::span<const Reply> replies, double period) {
  Attempt attempt;
  attempt.period = period;
  for (const Reply& reply : replies) {
    attempt.replies.push_back(Reader(reply, period).read());
    attempt.frames += attempt.replies.back().frames.size();
    attempt.junk += attempt.replies.back().junk;
    attempt.misfit += attempt.replies.back().misfit;
  }
  return attempt;
}

/// The rate at which the edges make most sense.
Attempt best_attempt(std::span<const Reply> replies, double nominal) {
  Attempt best = read_all(replies, nominal);
  const int steps = static_cast<int>(std::lround(farthest_rate / step_of_rate));
  for (int step = -steps; step <= steps; ++step) {
    Attempt attempt = read_all(replies, nominal / (1 + step * step_of_rate));
    if (attempt.better_than(best)) best = std::move(attempt);
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

Verdict judge_deviation(Range deviation, double limit) {
  if (-limit <= deviation.low && deviation.high <= limit) return Verdict::pass;
  if (deviation.high < -limit || deviation.low > limit) return Verdict::fail;
  return Verdict::inconclusive;
}

}  // namespace rig

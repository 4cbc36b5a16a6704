#pragma once
/// What the edges of a serial line tell of its transmitter: how long its bits are, how long its stop bits,
/// how far apart its bytes. Pure: edges in, numbers out; 8N1, the line high at rest.
///
/// **Uncertainty.** An edge is known as an interval, and so is everything that follows from it: a number is a
/// range that holds the truth. A frame tells the bit period from its start edge to its last edge, its longest
/// lever. Nothing is averaged: the ranges of the frames are cut with each other, and where they contradict
/// each other (a transmitter that wavers) the result reaches from the shortest to the longest.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/link/events.hpp"
#include "rig/measure/verdict.hpp"

namespace rig {

/// A number that lies somewhere in [low, high].
struct Range {
  double low = 0;
  double high = 0;
  double middle() const { return (low + high) / 2; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The transmitter of a line. What could not be measured is empty: no frame, or no two in one reply.
struct UartTiming {
  std::size_t frames = 0;               ///< whole bytes understood, at whatever rate they came
  std::size_t junk = 0;                 ///< falling edges that begin no byte at that rate
  std::optional<Range> bit_period;      ///< nanoseconds
  std::optional<Range> rate_deviation;  ///< of the bit rate from nominal, in percent; above 0: too fast
  /// From the end of the last data bit to the next start bit of the same reply, in bits of the transmitter's
  /// own. The shortest one: at least 1.0, or the stop bit was cut off.
  std::optional<Range> shortest_stop;
  std::optional<Latency> shortest_gap;  ///< idle time between two bytes of one reply, beyond the stop bit
  std::optional<Latency> longest_gap;
};

/// Measures over the edges of several replies, each from its first start bit to its end; time between replies
/// is no gap. `baud` is the nominal rate; the line is read at every rate from a 64th of it to 64 times it,
/// and the rate at which most edges belong to bytes is taken. Edges that fit several rates are of the slowest
/// of them: its shortest stretch between two edges is one bit. Where the line has so few edges that this may
/// be chance, and they fit the nominal rate (12 % off, at most) too, it is that. Edges that make no byte are
/// counted and left out. Throws RigError for edges of two clocks, or a `baud` of 0.
UartTiming measure_uart(std::span<const std::vector<LineEdge>> replies, std::uint32_t baud);

/// The rate at which a line seems to send, for people: a usual one (9600, 115200 …) where it is near enough,
/// else as measured. Nothing: the edges make no bytes, or it is the nominal rate, as far as can be told.
std::optional<std::string> foreign_rate(const UartTiming& timing);

/// Guarded decision: pass when the deviation lies within ±`limit` (both in percent) whatever the truth, fail
/// when it lies outside whatever the truth, otherwise inconclusive.
Verdict judge_deviation(Range deviation, double limit);

}  // namespace rig

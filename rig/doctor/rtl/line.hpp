#pragma once
/// Levels of a serial line, clock by clock: writing bytes on it and reading them, in any way that a design
/// may have got wrong. Pure. Times are clock periods.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/link/rtl/recording.hpp"

namespace rig::doctor {

enum class Parity { none, even, odd };

/// How bytes are written on a line.
struct Speech {
  double bit = 0;          ///< clock periods per bit; above 1
  bool inverted = false;   ///< rests low
  bool msb_first = false;  ///< the most significant bit goes first
  Parity parity = Parity::none;
  int stop_bits = 1;
};

/// What a line did from a moment on.
struct Trace {
  bool first = true;          ///< its level before the first edge
  std::vector<TxEdge> edges;  ///< in order
};

/// What was read from a line.
struct Decoded {
  Bytes bytes;
  bool clean = true;  ///< each byte had its stop bit, and its parity
};

/// From a byte's start bit to the end of its last stop bit.
int bits_of_frame(const Speech& speech);
/// The edges of these bytes, the first at `begin`; the line rests before.
std::vector<TxEdge> encode(ByteView bytes, const Speech& speech, std::uint64_t begin);
/// Reads the line, sampling in the middle of each bit.
Decoded decode(const Trace& trace, const Speech& speech);
/// Between two edges. Nothing: fewer than two edges.
std::optional<double> shortest_pulse(const Trace& trace);
/// How long a bit lasts, averaged over all pulses away from rest. Nothing: fewer than two edges.
std::optional<double> bit_length(const Trace& trace);

/// The usual frequency of an oscillator (12, 25, 27, 50, 54, 100 MHz …) that is at most 2 % off this one.
std::optional<std::uint32_t> usual_clock(double hz);
/// The usual bit rate (1200 … 921600) that is at most 2 % off this one.
std::optional<std::uint32_t> usual_rate(double rate);
/// All of these, the likeliest first.
const std::vector<std::uint32_t>& usual_clocks();
const std::vector<std::uint32_t>& usual_rates();

/// `25 MHz`, `33.333 MHz`.
std::string readable_clock(std::uint32_t hz);

}  // namespace rig::doctor

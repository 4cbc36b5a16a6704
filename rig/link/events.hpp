#pragma once
/// What is sent over a link and what comes from it, as values: bytes with their times, errors of the line,
/// silence.

#include <cstdint>
#include <variant>

#include "rig/base/exchanged_files.hpp"
#include "rig/base/time.hpp"

namespace rig {

/// On a wire: the start bit, eight of data, the stop bit.
constexpr std::int64_t bits_per_byte = 10;

/// When a block of bytes went out: begin of the first start bit, end of the last stop bit.
struct Sent {
  Instant first_bit;
  Instant last_bit;
  friend bool operator==(const Sent&, const Sent&) = default;
};

/// Nothing came until `until` (and the link's hold-back after it).
struct TimedOut {
  Instant until;
  friend bool operator==(const TimedOut&, const TimedOut&) = default;
};

/// One byte from the DUT: begin of its start bit, end of its stop bit.
struct Byte {
  std::uint8_t value = 0;
  Instant first_bit;
  Instant last_bit;
  friend bool operator==(const Byte&, const Byte&) = default;
};

/// The line carried something that is no byte.
struct LineError {
  enum class Kind { framing, line_break } kind = Kind::framing;
  std::uint8_t value = 0;  ///< the data bits seen
  Instant at;
  friend bool operator==(const LineError&, const LineError&) = default;
};

using Event = std::variant<TimedOut, Byte, LineError, HungUp>;

/// A change of the line that the DUT drives: from here on it is high (the level of rest) or low.
struct LineEdge {
  Instant at;
  bool level = false;
  friend bool operator==(const LineEdge&, const LineEdge&) = default;
};

/// When an event happened (for a byte: the end of its stop bit).
const Instant& instant_of(const Event& event);

}  // namespace rig

#pragma once
/// Whether the rig's clock and the bit rate of a board on a wire kept step over a run.
///
/// A board sends the bytes of a reply back to back, by a clock of its own. How long that takes is measured
/// at each reply by the rig's clock, between two bounds; all replies together narrow them. When what holds
/// for the first half of a run cannot hold for the second, one of the two clocks has changed its rate. Pure.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "rig/base/time.hpp"
#include "rig/link/events.hpp"

namespace rig {

/// How long the bytes of one reply took, from the end of the first to the end of the last.
struct ReplySpan {
  std::size_t bytes = 0;
  Duration shortest{};
  Duration longest{};
  friend bool operator==(const ReplySpan&, const ReplySpan&) = default;
};

/// Of bytes that were received one after the other; nothing: there are less than two, or their clock is not
/// one. What the link supposes of bytes that it read together (that they came at the nominal rate) is not
/// believed: they came at any time before that read.
std::optional<ReplySpan> span_of(std::span<const Byte> bytes);

/// What the replies of a run say.
struct WireDrift {
  enum class Kind {
    unknown,  ///< too few replies, or bytes that mostly come together: no bound from below
    uneven,   ///< no single bit rate explains all replies of a half: the board pauses between bytes
    steady,   ///< one rate explains both halves
    drifted,  ///< it does not
  } kind = Kind::unknown;
  /// By how much the board's byte takes longer in the second half than in the first, between these two, as a
  /// share: 0.01 is one per cent. Where it is steady zero lies between them.
  double least = 0;
  double most = 0;
};

/// The spans in the order in which they were measured.
WireDrift drift_between_halves(std::span<const ReplySpan> spans);

/// What replies of several kinds say together, each kind compared with itself: a board may pause between the
/// bytes of one and not of another. The clocks have drifted when every kind that tells says so, and in one
/// direction.
WireDrift together(std::span<const WireDrift> kinds);

/// For the report: `no drift above 0.4 % (217 replies)`.
std::string text_of(const WireDrift& drift, std::size_t replies);

/// A drift that no oscillator of a board that works has: above it one of the clocks is broken.
inline constexpr double drift_of_a_broken_clock = 0.05;

}  // namespace rig

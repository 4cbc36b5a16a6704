#pragma once
/// Where bits begin, counted in clock periods and kept exactly.
///
/// 115200 baud at 50 MHz is 434 1/36 clocks a bit. A position is a whole number of clocks and a fraction of
/// one with a fixed denominator, so a million bits later nothing has drifted and nothing was rounded.

#include <compare>
#include <cstdint>

namespace rig {

/// A moment on a grid: `cycle + part / grid.parts()` clock periods after power-on; part < parts().
struct GridPosition {
  std::uint64_t cycle = 0;
  std::uint64_t part = 0;
  friend auto operator<=>(const GridPosition&,
                          const GridPosition&) = default;  // NOLINT(modernize-use-nullptr)
};

/// The bit boundaries of one line: a clock, a bit rate, and how far the sender is off.
class BitGrid {
 public:
  /// Both rates in Hz, at least 1; the offset in parts per million of the bit rate, above -1,000,000.
  /// Throws RigError otherwise.
  BitGrid(std::uint32_t clock_hz, std::uint32_t baud, std::int32_t offset_ppm = 0);

  /// `half_bits` half bits later. At most 1000 at once.
  GridPosition after(GridPosition from, std::uint32_t half_bits) const;

  /// Denominator of a position's fraction.
  std::uint64_t parts() const { return parts_; }

  /// The first clock edge not before `at`: what is driven at that moment is seen there.
  static std::uint64_t edge_at_or_after(GridPosition at) { return at.cycle + (at.part > 0 ? 1 : 0); }

 private:
  std::uint64_t whole_;  // of half a bit, in clocks
  std::uint64_t part_;
  std::uint64_t parts_;
};

}  // namespace rig

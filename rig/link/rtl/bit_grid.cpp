#include "rig/link/rtl/bit_grid.hpp"

#include <fmt/format.h>

#include <numeric>

#include "rig/base/errors.hpp"

namespace rig {

BitGrid::BitGrid(std::uint32_t clock_hz, std::uint32_t baud, std::int32_t offset_ppm) {
  constexpr std::int64_t million = 1'000'000;
  if (clock_hz == 0 || baud == 0 || offset_ppm <= -million || offset_ppm > million) {
    throw RigError(
        fmt::format("No bits fit {} Hz, {} baud and an offset of {} ppm.", clock_hz, baud, offset_ppm));
  }
  // Half a bit = clock / (2 * baud * (1 + offset)); at most 52 bits over, 54 bits under the line.
  const std::uint64_t above = clock_hz * static_cast<std::uint64_t>(million);
  const std::uint64_t below = 2ULL * baud * static_cast<std::uint64_t>(million + offset_ppm);
  const std::uint64_t common = std::gcd(above, below);
  parts_ = below / common;
  whole_ = above / common / parts_;
  part_ = above / common % parts_;
}

GridPosition BitGrid::after(GridPosition from, std::uint32_t half_bits) const {
  const std::uint64_t part = from.part + half_bits * part_;
  return {from.cycle + half_bits * whole_ + part / parts_, part % parts_};
}

}  // namespace rig

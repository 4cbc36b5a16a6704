#include "rig/base/readable.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rig {

std::string readable(std::chrono::nanoseconds time) {
  const double ns = static_cast<double>(time.count());
  const double size = std::fabs(ns);
  const auto scaled = [](double value, const char* unit) {
    const double magnitude = std::fabs(value);
    const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", value, decimals, unit);
  };
  if (size == 0) return "0 s";
  if (size < 1e3) return fmt::format("{:.0f} ns", ns);
  if (size < 999.5e3) return scaled(ns / 1e3, "us");
  if (size < 999.5e6) return scaled(ns / 1e6, "ms");
  return scaled(ns / 1e9, "s");
}

}  // namespace rig

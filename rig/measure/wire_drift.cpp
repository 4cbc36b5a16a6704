#include "rig/measure/wire_drift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rig {

namespace {

constexpr std::size_t fewest_replies = 8;  // in each half

/// Nanoseconds that a byte takes, between two bounds.
struct Rate {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();

  void narrow(const ReplySpan& span) {
    const auto steps = static_cast<double>(span.bytes - 1);
    least = std::max(least, static_cast<double>(span.shortest.count()) / steps);
    most = std::min(most, static_cast<double>(span.longest.count()) / steps);
  }
};

Rate rate_of(std::span<const ReplySpan> spans) {
  Rate rate;
  for (const ReplySpan& span : spans) rate.narrow(span);
  return rate;
}

double per_cent(double share) {
  constexpr double hundred = 100;
  return hundred * share;
}

}  // namespace

std::optional<ReplySpan> span_of(std::span<const Byte> bytes) {
  if (bytes.size() < 2 || bytes.front().last_bit.clock != bytes.back().last_bit.clock) return std::nullopt;
  const Instant& last = bytes.back().last_bit;
  Instant first = bytes.front().last_bit;
  for (const Byte& byte : bytes) {
    if (byte.last_bit.earliest == first.earliest) first.latest = std::max(first.latest, byte.last_bit.latest);
  }
  const bool came_together = first.earliest == last.earliest;
  const Duration shortest = came_together ? Duration::zero() : last.earliest - first.latest;
  return ReplySpan{bytes.size(), std::max(shortest, Duration::zero()), last.latest - first.earliest};
}

WireDrift drift_between_halves(std::span<const ReplySpan> spans) {
  const std::size_t half = spans.size() / 2;
  if (half < fewest_replies) return {};
  const Rate before = rate_of(spans.first(half));
  const Rate after = rate_of(spans.subspan(half));
  if (before.least > before.most || after.least > after.most) return {WireDrift::Kind::uneven};
  if (before.least <= 0 || after.least <= 0) return {};
  WireDrift drift{WireDrift::Kind::steady, after.least / before.most - 1, after.most / before.least - 1};
  if (drift.least > 0 || drift.most < 0) drift.kind = WireDrift::Kind::drifted;
  return drift;
}

WireDrift together(std::span<const WireDrift> kinds) {
  WireDrift drift;
  for (const WireDrift& one : kinds) {
    if (one.kind == WireDrift::Kind::unknown) continue;
    if (one.kind == WireDrift::Kind::uneven || drift.kind == WireDrift::Kind::uneven) {
      drift = {WireDrift::Kind::uneven};
    } else if (drift.kind == WireDrift::Kind::unknown) {
      drift = one;
    } else {
      drift = {WireDrift::Kind::drifted, std::max(drift.least, one.least), std::min(drift.most, one.most)};
      if (drift.least > drift.most) drift = {WireDrift::Kind::uneven};
    }
  }
  const bool may_be_none = drift.least <= 0 && drift.most >= 0;
  if (drift.kind == WireDrift::Kind::drifted && may_be_none) drift.kind = WireDrift::Kind::steady;
  return drift;
}

std::string text_of(const WireDrift& drift, std::size_t replies) {
  switch (drift.kind) {
    case WireDrift::Kind::unknown:
      return fmt::format("cannot be compared: bytes of a reply come together, or too few replies ({})",
                         replies);
    case WireDrift::Kind::uneven:
      return fmt::format(
          "cannot be compared: the board does not send the bytes of its replies evenly ({} replies)",
          replies);
    case WireDrift::Kind::steady:
      return fmt::format("no drift above {:.2g} % ({} replies)",
                         per_cent(std::max(std::abs(drift.least), std::abs(drift.most))), replies);
    case WireDrift::Kind::drifted: break;
  }
  return fmt::format(
      "a byte of the board took {:+.2g} % to {:+.2g} % longer in the second half of the run ({} replies)",
      per_cent(drift.least), per_cent(drift.most), replies);
}

}  // namespace rig

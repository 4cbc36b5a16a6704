#pragma once
/// Latencies in clock cycles. Simulated time is exact: the interval of an instant is one clock period wide,
/// and the number of periods between two instants is known.

#include <cstdint>
#include <optional>
#include <string>

#include "rig/report/record.hpp"

namespace rig::report {

/// The clock of a simulated design, in Hz. Nothing: the DUT was no such design.
std::optional<std::uint64_t> clock_of_design(const RunRecord& run);

/// Clock periods from the end of the request to the end of the reply; exact for clocks below 500 MHz.
std::int64_t cycles_in(Latency latency, std::uint64_t hz);

/// All replies to one kind of request, in clock cycles; every number is that of a reply.
struct CycleSummary {
  std::int64_t least = 0;
  std::int64_t p50 = 0;
  std::int64_t p90 = 0;
  std::int64_t p99 = 0;
  std::int64_t most = 0;
};
/// Nothing where there is no clock or no reply.
std::optional<CycleSummary> cycles_of_kind(const RunRecord& run, const std::string& kind);

/// `min 13050   p50 27903   p99 81402   max 86500`.
std::string summary_text(const CycleSummary& cycles);

}  // namespace rig::report

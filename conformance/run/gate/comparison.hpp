#pragma once
/// A run held against an earlier one. Pure.

#include "conformance/run/gate/baseline.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// By how much a reply may take longer, in percent of before.
struct Allowance {
  double percent = 0;
  std::string text = "0%";  ///< as the user wrote it
};

/// `2.5%`. UsageError for what is no percentage from 0% to 1000%.
Allowance allowance_from(const std::string& text);

/// Exchange by exchange, case by case, as long as requests and replies are equal
/// (after another reply the position is another one): in clock cycles where both runs
/// were of a simulated design, in nanoseconds where both were in virtual time. In real time latencies are
/// measured and not exact; then requirements alone are compared. The run's requirements have their verdicts.
rig::report::Comparison compare(const Baseline& before, const rig::report::RunRecord& now,
                                const Allowance& allowance);

}  // namespace conformance

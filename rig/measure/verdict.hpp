#pragma once
/// Verdicts, and the one rule by which a measured time becomes one. Everything here is pure: values in, a
/// verdict out; nothing reads a clock.

#include <optional>
#include <string_view>

#include "rig/base/time.hpp"

namespace rig {

/// What is known of a requirement, a case or a finding. From `pass` upwards each is worse than the one
/// before.
enum class Verdict {
  not_run,         ///< planned, but the run ended first
  not_applicable,  ///< the link or the contest lacks what the case needs
  pass,
  inconclusive,  ///< the measurement cannot tell
  fail,
  error,  ///< the rig or its cable failed; never the DUT's fault
};

/// `pass`, `not applicable`, …
std::string_view to_string(Verdict verdict);
/// The inverse; empty for any other word.
std::optional<Verdict> verdict_from(std::string_view word);

/// The worse of two: error > fail > inconclusive > pass > not applicable > not run. Verdicts only worsen.
Verdict worse(Verdict a, Verdict b);

/// Guarded decision (ILAC-G8, JCGM 106): met when even the longest possible latency is within the deadline,
/// missed when even the shortest is beyond it, otherwise the measurement cannot tell.
/// A latency of exactly the deadline meets it.
Verdict judge(Latency latency, Duration deadline);

}  // namespace rig

#pragma once
/// Whether who enters a tournament is who was admitted.

#include <string>
#include <vector>

#include "rig/arbiter/tournament/plan.hpp"

namespace rig::admission {

/// Sentences.
struct Comparison {
  std::vector<std::string> refused;  ///< each names the team, what was admitted and what there is now
  std::vector<std::string> said;     ///< what was compared, and what cannot be told again
};

/// Holds each entrant that has a certificate (the folder of a run's reports, or of an admission) against it:
/// certified, of this contest, team, code and device; files, sources, adapter and bitstream as they were.
/// Nothing is played. An entrant whose certificate cannot be read is refused.
Comparison compare_with_admissions(const arbiter::tournament::Plan& plan);

/// The same; prints what is said. UsageError with all that is refused.
void expect_as_admitted(const arbiter::tournament::Plan& plan);

}  // namespace rig::admission

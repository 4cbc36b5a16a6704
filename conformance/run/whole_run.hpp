#pragma once
/// What can be said of a run only when all of its cases have ended.

#include "rig/report/record.hpp"

namespace conformance {

/// A DUT that has not played a single move of its own in a whole run has not shown that it can: one case gets
/// that as its failure. A run that is partial, or in which a case was left out or met an error, is left as it
/// is.
void judge_whole_run(rig::report::RunRecord& record);

/// Whether the rig's clock and the bit rate of a board on a wire kept step, as a fact of the link. A drift
/// that no oscillator has is an error of the run: none of its times can be trusted.
void compare_clocks(rig::report::RunRecord& record);

}  // namespace conformance

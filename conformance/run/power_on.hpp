#pragma once
/// A simulated design that is not conformant: is it so because of what its registers hold at power-on? A
/// design without resets may be right on a device whose registers start at 0, and then many clauses fail that
/// have nothing to do with each other.

#include <optional>

#include "conformance/run/run.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// Runs the first few cases that failed again, with registers that start at 0 and with another power-on seed:
/// a hint, no part of the verdict. Nothing where that cannot help or did not: the run is conformant, its DUT
/// is no RTL, nothing in the design is left open at power-on, or no case passed. To be called when the record
/// is concluded. The listener is told what is waited for.
std::optional<rig::report::PowerOnTrial> try_other_power_on(const RunPlan& plan,
                                                            const rig::report::RunRecord& record,
                                                            RunListener& listener);

}  // namespace conformance

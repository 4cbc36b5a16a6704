#pragma once
/// A DUT that answered nothing: what rig doctor tries is tried at the end of the run.

#include <optional>

#include "conformance/run/run.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// Tries it for half a minute. Nothing: the DUT answered, or is not looked at here. Programs and boards on a
/// serial port are. A connection is not, as a second one may not be taken. Nor is a design: its code would
/// run beside the keys of this process.
std::optional<rig::report::SilenceRecord> why_silent(const RunPlan& plan,
                                                     const rig::report::RunRecord& record,
                                                     RunListener& listener);

}  // namespace conformance

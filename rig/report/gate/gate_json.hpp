#pragma once
/// The gate in the JSON report.

#include <nlohmann/json_fwd.hpp>

#include "rig/report/record.hpp"

namespace rig::report {

/// As report.schema.json has it; null where the run has no gate.
nlohmann::ordered_json gate_as_json(const RunRecord& run);

}  // namespace rig::report

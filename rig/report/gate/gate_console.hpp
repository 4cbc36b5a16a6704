#pragma once
/// The gate on the console.

#include "rig/report/html/page.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// What was held against the run, and what came of it; nothing where there is no gate.
void print_gate(Page& page, const RunRecord& run);

/// The objections alone, a line each.
void print_objections(Page& page, const RunRecord& run);

}  // namespace rig::report

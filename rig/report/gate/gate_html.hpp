#pragma once
/// The gate on the HTML page.

#include <string>

#include "rig/report/record.hpp"

namespace rig::report::html {

/// A section with the comparison and the expected failures; nothing where the run has no gate.
std::string gate(const RunRecord& run);

}  // namespace rig::report::html

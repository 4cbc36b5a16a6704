#pragma once
/// What the first page of a printed report is: which device it is about, and what identifies it.

#include <string>

#include "rig/report/record.hpp"

namespace rig::report::html {

/// Whether the run is a certificate: certified, and not narrowed.
bool is_certificate(const RunRecord& run);

/// Contest, device, team, label, what identifies the device, date, seed and hash of the evidence, as a table.
std::string certificate(const RunRecord& run);

}  // namespace rig::report::html

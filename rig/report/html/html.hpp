#pragma once
/// The run record as one self-contained HTML page.

#include <string>

#include "rig/report/record.hpp"

namespace rig::report {

/// A page without scripts and without any request to elsewhere: light and dark by the reader's preference,
/// readable on a phone, printable on A4. Everything from the record is escaped.
std::string to_html(const RunRecord& run);

}  // namespace rig::report

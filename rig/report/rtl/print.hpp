#pragma once
/// Which lines of a design no case reached, on the console.

#include "rig/report/html/page.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// The first pieces that no case reached, and how many more there are; nothing without coverage.
void print_rtl_coverage(Page& page, const RunRecord& run);

}  // namespace rig::report

#pragma once
/// The tables of a run at the end of its console.

#include "rig/report/html/page.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// All of them: latencies as histograms, measurements, requirements, what cannot be tested, what was not
/// applicable, and what was done.
void print_tables(Page& page, const RunRecord& run);

/// For a run in which something went wrong: a line for each kind of request, the measurements and the
/// requirements that did not hold; the rest is counted. The whole stands in the other reports.
void print_tables_briefly(Page& page, const RunRecord& run);

}  // namespace rig::report

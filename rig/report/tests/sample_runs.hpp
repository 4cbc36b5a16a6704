#pragma once
/// Made-up runs for the tests of the report's views, and for looking at the views.

#include <string>
#include <vector>

#include "rig/report/record.hpp"

namespace rig::report::samples {

/// Every requirement passed; some latencies; nothing remarkable.
RunRecord certified_run();

/// Passes, failures with boards, an error, an inconclusive case, what is not applicable and not testable.
RunRecord failing_run();

/// Strings that would break a careless view: markup, escape sequences, bytes that are no UTF-8.
RunRecord hostile_run();

/// Narrowed and interrupted: cases that were not run.
RunRecord interrupted_run();

/// A contest whose boards are tiles with paths: a small board, and one that is all names and tiles.
RunRecord trax_run();

/// The failing run as a simulated design, held against an earlier run and against known failures.
RunRecord gated_run();

/// Nothing at all.
RunRecord empty_run();

/// A replay with every field that a report can have, and `full_case` among its cases.
RunRecord full_run();

/// All of the above with their names.
struct NamedRun {
  std::string name;
  RunRecord run;
};
std::vector<NamedRun> all_runs();

/// A case with every field set to something of its own.
CaseRecord full_case();

}  // namespace rig::report::samples

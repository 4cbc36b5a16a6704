#pragma once
/// The run record as JUnit XML, as Jenkins and GitLab read it.

#include <string>

#include "rig/report/record.hpp"

namespace rig::report {

/// One `<testsuite>` for each group of cases (the part of the id before the dot), one `<testcase>` for each
/// case:
///
/// | verdict        | element                                                                     |
/// | -------------- | --------------------------------------------------------------------------- |
/// | pass           | none                                                                        |
/// | fail           | `<failure type="fail">`; type `recommended` or `informational` when nothing mandatory
/// failed | | error          | `<error type="error">`                                                      |
/// | inconclusive   | `<error type="inconclusive">`                                               |
/// | not run        | `<error type="not run">`                                                    |
/// | not applicable | `<skipped message="why">`                                                   |
///
/// Each testcase has the properties `requirement` (ids, comma-separated), `level` (the strictest of them),
/// `link`, `seed`, and, when it measured, `kind`, `deadline`, `p50`, `p99`, `max` and `uncertainty` of the
/// kind of request that came nearest to its deadline; the other kinds follow with the kind in the name (`p50
/// of 2X`). All times are seconds. Errors of the run as a whole stand in a suite named `Run`. Characters that
/// XML forbids are shown as `\x07`.
std::string to_junit(const RunRecord& run);

}  // namespace rig::report

#pragma once
/// The run record as JUnit XML, as Jenkins and GitLab read it.

#include <string>

#include "rig/report/record.hpp"

namespace rig::report {

/// Valid by the common schema of Jenkins' xUnit plugin. One `<testsuite>` for each group of cases (the part
/// of the id before the dot), one `<testcase>` for each case. Red is what moves the exit status:
///
/// | verdict                  | element                                              |
/// | ------------------------ | ---------------------------------------------------- |
/// | pass                     | none; what there is to remark in `<system-out>`      |
/// | fail                     | `<failure type="fail">`                              |
/// | fail, inconclusive of a lesser clause | none; `<system-out>` tells it           |
/// | error                    | `<error type="error">`                               |
/// | inconclusive             | `<error type="inconclusive">`                        |
/// | not applicable, not run  | `<skipped type="not applicable" message="why">`      |
///
/// The schema knows properties of suites alone. Each suite has `link`, `team name`, `label`, `replay of` and
/// `verdict on the run` as far as there are any; `requirement CHESS-INIT-1` with level and verdict for each
/// clause that its cases check; and for each case, its name and a dot before them, `requirement` (ids,
/// comma-separated), `level` (the strictest of them), `seed`, and, when it measured, `kind`, `deadline`,
/// `p50`, `p99`, `max` and `uncertainty` of the kind of request that came nearest to its deadline; the other
/// kinds follow with the kind in the name (`p50 of 2X`). All times are seconds. Errors of the run as a whole
/// stand in a suite named `Run`. Characters that XML forbids are shown as `\x07`.
std::string to_junit(const RunRecord& run);

}  // namespace rig::report

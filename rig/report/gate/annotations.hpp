#pragma once
/// What went wrong, as commands to a CI system that shows them beside the change.

#include <string>

#include "rig/report/record.hpp"

namespace rig::report {

/// For GitHub Actions: `::error file=my_board.toml,title=CHESS-PASS-1::…`, a line for each cause and each
/// objection of the gate; an expected failure is a notice, and a lesser clause that failed a warning. `file`:
/// where the DUT is described; empty: nowhere.
std::string github_annotations(const RunRecord& run, const std::string& file);

}  // namespace rig::report

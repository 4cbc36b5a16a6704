#pragma once

#include "conformance/budget/spending.hpp"
#include "conformance/command_line.hpp"
#include "conformance/run.hpp"

namespace conformance {

/// The spending takes part in a run: with a budget it puts the cases of the plan into the order in which it
/// takes them, and is asked before each. Without one it says what a slow DUT costs. It has to outlive the
/// run.
void let_take_part(Spending& spending, const CommandLine& line, RunPlan& plan,
                   rig::report::RunRecord& record);

}  // namespace conformance

#pragma once

#include <optional>

#include "conformance/budget/spending.hpp"
#include "conformance/command_line.hpp"
#include "conformance/faster_model.hpp"
#include "conformance/run.hpp"

namespace conformance {

/// The spending takes part in a run: with a budget it puts the cases of the plan into the order in which it
/// takes them, and is asked before each. Without one it says what a slow DUT costs. It has to outlive the
/// run, as has `faster`, which is made where a model can be built again, and is told how long the run takes.
void let_take_part(Spending& spending, std::optional<FasterModel>& faster, const CommandLine& line,
                   RunPlan& plan, rig::report::RunRecord& record);

}  // namespace conformance

#pragma once
/// What the programs of a scripted game were asked and with which files, held against what they must be.
/// Pure.

#include <string>
#include <vector>

#include "conformance/referee/deviation.hpp"
#include "conformance/referee/host/played.hpp"
#include "conformance/referee/scenario.hpp"

namespace conformance {

/// All deviations but those of what was announced. `subject` is what the scenario is about.
std::vector<Deviation> file_deviations(const rig::protocol::Contest& contest, const Scenario& scenario,
                                       const ExpectedGame& expected, const rig::host::Played& played,
                                       Aspect subject);

/// The calls of both programs in the order of time, as a person reads them: when, and the line.
std::vector<std::pair<rig::Duration, std::string>> account_of_calls(const rig::host::Played& played);

}  // namespace conformance

#pragma once
/// What was seen of a scripted game, held against how it must go. Pure.

#include <string>
#include <vector>

#include "conformance/referee/deviation.hpp"
#include "conformance/referee/host/played.hpp"
#include "conformance/referee/scenario.hpp"
#include "conformance/suite/catalogue.hpp"

namespace conformance {

/// All of them, that of the outcome first. `subject` is what the scenario is about (`Scenario::about`); what
/// goes wrong about something else is a deviation of the clause on that.
std::vector<Deviation> deviations(const rig::protocol::Contest& contest, const rig::host::Signs& signs,
                                  const Scenario& scenario, const ExpectedGame& expected,
                                  const rig::host::Played& played, Aspect subject);

/// The game as a person reads it: what went to and from each board with its time, then what was announced.
std::vector<std::string> account_of(const rig::host::Played& played);

}  // namespace conformance

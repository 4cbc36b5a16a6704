#pragma once
/// Why a DUT does not answer: what can be tried on its link, one thing after the other, until one explains
/// it.

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/doctor/probe.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"

namespace rig::doctor {

/// What was tried.
struct Examination {
  std::vector<std::pair<std::string, std::string>> seen{};  ///< the probe, what it saw
  std::optional<Diagnosis> diagnosis{};
  bool answers = false;  ///< it answers the first request, and nothing is wrong
};

/// Whether anything can be tried on this DUT's link, in this contest.
bool can_be_examined(const dut::DutName& name, const protocol::Contest& contest);

/// Tries it all. UsageError for a DUT on whose link nothing can be tried, and as its own opening does;
/// RigError when the rig's own side fails. `sandbox`: of a program.
/// `longest`: after which no further thing is tried.
Examination examine(const dut::DutName& name, const protocol::Contest& contest, const Sandbox& sandbox,
                    Duration longest = std::chrono::hours(1));

}  // namespace rig::doctor

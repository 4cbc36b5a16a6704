#pragma once
/// Why a DUT does not answer: what can be tried on its link, one thing after the other, until one explains
/// it.

#include <chrono>

#include "rig/doctor/probe.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"

namespace rig::doctor {

/// Whether anything can be tried on this DUT's link, in this contest.
bool can_be_examined(const dut::DutName& name, const protocol::Contest& contest);

/// How it is looked at.
struct Looking {
  Sandbox sandbox{};                         ///< of a program
  Duration settle{};                         ///< for which it is left alone after each start
  Duration longest = std::chrono::hours(1);  ///< after which no further thing is tried
};

/// Tries it all. UsageError for a DUT on whose link nothing can be tried, and as its own opening does;
/// RigError when the rig's own side fails.
Examination examine(const dut::DutName& name, const protocol::Contest& contest, const Looking& how);

}  // namespace rig::doctor

#pragma once
/// What can be said of a program before it is started: from its file alone.

#include <optional>
#include <string>
#include <vector>

#include "rig/doctor/probe.hpp"

namespace rig::doctor {

/// Why these words start no program, or not the one that was meant. Nothing: nothing is to be seen.
std::optional<Diagnosis> look_at_program(const std::vector<std::string>& words);

}  // namespace rig::doctor

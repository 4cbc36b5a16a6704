#pragma once
/// The cases that the last run of the same DUT left open.

#include <string>
#include <vector>

#include "conformance/run/command_line.hpp"

namespace conformance {

/// Their ids: those that failed, could not be told, or were not run, by the JSON report that this run would
/// write over. UsageError where there is none, and where nothing was left open.
std::vector<std::string> failed_before(const CommandLine& line);

}  // namespace conformance

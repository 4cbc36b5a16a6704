#pragma once
/// One whole run of the suite against a DUT: from the command line to the exit status.

#include "conformance/run/command_line.hpp"

namespace conformance {

/// Runs the cases that the user chose, shows them as they end, and writes the reports. Returns the exit
/// status.
int certify(const CommandLine& line);

}  // namespace conformance

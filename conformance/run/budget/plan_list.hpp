#pragma once

#include <iosfwd>

#include "conformance/run/command_line.hpp"

namespace conformance {

/// The answer to `--plan`: what each case asks for and sees, in the order in which a budget takes them.
/// Returns the exit status.
int print_plan(std::ostream& out, const CommandLine& line);

}  // namespace conformance

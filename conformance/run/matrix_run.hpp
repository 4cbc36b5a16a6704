#pragma once
/// `--fault-matrix`: the suite on every deliberate fault.

#include "conformance/run/command_line.hpp"

namespace conformance {

/// Measures which case catches which fault of the contest, prints it and writes it. Returns the exit status:
/// 1 where a fault is not caught or a case catches none, 3 where that could not be measured.
int measure_matrix(const CommandLine& line);

}  // namespace conformance

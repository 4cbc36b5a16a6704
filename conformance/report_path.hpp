#pragma once
/// Where a run's reports go.

#include <string>

#include "conformance/command_line.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"

namespace conformance {

/// The file that the user `named`; otherwise `file` in a folder for this contest and DUT, below that of
/// `--reports`. Empty: it is not written.
std::string report_path(const CommandLine& line, const std::string& named, const std::string& file);

/// Whether it starts a program, or evaluates RTL: both may be others'.
bool runs_what_others_supply(const RunOptions& options);

/// Of a program under test: it sees none of the run's reports, nor its transcript, nor the log of runs, nor
/// the key that signs.
rig::Sandbox sandbox_of_programs(const CommandLine& line, const std::string& transcript);

}  // namespace conformance

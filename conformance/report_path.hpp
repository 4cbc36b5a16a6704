#pragma once
/// Where a run's reports go.

#include <string>
#include <vector>

#include "conformance/command_line.hpp"

namespace conformance {

/// The file that the user `named`; otherwise `file` in a folder for this contest and DUT, below that of
/// `--reports`. Empty: it is not written.
std::string report_path(const CommandLine& line, const std::string& named, const std::string& file);

/// The files and folders of a run that no program under test needs to see: its reports, its transcript, and
/// the key that signs it.
std::vector<std::string> hidden_from_programs(const CommandLine& line, const std::string& transcript);

}  // namespace conformance

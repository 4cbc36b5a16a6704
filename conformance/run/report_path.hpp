#pragma once
/// Where a run's reports go.

#include <string>

#include "conformance/run/command_line.hpp"

namespace conformance {

/// The file that the user `named`; otherwise `file` in a folder for this contest and DUT, below that of
/// `--reports`. Empty: it is not written.
std::string report_path(const CommandLine& line, const std::string& named, const std::string& file);

}  // namespace conformance

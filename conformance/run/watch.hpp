#pragma once
/// `--watch`: a run each time a source of the DUT changes.

#include <string>
#include <vector>

#include "conformance/run/command_line.hpp"

namespace conformance {

/// The files that are looked at: those of the folder of a design's description and of its sources, or those
/// that the words of a command name.
std::vector<std::string> watched_files(const CommandLine& line);

/// Runs this program without `--watch`, and again after each change, until Ctrl-C. The exit status of the
/// last run. UsageError for a DUT that has no files.
int watch(const CommandLine& line, const std::vector<std::string>& arguments);

}  // namespace conformance

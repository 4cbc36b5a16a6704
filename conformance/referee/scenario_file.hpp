#pragma once
/// Scenario files: scripted games for a referee under test that a user writes, a game a file, in TOML.
/// docs/organiser.md is the manual of the format.

#include <string>
#include <vector>

#include "conformance/referee/scenario.hpp"
#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/options.hpp"

namespace conformance {

/// A file as it was read.
struct ScenarioFile {
  std::string path;
  std::string name;  ///< of its case: the file's, without its ending
  Scenario scenario;
};

/// The files at `path`, a file or a folder (those that end in .toml, by their names), for this contest.
/// UsageError names file, line, key, what was found and what is allowed, also for a game that does not go by
/// the rules: a move after its end, an illegal one before the last, a verdict that is not theirs.
std::vector<ScenarioFile> read_scenarios(const std::string& path, const rig::protocol::Contest& contest);

/// The cases of `--scenario`, one for each file, become cases of this process. To be called once.
void register_scenarios(const RunOptions& options);

/// The catalogue that the run assesses; with a clause for the games of its scenario files.
Catalogue catalogue_for(const RunOptions& options);

}  // namespace conformance

#pragma once
/// The file of `--expect`: failures that a team knows of.

#include <string>
#include <vector>

#include "rig/report/gate/gate.hpp"

namespace conformance {

/// What the entries of such a file may name.
struct Nameable {
  std::vector<std::string> cases;
  std::vector<std::string> requirements;  ///< those that can be tested
};

/// A TOML file of
///
///     [[failure]]
///     requirement = "CHESS-PASS-1"    # or: case = "Pass.WhenItMust"
///     reason = "the pass is not built yet: our issue 12"
///     until = 2031-05-04                # the last day on which it counts
///
/// UsageError, with file, line, value and what is allowed, for anything else: a name that the contest does
/// not have, one that is there twice, a missing reason or day.
std::vector<rig::report::KnownFailure> read_known_failures(const std::string& path, const Nameable& nameable);

}  // namespace conformance

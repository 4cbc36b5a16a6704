#pragma once
/// `rig contest`: what a contest comes to, in the words of its file, and a file to begin with.

#include <string>

namespace rig {

/// What the user asked of `rig contest`.
struct ContestRequest {
  std::string contest;   ///< a name or a file; empty with `new_name`
  std::string new_name;  ///< of the contest for which a file is to be written
  std::string like;      ///< what that inherits
  std::string output;    ///< where it is written; empty: NAME.toml
};

/// What `rig contest --help` says below the options.
std::string contest_help();

/// Prints a contest, or writes the file of a new one. UsageError for a file that describes none, with file,
/// line and key, and for a file that is there already.
int show_contest(const ContestRequest& request);

}  // namespace rig

#pragma once
/// `rig convert`: a game in the notation of another contest.

#include <string>

namespace rig {

struct ConvertRequest {
  std::string from;  ///< a contest
  std::string to;    ///< another one of the same game
  std::string file;  ///< of the moves; `-`: standard input
};

/// What `rig convert --help` says below the options.
std::string convert_help();

/// Writes the game to standard output. UsageError for contests that cannot be converted, and what
/// `game::Converter` throws.
void print_converted(const ConvertRequest& request);

}  // namespace rig

#pragma once
/// `rig convert`: a game of Blokus Duo in the notation of another contest.

#include <string>

namespace rig {

struct ConvertRequest {
  std::string from;  ///< `course` or `icfpt2014`
  std::string to;    ///< the other one
  std::string file;  ///< of the moves; `-`: standard input
};

/// What `rig convert --help` says below the options.
std::string convert_help();

/// Writes the game to standard output. From `course` to icfpt2014 a line for each turn, `0000` for each turn
/// of a colour that has passed; to `course` a step log, byte for byte, in which such turns do not stand. The
/// game is judged by the rules of both contests: UsageError, which names the file, the line, the ply and the
/// rule, for a move that one of them refuses.
void print_converted(const ConvertRequest& request);

}  // namespace rig

#pragma once
/// `rig talk`: one request at a time by hand, for whoever brings a board up.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rig {

/// What the user asked of `rig talk`.
struct TalkRequest {
  std::string dut;
  std::string contest;
  std::optional<int> board;                ///< the size of the board, where a contest leaves it to the host
  std::vector<std::string> set;            ///< `NAME=VALUE`: settings of the contest
  std::string reset = "none";              ///< how a board is reset that the link cannot start anew
  std::string sandbox = "auto";            ///< whether a program runs in one: auto, require or off
  std::vector<std::string> sandbox_shows;  ///< what it is to see there besides its own
  std::uint64_t seed = 1;                  ///< of the power-on state
};

/// What `rig talk --help` says below the options.
std::string talk_help();

/// Reads lines from standard input to its end, does what they say and prints what came of it. At a terminal a
/// wrong line is explained, and the next one is read. Otherwise it ends the talk: UsageError with its number.
/// RigError for a far end that cannot be reached. 0 at the end.
int talk_to_dut(const TalkRequest& request);

}  // namespace rig

#pragma once
/// `rig play`: a person against a board.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rig {

/// What the user asked of `rig play`.
struct PlayRequest {
  std::string dut;
  std::string contest;
  std::optional<int> board;                ///< the size of the board, where a contest leaves it to the host
  std::vector<std::string> set;            ///< `NAME=VALUE`: settings of the contest
  int seat = 1;                            ///< of the contest's, counted from 1: the person's
  bool terminal = false;                   ///< at a terminal; else on a page
  std::string live_at = "0";               ///< `[HOST:]PORT` of the page
  std::string record;                      ///< where the games go; empty: nowhere
  bool force = false;                      ///< that file may be there
  std::string reset = "none";              ///< how a board is reset that the link cannot start anew
  std::string sandbox = "auto";            ///< whether a program runs in one: auto, require or off
  std::vector<std::string> sandbox_shows;  ///< what it is to see there besides its own
  std::uint64_t seed = 1;                  ///< of the power-on state
};

/// What `rig play --help` says below the options.
std::string play_help();

/// Plays until the person quits, the input ends, or a signal comes. 0 then, whoever won. UsageError for what
/// the user got wrong, RigError for a board that cannot be reached.
int play_against_dut(const PlayRequest& request);

}  // namespace rig

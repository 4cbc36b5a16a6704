#pragma once
/// `rig match`: games between two players under the rig's own referee.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rig {

/// What the user asked of `rig match`.
struct MatchRequest {
  std::string contest;
  std::optional<int> board;      ///< the size of the board, where a contest leaves it to the host
  std::vector<std::string> set;  ///< `NAME=VALUE`: settings of the contest
  std::string first;             ///< a DUT, or `opponent:NAME`
  std::string second;
  std::vector<std::string> idle;  ///< DUTs that are connected and do not play
  std::string dut;                ///< whose admission is tested
  bool admission = false;
  std::optional<int> games;  ///< nothing: one
  int seat = 1;              ///< of the contest's, counted from 1: that of `first` in the first game
  int most_plies = 1000;     ///< then a game is given up as a draw
  std::uint64_t seed = 1;
  std::string fault;  ///< a deliberate defect of the referee; empty: none
  bool live = false;
  std::string record;      ///< where the games go; empty: nowhere
  std::string transcript;  ///< where the bytes go
  std::string json;        ///< where the whole match goes
};

/// What `rig match --help` says below the options.
std::string match_help();

/// Plays, and tells on standard output. 0: it was played to the end, whoever won; with `admission` 1: not
/// admitted. UsageError for what the user got wrong, RigError for a far end that cannot be reached.
int play_match(const MatchRequest& request);

}  // namespace rig

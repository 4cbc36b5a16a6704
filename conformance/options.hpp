#pragma once
/// What a user can set about a run of the suite, as far as its cases and their verdicts depend on it.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/catalogue.hpp"
#include "rig/contest/contest.hpp"
#include "rig/link/reset/reset_by.hpp"

namespace conformance {

struct RunOptions {
  std::string contest;                     ///< `icfpt2014`
  std::string dut;                         ///< `rtl:blokus_duo`
  std::optional<int> board;                ///< the size of the board, where the contest leaves it to the host
  std::map<std::string, std::string> set;  ///< what else is left to the host, by name: `tie`
  std::optional<int>
      capacity;      ///< columns and rows that the board was declared to hold, where the game asks for more
  std::string team;  ///< the code that the board must answer; empty: any
  std::uint64_t seed = 0;
  int games = 1;  ///< games for each seat and opponent
  ResetPolicy resets = ResetPolicy::none_needed;
  rig::ResetBy board_reset;    ///< how a board is brought to its power-on state; its `ask` is not part of it
  double timeout_scale = 1.0;  ///< stretches every deadline; other than 1 is no certificate
};

/// The contest of a run, as its host has it.
const rig::contest::Contest& contest_of(const RunOptions& options);

rig::Duration duration_of_seconds(double seconds);

/// The options as words, for transcripts and worker processes; `options_from_words` is the inverse.
std::map<std::string, std::string> to_words(const RunOptions& options);
/// RigError for a missing or malformed value.
RunOptions options_from_words(const std::map<std::string, std::string>& words);

}  // namespace conformance

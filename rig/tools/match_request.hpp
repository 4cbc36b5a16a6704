#pragma once
/// What a match is to be, and what it cannot be: refused before anything is opened.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rig/arbiter/policy.hpp"
#include "rig/protocol/contest.hpp"

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
  int concurrency = 1;       ///< how many games are played at a time
  std::string openings;      ///< how many plies are drawn, or a record; empty: games begin as they do
  std::vector<double> sprt;  ///< the two Elo differences; empty: no such test
  std::uint64_t seed = 1;
  arbiter::Policy policy;
  std::string sandbox = "auto";            ///< whether programs run in one: auto, require or off
  std::vector<std::string> sandbox_shows;  ///< what they are to see there besides their own
  bool live = false;
  std::string live_at;     ///< `[HOST:]PORT` of a live page; empty: none
  std::string record;      ///< where the games go; empty: nowhere
  std::string transcript;  ///< where the bytes go
  std::string json;        ///< where the whole match goes
  bool force = false;      ///< these files may be there
};

/// Refuses what does not go together, and files that hold another match: UsageError.
void check_request(const MatchRequest& request, const protocol::Contest& contest);

/// The names of both players.
std::array<std::string, 2> players_of(const MatchRequest& request);

/// The files that are written of the match.
std::vector<std::string> files_of(const MatchRequest& request);

}  // namespace rig

#pragma once
/// `rig match`: games between two players under the rig's own referee.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/arbiter/side.hpp"

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
  double settle_seconds = 0;               ///< a player in bytes is left alone for so long after each start
  std::string sandbox = "auto";            ///< whether programs run in one: auto, require or off
  std::vector<std::string> sandbox_shows;  ///< what they are to see there besides their own
  bool live = false;
  std::string record;      ///< where the games go; empty: nowhere
  std::string transcript;  ///< where the bytes go
  std::string json;        ///< where the whole match goes
};

/// What a match is put together from. Here it is as it should be; a program of the tests has parts that err.
class MatchParts {
 public:
  virtual ~MatchParts() = default;

  /// The contest as the referee has it; `page` outlives the match.
  virtual protocol::Contest contest(const protocol::Contest& page) { return page; }
  /// How the referee speaks to whoever is at a far end. `contest` outlives the side.
  virtual std::unique_ptr<arbiter::Side> side_over(std::unique_ptr<FarEnd> far_end,
                                                   const protocol::Contest& contest, Duration settle) {
    return arbiter::side_over(std::move(far_end), contest, {.settle = settle});
  }
  /// A side that plays, and one that stands by.
  virtual std::unique_ptr<arbiter::Side> player(std::unique_ptr<arbiter::Side> side) { return side; }
  virtual std::unique_ptr<arbiter::Side> stand_by(std::unique_ptr<arbiter::Side> side) { return side; }
};

/// What `rig match --help` says below the options.
std::string match_help();

/// Plays, and tells on standard output. 0: it was played to the end, whoever won; with `admission` 1: not
/// admitted. UsageError for what the user got wrong, RigError for a far end that cannot be reached.
int play_match(const MatchRequest& request);
int play_match(const MatchRequest& request, MatchParts& parts);

}  // namespace rig

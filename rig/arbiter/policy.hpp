#pragma once
/// What whoever runs a match grants its players beside the rules of the contest. Pure.

#include <string>

#include "rig/arbiter/referee.hpp"
#include "rig/arbiter/side.hpp"
#include "rig/base/time.hpp"

namespace rig::arbiter {

struct Policy {
  Restart restart = Restart::as_needed;  ///< when players are started again
  /// How long a program that the rig starts may take for its first answer to the handshake, after each start.
  /// A board has been started by others: it has no such grace.
  Duration grace = std::chrono::seconds(5);
  /// How long whoever is at a line is left alone after each start or hard reset, before the first request.
  Duration settle{};
  /// How much later than its deadline a reply may come. 0 is the contest's own rule.
  Duration time_margin{};
  /// How often a game is played again after an error of the rig, or because it has no result. A game that was
  /// lost is never played again.
  int replays = 2;
  int most_plies = usual_most_plies;  ///< then a game is given up as a draw
};

/// What that is for the side with this name (a DUT).
SideOptions side_options(const Policy& policy, const std::string& dut);

}  // namespace rig::arbiter

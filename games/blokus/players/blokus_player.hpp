#pragma once
/// The rig's own Blokus player, and the device around it that speaks any contest of Blokus Duo in bytes: the
/// good reference, and the home of the faults that prove that cases can fail.

#include <memory>
#include <optional>
#include <string>

#include "games/blokus/players/blokus_faults.hpp"
#include "games/blokus/rules/position.hpp"
#include "rig/link/callback/device.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::player {

/// One ply of search: large tiles, many placements left for oneself, few for the other. Deterministic.
/// Nothing when there is no placement.
std::optional<blokus::Placement> choose_placement(const blokus::Position& position);

struct BlokusDeviceOptions {
  std::string contest = "icfpt2014";  ///< UsageError for one that is not of this game, or not in bytes
  std::shared_ptr<const protocol::Contest> resolved{};  ///< in place of the name; null: as the name says
  std::string team_code{};                              ///< empty: a usual one, as long as the contest has it
  std::string fault;  ///< empty: none. UsageError with the nearest known name for any other word
  Duration think = std::chrono::milliseconds(2);  ///< between a request and the first byte of its reply
};

/// A board that plays Blokus Duo.
std::unique_ptr<Device> new_blokus_device(const BlokusDeviceOptions& options = {});

}  // namespace rig::player

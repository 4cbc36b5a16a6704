#pragma once
/// The rig's own Trax player, and the device around it that speaks any contest of the game: the good
/// reference, and the home of the faults that prove that cases can fail.

#include <memory>
#include <optional>
#include <string>

#include "games/trax/players/trax_faults.hpp"
#include "rig/link/callback/device.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::player {

struct TraxDeviceOptions {
  std::string contest = "heart-trax";  ///< or another whose game is Trax; UsageError for any other
  std::shared_ptr<const protocol::Contest> resolved{};  ///< in place of the name; null: as the name says
  std::optional<std::string>
      team_name{};    ///< what a handshake is answered with that asks for a name; nothing: a usual one
  std::string fault;  ///< empty: none; one of `trax_device_faults`, UsageError for any other word
  Duration think = std::chrono::milliseconds(2);  ///< between a request and the first byte of its reply
};

/// A board that plays Trax. UsageError for a contest or a fault that it does not know (a fault of another
/// contest is none), and for a name that the contest does not allow.
std::unique_ptr<Device> new_trax_device(const TraxDeviceOptions& options = {});

}  // namespace rig::player

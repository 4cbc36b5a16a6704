#pragma once
/// The deliberate defects of the rig's own players: what proves that cases can fail. A table gives each its
/// name, its text and the traits of a player that has it.

#include <string>
#include <string_view>
#include <vector>

#include "rig/player/slip.hpp"

namespace rig::protocol {
struct Contest;
}

namespace rig::player {

struct DeviceFault {
  std::string name;
  std::string what;         ///< one line: what a player with this defect does
  std::string traits = {};  ///< as `does=pass&move=5`; empty: it does what it is called, at every turn
  /// Whether it can show in a contest; null: in any.
  bool (*shows)(const protocol::Contest&) = nullptr;
};

/// Those of the table that can show in this contest.
std::vector<DeviceFault> faults_of(const std::vector<DeviceFault>& table, const protocol::Contest& contest);

/// What a player with the fault of this name does; nothing for an empty one. UsageError with the nearest name
/// for any other word.
Slip slip_named(const std::vector<DeviceFault>& table, std::string_view name);

}  // namespace rig::player

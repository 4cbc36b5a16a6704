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

/// What a contest must have for a fault to show in it.
struct Condition {
  bool (*holds)(const protocol::Contest&) = nullptr;  ///< null: it shows in any
  const char* otherwise = "";                         ///< why it cannot show: `a line does not win`
};

struct DeviceFault {
  std::string name;
  std::string what;         ///< one line: what a player with this defect does
  std::string traits = {};  ///< as `does=pass&move=5`; empty: it does what it is called, at every turn
  Condition shows = {};
};

/// Those of the table that can show in this contest.
std::vector<DeviceFault> faults_of(const std::vector<DeviceFault>& table, const protocol::Contest& contest);

/// Why the fault of this name, of the table, cannot show in this contest; empty: it can, or the table does
/// not have it.
std::string why_not_shown(const std::vector<DeviceFault>& table, std::string_view name,
                          const protocol::Contest& contest);

/// What a player with the fault of this name does; nothing for an empty one. UsageError with the nearest name
/// for any other word.
Slip slip_named(const std::vector<DeviceFault>& table, std::string_view name);

}  // namespace rig::player

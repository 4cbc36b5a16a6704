#pragma once
/// The defects that the Blokus device can be given, by name, and in which contests each can show.

#include <string>
#include <string_view>
#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

/// The faults that can show in a contest. UsageError for one that is none.
std::vector<DeviceFault> blokus_device_faults(const protocol::Contest& contest);
std::vector<DeviceFault> blokus_device_faults(std::string_view contest);

/// Why this fault cannot show in a contest; empty: it can, or there is none of this name.
std::string why_not_in_blokus(const protocol::Contest& contest, std::string_view fault);

}  // namespace rig::player

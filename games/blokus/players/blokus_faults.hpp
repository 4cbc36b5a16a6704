#pragma once
/// The defects that the Blokus device can be given, by name, and in which contests each can show.

#include <string_view>
#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

/// The faults that can show in a contest. UsageError for one that is none.
std::vector<DeviceFault> blokus_device_faults(std::string_view contest);

}  // namespace rig::player

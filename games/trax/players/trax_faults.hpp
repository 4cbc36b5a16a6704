#pragma once
/// The defects that the Trax device can be given, by name, and which contest each belongs to.

#include <string_view>
#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

/// The faults that can show in a contest. UsageError unless its game is Trax.
std::vector<DeviceFault> trax_device_faults(std::string_view contest);

}  // namespace rig::player

#pragma once
/// The defects that the `ustc` device can be given, by name.

#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

const std::vector<DeviceFault>& ustc_device_faults();

}  // namespace rig::player

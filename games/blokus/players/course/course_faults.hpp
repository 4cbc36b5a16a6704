#pragma once
/// The defects that the `course` device can be given, by name.

#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

const std::vector<DeviceFault>& course_device_faults();

}  // namespace rig::player

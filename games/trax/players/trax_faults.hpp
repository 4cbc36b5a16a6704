#pragma once
/// The defects that the Trax device can be given, by name, and which contest each belongs to.

#include <string>
#include <string_view>
#include <vector>

#include "rig/player/device_fault.hpp"

namespace rig::player {

/// The faults that can show in a contest. UsageError unless its game is Trax.
std::vector<DeviceFault> trax_device_faults(const protocol::Contest& contest);
std::vector<DeviceFault> trax_device_faults(std::string_view contest);

/// Why this fault cannot show in a contest of Trax; empty: it can, or there is none of this name.
std::string why_not_in_trax(const protocol::Contest& contest, std::string_view fault);

}  // namespace rig::player

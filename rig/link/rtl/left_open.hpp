#pragma once
/// Registers whose value at power-on nothing in the design decides.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rig/link/rtl/model.hpp"

namespace rig {

/// Their names in the design, memories towards the end: registers that no reset and no initial value sets,
/// that still hold what they held at power-on after a millisecond in which the line rests, and on which tx
/// may depend. Seen by instances that power on with other values. Empty also where the design's variables are
/// not known. `fault`: the level of the fault pin.
std::vector<std::string> registers_left_open(const std::shared_ptr<const RtlModel>& model,
                                             std::uint32_t fault);

}  // namespace rig

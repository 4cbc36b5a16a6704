#pragma once
/// The reference player of Connect6: a board in software, and its deliberate defects.

#include <memory>
#include <string>
#include <vector>

#include "rig/link/callback/device.hpp"
#include "rig/player/device_fault.hpp"

namespace connect6 {

struct DeviceOptions {
  std::string fault{};                                 ///< one of `device_faults`; empty: none
  rig::Duration think = std::chrono::milliseconds(3);  ///< between a request and the first byte of its reply
};

/// A board that plays by the rules, always alike. It opens in the middle, takes crossings all over the board,
/// and wins where it is let. Where one stone wins it sends one. UsageError for an unknown fault.
std::unique_ptr<rig::Device> new_device(const DeviceOptions& options);

/// The defects that `DeviceOptions::fault` names.
const std::vector<rig::player::DeviceFault>& device_faults();

}  // namespace connect6

#pragma once
/// What to do about "permission denied" on a serial device.

#include <filesystem>
#include <string>
#include <vector>

namespace rig {

/// Who owns a device node and who asks for it, as far as the advice depends on them.
struct DeviceClaim {
  std::string group;            ///< the device's group by name, or its number when it has no name
  bool group_is_root = false;   ///< nobody should join that group
  bool group_may_use = false;   ///< the group may read and write it
  std::string user;             ///< who asks
  bool user_is_member = false;  ///< by the system's list of groups
  bool session_has_it = false;  ///< and this process has it too
};

/// The sentence for a claim: `/dev/ttyUSB0: permission denied; it belongs to group dialout: sudo usermod -aG
/// dialout ada, then log in again`. Where joining does not help, what does.
std::string permission_advice(const std::filesystem::path& device, const DeviceClaim& claim);

/// The sentence for this device and this process's user.
std::string permission_advice(const std::filesystem::path& device);

}  // namespace rig

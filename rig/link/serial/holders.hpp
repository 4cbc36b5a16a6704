#pragma once
/// Who has a device open.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/link/serial/system_roots.hpp"

namespace rig {

/// A process that has a device open.
struct Holder {
  pid_t pid = 0;
  std::string program;  ///< its name as `ps` shows it, whole
  bool operator==(const Holder&) const = default;
};

/// Every process that has this device open, this one included, by process id. The device is known by its
/// number, whatever name it was opened under; of a pty, the side that is named. Other users' processes
/// are seen by root alone. A device that does not exist has no holders.
std::vector<Holder> holders_of(const std::filesystem::path& device, const SystemRoots& roots = {});

/// The same for several devices, with one look at the processes: one list for each, in their order.
std::vector<std::vector<Holder>> holders_of_each(const std::vector<std::filesystem::path>& devices,
                                                 const SystemRoots& roots = {});

/// A running process of this name, whoever's it is.
std::optional<pid_t> find_process(std::string_view program, const SystemRoots& roots = {});

}  // namespace rig

#include "rig/player/device_fault.hpp"

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::player {

std::vector<DeviceFault> faults_of(const std::vector<DeviceFault>& table, const protocol::Contest& contest) {
  std::vector<DeviceFault> showing = table;
  std::erase_if(showing, [&](const DeviceFault& one) { return one.shows != nullptr && !one.shows(contest); });
  return showing;
}

Slip slip_named(const std::vector<DeviceFault>& table, std::string_view name) {
  if (name.empty()) return Slip(Traits(""));
  std::vector<std::string> names;
  for (const DeviceFault& one : table) {
    if (one.name != name) {
      names.push_back(one.name);
      continue;
    }
    const Traits traits(one.traits.empty() ? "does=" + one.name : one.traits);
    const Slip slip(traits);
    traits.require_all_read();
    return slip;
  }
  throw UsageError(unknown_value("fault", name, names));
}

}  // namespace rig::player

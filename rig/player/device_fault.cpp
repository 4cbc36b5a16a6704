#include "rig/player/device_fault.hpp"

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::player {

namespace {

bool can_show(const DeviceFault& fault, const protocol::Contest& contest) {
  return fault.shows.holds == nullptr || fault.shows.holds(contest);
}

}  // namespace

std::vector<DeviceFault> faults_of(const std::vector<DeviceFault>& table, const protocol::Contest& contest) {
  std::vector<DeviceFault> showing = table;
  std::erase_if(showing, [&](const DeviceFault& one) { return !can_show(one, contest); });
  return showing;
}

std::string why_not_shown(const std::vector<DeviceFault>& table, std::string_view name,
                          const protocol::Contest& contest) {
  for (const DeviceFault& one : table) {
    if (one.name == name && !can_show(one, contest)) return one.shows.otherwise;
  }
  return {};
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
    Slip slip(traits);
    traits.require_all_read();
    return slip;
  }
  throw UsageError(unknown_value("fault", name, names));
}

}  // namespace rig::player

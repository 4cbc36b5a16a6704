#pragma once
/// The defects of a reference device as a table: what each is called, what it does, and the value by which
/// the device knows it.

#include <string>
#include <string_view>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/text.hpp"
#include "rig/contest/contest.hpp"
#include "rig/player/device_fault.hpp"

namespace rig::player {

template <typename Defect>
struct FaultEntry {
  Defect defect;
  DeviceFault text;
  /// Whether it can show in a contest; null: in any.
  bool (*shows)(const contest::Contest&) = nullptr;
};

template <typename Defect>
using FaultTable = std::vector<FaultEntry<Defect>>;

/// Those that can show in this contest.
template <typename Defect>
FaultTable<Defect> faults_of(FaultTable<Defect> table, const contest::Contest& contest) {
  std::erase_if(table, [&](const FaultEntry<Defect>& entry) { return entry.shows && !entry.shows(contest); });
  return table;
}

/// Names and descriptions, in the order of the table.
template <typename Defect>
std::vector<DeviceFault> texts_of(const FaultTable<Defect>& table) {
  std::vector<DeviceFault> texts;
  for (const FaultEntry<Defect>& entry : table) texts.push_back(entry.text);
  return texts;
}

/// The defect of this name; `none` for an empty one. UsageError with the nearest name for any other word.
template <typename Defect>
Defect defect_named(const FaultTable<Defect>& table, std::string_view name) {
  if (name.empty()) return Defect::none;
  std::vector<std::string> names;
  for (const FaultEntry<Defect>& entry : table) {
    if (entry.text.name == name) return entry.defect;
    names.push_back(entry.text.name);
  }
  throw UsageError(unknown_value("fault", name, names));
}

}  // namespace rig::player

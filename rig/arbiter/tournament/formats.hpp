#pragma once
/// The formats that there are, each with its settings.

#include <memory>
#include <string>
#include <vector>

#include "rig/arbiter/tournament/settings.hpp"

namespace rig::arbiter::tournament {

struct FormatInfo {
  std::string name;
  std::string help;  ///< one sentence
  std::vector<FormatSetting> settings;
  std::unique_ptr<Format> (*make)(const Chosen& chosen, const Field& field) = nullptr;
};

/// All formats: `pools`, `round-robin`, `leagues`, `swiss`, `knock-out`.
const std::vector<FormatInfo>& formats();

/// The format of this name for this field. UsageError for an unknown name, for a setting that the format does
/// not have, and for a value that it does not allow for so many entrants or seats.
std::unique_ptr<Format> make_format(const std::string& name, const GivenSettings& given, const Field& field);

}  // namespace rig::arbiter::tournament

#pragma once
/// Reading the settings of a contest as a user gives them: `--set NAME=VALUE`.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/time.hpp"

namespace rig::protocol {

/// Something about a contest that its text leaves to the host, or that real hosts do in different ways.
struct Setting {
  std::string name;                  ///< `tie`
  std::string value;                 ///< as this run has it
  std::vector<std::string> allowed;  ///< the first is the usual one; empty: a number, told in `what`
  std::string what;                  ///< one line: what it decides
};

using NamedSettings = std::map<std::string, std::string>;

/// Refuses names that are not among the `settings` of this contest and values that are not among those
/// allowed: UsageError with the nearest name, or with what is allowed.
void check_settings(const std::string& contest, const std::vector<Setting>& settings,
                    const NamedSettings& named);

/// The value of `setting` in `named`, or its own where it is not named.
const std::string& value_of(const Setting& setting, const NamedSettings& named);

/// The setting `time`: how long each move may take, in seconds, usually `usual`; as chosen.
Setting time_setting(const std::string& usual, const NamedSettings& named);

/// Reads a number of seconds, whole or decimal (up to nine places), more than 0 and at most 86400.
/// UsageError, which names the setting, for anything else.
Duration seconds_of(std::string_view name, std::string_view text);

/// Splits `NAME=VALUE` words. UsageError for a word without `=` and for a name that comes twice.
NamedSettings named_settings(const std::vector<std::string>& words);

}  // namespace rig::protocol

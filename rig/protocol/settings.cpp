#include "rig/protocol/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::protocol {

namespace {

constexpr std::size_t decimals = 9;
constexpr std::int64_t longest = 86400;  // seconds

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::int64_t number(std::string_view digits) {
  std::int64_t value = 0;
  for (const char digit : digits) value = 10 * value + (digit - '0');
  return value;
}

}  // namespace

void check_settings(const std::string& contest, const std::vector<Setting>& settings,
                    const NamedSettings& named) {
  std::vector<std::string> known;
  known.reserve(settings.size());
  for (const Setting& setting : settings) known.push_back(setting.name);
  for (const auto& [name, value] : named) {
    if (known.empty()) {
      throw UsageError(fmt::format("{} leaves nothing to the host by name: --set {}={} is not allowed here.",
                                   contest, name, value));
    }
    const auto setting = std::find_if(settings.begin(), settings.end(),
                                      [&name = name](const Setting& one) { return one.name == name; });
    if (setting == settings.end())
      throw UsageError("--set: " + unknown_value("setting of " + contest, name, known));
    const std::vector<std::string>& allowed = setting->allowed;
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), value) == allowed.end())
      throw UsageError(fmt::format("--set {}: ", name) + unknown_value("value", value, allowed));
  }
}

const std::string& value_of(const Setting& setting, const NamedSettings& named) {
  const auto found = named.find(setting.name);
  return found == named.end() ? setting.value : found->second;
}

Setting time_setting(const std::string& usual, const NamedSettings& named) {
  Setting time{
      "time", usual, {}, "seconds for each move, whole or decimal, more than 0 (usual: " + usual + ")"};
  time.value = value_of(time, named);
  return time;
}

Duration seconds_of(std::string_view name, std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? "0" : text.substr(point + 1);
  const bool plain = all_digits(whole) && all_digits(part) && whole.size() <= 6 && part.size() <= decimals;
  Duration time{};
  if (plain) {
    time = std::chrono::seconds(number(whole)) +
           Duration(number(std::string(part) + std::string(decimals - part.size(), '0')));
  }
  if (time <= Duration::zero() || time > std::chrono::seconds(longest)) {
    throw UsageError(
        fmt::format("--set {}: found {}, allowed is a number of seconds above 0 and up to {}, whole "
                    "or with up to {} decimals.",
                    name, quoted(to_bytes(text)), longest, decimals));
  }
  return time;
}

NamedSettings named_settings(const std::vector<std::string>& words) {
  NamedSettings named;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(fmt::format("--set: found \"{}\", allowed is NAME=VALUE.", word));
    const std::string name = word.substr(0, equals);
    if (!named.emplace(name, word.substr(equals + 1)).second)
      throw UsageError(fmt::format("--set: {} is set twice.", name));
  }
  return named;
}

}  // namespace rig::protocol

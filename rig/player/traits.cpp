#include "rig/player/traits.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>

#include "rig/base/errors.hpp"
#include "rig/base/suggestion.hpp"

namespace rig::player {

Traits::Traits(const std::string& text) : text_(text) {
  std::string rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string trait = rest.substr(0, end);
    rest.erase(0, end + 1);
    const std::size_t equals = trait.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == trait.size())
      throw UsageError("\"" + trait + "\" is no trait: NAME=VALUE is.");
    values_[trait.substr(0, equals)] = trait.substr(equals + 1);
  }
}

bool Traits::has(const std::string& name) const {
  read_.insert(name);
  return values_.contains(name);
}

std::string Traits::word(const std::string& name, const std::string& usual,
                         const std::vector<std::string>& allowed) const {
  std::string value = has(name) ? values_.at(name) : usual;
  if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), value) == allowed.end())
    throw UsageError(unknown_value("value of " + name, value, allowed));
  return value;
}

int Traits::number(const std::string& name, int usual) const {
  const std::string value = word(name, std::to_string(usual));
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size())
    throw UsageError(name + "=" + value + ": a whole number is needed.");
  return number;
}

Duration Traits::time(const std::string& name, Duration usual) const {
  if (!has(name)) return usual;
  const std::string& value = values_.at(name);
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  const std::string unit(end, value.data() + value.size());
  if (error == std::errc() && unit == "us") return std::chrono::microseconds(count);
  if (error == std::errc() && unit == "ms") return std::chrono::milliseconds(count);
  if (error == std::errc() && unit == "s") return std::chrono::seconds(count);
  throw UsageError(name + "=" + value + ": a time is needed, as in 990ms, 5s or 250us.");
}

void Traits::require_all_read() const {
  for (const auto& [name, value] : values_) {
    if (!read_.contains(name))
      throw UsageError(unknown_value("trait", name, std::vector<std::string>(read_.begin(), read_.end())));
  }
}

}  // namespace rig::player

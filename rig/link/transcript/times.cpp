#include "rig/link/transcript/times.hpp"

#include <nlohmann/json.hpp>

namespace rig {

std::optional<Duration> end_of_operation(const std::string& line) {
  if (!line.starts_with("[\"send\"") && !line.starts_with("[\"receive\"")) return std::nullopt;
  const nlohmann::json operation = nlohmann::json::parse(line, nullptr, false);
  if (!operation.is_array()) return std::nullopt;
  const nlohmann::json& instant = operation.back();
  if (!instant.is_array() || instant.size() != 2 || !instant.at(1).is_number_integer()) return std::nullopt;
  return Duration(instant.at(1).get<std::int64_t>());
}

}  // namespace rig

#include "rig/base/json_depth.hpp"

#include <fmt/format.h>

namespace rig {

namespace {

constexpr std::size_t deepest = 32;  // what the rig writes is less than 10 deep

}  // namespace

std::string why_too_deep(std::string_view json) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text && c == '\\') ++i;
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (depth > deepest)
      return fmt::format("JSON is nested {} deep at byte {}; allowed: at most {}", depth, i + 1, deepest);
  }
  return {};
}

}  // namespace rig

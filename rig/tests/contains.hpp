#pragma once
/// Whether a text has a part, for tests.

#include <string_view>

namespace rig {

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace rig

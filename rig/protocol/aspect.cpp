#include "rig/protocol/aspect.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rig/base/errors.hpp"

namespace rig::protocol {

Aspect Aspect::named(std::string_view name) {
  const auto* const found = std::find(all_aspects.begin(), all_aspects.end(), name);
  if (found == all_aspects.end())
    throw RigError(fmt::format("There is no aspect \"{}\"; rig/protocol/aspect.hpp lists them.", name));
  return {*found, Unchecked{}};
}

std::optional<Aspect> Aspect::in(std::string_view family, std::string_view word) {
  const std::string name = fmt::format("{}.{}", family, word);
  const auto* const found = std::find(all_aspects.begin(), all_aspects.end(), name);
  return found == all_aspects.end() ? std::nullopt : std::optional(Aspect(*found, Unchecked{}));
}

}  // namespace rig::protocol

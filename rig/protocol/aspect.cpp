#include "rig/protocol/aspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "rig/base/errors.hpp"

namespace rig::protocol {

namespace {

/// Those that games have added.
std::set<std::string_view>& added() {
  static std::set<std::string_view> names;
  return names;
}

/// The name as it is kept; empty: there is no such aspect.
std::string_view kept(std::string_view name) {
  const auto* const found = std::find(all_aspects.begin(), all_aspects.end(), name);
  if (found != all_aspects.end()) return *found;
  const auto own = added().find(name);
  return own == added().end() ? std::string_view() : *own;
}

}  // namespace

Aspect Aspect::named(std::string_view name) {
  const std::string_view found = kept(name);
  if (found.empty())
    throw RigError(fmt::format("There is no aspect \"{}\"; rig/protocol/aspect.hpp lists them.", name));
  return {found, Unchecked{}};
}

Aspect Aspect::add(const char* name) {
  if (kept(name).empty()) added().insert(name);
  return named(name);
}

std::optional<Aspect> Aspect::in(std::string_view family, std::string_view word) {
  const std::string name = fmt::format("{}.{}", family, word);
  const std::string_view found = kept(name);
  return found.empty() ? std::nullopt : std::optional(Aspect(found, Unchecked{}));
}

}  // namespace rig::protocol

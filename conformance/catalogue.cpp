#include "conformance/catalogue.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <set>
#include <sstream>

#include "conformance/embedded.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

using rig::RigError;
using rig::report::Level;

const Requirement* Catalogue::by_id(std::string_view id) const {
  const auto at =
      std::find_if(requirements_.begin(), requirements_.end(), [&](const auto& r) { return r.id == id; });
  return at == requirements_.end() ? nullptr : &*at;
}

const Requirement* Catalogue::by_aspect(std::string_view aspect) const {
  if (aspect.empty()) return nullptr;  // what cannot be tested has no aspect, and is not to be found by that
  const auto at = std::find_if(requirements_.begin(), requirements_.end(),
                               [&](const auto& r) { return r.aspect == aspect; });
  return at == requirements_.end() ? nullptr : &*at;
}

Level level_of(const Requirement& requirement, ResetPolicy policy) {
  return policy == ResetPolicy::declared ? requirement.level_with_declared_reset : requirement.level;
}

namespace {

Level level_from(const toml::table& table, const char* key, std::string_view where) {
  const std::string word = table[key].value_or(std::string());
  const auto level = rig::report::level_from(word);
  if (!level) {
    throw RigError(
        fmt::format("{}: {} is \"{}\"; allowed: mandatory, recommended, informational.", where, key, word));
  }
  return *level;
}

Requirement requirement_from(const toml::table& table, std::string_view name) {
  Requirement requirement;
  requirement.id = table["id"].value_or(std::string());
  const std::string where = fmt::format("{}, requirement \"{}\"", name, requirement.id);
  requirement.text = table["text"].value_or(std::string());
  requirement.source = table["source"].value_or(std::string());
  requirement.aspect = table["aspect"].value_or(std::string());
  requirement.untestable = table["untestable"].value_or(std::string());
  requirement.level = level_from(table, "level", where);
  requirement.level_with_declared_reset = table.contains("level_with_declared_reset")
                                              ? level_from(table, "level_with_declared_reset", where)
                                              : requirement.level;
  if (requirement.id.empty() || requirement.text.empty() || requirement.source.empty()) {
    throw RigError(where + " lacks its id, text or source.");
  }
  if (requirement.aspect.empty() == requirement.untestable.empty()) {
    throw RigError(where + " must have either an aspect or a reason why it is untestable.");
  }
  return requirement;
}

}  // namespace

Catalogue parse_catalogue(std::string_view text, std::string_view name) {
  std::vector<Requirement> requirements;
  try {
    const toml::table document = toml::parse(text, name);
    const toml::array* list = document["requirement"].as_array();
    if (list == nullptr) throw RigError(fmt::format("{} has no [[requirement]].", name));
    for (const toml::node& node : *list) requirements.push_back(requirement_from(*node.as_table(), name));
  } catch (const toml::parse_error& error) {
    throw RigError(fmt::format("{}, line {}: {}", name, error.source().begin.line, error.description()));
  }
  std::set<std::string> seen;
  for (const Requirement& requirement : requirements) {
    if (!seen.insert(requirement.id).second) {
      throw RigError(fmt::format("{}: requirement \"{}\" stands twice.", name, requirement.id));
    }
    if (!requirement.aspect.empty() && !seen.insert(requirement.aspect).second) {
      throw RigError(fmt::format("{}: aspect \"{}\" stands twice.", name, requirement.aspect));
    }
  }
  return Catalogue(std::move(requirements));
}

Catalogue load_catalogue(std::string_view contest) {
  return parse_catalogue(embedded_catalogue(contest), fmt::format("requirements/{}.toml", contest));
}

}  // namespace conformance

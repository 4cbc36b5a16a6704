#include "conformance/suite/texts.hpp"

#include <map>
#include <set>

#include "rig/base/errors.hpp"

namespace conformance {

namespace {

std::map<std::string_view, Texts>& by_name() {
  static std::map<std::string_view, Texts> all;
  return all;
}

/// Of which there are two: they come from different folders, and cannot be told apart.
std::set<std::string_view>& ambiguous() {
  static std::set<std::string_view> names;
  return names;
}

const Texts& texts_of(std::string_view name) {
  if (ambiguous().contains(name))
    throw rig::RigError("Two catalogues of requirements of this program are named \"" + std::string(name) +
                        "\".");
  const auto found = by_name().find(name);
  if (found != by_name().end()) return found->second;
  throw rig::RigError("There is no catalogue of requirements for contest " + std::string(name) + ".");
}

}  // namespace

bool add_texts(const std::vector<Texts>& texts) {
  for (const Texts& one : texts) {
    if (!by_name().emplace(one.name, one).second) ambiguous().insert(one.name);
  }
  return true;
}

std::vector<std::string> names_of_texts() {
  std::vector<std::string> names;
  for (const auto& [name, texts] : by_name()) names.emplace_back(name);
  return names;
}

std::string_view clauses_text(std::string_view name) {
  return texts_of(name).clauses;
}

bool has_clauses(std::string_view name) {
  return by_name().contains(name);
}

std::string_view faults_text(std::string_view name) {
  return texts_of(name).faults;
}

std::string_view matrix_text(std::string_view name) {
  return texts_of(name).matrix;
}

}  // namespace conformance

#include "conformance/suite/texts.hpp"

#include <map>

#include "rig/base/errors.hpp"

namespace conformance {

namespace {

std::map<std::string_view, Texts>& by_name() {
  static std::map<std::string_view, Texts> all;
  return all;
}

const Texts& texts_of(std::string_view name) {
  const auto found = by_name().find(name);
  if (found != by_name().end()) return found->second;
  throw rig::RigError("There is no catalogue of requirements for contest " + std::string(name) + ".");
}

}  // namespace

bool add_texts(const std::vector<Texts>& texts) {
  for (const Texts& one : texts) by_name()[one.name] = one;
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

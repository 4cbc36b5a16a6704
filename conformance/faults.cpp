#include "conformance/faults.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "conformance/catalogue.hpp"
#include "conformance/embedded.hpp"
#include "rig/base/errors.hpp"
#include "rig/player/blokus/blokus_faults.hpp"
#include "rig/player/trax/trax_faults.hpp"

namespace conformance {

using rig::RigError;

namespace {

std::string text_of(const toml::table& table, const char* key) {
  std::string value = table[key].value_or(std::string());
  if (value.empty())
    throw RigError(fmt::format("faults, line {}: \"{}\" is missing.", table.source().begin.line, key));
  return value;
}

/// A list of words, or what it is where the row has none.
std::vector<std::string> words_of(const toml::table& table, const char* key,
                                  std::vector<std::string> usual = {}) {
  if (!table.contains(key)) return usual;
  const toml::array* list = table[key].as_array();
  const bool words_only = list != nullptr && (list->empty() || list->is_homogeneous<std::string>());
  if (!words_only) {
    throw RigError(
        fmt::format("faults, line {}: \"{}\" is a list of words.", table.source().begin.line, key));
  }
  std::vector<std::string> words;
  for (const toml::node& word : *list) words.push_back(*word.value<std::string>());
  return words;
}

/// What the rig's own player says of its fault, where a row does not say it again; empty: it knows none.
std::string what_of(const Fault& fault, std::string_view contest) {
  std::vector<rig::player::DeviceFault> known;
  if (fault.duts.front() == "builtin:blokus") known = rig::player::blokus_device_faults(contest);
  if (fault.duts.front() == "builtin:trax") known = rig::player::trax_device_faults(contest);
  for (const rig::player::DeviceFault& one : known) {
    if (one.name == fault.name) return one.what;
  }
  return {};
}

/// `whole` is the table around the row: a column that stands there holds for the rows that do not have it.
Fault fault_from(const toml::table& table, const toml::table& whole, std::string_view contest) {
  Fault fault;
  fault.name = text_of(table, "name");
  fault.killer = text_of(table, "killer");
  fault.requirement = text_of(table, "requirement");
  fault.finding = text_of(table, "finding");
  fault.board = table["board"].value<int>();
  fault.duts = words_of(table, "duts", words_of(whole, "duts"));
  fault.also = words_of(table, "also");
  fault.declared_reset = words_of(table, "declared_reset", words_of(whole, "declared_reset"));
  if (fault.duts.empty()) throw RigError(fmt::format("faults: fault \"{}\" lives on no DUT.", fault.name));
  fault.what = table.contains("what") ? text_of(table, "what") : what_of(fault, contest);
  if (fault.what.empty()) throw RigError(fmt::format("faults: nobody says what \"{}\" does.", fault.name));
  return fault;
}

/// The clause that looks at what the clause of another catalogue looks at; empty where there is none.
std::string counterpart(const std::string& requirement, const Catalogue& theirs, const Catalogue& own) {
  const Requirement* of_theirs = theirs.by_id(requirement);
  const Requirement* found = of_theirs == nullptr ? nullptr : own.by_aspect(of_theirs->aspect);
  return found == nullptr ? std::string() : found->id;
}

/// What differs of an inherited row.
void apply(const toml::table& differs, Fault& fault) {
  const auto take = [&](const char* key, std::string& value) { value = differs[key].value_or(value); };
  take("what", fault.what);
  take("killer", fault.killer);
  take("requirement", fault.requirement);
  take("finding", fault.finding);
  fault.duts = words_of(differs, "duts", fault.duts);
  fault.also = words_of(differs, "also", fault.also);
}

/// The rows of the family's table, but for those left out, with what differs.
std::vector<Fault> inherited(const toml::table& document, std::string_view contest) {
  const std::string family = document["inherits"].value_or(std::string());
  if (family.empty()) return {};
  const std::vector<std::string> left_out = words_of(document, "left_out");
  std::set<std::string> unknown(left_out.begin(), left_out.end());
  if (const toml::table* all = document["differs"].as_table()) {
    for (const auto& [name, row] : *all) unknown.insert(std::string(name.str()));
  }
  const Catalogue theirs = load_catalogue(family);
  const Catalogue own = load_catalogue(contest);
  std::vector<Fault> faults;
  for (Fault fault : fault_table(family)) {
    unknown.erase(fault.name);
    if (std::find(left_out.begin(), left_out.end(), fault.name) != left_out.end()) continue;
    const std::string of_family =
        std::exchange(fault.requirement, counterpart(fault.requirement, theirs, own));
    if (const toml::table* differs = document["differs"][fault.name].as_table()) apply(*differs, fault);
    if (fault.requirement.empty())
      throw RigError(fmt::format("faults of {}: \"{}\" breaks {} of {}, which has no counterpart.", contest,
                                 fault.name, of_family, family));
    faults.push_back(fault);
  }
  if (!unknown.empty())
    throw RigError(fmt::format("faults of {}: {} has no \"{}\".", contest, family, *unknown.begin()));
  return faults;
}

std::vector<Fault> read_table(std::string_view contest) {
  std::vector<Fault> faults;
  std::set<std::string> names;
  try {
    const toml::table document =
        toml::parse(embedded_faults(contest), std::string_view("the table of faults"));
    faults = inherited(document, contest);
    if (const toml::array* list = document["fault"].as_array()) {
      for (const toml::node& node : *list) faults.push_back(fault_from(*node.as_table(), document, contest));
    }
  } catch (const toml::parse_error& error) {
    throw RigError(fmt::format("faults, line {}: {}", error.source().begin.line, error.description()));
  }
  for (const Fault& fault : faults) {
    for (const std::string& dut : fault.duts) {
      if (!names.insert(dut + " " + fault.name).second)
        throw RigError(fmt::format("faults: \"{}\" stands twice for {}.", fault.name, dut));
    }
  }
  return faults;
}

}  // namespace

const std::vector<Fault>& fault_table(std::string_view contest) {
  static std::map<std::string, std::vector<Fault>, std::less<>> tables;
  const auto known = tables.find(contest);
  if (known != tables.end()) return known->second;
  return tables.emplace(contest, read_table(contest)).first->second;
}

}  // namespace conformance

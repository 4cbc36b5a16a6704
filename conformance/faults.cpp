#include "conformance/faults.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <functional>
#include <map>
#include <set>

#include "conformance/embedded.hpp"
#include "rig/base/errors.hpp"

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

/// `whole` is the table around the row: a column that stands there holds for the rows that do not have it.
Fault fault_from(const toml::table& table, const toml::table& whole) {
  Fault fault;
  fault.name = text_of(table, "name");
  fault.what = text_of(table, "what");
  fault.killer = text_of(table, "killer");
  fault.requirement = text_of(table, "requirement");
  fault.finding = text_of(table, "finding");
  fault.board = table["board"].value<int>();
  fault.duts = words_of(table, "duts");
  fault.also = words_of(table, "also");
  fault.declared_reset = words_of(table, "declared_reset", words_of(whole, "declared_reset"));
  if (fault.duts.empty()) throw RigError(fmt::format("faults: fault \"{}\" lives on no DUT.", fault.name));
  return fault;
}

std::vector<Fault> read_table(std::string_view contest) {
  std::vector<Fault> faults;
  std::set<std::string> names;
  try {
    const toml::table document =
        toml::parse(embedded_faults(contest), std::string_view("the table of faults"));
    if (const toml::array* list = document["fault"].as_array()) {
      for (const toml::node& node : *list) faults.push_back(fault_from(*node.as_table(), document));
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

#include "conformance/faults.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <set>

#include "conformance/embedded.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

using rig::RigError;

namespace {

std::string text_of(const toml::table& table, const char* key) {
  std::string value = table[key].value_or(std::string());
  if (value.empty())
    throw RigError(fmt::format("faults.toml, line {}: \"{}\" is missing.", table.source().begin.line, key));
  return value;
}

Fault fault_from(const toml::table& table) {
  Fault fault;
  fault.name = text_of(table, "name");
  fault.what = text_of(table, "what");
  fault.killer = text_of(table, "killer");
  fault.requirement = text_of(table, "requirement");
  fault.finding = text_of(table, "finding");
  if (const toml::array* duts = table["duts"].as_array()) {
    for (const toml::node& dut : *duts) fault.duts.push_back(dut.value_or(std::string()));
  }
  if (fault.duts.empty())
    throw RigError(fmt::format("faults.toml: fault \"{}\" lives on no DUT.", fault.name));
  return fault;
}

std::vector<Fault> read_table() {
  std::vector<Fault> faults;
  std::set<std::string> names;
  try {
    const toml::table document = toml::parse(embedded_faults(), std::string_view("faults.toml"));
    if (const toml::array* list = document["fault"].as_array()) {
      for (const toml::node& node : *list) faults.push_back(fault_from(*node.as_table()));
    }
  } catch (const toml::parse_error& error) {
    throw RigError(fmt::format("faults.toml, line {}: {}", error.source().begin.line, error.description()));
  }
  for (const Fault& fault : faults) {
    if (!names.insert(fault.name).second)
      throw RigError(fmt::format("faults.toml: \"{}\" stands twice.", fault.name));
  }
  return faults;
}

}  // namespace

const std::vector<Fault>& fault_table() {
  static const std::vector<Fault> table = read_table();
  return table;
}

}  // namespace conformance

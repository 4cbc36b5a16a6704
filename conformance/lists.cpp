#include "conformance/lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "conformance/faults.hpp"

namespace conformance {

void list_cases(std::ostream& out, const std::vector<const CaseEntry*>& cases, const Catalogue& catalogue) {
  for (const CaseEntry* entry : cases) {
    std::vector<std::string> ids;
    for (const std::string& id : entry->checks) {
      if (catalogue.by_id(id) != nullptr) ids.push_back(id);
    }
    out << fmt::format("{:<32} {}\n{:<32} {}\n", entry->id(), entry->title, "", fmt::join(ids, " "));
  }
}

void list_requirements(std::ostream& out, const Catalogue& catalogue, ResetPolicy policy) {
  const std::vector<std::string> to_come = requirements_to_come();
  for (const Requirement& requirement : catalogue.all()) {
    out << fmt::format("{}  {}\n  {}\n  source: {}\n", requirement.id,
                       rig::report::to_string(level_of(requirement, policy)), requirement.text,
                       requirement.source);
    if (!requirement.untestable.empty()) {
      out << "  not testable: " << requirement.untestable << "\n\n";
      continue;
    }
    std::vector<std::string> cases;
    for (const CaseEntry& entry : all_cases()) {
      if (std::find(entry.checks.begin(), entry.checks.end(), requirement.id) != entry.checks.end()) {
        cases.push_back(entry.id());
      }
    }
    std::vector<std::string> faults;
    for (const Fault& fault : fault_table()) {
      if (fault.requirement == requirement.id) faults.push_back(fault.name);
    }
    const bool awaited = std::find(to_come.begin(), to_come.end(), requirement.id) != to_come.end();
    out << fmt::format("  cases:  {}\n  faults: {}\n\n",
                       !cases.empty() ? fmt::format("{}", fmt::join(cases, " "))
                       : awaited      ? "(to come)"
                                      : "(none yet)",
                       faults.empty() ? "(none yet)" : fmt::format("{}", fmt::join(faults, " ")));
  }
}

void list_faults(std::ostream& out) {
  for (const Fault& fault : fault_table()) {
    out << fmt::format("{:<18} {}\n{:<18} on {}; caught by {} as {}\n", fault.name, fault.what, "",
                       fmt::join(fault.duts, ", "), fault.killer, fault.requirement);
  }
}

}  // namespace conformance

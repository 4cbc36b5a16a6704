#include "conformance/run/lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "conformance/suite/faults.hpp"
#include "conformance/suite/matrix.hpp"

namespace conformance {

void list_cases(std::ostream& out, const std::vector<const CaseEntry*>& cases, const Catalogue& catalogue) {
  for (const CaseEntry* entry : cases) {
    const std::vector<std::string> ids = cited_by(*entry, catalogue);
    out << fmt::format("{:<32} {}\n{:<32} {}\n", entry->id(), entry->title, "", fmt::join(ids, " "));
  }
}

void list_requirements(std::ostream& out, std::string_view contest, const Catalogue& catalogue,
                       ResetPolicy policy) {
  for (const Requirement& requirement : catalogue.all()) {
    out << fmt::format("{}  {}\n  {}\n  source: {}\n", requirement.id,
                       rig::report::to_string(level_of(requirement, policy)), requirement.text,
                       requirement.source);
    if (!requirement.untestable.empty()) {
      out << "  not testable: " << requirement.untestable << "\n\n";
      continue;
    }
    std::vector<std::string> cases;
    for (const CaseEntry* entry : cases_citing(requirement, catalogue)) cases.push_back(entry->id());
    const std::vector<std::string> faults = faults_breaking(known_matrix(contest), requirement.id);
    out << fmt::format("  cases:  {}\n  faults: {}\n\n", fmt::join(cases, " "), fmt::join(faults, " "));
  }
}

void list_faults(std::ostream& out, std::string_view contest) {
  for (const Fault& fault : fault_table(contest)) {
    if (!fault.not_applicable.empty()) {
      out << fmt::format("{:<18} {}\n{:<18} not applicable: {}\n", fault.name, fault.what, "",
                         fault.not_applicable);
      continue;
    }
    out << fmt::format("{:<18} {}\n{:<18} on {}; caught by {} as {}\n", fault.name, fault.what, "",
                       fmt::join(fault.duts, ", "), fault.killer, fault.requirement);
  }
}

}  // namespace conformance

#include "conformance/lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "conformance/faults.hpp"
#include "conformance/matrix.hpp"

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
    for (const CaseEntry& entry : all_cases()) {
      const std::vector<std::string> ids = cited_by(entry, catalogue);
      if (std::find(ids.begin(), ids.end(), requirement.id) != ids.end()) cases.push_back(entry.id());
    }
    std::vector<std::string> faults;
    for (const MatrixRow& row : known_matrix(contest)) {
      const bool named = std::find(faults.begin(), faults.end(), row.fault) != faults.end();
      if (row.requirements.contains(requirement.id) && !named) faults.push_back(row.fault);
    }
    out << fmt::format("  cases:  {}\n  faults: {}\n\n", fmt::join(cases, " "), fmt::join(faults, " "));
  }
}

void list_faults(std::ostream& out, std::string_view contest) {
  for (const Fault& fault : fault_table(contest)) {
    out << fmt::format("{:<18} {}\n{:<18} on {}; caught by {} as {}\n", fault.name, fault.what, "",
                       fmt::join(fault.duts, ", "), fault.killer, fault.requirement);
  }
}

}  // namespace conformance

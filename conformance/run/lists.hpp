#pragma once
/// What `certify` can tell without running anything: its cases, requirements and faults. One fact a line.

#include <iosfwd>
#include <string_view>
#include <vector>

#include "conformance/suite/suite.hpp"

namespace conformance {

/// `--list`: ID, title and the requirements it cites, of these cases.
void list_cases(std::ostream& out, const std::vector<const CaseEntry*>& cases, const Catalogue& catalogue);

/// `--requirements`: id, level, clause, source, the cases that check it and the faults that they catch; or
/// why it cannot be tested.
void list_requirements(std::ostream& out, std::string_view contest, const Catalogue& catalogue,
                       ResetPolicy policy);

/// `--list-faults`: name, what the board does, where it lives, the case that catches it.
void list_faults(std::ostream& out, std::string_view contest);

}  // namespace conformance

#pragma once
/// Texts of the repository that are built into the programs.

#include <string_view>

namespace conformance {

/// conformance/requirements/CONTEST.toml, of a contest or of a family; RigError where there is none.
std::string_view embedded_catalogue(std::string_view contest);
/// Whether there is one.
bool has_catalogue(std::string_view name);
/// fixtures/faults/CONTEST.toml, of a contest or of a family
std::string_view embedded_faults(std::string_view contest);
/// fixtures/faults/CONTEST-matrix.txt
std::string_view embedded_fault_matrix(std::string_view contest);

}  // namespace conformance

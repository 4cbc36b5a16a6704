#pragma once
/// Texts of the repository that are built into the programs.

#include <string_view>

namespace conformance {

/// conformance/requirements/CONTEST.toml; RigError for a contest without one.
std::string_view embedded_catalogue(std::string_view contest);
/// conformance/requirements/to-come.txt
std::string_view embedded_to_come();
/// fixtures/faults.toml
std::string_view embedded_faults();

}  // namespace conformance

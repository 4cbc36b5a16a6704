#pragma once
/// Families: texts that several catalogues, or tables of faults, share.

#include <toml++/toml.h>

#include <string>
#include <vector>

namespace conformance {

/// `family = "chess"`, or a list of which the first comes first; none.
std::vector<std::string> families_of(const toml::table& document);

}  // namespace conformance

#pragma once
/// What the description of a referee says otherwise for some of its contests: the keys of a table
/// [for.CONTEST] take the place of those of the file, each as a whole.

#include <toml++/toml.h>
#include <string>
#include <vector>

namespace rig::host {

/// The contests that have a table of their own, after an empty name for the others where there are others.
/// UsageError, with file and line, for a table that is not of a contest of this file, or that holds what is
/// the same for all of them.
std::vector<std::string> forms_in(const toml::table& document, const std::string& file);

/// The document in one of its forms: as it is for this contest alone; for an empty name, for those that have
/// no table of their own.
toml::table in_form(toml::table document, const std::string& contest);

}  // namespace rig::host

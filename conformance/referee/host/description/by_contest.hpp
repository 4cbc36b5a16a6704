#pragma once
/// What the description of a referee says otherwise for some of its contests: the keys of a table
/// [for.CONTEST] take the place of those of the file, each as a whole.

#include <toml++/toml.h>
#include <string>
#include <vector>

namespace rig::host {

/// Among the contests of a file: each that is played over a line, those of modules and files included.
inline constexpr const char* all_over_a_line = "*";

/// Writes these contests into the list of the document in place of `"*"`. Left out are those that the list
/// names itself.
void name_all_contests(toml::table& document);

/// The contests that have a table of their own, after an empty name for the others where there are others.
/// UsageError, with file and line, for a table that is not of a contest of this file, or that holds what is
/// the same for all of them.
std::vector<std::string> forms_in(const toml::table& document, const std::string& file);

/// The document in one of its forms: as it is for this contest alone; for an empty name, for those that have
/// no table of their own.
toml::table in_form(toml::table document, const std::string& contest);

}  // namespace rig::host

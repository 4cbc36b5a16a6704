#pragma once
/// How programs word their `--help`: sections with headings, an entry for each option, at most 80 columns.

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace rig {

/// The format, for `CLI::App::formatter`; subcommands that are added later have it too. An option's entry has
/// its group as heading, its type's name as value, and its default. Of descriptions and footers, lines
/// without an indent are wrapped. Indented lines stay as they are; a remark goes to the next line where one
/// is too long.
std::shared_ptr<CLI::FormatterBase> help_format();

}  // namespace rig

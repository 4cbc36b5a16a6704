#pragma once
/// A command as the user wrote it, cut into words. No shell is involved: what starts is the program named.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rig {

/// Cuts `command` as a shell would cut plain words: blanks part them; 'single quotes' keep everything,
/// "double quotes" everything but \" and \\, a backslash the next character. Nothing is expanded.
/// Throws UsageError when there is no word, a quote is not closed, or an operator of the shell stands
/// unquoted (| & ; < > ( ) ` $ or a line break): that needs `sh -c '…'`, and the message says so.
std::vector<std::string> split_command(std::string_view command);

/// Where a program without a slash in its name is found, as the system looks for it; empty: nowhere.
std::filesystem::path program_in_path(const std::string& name);

/// Words as a shell takes them.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace rig

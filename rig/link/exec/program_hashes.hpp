#pragma once
/// By what a program is known again.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rig {

/// The SHA-256 of each word of a command that is a file, by the word. The command runs in `folder`; empty:
/// where this program runs. The first word is looked for as a shell does. `cannot be read` stands in place of
/// the hash of a file that cannot; that it cannot be started either is reported elsewhere.
std::map<std::string, std::string> hashes_of_program(const std::vector<std::string>& words,
                                                     const std::filesystem::path& folder = {});

}  // namespace rig

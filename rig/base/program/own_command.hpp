#pragma once
/// Where the running program stands: what lies beside it, and how a user calls it and its like.

#include <filesystem>
#include <string>
#include <string_view>

namespace rig {

/// The path of this name relative to the folder of the running program; empty where that is not known.
/// Whether anything is there is not looked at.
std::filesystem::path beside_this_program(const std::filesystem::path& name);

/// `scripts/certify` in a checkout, where the script builds what it runs, as the current folder sees it;
/// `certify` where the running program is installed. For the commands that a report quotes.
std::string own_command(std::string_view program);

}  // namespace rig

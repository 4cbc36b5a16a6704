#pragma once
/// Passwords, asked for where nobody else reads along.

#include <optional>
#include <string>

namespace rig {

/// Asks at the terminal of this program, which does not show what is typed. Nothing: there is no terminal, or
/// its user typed none.
std::optional<std::string> ask_password(const std::string& question);

/// The first line of a file. UsageError, with the path, when it cannot be read.
std::string password_in(const std::string& path);

}  // namespace rig

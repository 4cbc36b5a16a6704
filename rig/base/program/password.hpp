#pragma once
/// Passwords, asked for where nobody else reads along.

#include <optional>
#include <string>

#include "rig/base/crypto/ed25519.hpp"

namespace rig {

/// Asks at the terminal of this program, which does not show what is typed. Nothing: there is no terminal, or
/// its user typed none.
std::optional<std::string> ask_password(const std::string& question);

/// The first line of a file. UsageError, with the path, when it cannot be read.
std::string password_in(const std::string& path);

/// For a key that has a password: the first line of this file; empty: what is typed at the terminal.
AskPassword password_of_key(const std::string& file);

}  // namespace rig

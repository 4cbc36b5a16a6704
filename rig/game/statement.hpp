#pragma once
/// The statement of a module (rig/game/module.hpp), read from its file without loading it.

#include <string>
#include <string_view>

namespace rig::game {

/// What a module was built with.
struct Statement {
  std::string version;    ///< of the rig: `0.1.0`
  std::string compiler;   ///< `g++ 12.2.0`
  std::string headers;    ///< SHA-256 of the rig's public headers, in hexadecimal
  std::string sanitizer;  ///< `none` or `address`
};

/// Reads a statement's text. UsageError for a field that is missing, empty, unknown or there twice.
Statement parse_statement(std::string_view text);

/// The statement in the content of a 64-bit ELF shared object. UsageError where the content is none, ends too
/// early, or has no statement. `file` names it in messages.
Statement statement_in(std::string_view content, const std::string& file);

/// What this program was built with.
Statement own_statement();

/// UsageError where a module with this statement cannot be used by a program with that of `own`: the first
/// difference, what was found and what is wanted.
void expect_fitting(const Statement& statement, const Statement& own, const std::string& file);

}  // namespace rig::game

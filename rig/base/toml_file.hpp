#pragma once
/// TOML that somebody else wrote. What would take the parser its whole stack, or minutes, is refused before
/// it begins.

#include <toml++/toml.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace rig {

inline constexpr std::size_t largest_toml = std::size_t{1} << 20U;  ///< bytes
inline constexpr std::size_t deepest_toml = 32;                     ///< keys, tables and lists in each other
inline constexpr std::size_t most_in_toml = 10'000;  ///< keys, tables, lists and items of lists in all

/// UsageError that names the file, the line, what was found and what is allowed: the text is larger, deeper
/// or has more in it, or is no TOML.
toml::table parse_toml(std::string_view text, const std::string& file);

}  // namespace rig

#pragma once
/// Text from a record inside XML and HTML.

#include <string>
#include <string_view>

namespace rig::report {

/// For an element's content: markup escaped, newlines kept, other control characters shown (`\x07`).
std::string content(std::string_view text);

/// For an attribute in double quotes: as `content`, with newlines shown too.
std::string attribute(std::string_view text);

}  // namespace rig::report

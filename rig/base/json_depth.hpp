#pragma once
/// What to ask of JSON that somebody else may have written, before a parser sees it.

#include <string>
#include <string_view>

namespace rig {

/// Empty, or how deep `json` is nested where that is too deep: what copies, compares or prints it takes some
/// of the stack for each list in a list.
std::string why_too_deep(std::string_view json);

}  // namespace rig

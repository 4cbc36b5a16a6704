#pragma once
/// What to ask of JSON that somebody else may have written, before a parser sees it.

#include <string>
#include <string_view>

namespace rig {

/// Empty where its lists and objects are nested at most 32 deep; else how deep, from which byte on, and what
/// is allowed. Code that copies, compares or prints JSON takes some of the stack for each level.
std::string why_too_deep(std::string_view json);

}  // namespace rig

#pragma once

#include <string>

namespace rig {

/// What a person needs of a standard error: its first and last line, as the end of a sentence (`; its
/// standard error: "…"`); empty when it is blank.
std::string last_words(const std::string& standard_error);

}  // namespace rig

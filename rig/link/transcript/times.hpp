#pragma once
/// Times in the lines of a transcript, for who follows a recording while it goes on.

#include <optional>
#include <string>

#include "rig/base/time.hpp"

namespace rig {

/// When a send or a receive had ended, at the latest, by the clock of its link. Nothing: the line is of
/// another operation, or of none.
std::optional<Duration> end_of_operation(const std::string& line);

}  // namespace rig

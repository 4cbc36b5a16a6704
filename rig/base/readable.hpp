#pragma once
/// Times at a scale that people read.

#include <chrono>
#include <string>

namespace rig {

/// `3.7 ms`, `868 us`, `1.02 s`: three significant digits.
std::string readable(std::chrono::nanoseconds time);

}  // namespace rig

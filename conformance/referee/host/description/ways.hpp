#pragma once
/// How a referee finds its boards, as its description says it.

#include <array>

#include "conformance/referee/host/description.hpp"
#include "rig/base/toml_section.hpp"

namespace rig::host {

/// `way`: one word for both boards, or a list with one for each. UsageError, with file and line, for another.
std::array<Way, 2> ways_from(const Section& boards);

}  // namespace rig::host

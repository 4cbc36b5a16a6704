#pragma once
/// The wall clock, for people: when something was. It may jump at any time, so no verdict and no deadline
/// looks at it.

#include <string>

namespace rig {

/// `2026-11-20T14:05:59Z`.
std::string utc_now();

}  // namespace rig

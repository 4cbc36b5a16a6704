#pragma once
/// Two links of one match, in one time. While one is waited for, the other is listened to as well: what it
/// says meanwhile is kept for whoever asks it next, with the time at which it came. Nothing is sent to one
/// before the last thing that happened on the other.

#include <memory>
#include <utility>

#include "rig/link/link.hpp"

namespace rig::arbiter {

/// Each of the two as a link by itself. RigError when they are of two clock domains.
std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> put_together(std::unique_ptr<Link> one,
                                                                     std::unique_ptr<Link> other);

}  // namespace rig::arbiter

#pragma once
/// By what a device is known again, as far as that can be told without playing with it.

#include <map>
#include <string>

#include "rig/protocol/contest.hpp"

namespace rig::admission {

/// By the names that `CertifiedRun::device` has: a program's files, the sources of a design, a USB adapter.
/// What cannot be told is missing. A design is built for that, and is looked at in a process of its own.
/// UsageError for a name that means nothing; RigError when a design cannot be built.
std::map<std::string, std::string> device_now(const std::string& dut, const protocol::Contest& contest);

}  // namespace rig::admission

#pragma once
/// What the kernel wrote about USB devices that it could not use.

#include <optional>
#include <string>
#include <string_view>

#include "rig/base/time.hpp"

namespace rig::doctor {

/// Its records, as /dev/kmsg has them, a line each; empty where this user may not read them.
std::string kernel_log();

/// The time by which its records are dated.
Duration since_boot();

/// The last complaint of the last quarter of an hour about a USB device: its power, its cable, its answers.
std::optional<std::string> usb_trouble(std::string_view log, Duration now);

/// What to do about it: a sentence.
std::string advice_on(std::string_view trouble);

}  // namespace rig::doctor

#pragma once
/// What the kernel wrote about USB devices that it could not use.

#include <optional>
#include <string>
#include <string_view>

#include "rig/base/time.hpp"

namespace rig::doctor {

/// A complaint about a USB device: its power, its cable, its answers.
struct UsbTrouble {
  std::string told;    ///< a sentence, with the kernel's words
  std::string advice;  ///< what to do about it: a sentence
};

/// The last one of the quarter of an hour before `now` (monotonic_now()). `log`: records as /dev/kmsg has
/// them, a line each.
std::optional<UsbTrouble> usb_trouble(std::string_view log, Duration now);

/// That of this machine, at this moment; nothing also where this user may not read the kernel's log.
std::optional<UsbTrouble> usb_trouble_here();

}  // namespace rig::doctor

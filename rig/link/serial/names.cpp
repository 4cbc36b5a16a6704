#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <string_view>

#include "rig/base/errors.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/link/serial/system_files.hpp"

namespace rig {

namespace {

constexpr std::string_view prefix = "usb:";

/// A name, taken apart. What follows the product id is read against the adapters: a serial number may itself
/// hold colons and slashes.
struct UsbName {
  std::uint16_t vendor = 0;
  std::uint16_t product = 0;
  std::optional<std::string> serial;
  std::optional<int> interface;
  std::optional<std::string> serial_with_slash;  ///< the text before it was parted at its last slash
};

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw UsageError(fmt::format(
      "Serial device \"{}\": {}. A USB adapter is named usb:VID:PID[:SERIAL][/INTERFACE], VID and PID in "
      "four hexadecimal digits each: usb:0403:6001 or usb:0403:6001:A50285BI (see: rig ports).",
      name, why));
}

std::uint16_t id_of(const std::string& name, std::string_view what, std::string_view digits) {
  const bool hexadecimal =
      std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
  if (digits.size() != 4 || !hexadecimal) {
    refuse(name, fmt::format("the {} id \"{}\" is not four hexadecimal digits", what, digits));
  }
  return system_files::number_of<std::uint16_t>(digits, 16).value();
}

/// Parts `/1` from the end of a text. Throws when what follows the slash is no number.
std::optional<int> cut_interface(const std::string& name, std::string& text, bool required) {
  const std::size_t slash = text.rfind('/');
  if (slash == std::string::npos) return std::nullopt;
  const std::string digits = text.substr(slash + 1);
  const auto number = system_files::number_of<std::uint8_t>(digits);
  if (!number) {
    if (required) refuse(name, fmt::format("the interface \"{}\" is not a number from 0 to 255", digits));
    return std::nullopt;
  }
  text.resize(slash);
  return *number;
}

UsbName parse(const std::string& name) {
  std::string rest = name.substr(prefix.size());
  const std::size_t colon = rest.find(':');
  if (colon == std::string::npos) refuse(name, "there is no product id");
  UsbName parsed;
  parsed.vendor = id_of(name, "vendor", rest.substr(0, colon));
  rest.erase(0, colon + 1);
  const std::size_t second = rest.find(':');
  if (second == std::string::npos) {
    parsed.interface = cut_interface(name, rest, true);
    parsed.product = id_of(name, "product", rest);
    return parsed;
  }
  parsed.product = id_of(name, "product", rest.substr(0, second));
  rest.erase(0, second + 1);
  const std::string whole = rest;
  parsed.interface = cut_interface(name, rest, false);
  if (rest.empty()) refuse(name, "the serial number is empty");
  parsed.serial = rest;
  if (parsed.interface) parsed.serial_with_slash = whole;
  return parsed;
}

bool matches(const UsbName& name, const SerialDevice& device) {
  if (!device.usb || device.usb->vendor != name.vendor || device.usb->product != name.product) return false;
  const UsbIdentity& usb = *device.usb;
  if (name.serial_with_slash && usb.serial == *name.serial_with_slash) return true;
  return (!name.serial || usb.serial == *name.serial) &&
         (!name.interface || usb.interface == *name.interface);
}

/// A line for each device that `wanted` picks: its lasting name, its path, what it is.
std::string listed(const std::vector<SerialDevice>& devices,
                   const std::function<bool(const SerialDevice&)>& wanted) {
  std::string lines;
  for (const SerialDevice& device : devices) {
    if (!device.usb || !wanted(device)) continue;
    lines += fmt::format("\n  {}  {}  {} (socket {})", lasting_name(device, devices), device.path,
                         device.usb->product_name, device.usb->socket);
  }
  return lines;
}

std::string usb_base_name(const UsbIdentity& usb) {
  return fmt::format("{}{:04x}:{:04x}{}{}", prefix, usb.vendor, usb.product, usb.serial.empty() ? "" : ":",
                     usb.serial);
}

}  // namespace

std::string lasting_name(const SerialDevice& device, const std::vector<SerialDevice>& devices) {
  if (!device.usb) return device.path;
  const bool has_siblings = std::any_of(devices.begin(), devices.end(), [&](const SerialDevice& other) {
    return other.path != device.path && other.usb && other.usb->socket == device.usb->socket;
  });
  const std::string name = usb_base_name(*device.usb);
  return has_siblings ? fmt::format("{}/{}", name, device.usb->interface) : name;
}

std::string resolve_serial_name(const std::string& name, const SystemRoots& roots) {
  if (!name.starts_with(prefix)) return name;
  const UsbName wanted = parse(name);
  const std::vector<SerialDevice> devices = list_serial_devices(roots);
  const auto fits = [&](const SerialDevice& device) { return matches(wanted, device); };
  const auto found = std::find_if(devices.begin(), devices.end(), fits);
  if (found == devices.end()) {
    const std::string others = listed(devices, [](const SerialDevice&) { return true; });
    throw UsageError(
        fmt::format("Serial device \"{}\": no such adapter is plugged in. {}{}", name,
                    others.empty() ? "There is no USB serial adapter at all." : "There are:", others));
  }
  if (std::find_if(found + 1, devices.end(), fits) != devices.end()) {
    throw UsageError(
        fmt::format("Serial device \"{}\": more than one adapter has this name. Give the serial number, "
                    "the interface or, where two are alike, the path "
                    "(/dev/serial/by-path names it by its socket):{}",
                    name, listed(devices, fits)));
  }
  return found->path;
}

}  // namespace rig

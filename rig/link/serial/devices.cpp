#include "rig/link/serial/devices.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>

#include "rig/base/errors.hpp"
#include "rig/link/serial/system_files.hpp"

namespace rig {

namespace fs = std::filesystem;
using system_files::number_in;
using system_files::text_of;

namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// ttyUSB2 before ttyUSB10: runs of digits count as numbers.
bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
      continue;
    }
    const auto run = [](const std::string& text, std::size_t from) {
      std::size_t end = from;
      while (end < text.size() && is_digit(text[end])) ++end;
      return text.substr(from, end - from);
    };
    const std::string left = run(a, i);
    const std::string right = run(b, j);
    if (left.size() != right.size()) return left.size() < right.size();
    if (left != right) return left < right;
    i += left.size(), j += right.size();
  }
  return a.size() - i < b.size() - j;
}

std::string link_name(const fs::path& link) {
  std::error_code error;
  return fs::read_symlink(link, error).filename().string();
}

/// Since Linux 6.5 a UART hangs below two devices of the kernel's own making; the driver of the hardware is
/// above.
std::string driver_of(fs::path device, const fs::path& sys) {
  while (link_name(device / "subsystem") == "serial-base" && device != sys && device.has_relative_path()) {
    device = device.parent_path();
  }
  return link_name(device / "driver");
}

/// The USB device that this one is a part of, found on the way up.
std::optional<UsbIdentity> usb_of(fs::path device, const fs::path& sys) {
  UsbIdentity usb;
  for (; device != sys && device.has_relative_path(); device = device.parent_path()) {
    if (const auto number = number_in<int>(device / "bInterfaceNumber", 16)) usb.interface = *number;
    const auto vendor = number_in<std::uint16_t>(device / "idVendor", 16);
    const auto product = number_in<std::uint16_t>(device / "idProduct", 16);
    if (!vendor || !product) continue;
    usb.vendor = *vendor;
    usb.product = *product;
    usb.serial = text_of(device / "serial").value_or("");
    usb.product_name = text_of(device / "product").value_or("");
    usb.manufacturer = text_of(device / "manufacturer").value_or("");
    usb.socket = device.filename().string();
    return usb;
  }
  return std::nullopt;
}

DeviceAccess access_to(const std::string& path) {
  if (faccessat(AT_FDCWD, path.c_str(), R_OK | W_OK, AT_EACCESS) == 0) return DeviceAccess::granted;
  return errno == ENOENT ? DeviceAccess::missing : DeviceAccess::denied;
}

/// What the udev rules have settled for a device stands in udev's database, under its number.
bool modem_manager_ignores(const fs::path& tty, const SystemRoots& roots) {
  const std::string number = text_of(tty / "dev").value_or("");
  std::ifstream database(roots.run / "udev/data" / ("c" + number));
  for (std::string line; std::getline(database, line);) {
    if (line == "E:ID_MM_PORT_IGNORE=1" || line == "E:ID_MM_DEVICE_IGNORE=1") return true;
  }
  return false;
}

/// None when `tty`, a folder of sys/class/tty, has no hardware behind it, or has gone meanwhile.
std::optional<SerialDevice> device_at(const fs::path& tty, const SystemRoots& roots) {
  std::error_code error;
  const fs::path hardware = fs::canonical(tty / "device", error);
  if (error) return std::nullopt;
  if (number_in<int>(tty / "type") == 0) return std::nullopt;
  const fs::path sys = fs::canonical(roots.sys, error);
  const std::string name = tty.filename().string();
  SerialDevice device;
  device.path = (roots.dev / name).string();
  device.driver = driver_of(hardware, sys);
  device.usb = usb_of(hardware, sys);
  device.latency_timer_ms = number_in<int>(roots.sys / "bus/usb-serial/devices" / name / "latency_timer");
  device.access = access_to(device.path);
  device.modem_manager_ignores = modem_manager_ignores(tty, roots);
  return device;
}

}  // namespace

std::string usb_text(const UsbIdentity& usb) {
  return fmt::format("{:04x}:{:04x} {} {}", usb.vendor, usb.product, usb.product_name, usb.serial);
}

std::vector<SerialDevice> list_serial_devices(const SystemRoots& roots) {
  std::vector<SerialDevice> devices;
  const fs::path terminals = roots.sys / "class/tty";
  std::error_code error;
  for (fs::directory_iterator entry(terminals, error), end; !error && entry != end; entry.increment(error)) {
    if (std::optional<SerialDevice> device = device_at(entry->path(), roots)) {
      devices.push_back(std::move(*device));
    }
  }
  if (error)
    throw RigError(terminals.string() + ", where serial devices are found: " + error.message() + ".");
  std::sort(devices.begin(), devices.end(),
            [](const SerialDevice& a, const SerialDevice& b) { return natural_less(a.path, b.path); });
  std::vector<fs::path> paths;
  paths.reserve(devices.size());
  for (const SerialDevice& device : devices) paths.emplace_back(device.path);
  std::vector<std::vector<Holder>> holders = holders_of_each(paths, roots);
  for (std::size_t i = 0; i < devices.size(); ++i) devices[i].holders = std::move(holders[i]);
  return devices;
}

std::string present_device(const std::string& name, const SystemRoots& roots) {
  std::string device = resolve_serial_name(name, roots);
  std::error_code unknown;
  if (fs::status(device, unknown).type() == fs::file_type::not_found)
    throw UsageError(fmt::format("There is no device {}. `rig ports` lists the serial devices.", device));
  return device;
}

}  // namespace rig

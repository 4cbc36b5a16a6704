#include "rig/tools/serial/ports.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/link/serial/permission.hpp"

namespace rig {

namespace {

using Devices = std::vector<SerialDevice>;

SystemRoots roots_of(const PortsRequest& request) {
  if (request.root.empty()) return {};
  SystemRoots roots = system_under(request.root);
  if (!std::filesystem::is_directory(roots.sys / "class/tty")) {
    throw UsageError(
        fmt::format("--root: {} holds no sys/class/tty, where serial devices are found.", request.root));
  }
  return roots;
}

// The list for a person

std::string holders_text(const std::vector<Holder>& holders) {
  std::vector<std::string> words;
  words.reserve(holders.size());
  for (const Holder& holder : holders) words.push_back(fmt::format("{} ({})", holder.program, holder.pid));
  return fmt::format("{}", fmt::join(words, ", "));
}

constexpr std::size_t columns = 6;
using Row = std::array<std::string, columns>;

std::string or_dash(const std::string& cell) {
  return cell.empty() ? std::string(1, '-') : cell;
}

Row row_of(const SerialDevice& device, const Devices& devices) {
  return {device.path,
          or_dash(device.usb ? lasting_name(device, devices) : ""),
          or_dash(device.driver),
          or_dash(device.latency_timer_ms ? fmt::format("{} ms", *device.latency_timer_ms) : ""),
          or_dash(holders_text(device.holders)),
          or_dash(device.usb ? device.usb->product_name : "")};
}

void print_table(const Devices& devices) {
  std::vector<Row> rows = {{"DEVICE", "USB:VID:PID:SERIAL", "DRIVER", "LATENCY", "HELD BY", "PRODUCT"}};
  for (const SerialDevice& device : devices) rows.push_back(row_of(device, devices));
  std::array<std::size_t, columns> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i + 1 < columns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i + 1 < columns; ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    std::cout << line << row.back() << "\n";
  }
}

// The list for a program

const char* word_of(DeviceAccess access) {
  switch (access) {
    case DeviceAccess::granted: return "granted";
    case DeviceAccess::denied: return "denied";
    case DeviceAccess::missing: return "missing";
  }
  return "?";
}

nlohmann::ordered_json json_of(const UsbIdentity& usb) {
  return {{"vendor", fmt::format("{:04x}", usb.vendor)},
          {"product", fmt::format("{:04x}", usb.product)},
          {"serial", usb.serial},
          {"product_name", usb.product_name},
          {"manufacturer", usb.manufacturer},
          {"socket", usb.socket},
          {"interface", usb.interface}};
}

nlohmann::ordered_json json_of(const SerialDevice& device, const Devices& devices) {
  nlohmann::ordered_json entry = {{"device", device.path},
                                  {"name", lasting_name(device, devices)},
                                  {"driver", device.driver},
                                  {"access", word_of(device.access)}};
  if (device.usb) entry["usb"] = json_of(*device.usb);
  if (device.latency_timer_ms) entry["latency_timer_ms"] = *device.latency_timer_ms;
  entry["holders"] = nlohmann::ordered_json::array();
  for (const Holder& holder : device.holders) {
    entry["holders"].push_back({{"pid", holder.pid}, {"program", holder.program}});
  }
  return entry;
}

void print_json(const Devices& devices) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const SerialDevice& device : devices) list.push_back(json_of(device, devices));
  // A device may tell its name in any bytes.
  std::cout << list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

// What could be better

void hint(const std::string& text) {
  std::cerr << "hint: " << text << "\n";
}

void hint_about(const SerialDevice& device) {
  if (device.access == DeviceAccess::denied) hint(permission_advice(device.path) + ".");
  if (device.access == DeviceAccess::missing) {
    hint(
        fmt::format("{}: the kernel has this device, but the name is not there; a container is given it with "
                    "--device {}.",
                    device.path, device.path));
  }
  if (device.latency_timer_ms.value_or(0) > 1) {
    hint(
        fmt::format("{}: the adapter may hold a byte back for {} ms (its latency timer); "
                    "sudo scripts/install-udev-rules makes it 1 ms.",
                    device.path, *device.latency_timer_ms));
  }
}

void hint_about_modem_manager(const Devices& devices, const SystemRoots& roots) {
  std::vector<std::string> open_to_it;
  for (const SerialDevice& device : devices) {
    if (device.usb && !device.modem_manager_ignores) open_to_it.push_back(device.path);
  }
  if (open_to_it.empty()) return;
  if (const auto pid = find_process("ModemManager", roots)) {
    hint(fmt::format(
        "ModemManager runs (process {}) and may write to a new adapter for some seconds after it is "
        "plugged in: {}; sudo scripts/install-udev-rules keeps it away from the common ones.",
        *pid, fmt::join(open_to_it, ", ")));
  }
}

void print_hints(const Devices& devices, const SystemRoots& roots) {
  if (devices.empty()) {
    std::cerr << "No serial device was found.\n";
    hint(
        "is the adapter plugged in? \"sudo dmesg\" shows what the kernel found; a container or a "
        "virtual machine "
        "has to be given it.");
  }
  for (const SerialDevice& device : devices) hint_about(device);
  hint_about_modem_manager(devices, roots);
}

}  // namespace

std::string ports_help() {
  return "The first line names the columns: the device; the name by which it is found again wherever it is "
         "plugged\n"
         "in, usb:VID:PID:SERIAL (and /INTERFACE where an adapter has several ports); its driver; an FTDI "
         "adapter's\n"
         "latency timer, for which it may hold a byte back; the programs that have it open (other users' are "
         "seen\n"
         "by root alone); the product. \"-\" stands for what there is not. Left out are virtual terminals, "
         "ptys and\n"
         "placeholders for built-in ports that are not there. What could be better goes to standard "
         "error.\n\n"
         "Examples:\n"
         "  rig ports\n"
         "  rig ports usb:0403:6001            the path of the one adapter with these ids\n"
         "  rig ports usb:0403:6001:A50285BI   of the one with this serial number";
}

void print_ports(const PortsRequest& request) {
  const SystemRoots roots = roots_of(request);
  if (!request.name.empty()) {
    std::cout << resolve_serial_name(request.name, roots) << "\n";
    return;
  }
  const Devices devices = list_serial_devices(roots);
  if (request.json) {
    print_json(devices);
  } else if (!devices.empty()) {
    print_table(devices);
  }
  std::cout << std::flush;
  print_hints(devices, roots);
}

}  // namespace rig

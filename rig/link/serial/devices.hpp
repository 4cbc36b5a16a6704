#pragma once
/// The serial devices of this machine, and the names by which they are found again after a replug.
///
/// A USB adapter is named `usb:VID:PID[:SERIAL][/INTERFACE]`: vendor and product id in four hexadecimal
/// digits each, the serial number as the adapter tells it, and, for a chip with several channels (an FT2232H
/// has one serial number and two ports), the number of the USB interface.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rig/link/serial/holders.hpp"
#include "rig/link/serial/system_roots.hpp"

namespace rig {

/// What a USB adapter says of itself. Texts that it lacks are empty.
struct UsbIdentity {
  std::uint16_t vendor = 0;
  std::uint16_t product = 0;
  std::string serial;
  std::string product_name;
  std::string manufacturer;
  std::string socket;  ///< where it is plugged in, in the kernel's words: `1-4.2`
  int interface = 0;
};

/// `0403:6001 FT232R A50285BI`: by which an adapter is known again in a report.
std::string usb_text(const UsbIdentity& usb);

/// Whether this process may use a device.
enum class DeviceAccess {
  granted,
  denied,   ///< see permission_advice
  missing,  ///< the kernel has the device, but its name is not there: a container that was not given it
};

/// A serial port that has hardware behind it.
struct SerialDevice {
  std::string path;                     ///< `/dev/ttyUSB0`
  std::string driver;                   ///< `ftdi_sio`, `cdc_acm`, `serial`; empty when the kernel tells none
  std::optional<UsbIdentity> usb;       ///< none: not a USB device
  std::optional<int> latency_timer_ms;  ///< FTDI alone: how long the adapter may hold a byte back
  std::vector<Holder> holders;          ///< who has it open, as far as this process may see
  DeviceAccess access = DeviceAccess::granted;
  bool modem_manager_ignores = false;  ///< udev has told ModemManager to leave it alone
};

/// Every serial port with hardware behind it, ttyUSB2 before ttyUSB10. Virtual terminals, ptys and the
/// placeholders that the 8250 driver sets up for ports that are not there are left out.
std::vector<SerialDevice> list_serial_devices(const SystemRoots& roots = {});

/// The name by which `device` is found again: `usb:0403:6001:A50285BI`, with the interface when others among
/// `devices` are channels of the same adapter; its path when it is not a USB device.
std::string lasting_name(const SerialDevice& device, const std::vector<SerialDevice>& devices);

/// The path of the device that `name` stands for: `usb:0403:6001` gives `/dev/ttyUSB0`. A name that does not
/// begin with `usb:` is given back unchanged. Throws UsageError when the name is malformed (and says how one
/// looks), when no such adapter is plugged in (and lists those that are), and when more than one is (and
/// lists them).
std::string resolve_serial_name(const std::string& name, const SystemRoots& roots = {});

/// The path behind a name whose device is on this machine. The file system is asked: opening a port would
/// touch its modem lines. UsageError otherwise, and as resolve_serial_name().
std::string present_device(const std::string& name, const SystemRoots& roots = {});

}  // namespace rig

#pragma once
/// A made-up machine in a temporary folder: its sys, dev, proc and run, as far as serial devices appear in
/// them.

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace rig::testing {

/// A port of a USB adapter. The socket and the ids are the kernel's words (`1-2`, `0403`); an empty text
/// stands for a file that is not there.
struct FakeUsbPort {
  std::string name;
  std::string driver = "ftdi_sio";
  std::string vendor = "0403";
  std::string product = "6001";
  std::string serial = {};
  std::string product_name = {};
  std::string latency_timer = {};
  std::string socket = "1-2";
  std::string interface = "00";
};

class FakeSystem {
 public:
  FakeSystem() {
    std::string pattern = (std::filesystem::temp_directory_path() / "rig-system-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = pattern;
    // A test may look at it as somebody else.
    std::filesystem::permissions(root_, std::filesystem::perms{0755});
    for (const char* folder :
         {"sys/class/tty", "sys/bus/usb-serial/devices", "dev", "proc", "run/udev/data"}) {
      std::filesystem::create_directories(root_ / folder);
    }
  }
  ~FakeSystem() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  FakeSystem(const FakeSystem&) = delete;
  FakeSystem& operator=(const FakeSystem&) = delete;

  const std::filesystem::path& root() const { return root_; }
  std::string device(const std::string& name) const { return (root_ / "dev" / name).string(); }

  /// An adapter of the usb-serial family: FTDI, CP210x, …
  void usb_serial(const FakeUsbPort& port) {
    const std::filesystem::path hardware = usb_interface(port) / port.name;
    link(hardware / "driver", "sys/bus/usb-serial/drivers/" + port.driver);
    link(hardware / "subsystem", "sys/bus/usb-serial");
    write(hardware / "latency_timer", port.latency_timer);
    link(root_ / "sys/bus/usb-serial/devices" / port.name, relative(hardware));
    terminal(port.name, hardware);
  }

  /// An adapter that follows the USB class for modems: no usb-serial device, the terminal hangs on the
  /// interface.
  void cdc_acm(const FakeUsbPort& port) {
    const std::filesystem::path hardware = usb_interface(port);
    link(hardware / "driver", "sys/bus/usb/drivers/cdc_acm");
    terminal(port.name, hardware);
  }

  /// A UART of the board's own; type 0 is a placeholder. With `layers` as Linux 6.5 and later show it.
  void uart(const std::string& name, const std::string& type, const std::string& driver,
            bool layers = false) {
    const std::filesystem::path board = root_ / "sys/devices/pnp0" / name;
    link(board / "driver", "sys/bus/pnp/drivers/" + driver);
    link(board / "subsystem", "sys/bus/pnp");
    std::filesystem::path hardware = board;
    if (layers) {
      for (const auto& [folder, layer] : {std::pair("0", "ctrl"), std::pair("0.0", "port")}) {
        hardware /= folder;
        link(hardware / "driver", std::string("sys/bus/serial-base/drivers/") + layer);
        link(hardware / "subsystem", "sys/bus/serial-base");
      }
    }
    write(terminal(name, hardware) / "type", type);
  }

  /// A terminal without hardware: a virtual console, a pty.
  void virtual_terminal(const std::string& name) {
    std::filesystem::create_directories(root_ / "sys/devices/virtual/tty" / name);
    link(root_ / "sys/class/tty" / name, "sys/devices/virtual/tty/" + name);
  }

  void process(int pid, const std::string& program, const std::vector<std::string>& open = {},
               const std::string& command = {}) {
    const std::filesystem::path folder = root_ / "proc" / std::to_string(pid);
    write(folder / "comm", program);
    write(folder / "cmdline", command);
    std::filesystem::create_directories(folder / "fd");
    int descriptor = 3;
    for (const std::string& target : open) {
      std::filesystem::create_symlink(target, folder / "fd" / std::to_string(descriptor++));
    }
  }

  /// An entry of udev's database for this terminal: `E:ID_MM_PORT_IGNORE=1`.
  void udev_says(const std::string& name, const std::string& line) {
    write(root_ / "run/udev/data" / ("c" + number_of(name)), line);
  }

 private:
  static std::string number_of(const std::string& name) {
    return "188:" + std::to_string(std::hash<std::string>{}(name) % 1000000);
  }

  static void write(const std::filesystem::path& file, const std::string& text) {
    if (text.empty()) return;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << "\n";
  }

  std::string relative(const std::filesystem::path& path) const {
    return path.lexically_relative(root_).string();
  }

  void link(const std::filesystem::path& from, const std::string& to) const {
    if (std::filesystem::is_symlink(from)) return;
    std::filesystem::create_directories(from.parent_path());
    std::filesystem::create_directories(root_ / to);
    std::filesystem::create_symlink((root_ / to).lexically_relative(from.parent_path()), from);
  }

  std::filesystem::path usb_interface(const FakeUsbPort& port) const {
    const std::filesystem::path adapter = root_ / "sys/devices/pci0000:00/0000:00:14.0/usb1" / port.socket;
    write(adapter / "idVendor", port.vendor);
    write(adapter / "idProduct", port.product);
    write(adapter / "serial", port.serial);
    write(adapter / "product", port.product_name);
    write(adapter / "manufacturer", "Maker");
    std::filesystem::path interface = adapter / (port.socket + ":1." + port.interface);
    write(interface / "bInterfaceNumber", port.interface);
    return interface;
  }

  std::filesystem::path terminal(const std::string& name, const std::filesystem::path& hardware) const {
    std::filesystem::path folder = hardware / "tty" / name;
    write(folder / "dev", number_of(name));
    link(folder / "device", relative(hardware));
    link(root_ / "sys/class/tty" / name, relative(folder));
    write(root_ / "dev" / name, "device");
    return folder;
  }

  std::filesystem::path root_;
};

}  // namespace rig::testing

#include "rig/link/serial/port.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <libserialport.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/link/serial/holders.hpp"
#include "rig/link/serial/kernel.hpp"
#include "rig/link/serial/permission.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/transport.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"

namespace rig {

namespace {

/// What an adapter may hold back whose driver does not tell: the default of FTDI's latency timer.
constexpr Duration unknown_adapter_hold_back = std::chrono::milliseconds(16);
/// An 8250 hands bytes on when its buffer is part full or four bytes' time has passed.
constexpr Duration plain_port_hold_back = std::chrono::milliseconds(4);

std::string reason_of(int error) {
  return std::strerror(error);  // NOLINT(concurrency-mt-unsafe)
}

std::string names_of(const std::vector<Holder>& holders) {
  std::string text;
  for (const Holder& holder : holders) {
    if (holder.pid == getpid()) continue;
    text += fmt::format("{}{} (process {})", text.empty() ? "" : ", ", holder.program, holder.pid);
  }
  return text;
}

[[noreturn]] void refuse_busy(const std::string& device) {
  const std::string names = names_of(holders_of(device));
  throw LinkLost(fmt::format("{} is in use by {}.", device, names.empty() ? "another program" : names));
}

[[noreturn]] void refuse(const std::string& device, int error) {
  if (error == EBUSY || error == EWOULDBLOCK) refuse_busy(device);
  if (error == EACCES || error == EPERM) throw LinkLost(permission_advice(device) + ".");
  if (error == ENOENT) {
    throw LinkLost(fmt::format("There is no device {}. `rig ports` lists the serial devices.", device));
  }
  throw LinkLost(fmt::format("{} cannot be opened: {}.", device, reason_of(error)));
}

/// A port that is locked before anything on it is touched: a second program that opens it would pulse the
/// modem lines under the first one's board.
class Lock {
 public:
  explicit Lock(const std::string& device)
      : file_(open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
    if (!file_.is_open()) refuse(device, errno);
    if (isatty(file_.number()) == 0) throw LinkLost(fmt::format("{} is no serial device.", device));
    if (flock(file_.number(), LOCK_EX | LOCK_NB) != 0) refuse_busy(device);
  }
  int descriptor() const { return file_.number(); }
  /// libserialport locks the port itself since 0.1.2. Its descriptor gets the lock in place of this one.
  void let_go() const { flock(file_.number(), LOCK_UN); }

 private:
  Descriptor file_;
};

/// Whether this can be a terminal at all. That is asked of the file system, for opening a port touches its
/// modem lines.
bool may_be_terminal(const std::string& device) {
  struct stat status {};
  if (stat(device.c_str(), &status) != 0) return true;  // opening it will tell what is wrong
  if (!S_ISCHR(status.st_mode)) return false;
  std::error_code unknown;
  const auto kind = std::filesystem::read_symlink(
      fmt::format("/sys/dev/char/{}:{}/subsystem", major(status.st_rdev), minor(status.st_rdev)), unknown);
  return unknown || kind.filename() == "tty";
}

/// Two readers would take each other's bytes, whatever they think of locks.
void refuse_other_readers(const std::string& device) {
  const std::string names = names_of(holders_of(device));
  if (!names.empty()) throw LinkLost(fmt::format("{} is in use by {}.", device, names));
}

void check(sp_return result, const std::string& device, std::string_view what) {
  if (result == SP_OK) return;
  std::string why = "not supported";
  if (result == SP_ERR_FAIL) {
    char* message = sp_last_error_message();
    why = message;
    sp_free_error_message(message);
  } else if (result == SP_ERR_ARG) {
    why = "no such device or setting";
  }
  throw LinkLost(fmt::format("{} {}: {}.", device, what, why));
}

struct Configuration {
  sp_port_config* config = nullptr;
  Configuration() { sp_new_config(&config); }
  ~Configuration() { sp_free_config(config); }
  Configuration(const Configuration&) = delete;
  Configuration& operator=(const Configuration&) = delete;
};

/// A port as libserialport knows it; opened, it closes itself.
class Handle {
 public:
  explicit Handle(const std::string& device) : device_(device) {
    check(sp_get_port_by_name(device.c_str(), &port_), device, "is not known to libserialport");
  }
  ~Handle() {
    if (is_open_) sp_close(port_);
    sp_free_port(port_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  void open() {
    const sp_return result = sp_open(port_, SP_MODE_READ_WRITE);
    const bool is_known = errno == EBUSY || errno == EWOULDBLOCK || errno == EACCES;
    if (result == SP_ERR_FAIL && is_known) refuse(device_, errno);
    check(result, device_, "cannot be opened");
    is_open_ = true;
  }
  sp_port* get() const { return port_; }

 private:
  std::string device_;
  sp_port* port_ = nullptr;
  bool is_open_ = false;
};

class HardwarePort final : public SerialPort {
 public:
  HardwarePort(const std::string& device, std::uint32_t baud)
      : device_(device), lock_(lock_after_looking(device)), handle_(device) {
    lock_.let_go();
    handle_.open();
    sp_get_port_handle(handle_.get(), &descriptor_);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) refuse_busy(device_);
    if (ioctl(descriptor_, TIOCEXCL) != 0) {
      throw LinkLost(fmt::format("{} cannot be had alone: {}.", device, reason_of(errno)));
    }
    configure(baud);
    confirm_rate(baud);
    make_readable();
    low_latency_.emplace(descriptor_);
    facts_["low latency"] = low_latency_->outcome();
    at_opening_ = last_counted_ = serial_kernel::error_counts(descriptor_);
    facts_["error counts"] = at_opening_ ? "kept by the driver" : "not kept by the driver";
    describe_adapter();
    tcflush(descriptor_, TCIOFLUSH);
  }
  /// A pseudo-terminal would stay exclusive until its other end is closed too.
  ~HardwarePort() override { ioctl(descriptor_, TIOCNXCL); }
  HardwarePort(const HardwarePort&) = delete;
  HardwarePort& operator=(const HardwarePort&) = delete;

  int descriptor() const override { return descriptor_; }

  void pulse(Line line, Duration low) override {
    set(line, false);
    sleep_until(monotonic_now() + low);
    set(line, true);
  }

  LineErrorCounts counts() override {
    if (!at_opening_) return {};
    if (const auto now = serial_kernel::error_counts(descriptor_))
      last_counted_ = now;  // none after an unplug
    return {last_counted_->framing - at_opening_->framing, last_counted_->parity - at_opening_->parity,
            last_counted_->breaks - at_opening_->breaks, last_counted_->overruns - at_opening_->overruns};
  }

  bool has_bit_rate() const override { return true; }

 private:
  static Lock lock_after_looking(const std::string& device) {
    if (!may_be_terminal(device)) throw LinkLost(fmt::format("{} is no serial device.", device));
    if (!is_pseudo_terminal(device)) refuse_other_readers(device);
    return Lock(device);
  }

  void configure(std::uint32_t baud) {
    const Configuration wanted;
    sp_set_config_baudrate(wanted.config, static_cast<int>(baud));
    sp_set_config_bits(wanted.config, 8);
    sp_set_config_parity(wanted.config, SP_PARITY_NONE);
    sp_set_config_stopbits(wanted.config, 1);
    sp_set_config_flowcontrol(wanted.config, SP_FLOWCONTROL_NONE);
    sp_set_config_dtr(wanted.config, SP_DTR_ON);
    sp_set_config_rts(wanted.config, SP_RTS_ON);
    check(sp_set_config(handle_.get(), wanted.config), device_,
          fmt::format("cannot be set to {} baud, 8N1", baud));
  }

  /// libserialport has the driver answer a read of nothing with 0, which is how a port that has vanished
  /// answers (VMIN is 0). Nor does it keep the port from programs that are started.
  void make_readable() const {
    termios settings{};
    bool done = fcntl(descriptor_, F_SETFD, FD_CLOEXEC) == 0 && tcgetattr(descriptor_, &settings) == 0;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    done = done && tcsetattr(descriptor_, TCSANOW, &settings) == 0;
    if (!done) throw LinkLost(fmt::format("{} cannot be set up for reading: {}.", device_, reason_of(errno)));
  }

  /// A driver may accept a rate that it cannot do and fall back to another.
  void confirm_rate(std::uint32_t baud) {
    const std::optional<std::uint32_t> real = serial_kernel::real_bit_rate(descriptor_);
    facts_["rate"] = real ? fmt::format("{} baud", *real) : "not reported by the driver";
    if (!real) return;
    const std::uint32_t off = *real > baud ? *real - baud : baud - *real;
    constexpr std::uint32_t tolerated_part = 100;  // 1 %
    if (off > baud / tolerated_part) {
      throw LinkLost(
          fmt::format("{} runs at {} baud where {} was asked: its driver or chip cannot do that rate.",
                      device_, *real, baud));
    }
  }

  void describe_adapter() {
    std::error_code ignored;
    const std::string path = std::filesystem::canonical(device_, ignored).string();
    stated_hold_back_ = unknown_adapter_hold_back;
    for (const SerialDevice& device : list_serial_devices()) {
      if (device.path != path) continue;
      if (!device.driver.empty()) facts_["driver"] = device.driver;
      if (device.usb) {
        facts_["usb"] = usb_text(*device.usb);
      } else {
        stated_hold_back_ = plain_port_hold_back;
      }
      if (device.latency_timer_ms) {
        facts_["latency timer"] = fmt::format("{} ms", *device.latency_timer_ms);
        stated_hold_back_ = std::chrono::milliseconds(*device.latency_timer_ms + 1);  // and a USB frame
      }
    }
    facts_["stated hold-back"] = readable(stated_hold_back_);
  }

  void set(Line line, bool on) {
    const sp_return result = line == Line::dtr ? sp_set_dtr(handle_.get(), on ? SP_DTR_ON : SP_DTR_OFF)
                                               : sp_set_rts(handle_.get(), on ? SP_RTS_ON : SP_RTS_OFF);
    check(result, device_, line == Line::dtr ? "cannot set DTR" : "cannot set RTS");
  }

  std::string device_;
  Lock lock_;
  Handle handle_;
  int descriptor_ = -1;
  std::optional<serial_kernel::LowLatency> low_latency_;
  std::optional<LineErrorCounts> at_opening_;
  std::optional<LineErrorCounts> last_counted_;
};

class PseudoTerminalPort final : public SerialPort {
 public:
  explicit PseudoTerminalPort(const std::string& device) : device_(device), lock_(device) {
    if (ioctl(lock_.descriptor(), TIOCEXCL) != 0) {
      throw LinkLost(fmt::format("{} cannot be had alone: {}.", device, reason_of(errno)));
    }
    make_raw(lock_.descriptor());
    tcflush(lock_.descriptor(), TCIOFLUSH);
    facts_["driver"] = "pseudo-terminal: no bit rate, no modem lines, no error counts";
  }

  /// Others may open it again.
  ~PseudoTerminalPort() override { ioctl(lock_.descriptor(), TIOCNXCL); }
  PseudoTerminalPort(const PseudoTerminalPort&) = delete;
  PseudoTerminalPort& operator=(const PseudoTerminalPort&) = delete;

  int descriptor() const override { return lock_.descriptor(); }
  void pulse(Line line, Duration) override {
    throw RigError(fmt::format("{} is a pseudo-terminal and has no {} line: --reset {} does nothing there.",
                               device_, line == Line::dtr ? "DTR" : "RTS",
                               line == Line::dtr ? "dtr" : "rts"));
  }
  LineErrorCounts counts() override { return {}; }
  bool has_bit_rate() const override { return false; }

 private:
  std::string device_;
  Lock lock_;
};

/// Whether libserialport takes this name at all.
bool known_to_libserialport(const std::string& device) {
  sp_port* port = nullptr;
  const bool known = sp_get_port_by_name(device.c_str(), &port) == SP_OK;
  if (known) sp_free_port(port);
  return known;
}

}  // namespace

std::unique_ptr<SerialPort> open_serial_port(const std::string& device, std::uint32_t baud) {
  if (is_pseudo_terminal(device) && !known_to_libserialport(device)) {
    return std::make_unique<PseudoTerminalPort>(device);
  }
  return std::make_unique<HardwarePort>(device, baud);
}

}  // namespace rig

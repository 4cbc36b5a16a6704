#pragma once
/// A serial port, open and configured 8N1 without flow control: what libserialport does, and what it does not
/// (locks, the real bit rate, low latency, the driver's error counts).

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "rig/base/time.hpp"
#include "rig/link/far_end.hpp"

namespace rig {

class SerialPort {
 public:
  virtual ~SerialPort() = default;
  SerialPort() = default;
  SerialPort(const SerialPort&) = delete;
  SerialPort& operator=(const SerialPort&) = delete;

  /// Non-blocking, for poll, read and write.
  virtual int descriptor() const = 0;

  enum class Line { dtr, rts };
  /// Drops the line, waits `low`, raises it. RigError where there is no such line.
  virtual void pulse(Line line, Duration low) = 0;

  /// What the driver has counted since the port was opened; zeros where it does not count. Once the adapter
  /// has vanished, what it had counted when it was last asked.
  virtual LineErrorCounts counts() = 0;

  /// Whether bytes take time: a pseudo-terminal has no bit rate.
  virtual bool has_bit_rate() const = 0;

  /// For the record: `rate`, `low latency`, `latency timer`, `error counts`, `driver`, `usb` …
  const std::map<std::string, std::string>& facts() const { return facts_; }

  /// How long the adapter may keep a byte that has come, as far as its driver tells.
  Duration stated_hold_back() const { return stated_hold_back_; }

 protected:
  std::map<std::string, std::string> facts_;
  Duration stated_hold_back_{};
};

/// Opens a port for this program alone. LinkLost when there is no such device, it is held by another program
/// (which one), may not be opened (which group may), or does not do this bit rate. A pseudo-terminal is
/// opened too, without libserialport, which refuses it for want of modem lines.
std::unique_ptr<SerialPort> open_serial_port(const std::string& device, std::uint32_t baud);

}  // namespace rig

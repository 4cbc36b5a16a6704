#include "rig/link/serial/serial_link.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/serial/calibration.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/link/serial/kernel.hpp"
#include "rig/link/serial/port.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace rig {

namespace {

constexpr Duration pulse_length = std::chrono::milliseconds(100);
constexpr Duration longest_absence = std::chrono::seconds(30);  // of an adapter, after a power cycle
constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;

LineErrorCounts difference(const LineErrorCounts& now, const LineErrorCounts& before) {
  return {now.framing - before.framing, now.parity - before.parity, now.breaks - before.breaks,
          now.overruns - before.overruns};
}

class SerialTransport final : public Transport {
 public:
  SerialTransport(std::unique_ptr<SerialPort> port, std::string device, SerialOptions options)
      : port_(std::move(port)), device_(std::move(device)), options_(std::move(options)) {}

  int input() const override { return port_ ? port_->descriptor() : -1; }
  int output() const override { return input(); }
  /// cdc_acm refuses a write as soon as its adapter is gone, and hangs up the line a moment later. Reading
  /// tells that end, and what had come before it.
  ssize_t write(ByteView bytes) override {
    const ssize_t count = write_without_signal(output(), bytes);
    if (count < 0 && (errno == ENODEV || errno == ENXIO)) errno = EIO;
    return count;
  }

  /// A board cannot end a line: only the adapter can.
  std::string how_it_ended(int error) override {
    throw LinkLost(fmt::format(
        "The adapter {} vanished ({}): unplugged?", device_,
        error == 0 ? "the line was hung up" : std::strerror(error)));  // NOLINT(concurrency-mt-unsafe)
  }

  Restart restart(bool) override {
    using Method = ResetBy::Method;
    const ResetBy& reset = options_.reset;
    if (reset.method == Method::power) return cycle_power();
    if (reset.method != Method::dtr && reset.method != Method::rts) return perform_reset(reset);
    const bool dtr = reset.method == Method::dtr;
    port_->pulse(dtr ? SerialPort::Line::dtr : SerialPort::Line::rts, pulse_length);
    return {
        .power_on = true, .note = dtr ? "a pulse on DTR" : "a pulse on RTS", .settle = reset.settle_time()};
  }

  LineErrorCounts line_errors() override {
    if (!port_) return {};
    const LineErrorCounts now = port_->counts();
    const LineErrorCounts since = difference(now, counted_);
    counted_ = now;
    return since;
  }

 private:
  /// An adapter that stands on the board goes with its power; it may come back under another path.
  Restart cycle_power() {
    port_.reset();
    Restart done = perform_reset(options_.reset);
    if (!options_.reset.program.empty()) come_back([this] { present_device(options_.device); });
    load_bitstream_again(options_.reset, done);
    come_back([this] {
      device_ = resolve_serial_name(options_.device);
      port_ = open_serial_port(device_, options_.baud);
    });
    counted_ = {};
    done.new_stream = true;
    return done;
  }

  /// Tries until it can be done: a name comes first, and who may use it is settled a moment later.
  static void come_back(const std::function<void()>& attempt) {
    const Duration end = monotonic_now() + longest_absence;
    for (;; sleep_until(monotonic_now() + std::chrono::milliseconds(100))) {
      try {
        return attempt();
      } catch (const std::runtime_error& error) {
        if (monotonic_now() < end) continue;
        throw LinkLost(fmt::format("{} after the power cycle: {}", readable(longest_absence), error.what()));
      }
    }
  }

  std::unique_ptr<SerialPort> port_;  ///< none: it did not come back
  std::string device_;
  SerialOptions options_;
  LineErrorCounts counted_;
};

/// What the adapter may hold back by its driver and by an earlier calibration.
void note_calibration(LinkInfo& info, const SerialPort& port, const std::string& device, std::uint32_t baud) {
  const auto file = calibration_file(adapter_name(device));
  const auto timer = info.facts.find("latency timer");
  const std::string told = timer == info.facts.end() ? "" : timer->second;
  const bool known = !told.empty() || !port.has_bit_rate();
  const Calibrated calibrated =
      apply_calibration(file ? read_calibration(*file) : std::nullopt, port.stated_hold_back(), known,
                        port.has_bit_rate() ? baud : 0, told);
  info.hold_back = calibrated.hold_back;
  info.facts["calibration"] = calibrated.text;
}

}  // namespace

std::unique_ptr<StreamLink> open_serial(const SerialOptions& options) {
  std::map<std::string, std::string> configured = load_bitstream(options.reset);
  const std::string device = resolve_serial_name(options.device);
  std::unique_ptr<SerialPort> port = open_serial_port(device, options.baud);
  StreamOptions stream;
  stream.info.name = options.name.empty() ? "serial:" + options.device : options.name;
  stream.info.can_reset = options.reset.method != ResetBy::Method::none;
  stream.info.resets_by_hand = options.reset.method == ResetBy::Method::ask;
  stream.info.sees_framing = serial_kernel::error_counts(port->descriptor()).has_value();
  stream.info.hold_back = port->stated_hold_back();
  stream.info.facts = port->facts();
  stream.info.facts["device"] = device;
  stream.info.facts.merge(configured);
  if (options.calibrated == Calibrating::before) note_calibration(stream.info, *port, device, options.baud);
  stream.info.facts["reset"] = to_string(options.reset);
  stream.info.facts["settle"] = readable(options.reset.settle_time()) + " after opening the port and a reset";
  if (port->has_bit_rate()) {
    stream.info.description = fmt::format("serial port {}, {} 8N1", device, options.baud);
    stream.byte_time = Duration(bits_per_byte * nanoseconds_per_second / options.baud);
  } else {
    stream.info.description = fmt::format("serial port {}, a pseudo-terminal", device);
  }
  sleep_until(monotonic_now() + options.reset.settle_time());
  return std::make_unique<StreamLink>(std::move(stream),
                                      std::make_unique<SerialTransport>(std::move(port), device, options));
}

}  // namespace rig

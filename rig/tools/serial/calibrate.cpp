#include "rig/tools/serial/calibrate.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <iostream>
#include <memory>
#include <thread>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/base/wall_clock.hpp"
#include "rig/link/serial/calibration.hpp"
#include "rig/link/serial/devices.hpp"
#include "rig/link/serial/serial_link.hpp"
#include "rig/link/stream/signals_blocked.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"

namespace rig {

namespace {

/// No adapter holds a byte for longer: the machine, or a slow echo, did.
constexpr Duration most_credible = std::chrono::milliseconds(100);
constexpr std::string_view serial_prefix = "serial:";
constexpr std::string_view own_terminal = "pty:";

/// The far end of a pseudo-terminal of the rig's own: sends back what it is sent.
class Echo {
 public:
  Echo() : terminal_(open_pseudo_terminal()) {
    const SignalsBlocked blocked;
    thread_ = std::thread([this] { echo(); });
  }
  ~Echo() {
    stop_ = true;
    thread_.join();
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;
  const std::string& path() const { return terminal_.path; }

 private:
  void echo() {
    const int end = terminal_.master.number();
    std::array<std::uint8_t, 256> bytes{};
    while (!stop_) {
      pollfd watched{end, POLLIN, 0};
      if (poll(&watched, 1, 50) != 1) continue;
      const ssize_t count = read(end, bytes.data(), bytes.size());
      if (count > 0 && write(end, bytes.data(), static_cast<std::size_t>(count)) != count) return;
    }
  }

  PseudoTerminal terminal_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

std::string device_of(const CalibrateRequest& request, const std::unique_ptr<Echo>& echo) {
  if (echo) return echo->path();
  if (!request.target.starts_with(serial_prefix) || request.target.size() == serial_prefix.size()) {
    throw UsageError(
        fmt::format("\"{}\" cannot be calibrated: serial:DEVICE, or pty: to try it.", request.target));
  }
  return resolve_serial_name(request.target.substr(serial_prefix.size()));
}

void print(const Calibration& one) {
  std::cout << fmt::format("round trip: {} to {}, median {}, p99 {}\n", readable(one.shortest),
                           readable(one.longest), readable(one.median), readable(one.p99));
  std::cout << fmt::format("held back: at most {}\n", readable(one.held_back));
  if (one.baud == 0) return;
  std::cout << fmt::format("wire: {:.0f} to {:.0f} baud by the clock of this machine, set to {}\n",
                           one.slowest_baud, one.fastest_baud, one.baud);
}

}  // namespace

std::string calibrate_help() {
  return "Something has to send back each byte: a wire from TX to RX, or a board that echoes. What is "
         "measured is "
         "kept\n"
         "in $XDG_STATE_HOME/contest-rig/adapters (~/.local/state), by the adapter's USB ids and serial "
         "number, and "
         "used\n"
         "by later runs on that adapter at the same bit rate: a reply may have been held back by so long. An "
         "adapter\n"
         "whose driver states no bound is otherwise taken to hold a byte back for 16 ms.\n\n"
         "Examples:\n"
         "  rig calibrate serial:/dev/ttyUSB0\n"
         "  rig calibrate serial:usb:0403:6001:A50285BI --baud 9600\n"
         "  rig calibrate pty:                 tries it on a pseudo-terminal with an echo";
}

void calibrate_adapter(const CalibrateRequest& request) {
  const auto echo = request.target == own_terminal ? std::make_unique<Echo>() : nullptr;
  const std::string device = device_of(request, echo);
  const std::string adapter = adapter_name(device);
  const auto file = calibration_file(adapter);
  if (!file) throw UsageError("Neither XDG_STATE_HOME nor HOME says where calibrations are kept.");
  SerialOptions options;
  options.device = device;
  options.baud = request.baud;
  options.calibrated = Calibrating::now;
  const std::unique_ptr<StreamLink> link = open_serial(options);
  const auto& facts = link->info().facts;
  std::cout << fmt::format("adapter: {}\ntrips: {}, seed {}\n", adapter, request.trips, request.seed)
            << std::flush;
  Calibration calibration = calibrate(*link, {request.trips, request.seed}, request.baud);
  calibration.adapter = adapter;
  calibration.date = utc_now();
  if (const auto timer = facts.find("latency timer"); timer != facts.end())
    calibration.latency_timer = timer->second;
  print(calibration);
  if (calibration.held_back > most_credible) {
    throw RigError(
        fmt::format("{} is longer than any adapter holds a byte back: the machine was busy, or the echo is "
                    "slow. Nothing is kept.",
                    readable(calibration.held_back)));
  }
  write_calibration(*file, calibration);
  std::cout << fmt::format("kept in: {}\n", file->string());
}

}  // namespace rig

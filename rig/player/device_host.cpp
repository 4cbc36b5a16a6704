#include "rig/player/device_host.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/base/program/help_format.hpp"
#include "rig/base/program/version.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/paced/serve.hpp"

namespace rig::player {

namespace {

using Clock = std::chrono::steady_clock;

/// Runs a device on standard input and output, in real time.
class StdioHost {
 public:
  explicit StdioHost(Device& device) : device_(device) {}

  /// Until standard input ends or the device hangs up.
  void run() {
    device_.power_on();
    while (!gone_) {
      perform_due();
      if (gone_ || !wait_for_input()) return;
    }
  }

 private:
  struct Planned {
    Clock::time_point at;
    Action action;
  };

  void perform_due() {
    while (!plan_.empty() && plan_.front().at <= Clock::now() && !gone_) {
      const Planned next = plan_.front();
      plan_.erase(plan_.begin());
      if (const auto* send = std::get_if<SendByte>(&next.action.what)) {
        out_.push_back(send->value);
        busy_until_ = Clock::now();
      } else {
        flush();
        gone_ = true;
      }
    }
    flush();
  }

  void flush() {
    std::size_t done = 0;
    while (done < out_.size() && !gone_) {
      const ssize_t wrote = write(STDOUT_FILENO, out_.data() + done, out_.size() - done);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) gone_ = true;  // nobody listens any more
      if (wrote > 0) done += static_cast<std::size_t>(wrote);
    }
    out_.clear();
  }

  /// False when standard input has ended.
  bool wait_for_input() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = ppoll_until(input);
    if (ready <= 0) return true;
    std::uint8_t buffer[256];
    const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    const Clock::time_point now = Clock::now();
    std::erase_if(plan_, [](const Planned& one) { return one.action.unless_asked; });
    if (got > 0) device_.after_gap(now - busy_until_);  // what comes in one piece is taken for glued
    busy_until_ = now;
    for (ssize_t i = 0; i < got; ++i) {
      for (const Action& action : device_.receive(buffer[i])) plan_.push_back({now + action.after, action});
    }
    std::stable_sort(plan_.begin(), plan_.end(),
                     [](const Planned& a, const Planned& b) { return a.at < b.at; });
    return true;
  }

  int ppoll_until(pollfd& input) {
    if (plan_.empty()) return ppoll(&input, 1, nullptr, nullptr);
    const auto left =
        std::chrono::nanoseconds(std::max(Clock::duration::zero(), plan_.front().at - Clock::now()));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    const timespec wait{seconds.count(), (left - seconds).count()};
    return ppoll(&input, 1, &wait, nullptr);
  }

  Device& device_;
  std::vector<Planned> plan_;
  std::vector<std::uint8_t> out_;
  Clock::time_point busy_until_ = Clock::now();  // the last byte in either direction
  bool gone_ = false;
};

void serve_board(const std::string& program, std::unique_ptr<Device> device, const DeviceWays& ways,
                 std::uint32_t baud, Reconnected reconnected) {
  const StopSignals stop;
  PacedLink board(make_callback_link({program, "", baud, {}}, std::move(device)));
  const auto far_side = ways.pty.empty() ? far_side_on_tcp(ways.tcp) : far_side_on_terminal(ways.pty);
  std::printf("serving on %s\n", far_side->where().c_str());
  std::fflush(stdout);
  serve(
      board, *far_side, stop,
      [&](const std::string& text) { std::fprintf(stderr, "%s: %s\n", program.c_str(), text.c_str()); },
      reconnected == Reconnected::started_anew ? NewProgram::starts_anew : NewProgram::goes_on);
}

}  // namespace

void add_ways(CLI::App& app, DeviceWays& ways, const std::string& pace) {
  app.add_flag("--stdio", ways.stdio, "Speak the contest's protocol on standard input and output");
  app.add_option("--pty", ways.pty, "… on a serial device: made at this path, or one that exists; " + pace)
      ->type_name("PATH");
  app.add_option("--tcp", ways.tcp, "… on a TCP connection: PORT to listen on, HOST:PORT to connect to")
      ->type_name("PORT");
}

void add_switches(CLI::App& app, DeviceSwitches& switches) {
  app.add_option("--fault", switches.fault, "Switch on a deliberate defect (see --list-faults)")
      ->type_name("NAME");
  app.add_option("--think", switches.think_ms, "Milliseconds to wait before each reply")
      ->type_name("MS")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--list-faults", switches.list_faults, "List the deliberate defects and exit");
}

Duration think_time(const DeviceSwitches& switches, Duration usual) {
  if (switches.think_ms < 0) return usual;
  return std::chrono::nanoseconds(static_cast<std::int64_t>(switches.think_ms * 1e6));
}

void print_faults(std::span<const DeviceFault> faults) {
  for (const DeviceFault& fault : faults) std::printf("%-20s %s\n", fault.name.c_str(), fault.what.c_str());
}

void check_ways(const DeviceWays& ways) {
  const int count = (ways.stdio ? 1 : 0) + (ways.pty.empty() ? 0 : 1) + (ways.tcp.empty() ? 0 : 1);
  if (count != 1) throw UsageError("Say how to speak: one of --stdio, --pty PATH, --tcp PORT.");
}

void host_device(const std::string& program, std::unique_ptr<Device> device, const DeviceWays& ways,
                 std::uint32_t baud, Reconnected reconnected) {
  if (ways.stdio) {
    StdioHost(*device).run();
  } else {
    serve_board(program, std::move(device), ways, baud, reconnected);
  }
}

int run_device_program(CLI::App& app, const std::string& program, int argc, char** argv,
                       const std::function<void()>& body) {
  app.formatter(help_format());
  app.set_version_flag("--version", version_text(program), "Print version and commit, and exit");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    body();
  } catch (const RigError& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
    return 3;
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
    return 2;
  }
  return 0;
}

}  // namespace rig::player

/// blokus-player: the reference board of icfpt2014 as a program of its own, for `exec:` links and for trying
/// out other hosts.

#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/link/callback/callback_link.hpp"
#include "rig/link/paced/serve.hpp"
#include "rig/player/blokus_player.hpp"

namespace {

using Clock = std::chrono::steady_clock;

/// Runs a device on standard input and output, in real time.
class StdioHost {
 public:
  explicit StdioHost(rig::Device& device) : device_(device) {}

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
    rig::Action action;
  };

  void perform_due() {
    while (!plan_.empty() && plan_.front().at <= Clock::now() && !gone_) {
      const Planned next = plan_.front();
      plan_.erase(plan_.begin());
      if (const auto* send = std::get_if<rig::SendByte>(&next.action.what)) {
        out_.push_back(send->value);
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
    for (ssize_t i = 0; i < got; ++i) {
      for (const rig::Action& action : device_.receive(buffer[i]))
        plan_.push_back({now + action.after, action});
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

  rig::Device& device_;
  std::vector<Planned> plan_;
  std::vector<std::uint8_t> out_;
  bool gone_ = false;
};

constexpr std::uint32_t baud = 115200;  // icfpt2014

/// Behind a serial device or a socket, which have no bit rate: each byte takes its time all the same.
void serve_board(std::unique_ptr<rig::Device> device, const std::string& pty, const std::string& tcp) {
  const rig::StopSignals stop;
  rig::PacedLink board(rig::make_callback_link({"blokus-player", "", baud, {}}, std::move(device)));
  const auto far_side = pty.empty() ? rig::far_side_on_tcp(tcp) : rig::far_side_on_terminal(pty);
  std::printf("serving on %s\n", far_side->where().c_str());
  std::fflush(stdout);
  rig::serve(board, *far_side, stop,
             [](const std::string& text) { std::fprintf(stderr, "blokus-player: %s\n", text.c_str()); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "A board that plays icfpt2014 (Blokus Duo), as a program.\n\n"
      "Examples:\n"
      "  scripts/certify --contest icfpt2014 --dut 'exec:build/release/bin/blokus-player --stdio'\n"
      "  scripts/certify --contest icfpt2014 --dut 'pty:build/release/bin/blokus-player --pty {port}'\n"
      "  build/release/bin/blokus-player --pty /tmp/board   and   certify … --dut serial:/tmp/board"};
  bool stdio = false;
  std::string pty;
  std::string tcp;
  bool list_faults = false;
  double think_ms = 0;
  rig::player::BlokusDeviceOptions options;
  app.add_flag("--stdio", stdio, "Speak the contest's protocol on standard input and output");
  app.add_option("--pty", pty, "… on a serial device: made at this path, or one that exists; at 115200 baud");
  app.add_option("--tcp", tcp, "… on a TCP connection: PORT to listen on, HOST:PORT to connect to");
  app.add_option("--team", options.team_code, "Team code, two characters")->capture_default_str();
  app.add_option("--fault", options.fault, "Switch on a deliberate defect (see --list-faults)");
  app.add_option("--think", think_ms, "Milliseconds to wait before each reply")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--list-faults", list_faults, "List the deliberate defects and exit");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    if (list_faults) {
      for (const auto& fault : rig::player::blokus_device_faults()) {
        std::printf("%-20s %s\n", fault.name.c_str(), fault.what.c_str());
      }
      return 0;
    }
    if (options.team_code.size() != 2) {
      throw rig::UsageError("--team: \"" + options.team_code + "\" has " +
                            std::to_string(options.team_code.size()) + " characters; a team code has 2.");
    }
    const int ways = (stdio ? 1 : 0) + (pty.empty() ? 0 : 1) + (tcp.empty() ? 0 : 1);
    if (ways != 1) throw rig::UsageError("Say how to speak: one of --stdio, --pty PATH, --tcp PORT.");
    options.think = std::chrono::nanoseconds(static_cast<std::int64_t>(think_ms * 1e6));
    auto device = rig::player::new_blokus_device(options);
    if (stdio) {
      StdioHost(*device).run();
    } else {
      serve_board(std::move(device), pty, tcp);
    }
  } catch (const rig::RigError& error) {
    std::fprintf(stderr, "blokus-player: %s\n", error.what());
    return 3;
  } catch (const rig::UsageError& error) {
    std::fprintf(stderr, "blokus-player: %s\n", error.what());
    return 2;
  }
  return 0;
}

#include "rig/link/pty/pty_link.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "rig/base/errors.hpp"
#include "rig/base/readable.hpp"
#include "rig/link/exec/command_line.hpp"
#include "rig/link/exec/last_words.hpp"
#include "rig/link/exec/processor_times.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/serial/kernel.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"

namespace rig {

namespace {

constexpr std::string_view placeholder = "{port}";
constexpr Duration status_patience = std::chrono::seconds(1);
/// A program that has just opened its device sets it up next, and may drop what has come by then.
constexpr Duration time_to_set_up = std::chrono::milliseconds(50);

/// Tells when a file is opened.
class OpenWatch {
 public:
  explicit OpenWatch(const std::string& path) : watch_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    if (watch_.is_open() && inotify_add_watch(watch_.number(), path.c_str(), IN_OPEN) >= 0) return;
    throw RigError(fmt::format("{} cannot be watched: {}.", path,
                               std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
  }
  int descriptor() const { return watch_.number(); }

 private:
  Descriptor watch_;
};

std::vector<std::string> with_port(std::vector<std::string> words, const std::string& port) {
  for (std::string& word : words) {
    for (std::size_t at = word.find(placeholder); at != std::string::npos; at = word.find(placeholder, at)) {
      word.replace(at, placeholder.size(), port);
      at += port.size();
    }
  }
  return words;
}

class PtyTransport final : public Transport {
 public:
  PtyTransport(std::vector<std::string> words, const PtyOptions& options)
      : words_(std::move(words)),
        start_patience_(options.start_patience),
        baud_(options.baud),
        sandbox_(options.sandbox),
        settle_(options.settle) {
    start();
  }

  int input() const override { return terminal_.master.number(); }
  int output() const override { return terminal_.master.number(); }
  int ended() const override { return program_ ? program_->ended_descriptor() : -1; }
  /// A worker of the kernel hands on what was written. A busy machine can keep it waiting, for 0.9 s beside
  /// real-time threads. poll() on the program's end returns only when that worker is through.
  ssize_t write(ByteView bytes) override {
    const ssize_t count = write_without_signal(output(), bytes);
    if (count <= 0) return count;
    const Descriptor end(open(terminal_.path.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    pollfd arrived{end.number(), POLLIN, 0};
    if (end.is_open()) static_cast<void>(poll(&arrived, 1, 0));
    return count;
  }

  /// The program has the device open: from now on its closing it can be told from silence.
  void heard(ByteView) override { terminal_.slave.close(); }

  std::string how_it_ended(int) override {
    const std::optional<int> status = program_->ended(status_patience);
    return status ? describe_ending(*status) : "closed its serial device";
  }

  std::string last_words() override { return rig::last_words(program_->standard_error()); }

  /// The settings are the slave's, and can be read from either end. 0 hangs a modem up: it is no rate.
  std::optional<std::uint32_t> rate_set_by_dut() const override {
    const std::optional<std::uint32_t> rate = serial_kernel::real_bit_rate(terminal_.master.number());
    return rate && *rate == 0 ? std::nullopt : rate;
  }

  std::optional<ProcessorSample> processor_times() override {
    if (!program_ || !times_are_counted_) return std::nullopt;
    return program_->processor_times();
  }

  Restart restart(bool) override {
    program_.reset();
    start();
    return {.power_on = true, .note = "killed and started again", .new_stream = true, .settle = settle_};
  }

 private:
  void start() {
    terminal_ = open_pseudo_terminal();
    if (baud_ != 0) set_rate(terminal_.slave.number(), baud_);
    const OpenWatch watch(terminal_.path);
    const std::string port = is_sandboxed(sandbox_) ? terminal_in_sandbox(0) : terminal_.path;
    Supervised::Options options{with_port(words_, port), {}, -1, -1};
    options.bounds = bounds_of_a_program_on_a_stream;
    options.sandbox = sandbox_;
    options.sandbox.terminals = {{terminal_.path, terminal_in_sandbox(0)}};
    program_ = std::make_unique<Supervised>(options);
    std::array<pollfd, 2> watched = {pollfd{watch.descriptor(), POLLIN, 0}, pollfd{ended(), POLLIN, 0}};
    if (!wait_for_any(watched, start_patience_)) {
      throw LinkLost(fmt::format("The program {} did not open its serial device {} within {}{}.", words_[0],
                                 terminal_.path, readable(start_patience_), last_words()));
    }
    if (watched[0].revents != 0) sleep_until(monotonic_now() + time_to_set_up);
  }

  std::vector<std::string> words_;
  Duration start_patience_;
  std::uint32_t baud_;
  Sandbox sandbox_;
  Duration settle_;
  PseudoTerminal terminal_;
  std::unique_ptr<Supervised> program_;
  bool times_are_counted_ = processor_times_are_counted();
};

}  // namespace

void check_pty_command(const std::string& command) {
  const std::vector<std::string> words = split_command(command);
  const bool named = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.find(placeholder) != std::string::npos;
  });
  if (named) return;
  throw UsageError(fmt::format(
      "The command \"{}\" does not say where the serial device goes: write {{port}} in its place.", command));
}

std::unique_ptr<Link> open_pty(PtyOptions options) {
  check_pty_command(options.command);
  std::vector<std::string> words = split_command(options.command);
  StreamOptions stream;
  stream.info.name = options.name.empty() ? "pty:" + options.command : std::move(options.name);
  stream.info.description = fmt::format("program {} on a pseudo-terminal", words[0]);
  stream.info.can_reset = true;
  stream.info.facts["command"] = std::move(options.command);
  stream.info.facts[fact_starvation] = how_starvation_is_known();
  if (options.settle > Duration::zero())
    stream.info.facts["settle"] = readable(options.settle) + " after each start, before the first request";
  return std::make_unique<StreamLink>(std::move(stream),
                                      std::make_unique<PtyTransport>(std::move(words), options));
}

}  // namespace rig

/// How far the rig's times are from the truth: a board (a thread that nothing keeps from running) answers
/// around a deadline on a pseudo-terminal and on a TCP connection, on an idle machine and beside two busy
/// loops for each processor. Prints a row for each; a verdict that contradicts the truth ends it with
/// status 1.
///
///   deadline_bench [--brief] [COUNT] [pty|tcp] [idle|busy]
///
/// COUNT: how many replies for a row, 20000 by itself. The other words leave out the rows without them.

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/random.hpp"
#include "rig/base/suggestion.hpp"
#include "rig/link/serial/serial_link.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/link/stream/signals_blocked.hpp"
#include "rig/link/tcp/sockets.hpp"
#include "rig/link/tcp/tcp_link.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"
#include "rig/measure/verdict.hpp"
#include "scripts/bench/effort.hpp"

namespace {

using namespace std::chrono_literals;
using rig::Duration;

constexpr Duration deadline = 3ms;
constexpr std::uint32_t width_us = 1500;  // replies come so much earlier or later, at most
constexpr Duration patience = 20s;        // beside other work a board may be kept waiting for seconds

struct Truth {
  Duration read;
  Duration begun;
  Duration written;
};

/// Answers each byte with one, after a random time, and remembers when.
class Board {
 public:
  Board(int input, int output, std::size_t count, std::uint64_t seed) : truths_(count) {
    const rig::SignalsBlocked blocked;
    thread_ = std::thread([this, input, output, seed] { play(input, output, seed); });
  }
  ~Board() {
    stop_ = true;
    thread_.join();
  }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  /// Of the reply with this number, which has come.
  const Truth& truth(std::size_t number) const {
    while (answered_.load(std::memory_order_acquire) <= number) std::this_thread::yield();
    return truths_.at(number);
  }
  bool is_prompt() const { return is_prompt_; }

 private:
  void play(int input, int output, std::uint64_t seed) {
    sched_param priority{};
    priority.sched_priority = 20;  // a board has no processor to share
    is_prompt_ = sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) == 0;
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    rig::Random random(seed);
    while (!stop_ && answered_ < truths_.size()) {
      pollfd watched{input, POLLIN, 0};
      std::uint8_t byte = 0;
      if (poll(&watched, 1, 100) != 1 || ::read(input, &byte, 1) != 1) continue;
      const Duration read = rig::monotonic_now();
      rig::sleep_until(read + deadline - std::chrono::microseconds(width_us) +
                       std::chrono::microseconds(random.below(2 * width_us)));
      const Duration begun = rig::monotonic_now();
      if (::write(output, &byte, 1) != 1) continue;
      truths_[answered_] = {read, begun, rig::monotonic_now()};
      answered_.fetch_add(1, std::memory_order_release);
    }
  }

  std::vector<Truth> truths_;
  std::atomic<std::size_t> answered_{0};
  std::atomic<bool> stop_{false};
  std::atomic<bool> is_prompt_{false};
  std::thread thread_;
};

/// Two for each processor; they end with this.
class BusyLoops {
 public:
  explicit BusyLoops(int count) {
    const pid_t parent = getpid();
    for (int i = 0; i < count; ++i) {
      const pid_t child = fork();
      if (child < 0) throw rig::RigError("No process can be started.");
      if (child == 0) spin(parent);
      children_.push_back(child);
    }
  }
  ~BusyLoops() {
    for (const pid_t child : children_) kill(child, SIGKILL);
    for (const pid_t child : children_) waitpid(child, nullptr, 0);
  }
  BusyLoops(const BusyLoops&) = delete;
  BusyLoops& operator=(const BusyLoops&) = delete;

 private:
  [[noreturn]] static void spin(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    for (volatile std::uint64_t i = 0;;) i = i + 1;
  }
  std::vector<pid_t> children_;
};

/// A link and the board at its far end.
struct Way {
  rig::PseudoTerminal terminal;
  rig::Descriptor listener;
  rig::Descriptor client;
  std::unique_ptr<Board> board;
  std::unique_ptr<rig::Link> link;
};

std::unique_ptr<Way> open_way(const std::string& kind, std::size_t count) {
  auto way = std::make_unique<Way>();
  if (kind == "pty") {
    way->terminal = rig::open_pseudo_terminal();
    const int end = way->terminal.master.number();
    rig::SerialOptions options;
    options.device = way->terminal.path;
    way->link = rig::open_serial(options);
    way->board = std::make_unique<Board>(end, end, count, 1);
    return way;
  }
  way->listener = rig::listen_on("127.0.0.1", "0");
  rig::TcpOptions options;
  options.name = "tcp";
  options.host = "127.0.0.1";
  options.port = std::to_string(rig::port_of(way->listener));
  way->link = rig::open_tcp(options);
  while (!way->client.is_open()) way->client = rig::accept_from(way->listener);
  way->board = std::make_unique<Board>(way->client.number(), way->client.number(), count, 1);
  return way;
}

struct Row {
  std::vector<Duration> errors;
  Duration farthest_before{};  ///< of what was inconclusive: how far the truth was from the deadline
  Duration farthest_after{};
  int inconclusive = 0;
  int wrong = 0;
  Duration stalled{};
  bool prompt_board = false;

  void add(rig::Latency stated, const Truth& truth, Duration asked) {
    const Duration least = truth.begun - truth.read;
    const Duration most = truth.written - asked;
    errors.push_back(std::max(stated.longest - least, most - stated.shortest));
    const rig::Verdict verdict = rig::judge(stated, deadline);
    if (verdict == rig::Verdict::pass && least > deadline) ++wrong;
    if (verdict == rig::Verdict::fail && most <= deadline) ++wrong;
    if (verdict != rig::Verdict::inconclusive) return;
    ++inconclusive;
    const Duration away = (least + most) / 2 - deadline;
    farthest_before = std::max(farthest_before, -away);
    farthest_after = std::max(farthest_after, away);
  }

  Duration quantile(double part) const {
    const auto last = static_cast<double>(errors.size() - 1);
    return errors.at(static_cast<std::size_t>(part * last));
  }
};

Row measure(const std::string& kind, std::size_t count) {
  const std::unique_ptr<Way> way = open_way(kind, count);
  Row row;
  row.errors.reserve(count);
  way->link->health();
  const std::uint8_t byte = '0';
  for (std::size_t i = 0; i < count; ++i) {
    const rig::Instant now = rig::Instant::exactly(rig::monotonic_domain(), rig::monotonic_now());
    const rig::Sent sent = way->link->send(rig::ByteView(&byte, 1), now);
    const rig::Event event = way->link->receive(now + patience);
    const auto* reply = std::get_if<rig::Byte>(&event);
    if (reply == nullptr) throw rig::RigError(kind + ": no answer.");
    row.add(rig::between(sent.first_bit, reply->last_bit), way->board->truth(i), sent.first_bit.earliest);
  }
  row.stalled = way->link->health().stalled;
  row.prompt_board = way->board->is_prompt();
  std::sort(row.errors.begin(), row.errors.end());
  return row;
}

std::string in_ms(Duration time) {
  return fmt::format("{:.3f}", std::chrono::duration<double, std::milli>(time).count());
}

/// One thing that differs between rows: the words for it that were asked for, or all.
std::vector<std::string> chosen(const std::vector<std::string>& words,
                                const std::vector<std::string>& known) {
  std::vector<std::string> some;
  std::copy_if(known.begin(), known.end(), std::back_inserter(some), [&](const std::string& one) {
    return std::find(words.begin(), words.end(), one) != words.end();
  });
  return some.empty() ? known : some;
}

/// Leaves only the words that choose rows in `words`.
std::size_t take_count(bench::Words& words) {
  const std::vector<std::string> known = {"pty", "tcp", "idle", "busy"};
  std::size_t count = words.effort == bench::Effort::brief ? 20 : 20'000;
  for (const std::string& word : words.others) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const bool number =
        !word.empty() && word.size() < 8 && word.find_first_not_of("0123456789") == std::string::npos;
    if (!number || std::stoul(word) == 0) {
      throw rig::UsageError(rig::unknown_value("word", word, known) + " Or a number from 1 to 9999999.");
    }
    count = std::stoul(word);
  }
  return count;
}

int run(bench::Words words) {
  const std::size_t count = take_count(words);
  const int processors = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  fmt::print("{} replies for each row, within {} us of a deadline of {} ms; {} processors. Times in ms.\n\n",
             count, width_us, deadline / 1ms, processors);
  fmt::print(
      "| link | machine | p50 | p99 | p99.9 | worst | inconclusive | … before | … after | stall | wrong |\n"
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  int wrong = 0;
  bool prompt_boards = true;
  for (const std::string& kind : chosen(words.others, {"pty", "tcp"})) {
    for (const std::string& load : chosen(words.others, {"idle", "busy"})) {
      const BusyLoops loops(load == "busy" ? 2 * processors : 0);
      const Row row = measure(kind, count);
      fmt::print("| `{}:` | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", kind, load,
                 in_ms(row.quantile(0.5)), in_ms(row.quantile(0.99)), in_ms(row.quantile(0.999)),
                 in_ms(row.errors.back()), row.inconclusive, in_ms(row.farthest_before),
                 in_ms(row.farthest_after), in_ms(row.stalled), row.wrong);
      std::fflush(stdout);
      wrong += row.wrong;
      prompt_boards = prompt_boards && row.prompt_board;
    }
  }
  if (!prompt_boards) fmt::print("\nThe board had no SCHED_FIFO.\n");
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(bench::words_from(count, arguments));
  } catch (const rig::UsageError& error) {
    fmt::print(stderr, "deadline_bench: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "deadline_bench: {}\n", error.what());
    return 3;
  }
}

// What an exec link costs: one byte to a program and back, over the link, over the link to a program in a
// sandbox, and over two bare pipes with poll, read and write. All talk to a program of the same kind and take
// turns, so that the machine's moods meet all. Prints the latencies and their ratios, and how long a program
// takes from its start to its first reply, in a sandbox and without.

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/link/exec/exec_link.hpp"
#include "scripts/bench/effort.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using rig::Descriptor;

/// How often each is done.
struct Counts {
  int turns = 200;
  int round_trips_in_a_turn = 500;
  int starts = 200;
};

/// The same program without anything of the rig.
class BarePipes {
 public:
  explicit BarePipes(const std::string& program) {
    std::array<int, 2> there{};
    std::array<int, 2> back{};
    if (pipe2(there.data(), O_CLOEXEC) != 0 || pipe2(back.data(), O_CLOEXEC) != 0)
      throw rig::RigError("no pipe");
    const Descriptor far_input(there[0]);
    const Descriptor far_output(back[1]);
    input_ = Descriptor(there[1]);
    output_ = Descriptor(back[0]);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, far_input.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, far_output.number(), STDOUT_FILENO);
    std::string name = program;
    std::array<char*, 2> words = {name.data(), nullptr};
    const int error = posix_spawn(&program_, name.c_str(), &files, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) throw rig::RigError("The program cannot be started: " + program);
  }
  ~BarePipes() {
    input_.close();
    waitpid(program_, nullptr, 0);
  }
  BarePipes(const BarePipes&) = delete;
  BarePipes& operator=(const BarePipes&) = delete;

  void round_trip() const {
    char byte = 'x';
    if (write(input_.number(), &byte, 1) != 1) throw rig::RigError("the program is gone");
    pollfd watched{output_.number(), POLLIN, 0};
    if (poll(&watched, 1, 1000) != 1 || read(output_.number(), &byte, 1) != 1)
      throw rig::RigError("no reply");
  }

 private:
  Descriptor input_;
  Descriptor output_;
  pid_t program_ = -1;
};

void round_trip(rig::Link& link) {
  static constexpr std::array<std::uint8_t, 1> request = {'x'};
  const rig::Sent sent = link.send(request, {rig::monotonic_domain(), {}, {}});
  const rig::Event reply = link.receive(sent.last_bit + std::chrono::seconds(1));
  if (!std::holds_alternative<rig::Byte>(reply)) throw rig::RigError("no reply");
}

void measure(int times, std::vector<double>& microseconds, const std::function<void()>& work) {
  for (int i = 0; i < times; ++i) {
    const auto begin = Clock::now();
    work();
    microseconds.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
}

double percentile(std::vector<double>& samples, double part) {
  const auto at = static_cast<std::ptrdiff_t>(part * static_cast<double>(samples.size() - 1));
  std::nth_element(samples.begin(), samples.begin() + at, samples.end());
  return samples[static_cast<std::size_t>(at)];
}

std::unique_ptr<rig::Link> open(const std::string& program, rig::Sandboxing wish) {
  return rig::open_exec(
      {.command = "'" + program + "'", .name = "", .directory = "", .sandbox = {.wish = wish}});
}

void run(const std::string& program, const Counts& counts) {
  const auto link = open(program, rig::Sandboxing::off);
  const auto sandboxed = open(program, rig::Sandboxing::automatic);
  const BarePipes bare(program);
  const auto start = [](rig::Link& one) {
    one.reset();
    round_trip(one);
  };
  std::vector<double> over_link;
  std::vector<double> into_sandbox;
  std::vector<double> over_bare_pipes;
  for (int turn = 0; turn < counts.turns; ++turn) {
    measure(counts.round_trips_in_a_turn, over_link, [&] { round_trip(*link); });
    measure(counts.round_trips_in_a_turn, into_sandbox, [&] { round_trip(*sandboxed); });
    measure(counts.round_trips_in_a_turn, over_bare_pipes, [&] { bare.round_trip(); });
  }
  std::vector<double> started;
  std::vector<double> started_in_sandbox;
  for (int turn = 0; turn < counts.starts; ++turn) {
    measure(1, started, [&] { start(*link); });
    measure(1, started_in_sandbox, [&] { start(*sandboxed); });
  }

  fmt::print("sandbox: {}\n{:34} {:>10} {:>10}\n", describe(rig::Sandbox{.wish = rig::Sandboxing::automatic}),
             "us", "p50", "p99");
  const auto row = [](const char* name, std::vector<double>& samples) {
    fmt::print("{:34} {:10.2f} {:10.2f}\n", name, percentile(samples, 0.50), percentile(samples, 0.99));
  };
  const auto ratio = [](const char* name, std::vector<double>& samples, std::vector<double>& bound) {
    fmt::print("{:34} {:10.2f} {:10.2f}\n", name, percentile(samples, 0.50) / percentile(bound, 0.50),
               percentile(samples, 0.99) / percentile(bound, 0.99));
  };
  row("exec link, round trip", over_link);
  row("… into a sandbox", into_sandbox);
  row("bare pipes, round trip", over_bare_pipes);
  ratio("exec link / bare pipes", over_link, over_bare_pipes);
  ratio("into a sandbox / without", into_sandbox, over_link);
  row("start to the first reply", started);
  row("… in a sandbox", started_in_sandbox);
  ratio("in a sandbox / without", started_in_sandbox, started);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const bench::Words words = bench::words_from(argc, argv);
    const std::string program = words.others.empty() ? RIG_EXEC_FIXTURES "/echoes" : words.others.front();
    run(program, words.effort == bench::Effort::brief ? Counts{2, 5, 2} : Counts());
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "exec_bench: {}\n", error.what());
    return 3;
  }
}

/// Verdicts against the truth, in real time: on every kind of link a player answers around a deadline and
/// writes down when it did. Prints how often the rig said pass, inconclusive and fail, by how far the truth
/// was from the deadline; a verdict that contradicts the truth ends it with status 1.

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/dut/dut.hpp"
#include "rig/dut/session.hpp"
#include "rig/link/exec/supervised.hpp"
#include "rig/link/stream/monotonic.hpp"
#include "rig/measure/verdict.hpp"
#include "scripts/bench/effort.hpp"

namespace {

using namespace std::chrono_literals;
using rig::Duration;
using rig::Verdict;

constexpr Duration deadline = 50ms;
constexpr double scale = 0.05;                          // of the contest's second
constexpr std::array widths_us = {15'000, 2'000, 300};  // around the deadline, half the width of the draw

/// How far the truth lies from the deadline: the bins' upper ends.
constexpr std::array<Duration, 10> bins = {-5ms, -1ms, -300us, -100us, 0ms, 100us, 300us, 1ms, 5ms, 1s};
constexpr std::array names = {"earlier by 5 ms or more", "1 ms to 5 ms before",     "0.3 ms to 1 ms before",
                              "0.1 ms to 0.3 ms before", "less than 0.1 ms before", "less than 0.1 ms after",
                              "0.1 ms to 0.3 ms after",  "0.3 ms to 1 ms after",    "1 ms to 5 ms after",
                              "later by 5 ms or more"};

struct Truth {
  Duration read;
  Duration begun;
  Duration written;
};

struct Row {
  int passes = 0;
  int inconclusive = 0;
  int fails = 0;
};

struct Table {
  std::array<Row, bins.size()> rows;
  int wrong = 0;

  void add(Verdict verdict, const Truth& truth, Duration asked) {
    // It took at least from reading to writing, and at most from the rig's first look to having written.
    const Duration least = truth.begun - truth.read;
    const Duration most = truth.written - asked;
    if (verdict == Verdict::pass && least > deadline) ++wrong;
    if (verdict == Verdict::fail && most <= deadline) ++wrong;
    const Duration away = (least + most) / 2 - deadline;
    std::size_t bin = 0;
    while (bin + 1 < bins.size() && away >= bins[bin]) ++bin;
    if (verdict == Verdict::pass) ++rows[bin].passes;
    if (verdict == Verdict::inconclusive) ++rows[bin].inconclusive;
    if (verdict == Verdict::fail) ++rows[bin].fails;
  }
};

Truth last_line_of(const std::string& log) {
  std::ifstream file(log);
  Truth truth{};
  std::int64_t read = 0;
  std::int64_t begun = 0;
  std::int64_t written = 0;
  while (file >> read >> begun >> written) truth = {Duration(read), Duration(begun), Duration(written)};
  return truth;
}

/// Of the request that was sent at `asked`. The player writes it down after its answer, on a busy machine
/// later.
Truth truth_of(Duration asked, const std::string& log) {
  const Duration until = rig::monotonic_now() + 20s;
  for (;;) {
    const Truth last = last_line_of(log);
    if (last.read >= asked) return last;
    if (rig::monotonic_now() > until) throw rig::RigError(log + ": the player has not written a line.");
    rig::sleep_until(rig::monotonic_now() + 1ms);
  }
}

/// One that nobody listens on at this moment.
int free_port() {
  const rig::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket.number(), any, size) != 0 || getsockname(socket.number(), any, &size) != 0)
    throw rig::RigError("There is no free port.");
  return ntohs(address.sin_port);
}

/// A way to the player: how it is started beside the rig (empty: the link starts it), and the DUT's name.
struct Way {
  std::string name;
  std::string beside;
  std::string dut;
};

void try_way(const Way& way, int width, int trials, Table& table, const std::string& folder) {
  const rig::protocol::Contest& contest = rig::protocol::contests().front();
  const std::string log = folder + "/log";
  const std::string player =
      fmt::format("{} {} {} {} {}", PUNCTUAL_PLAYER, log, width, deadline / 1us, width);
  std::unique_ptr<rig::Supervised> beside;
  if (!way.beside.empty()) {
    beside = std::make_unique<rig::Supervised>(
        rig::Supervised::Options{{"sh", "-c", "exec " + player + " " + way.beside}, {}, -1, -1});
    rig::sleep_until(rig::monotonic_now() + 300ms);
  }
  std::string dut = way.dut;
  if (const std::size_t at = dut.find("PLAYER"); at != std::string::npos) dut.replace(at, 6, player);
  // Not through open_dut's handshake measurement alone: the link is what certify would use.
  const auto link = rig::dut::open_dut(dut, {contest, 1, {}, {}});
  const auto session = rig::dut::new_session(*link, contest, {.timeout_scale = scale});
  session->reset();
  for (int i = 0; i < trials; ++i) {
    const rig::dut::Exchange exchange = session->ask(contest.hello);
    if (!exchange.latency) throw rig::RigError(way.name + ": no answer.");
    const Duration asked = exchange.sent.first_bit.earliest;
    table.add(rig::judge(*exchange.latency, deadline), truth_of(asked, log), asked);
  }
}

void print(const std::string& name, const Table& table) {
  fmt::print("\n{}\n\n| the reply was | pass | inconclusive | fail |\n| --- | ---: | ---: | ---: |\n", name);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const Row& row = table.rows[i];
    fmt::print("| {} | {} | {} | {} |\n", names[i], row.passes, row.inconclusive, row.fails);
  }
  fmt::print("\nwrong: {}\n", table.wrong);
}

int run(bench::Effort effort) {
  const bool brief = effort == bench::Effort::brief;
  const int trials_each = brief ? 3 : 150;
  const std::size_t widths = brief ? 1 : widths_us.size();
  std::string folder = (std::filesystem::temp_directory_path() / "verdict-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw rig::RigError("No temporary folder can be made.");
  const std::string board = folder + "/board";
  const std::string port = std::to_string(free_port());
  const std::vector<Way> ways = {
      {"exec:", "", "exec:PLAYER stdio"},
      {"pty:", "", "pty:PLAYER pty {port}"},
      {"tcp:", "tcp " + port, "tcp:127.0.0.1:" + port},
      {"serial: (a pseudo-terminal)", "pty " + board, "serial:" + board},
  };
  fmt::print("Deadline {} ms; {} replies on each link.\n", deadline / 1ms,
             trials_each * static_cast<int>(widths));
  int wrong = 0;
  for (const Way& way : ways) {
    Table table;
    for (const int width : std::span(widths_us).first(widths))
      try_way(way, width, trials_each, table, folder);
    print(way.name, table);
    wrong += table.wrong;
  }
  std::filesystem::remove_all(folder);
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(bench::effort_from(count, arguments));
  } catch (const std::exception& error) {
    fmt::print(stderr, "verdict_bench: {}\n", error.what());
    return 3;
  }
}

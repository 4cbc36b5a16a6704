/// punctual_player: answers each `0` with `1AB` after a random time, and writes down when it really did: the
/// truth that verdict_bench holds the rig's verdicts against. Both processes read the same monotonic clock.
///
///   punctual_player LOG SEED MIDDLE_US WIDTH_US stdio|pty|tcp [PATH or PORT]
///
/// A line of LOG for each answer: when its `0` had been read, when the answer began to be written, when it
/// had been (ns).

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/link/paced/far_side.hpp"
#include "rig/link/stream/monotonic.hpp"

namespace {

using rig::Bytes;
using rig::Duration;

/// The same way in for standard streams as for the others.
class Standard final : public rig::FarSide {
 public:
  std::string where() const override { return "standard streams"; }
  int descriptor() const override { return STDIN_FILENO; }
  Bytes take() override {
    Bytes bytes(256);
    const ssize_t count = read(STDIN_FILENO, bytes.data(), bytes.size());
    over_ = count <= 0;
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
  }
  void give(rig::ByteView bytes) override {
    over_ = over_ || write(STDOUT_FILENO, bytes.data(), bytes.size()) < 0;
  }
  bool over() const override { return over_; }

 private:
  bool over_ = false;
};

std::unique_ptr<rig::FarSide> far_side(const std::vector<std::string>& words) {
  if (words.at(4) == "pty") return rig::far_side_on_terminal(words.at(5));
  if (words.at(4) == "tcp") return rig::far_side_on_tcp(words.at(5));
  return std::make_unique<Standard>();
}

/// Sleeps most of the way and waits awake for the rest.
void wait_until(Duration moment) {
  constexpr Duration awake = std::chrono::microseconds(200);
  rig::sleep_until(moment - awake);
  while (rig::monotonic_now() < moment) {
  }
}

void play(const std::vector<std::string>& words) {
  std::ofstream log(words.at(0));
  rig::Random random(std::stoull(words.at(1)));
  const std::uint32_t width = static_cast<std::uint32_t>(std::stoul(words.at(3)));
  const std::uint32_t first = static_cast<std::uint32_t>(std::stoul(words.at(2))) - width;
  const auto side = far_side(words);
  if (words.at(4) != "stdio") fmt::print("{}\n", side->where());
  std::fflush(stdout);
  const Bytes answer = {'1', 'A', 'B'};
  while (!side->over()) {
    pollfd watched{side->descriptor(), POLLIN, 0};
    if (poll(&watched, 1, -1) < 0) return;
    for (const std::uint8_t byte : side->take()) {
      if (byte != '0') continue;
      const Duration read = rig::monotonic_now();
      wait_until(read + std::chrono::microseconds(first + random.below(2 * width)));
      const Duration begun = rig::monotonic_now();
      side->give(answer);
      log << fmt::format("{} {} {}\n", read.count(), begun.count(), rig::monotonic_now().count())
          << std::flush;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    play({argv + 1, argv + argc});
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "punctual_player: {}\n", error.what());
    return 3;
  }
}

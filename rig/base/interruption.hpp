#pragma once
/// SIGINT, SIGTERM and SIGHUP, noted in place of ending this program: what is under way can be brought to an
/// end.

#include <array>
#include <csignal>

namespace rig {

/// One at a time. While it lives, the first signal of each kind is noted; a second one of that kind ends this
/// program as usual. What this program ignores already stays ignored.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Whether one has come. May be asked in any thread.
  static bool noted();

 private:
  static constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> old_actions_{};
};

}  // namespace rig

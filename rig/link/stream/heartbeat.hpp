#pragma once
/// The rig's own pulse. A rig that stood still (stopped, starved, the machine suspended) cannot judge a DUT
/// that may have stood still with it.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>

#include "rig/base/time.hpp"

namespace rig {

/// A thread that wants to wake every 5 ms and notes by how much it was late. Sees a suspended machine too.
class Heartbeat {
 public:
  Heartbeat();
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  /// The longest time for which the process stood still since this was last asked, a pause that has not
  /// ended included. Zero: never longer than a beat.
  Duration longest_stall();

  /// For how long the whole machine was suspended since this was last asked: time that the monotonic clock
  /// does not know of.
  Duration suspended();

 private:
  void beat();

  std::mutex mutex_;
  std::int64_t due_ = 0;  ///< when the next beat should be
  std::int64_t longest_ = 0;
  std::int64_t asleep_ = 0;  ///< since the machine was started, as of the last question
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

/// How much this machine had to run in the last minute, in percent of its processors (Health::load).
std::uint32_t load_of_the_machine();

}  // namespace rig

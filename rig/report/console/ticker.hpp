#pragma once
/// Something done again and again while the program is busy with other things.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "rig/base/time.hpp"

namespace rig::report {

/// Calls a function every so often, from a thread of its own that takes no signals, until it is destroyed.
class Ticker {
 public:
  Ticker(Duration period, std::function<void()> tick);

 private:
  void run(const std::stop_token& stop);

  Duration period_;
  std::function<void()> tick_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // the last: it ends before what it uses
};

}  // namespace rig::report

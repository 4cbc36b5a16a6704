#include "rig/report/console/ticker.hpp"

#include <csignal>
#include <utility>

namespace rig::report {

Ticker::Ticker(Duration period, std::function<void()> tick) : period_(period), tick_(std::move(tick)) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // which the thread inherits
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Ticker::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, stop, period_, [&] { return stop.stop_requested(); })) tick_();
}

}  // namespace rig::report

#include "rig/base/interruption.hpp"

#include <atomic>

namespace rig {

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a handler may set it

void note_interruption(int) {
  interrupted = true;
}

}  // namespace

Interruption::Interruption() {
  interrupted = false;
  struct sigaction noting {};
  noting.sa_handler = note_interruption;
  noting.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], nullptr, &old_actions_[i]);
    const bool is_ignored = old_actions_[i].sa_handler == SIG_IGN;  // as SIGHUP is after nohup
    if (!is_ignored) sigaction(signals[i], &noting, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &old_actions_[i], nullptr);
}

bool Interruption::noted() {
  return interrupted;
}

}  // namespace rig

#pragma once
/// A link with time of its own that needs more real time for it than there is: a design too large for this
/// machine.

#include <deque>
#include <string_view>
#include <thread>

#include "rig/base/errors.hpp"
#include "rig/link/link.hpp"

namespace rig::testing {

class SlowLink final : public Link {
 public:
  struct Planned {
    Duration at;
    std::uint8_t value;
  };

  /// Each moment of its own takes `slowness` as long. It sends what is planned, whatever it hears.
  SlowLink(int slowness, std::deque<Planned> plan) : slowness_(slowness), plan_(std::move(plan)) {
    info_.name = "slow";
    info_.description = "slow";
    info_.clock_kind = ClockKind::simulated;
    info_.clock = new_clock_domain();
  }

  const LinkInfo& info() const override { return info_; }
  Sent send(ByteView, Instant not_before) override {
    advance(not_before.latest);
    return {instant(now_), instant(now_)};
  }
  Outcome reset() override { return {true, instant(now_), "reset"}; }

 protected:
  Event do_receive(Instant until) override {
    if (!plan_.empty() && plan_.front().at <= until.latest) {
      const Planned next = plan_.front();
      plan_.pop_front();
      advance(next.at);
      return Byte{next.value, instant(next.at), instant(next.at)};
    }
    advance(until.latest);
    return TimedOut{until};
  }

 private:
  Instant instant(Duration at) const { return Instant::exactly(info_.clock, at); }
  void advance(Duration to) {
    if (to <= now_) return;
    std::this_thread::sleep_for(slowness_ * (to - now_));
    now_ = to;
  }

  LinkInfo info_;
  int slowness_;
  std::deque<Planned> plan_;
  Duration now_{};
};

}  // namespace rig::testing

#include "rig/link/callback/callback_link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <tuple>

#include "rig/base/errors.hpp"

namespace rig {

namespace {

constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;
constexpr Duration power_up_time = std::chrono::milliseconds(1);

/// A moment of virtual time: whole nanoseconds and a fraction counted in 1/baud of one.
struct Moment {
  std::int64_t whole = 0;
  std::int64_t fraction = 0;
  friend bool operator<(const Moment& a, const Moment& b) {
    return std::tie(a.whole, a.fraction) < std::tie(b.whole, b.fraction);
  }
};

/// Ten bit times, exactly: 10^10 / baud nanoseconds.
class ByteTime {
 public:
  explicit ByteTime(std::uint32_t baud)
      : baud_(baud),
        whole_(bits_per_byte * nanoseconds_per_second / baud_),
        fraction_(bits_per_byte * nanoseconds_per_second % baud_) {}

  Moment after(Moment at) const {
    at.whole += whole_;
    at.fraction += fraction_;
    if (at.fraction >= baud_) {
      at.fraction -= baud_;
      ++at.whole;
    }
    return at;
  }

 private:
  std::int64_t baud_;
  std::int64_t whole_;
  std::int64_t fraction_;
};

class CallbackLink final : public Link {
 public:
  CallbackLink(CallbackOptions options, std::unique_ptr<Device> device)
      : device_(std::move(device)), byte_time_(options.baud) {
    info_.name = std::move(options.name);
    info_.description = options.description.empty()
                            ? fmt::format("device in C++, virtual time, {} 8N1", options.baud)
                            : std::move(options.description);
    info_.clock_kind = ClockKind::virtual_time;
    info_.clock = options.clock ? *options.clock : new_clock_domain();
    info_.can_reset = true;
    device_->power_on();
  }

  const LinkInfo& info() const override { return info_; }

  Sent send(ByteView bytes, Instant not_before) override {
    require_own_clock(not_before);
    now_ = std::max(now_, Moment{not_before.latest.count(), 0});
    const Instant first_bit = instant(now_);
    begin_actions_due();
    std::erase_if(waiting_, [](const Scheduled& one) { return one.unless_asked; });
    if (!hung_up_ && heard_until_ < now_) device_->after_gap(idle_time());
    for (const std::uint8_t byte : bytes) {
      now_ = byte_time_.after(now_);
      heard_until_ = now_;
      begin_actions_due();
      if (!hung_up_) schedule(device_->receive(byte));
    }
    return {first_bit, instant(now_)};
  }

  Outcome reset() override {
    drop_put_back();
    waiting_.clear();
    sent_.clear();
    hung_up_ = false;
    now_.whole += power_up_time.count();
    wire_free_ = now_;
    device_->power_on();
    return {true, instant(now_), "powered off and on again"};
  }

 protected:
  Event do_receive(Instant until) override {
    require_own_clock(until);
    const std::int64_t limit = until.latest.count();
    if (sent_.empty() && !waiting_.empty() && waiting_.front().at.whole <= limit) begin_next_action();
    if (!sent_.empty() && sent_.front().end.whole <= limit) {
      const OnWire byte = sent_.front();
      sent_.pop_front();
      now_ = std::max(now_, byte.end);
      return Byte{byte.value, instant(byte.begin), instant(byte.end)};
    }
    if (sent_.empty() && hung_up_ && wire_free_.whole <= limit) {
      now_ = std::max(now_, wire_free_);
      return HungUp{"closed the line", instant(wire_free_)};
    }
    now_ = std::max(now_, Moment{limit, 0});
    return TimedOut{until};
  }

 private:
  struct Scheduled {
    Moment at;
    std::variant<SendByte, HangUp> what;
    bool unless_asked = false;
  };
  struct OnWire {
    std::uint8_t value = 0;
    Moment begin;
    Moment end;
  };

  Instant instant(const Moment& at) const { return Instant::exactly(info_.clock, Duration(at.whole)); }

  void require_own_clock(const Instant& at) const {
    if (at.clock == info_.clock) return;
    throw RigError(fmt::format("The link {} was given an instant of another clock.", info_.name));
  }

  /// In order of time; of two actions for one moment the one that was decided first goes first.
  void schedule(const std::vector<Action>& actions) {
    for (const Action& action : actions) {
      const Moment at{now_.whole + std::max(action.after, Duration::zero()).count(), now_.fraction};
      auto place = waiting_.end();
      while (place != waiting_.begin() && at < std::prev(place)->at) --place;
      waiting_.insert(place, {at, action.what, action.unless_asked});
    }
  }

  void begin_actions_due() {
    while (!waiting_.empty() && !(now_ < waiting_.front().at)) begin_next_action();
  }

  /// Since the last byte in either direction had ended.
  Duration idle_time() const {
    return Duration(std::max<std::int64_t>(0, now_.whole - std::max(heard_until_, wire_free_).whole));
  }

  /// From here on a byte is on the wire and no later decision goes ahead of it. Never called before time
  /// has come to that action: a byte that the host sends first may have the device do something sooner.
  void begin_next_action() {
    const Scheduled next = waiting_.front();
    waiting_.pop_front();
    const Moment begin = std::max(next.at, wire_free_);
    if (const auto* byte = std::get_if<SendByte>(&next.what)) {
      wire_free_ = byte_time_.after(begin);
      sent_.push_back({byte->value, begin, wire_free_});
    } else {
      wire_free_ = begin;
      hung_up_ = true;
      waiting_.clear();
    }
  }

  LinkInfo info_;
  std::unique_ptr<Device> device_;
  ByteTime byte_time_;
  Moment now_;
  Moment heard_until_;  ///< when the host's last byte so far had ended
  Moment wire_free_;    ///< when the device's last byte so far has ended; at a hang-up, that moment
  std::deque<Scheduled> waiting_;  ///< actions whose time has not come, sorted
  std::deque<OnWire> sent_;        ///< bytes begun and not yet handed out
  bool hung_up_ = false;
};

}  // namespace

std::unique_ptr<Link> make_callback_link(CallbackOptions options, std::unique_ptr<Device> device) {
  if (options.baud == 0) throw UsageError("The baud rate of a link must be at least 1; 0 was given.");
  return std::make_unique<CallbackLink>(std::move(options), std::move(device));
}

}  // namespace rig

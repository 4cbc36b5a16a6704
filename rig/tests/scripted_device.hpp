#pragma once
/// Devices and links whose every move stands in the test.

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/link/callback/device.hpp"
#include "rig/link/link.hpp"

namespace rig {

/// What a device does that sends `text`, `after` the byte that caused it.
inline std::vector<Action> text_after(Duration after, std::string_view text) {
  std::vector<Action> actions;
  for (const std::uint8_t byte : to_bytes(text)) actions.push_back({after, SendByte{byte}});
  return actions;
}

inline std::vector<Action> operator+(std::vector<Action> actions, const std::vector<Action>& more) {
  actions.insert(actions.end(), more.begin(), more.end());
  return actions;
}

/// Gives the script everything that it has heard since it last did something; what the script returns is
/// done, and then forgotten.
class ScriptedDevice final : public Device {
 public:
  using Script = std::function<std::vector<Action>(const std::string& heard)>;
  explicit ScriptedDevice(Script script) : script_(std::move(script)) {}

  void power_on() override { heard_.clear(); }
  std::vector<Action> receive(std::uint8_t byte) override {
    heard_ += static_cast<char>(byte);
    std::vector<Action> actions = script_(heard_);
    if (!actions.empty()) heard_.clear();
    return actions;
  }

 private:
  Script script_;
  std::string heard_;
};

/// A link that does what it was told beforehand and remembers what was asked of it. Its clock moves 1 us with
/// each byte sent and goes to `until` at a time-out.
class FakeLink final : public Link, public WireControl {
 public:
  std::deque<Event> events;             ///< handed out in order, whatever `until`; then time-outs
  std::vector<std::string> operations;  ///< `send 53e0`, `glitch 5 7`, …
  LinkInfo link;
  std::vector<LineEdge> edges;        ///< of the DUT's line, handed out by the next take
  std::optional<std::uint32_t> rate;  ///< to which the DUT has set its side
  std::vector<std::string> seen;      ///< of its program
  std::string fails_next;             ///< not empty: the next operation throws this as a RigError

  FakeLink() {
    link.name = "fake:link";
    link.clock = new_clock_domain();
    link.can_reset = true;
  }

  Instant at(Duration moment) const { return Instant::exactly(link.clock, moment); }

  const LinkInfo& info() const override { return link; }
  Sent send(ByteView bytes, Instant not_before) override {
    done("send " + to_text(bytes));
    now_ = std::max(now_, not_before.latest);
    const Instant begin = at(now_);
    now_ += std::chrono::microseconds(bytes.size());
    return {begin, at(now_)};
  }
  Outcome reset() override {
    done("reset");
    drop_put_back();
    now_ += std::chrono::milliseconds(1);
    return {true, at(now_), "reset \"\xc3\xa4\"\n"};
  }
  std::vector<std::string> hints() override { return seen; }
  std::optional<std::uint32_t> rate_set_by_dut() override { return rate; }
  WireControl* wire() override { return link.has_wire ? this : nullptr; }
  void reseed(std::uint64_t seed) override { operations.push_back("reseed " + std::to_string(seed)); }
  void note(const std::string& text) override { operations.push_back("note " + text); }

  void set_bit_rate_offset(std::int32_t ppm) override { done("bit-rate " + std::to_string(ppm)); }
  void set_gap_between_bytes(Duration gap) override { done("gap " + std::to_string(gap.count())); }
  Sent glitch(Duration width, Duration settle) override {
    done("glitch " + std::to_string(width.count()) + " " + std::to_string(settle.count()));
    return pulse(width);
  }
  Sent send_break(Duration length) override {
    done("break " + std::to_string(length.count()));
    return pulse(length);
  }
  Sent send_with_framing_error(std::uint8_t value) override {
    done("framing " + std::to_string(value));
    return pulse(std::chrono::microseconds(1));
  }
  void watch_line() override { done("watch"); }
  std::vector<LineEdge> take_edges() override {
    done("edges");
    return std::exchange(edges, {});
  }

 protected:
  Event do_receive(Instant until) override {
    done("receive");
    if (events.empty()) {
      now_ = std::max(now_, until.latest);
      return TimedOut{until};
    }
    Event event = events.front();
    events.pop_front();
    return event;
  }

 private:
  void done(const std::string& what) {
    operations.push_back(what);
    if (!fails_next.empty()) throw RigError(std::exchange(fails_next, {}));
  }
  Sent pulse(Duration width) {
    const Instant begin = at(now_);
    now_ += width;
    return {begin, at(now_)};
  }

  Duration now_{};
};

}  // namespace rig

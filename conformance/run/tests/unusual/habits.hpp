#pragma once
/// How a board on a line sends: when it begins, and how far apart its bytes are.

#include <string>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/link/callback/device.hpp"
#include "rig/player/traits.hpp"

namespace conformance::unusual {

using rig::player::Traits;

/// `delay`, or `think` for a time drawn anew for each reply, up to that; `gap`.
class Pace {
 public:
  explicit Pace(const Traits& traits)
      : delay_(traits.time("delay", std::chrono::milliseconds(2))),
        think_(traits.time("think", rig::Duration::zero())),
        gap_(traits.time("gap", rig::Duration::zero())),
        random_(rig::derive_seed(static_cast<std::uint64_t>(traits.number("seed", 1)), "pace")) {}

  std::vector<rig::Action> say(const std::string& text) {
    rig::Duration after = delay_;
    if (think_ > rig::Duration::zero()) {
      constexpr unsigned steps = 1000;
      after = think_ * random_.below(steps + 1) / steps;
    }
    return say(text, after);
  }

  std::vector<rig::Action> say(const std::string& text, rig::Duration after) const {
    std::vector<rig::Action> actions;
    for (const char letter : text) {
      actions.push_back({after, rig::SendByte{static_cast<std::uint8_t>(letter)}});
      after += gap_;
    }
    return actions;
  }

 private:
  rig::Duration delay_;
  rig::Duration think_;
  rig::Duration gap_;
  rig::Random random_;
};

}  // namespace conformance::unusual

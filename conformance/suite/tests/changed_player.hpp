#pragma once
/// A reference player whose answers a function changes: for what no fault of the players does.

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "games/blokus/players/blokus_player.hpp"
#include "rig/link/callback/device.hpp"

namespace conformance {

/// Looks at each byte of a request and changes what the player would do because of it.
using Change = std::function<void(std::uint8_t request, std::vector<rig::Action>& answer)>;

class ChangedPlayer final : public rig::Device {
 public:
  /// `powered` is told of each power-on.
  explicit ChangedPlayer(
      Change change, std::function<void()> powered = [] {},
      std::unique_ptr<rig::Device> player = rig::player::new_blokus_device())
      : change_(std::move(change)), powered_(std::move(powered)), player_(std::move(player)) {}

  void power_on() override {
    powered_();
    player_->power_on();
  }
  std::vector<rig::Action> receive(std::uint8_t byte) override {
    std::vector<rig::Action> actions = player_->receive(byte);
    change_(byte, actions);
    return actions;
  }

 private:
  Change change_;
  std::function<void()> powered_;
  std::unique_ptr<rig::Device> player_;
};

}  // namespace conformance

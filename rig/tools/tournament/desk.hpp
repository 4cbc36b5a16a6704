#pragma once
/// The desk of a tournament at work: each game in a process of its own.

#include <map>
#include <memory>
#include <string>

#include "rig/arbiter/tournament/runner.hpp"
#include "rig/base/interruption.hpp"

namespace rig::tournament {

class ProcessDesk final : public arbiter::tournament::Desk {
 public:
  struct Setup {
    const arbiter::tournament::Plan& plan;
    std::string folder;
    std::string sandbox;  ///< auto, require or off
  };

  explicit ProcessDesk(Setup setup);
  ~ProcessDesk() override;

  void begin(const arbiter::tournament::Order& order) override;
  std::optional<arbiter::tournament::Ended> wait(Duration most) override;
  bool interrupted() const override { return Interruption::noted(); }

 private:
  class Player;
  std::optional<arbiter::tournament::Ended> ended_of(Player& player) const;

  Setup setup_;
  Interruption interruption_;  // no new game begins then; a second one ends the rig
  std::map<std::string, std::unique_ptr<Player>> players_;  // by game
};

}  // namespace rig::tournament

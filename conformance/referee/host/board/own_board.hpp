#pragma once
/// The board of a game that the referee plays by a player of its own: nothing is seen of it.

#include "conformance/referee/host/board/scripted_board.hpp"

namespace rig::host {

class OwnBoard final : public ScriptedBoard {
 public:
  const std::string& place() const override { return place_; }
  void let_be_reached(Sandbox&) const override {}
  bool is_there() const override { return true; }
  void add_descriptors(std::vector<pollfd>&) const override {}
  std::optional<Duration> next_due() const override { return std::nullopt; }
  bool step(Duration) override { return false; }
  bool read_input(Duration) override { return false; }
  bool flooded() const override { return false; }
  std::vector<BoardLog> take_logs() override { return {BoardLog{}}; }

 private:
  std::string place_;
};

}  // namespace rig::host

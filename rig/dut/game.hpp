#pragma once
/// A whole game between a DUT and an opponent, as the contest's host runs it: whose turn it is, what to ask
/// the DUT, what a move or a failure does. The rig's own referee; it talks to nobody itself.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/protocol/contest.hpp"

namespace rig::dut {

class Game {
 public:
  /// A game in which the DUT sits in `seat`. `contest` must outlive it.
  Game(const protocol::Contest& contest, const protocol::Seat& seat);

  const protocol::Ruling& ruling() const { return *ruling_; }
  const protocol::Seat& seat() const { return seat_; }
  bool over() const;
  bool dut_to_move() const { return ruling_->to_move() == seat_.player; }

  /// What the host sends to get the DUT's next move; only the last request asks for it. For the DUT's turn.
  std::vector<protocol::Request> requests() const;

  /// The move of whoever's turn it is. An illegal one loses at once.
  void play(const protocol::Move& move);

  /// The last move of the opponent's that the requests of this turn tell; empty where they tell none.
  protocol::Move opponents_last() const;

  /// How many moves or passes the DUT has made.
  int dut_turns() const { return turn_.number; }

 private:
  const protocol::Contest& contest_;
  protocol::Seat seat_;
  std::unique_ptr<protocol::Ruling> ruling_;
  protocol::Turn turn_;
};

}  // namespace rig::dut

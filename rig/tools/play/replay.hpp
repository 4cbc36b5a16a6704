#pragma once
/// The moves of a game that are made again after the person took some back: by the person without being
/// asked, by the board as it is asked. A board that answers otherwise ends the replay.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rig/arbiter/side.hpp"
#include "rig/tools/play/place.hpp"

namespace rig::play {

/// Shared by both sides.
class Replay {
 public:
  void begin(std::vector<protocol::Move> moves) {
    moves_ = std::move(moves);
    difference_.clear();
  }
  std::size_t length() const { return moves_.size(); }
  /// The move that was made in this position before; empty: it is a new one.
  protocol::Move at(const protocol::Ruling& ruling) const {
    const auto ply = static_cast<std::size_t>(ruling.ply());
    return ply < moves_.size() ? moves_[ply] : protocol::Move{};
  }
  /// The board has answered otherwise: from here on the game is a new one.
  void differs(const protocol::Ruling& ruling, const std::string& sentence) {
    moves_.resize(std::min(moves_.size(), static_cast<std::size_t>(ruling.ply())));
    difference_ = sentence;
  }
  /// What the board did otherwise, if it has not been told yet; empty: nothing.
  std::string take_difference() { return std::exchange(difference_, {}); }

 private:
  std::vector<protocol::Move> moves_;
  std::string difference_;
};

/// The person as a side of a game: without a clock, and never wrong. `place` and `replay` outlive it.
std::unique_ptr<arbiter::Side> person_at(Place& place, const Replay& replay);

/// The board, whose answers are compared with those that it gave before.
std::unique_ptr<arbiter::Side> replaying(std::unique_ptr<arbiter::Side> board, Replay& replay);

}  // namespace rig::play

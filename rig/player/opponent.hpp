#pragma once
/// Opponents: the players that the rig fields to drive a DUT through games. Each takes the DUT somewhere that
/// random play seldom reaches. All randomness comes from the generator given at construction.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/contest/contest.hpp"

namespace rig::player {

class Opponent {
 public:
  virtual ~Opponent() = default;
  /// A new game begins; what was learnt in earlier ones (coverage) is kept.
  virtual void new_game() {}
  /// A legal move, or a pass, for the player to move. The game is not over.
  virtual contest::Move choose(const contest::Ruling& ruling) = 0;
};

/// A kind of opponent, for lists and help texts.
struct OpponentKind {
  std::string name;
  std::string what;  ///< one line: where it takes the DUT
};

/// The opponents for a game (`blokus`, `trax`). Some names stand in every list, for cases that are of any
/// game: `random`, `long-games`, `generous`, `coverage`.
const std::vector<OpponentKind>& opponents(std::string_view game);

/// An opponent by name; UsageError with the nearest known name otherwise.
std::unique_ptr<Opponent> new_opponent(std::string_view game, std::string_view name, Random random);

}  // namespace rig::player

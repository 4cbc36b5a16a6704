#pragma once
/// Opponents: the players that the rig fields to drive a DUT through games. Each takes the DUT somewhere that
/// random play seldom reaches. All randomness comes from the generator given at construction.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::player {

class Opponent {
 public:
  virtual ~Opponent() = default;
  /// A new game begins; what was learnt in earlier ones (coverage) is kept.
  virtual void new_game() {}
  /// A legal move, or a pass, for the player to move. The game is not over.
  virtual protocol::Move choose(const protocol::Ruling& ruling) = 0;
};

/// A kind of opponent, for lists and help texts.
struct OpponentKind {
  std::string name;
  std::string what;  ///< one line: where it takes the DUT
};

/// How an opponent of a kind is made.
struct Recipe {
  OpponentKind kind;
  std::function<std::unique_ptr<Opponent>(Random)> make;
};

template <typename T>
Recipe recipe(const char* name, const char* what) {
  return {{name, what}, [](Random random) { return std::make_unique<T>(random); }};
}

/// The opponents of a game from here on (its page adds them, before main).
void add_opponents(const std::string& game, const std::vector<Recipe>& (*recipes)());

/// The opponents for a game. Some names stand in every list, for cases that are of any game: `random`,
/// `long-games`, `generous`; where moves have codes, `coverage`. RigError for a game without.
std::vector<OpponentKind> opponents(std::string_view game);

/// An opponent by name; UsageError with the nearest known name otherwise.
std::unique_ptr<Opponent> new_opponent(std::string_view game, std::string_view name, Random random);

}  // namespace rig::player

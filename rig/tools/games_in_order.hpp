#pragma once
/// The games of a match, several at a time, and what became of them in their order.

#include <functional>
#include <vector>

#include "rig/arbiter/pairing.hpp"

namespace rig {

/// Plays the game of this number.
using PlayGame = std::function<arbiter::GameOutcome(int number)>;

struct GamesInOrder {
  /// Each plays its games one after the other: of N the first plays 1, N+1, …; so who plays which game does
  /// not depend on how long others take. One alone plays in the thread of the caller.
  std::vector<PlayGame> workers;
  int games = 1;
  arbiter::Stop stop;            ///< no further game is begun once it says so
  std::function<void()> finish;  ///< has `stop` say so
};

/// Plays, and hands each outcome on in the order of the games, in the thread of the caller. `take` returns
/// whether to go on. Games that were not begun because of `stop` are left out. What a worker or `take` throws
/// passes through once every worker has ended.
void play_in_order(const GamesInOrder& plan,
                   const std::function<bool(int number, arbiter::GameOutcome outcome)>& take);

}  // namespace rig

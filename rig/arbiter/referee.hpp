#pragma once
/// The rig's own referee: a whole game between two sides by the rules of their contest's host.

#include <array>
#include <memory>
#include <vector>

#include "rig/arbiter/side.hpp"
#include "rig/arbiter/table.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter {

/// Who wants to see a game while it goes on.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// A game is about to begin: nobody at it has been spoken to.
  virtual void game_opens() {}
  virtual void game_begins(const Table& table) { static_cast<void>(table); }
  /// The player to move is being asked.
  virtual void asked(const Table& table) { static_cast<void>(table); }
  /// A move has counted.
  virtual void moved(const Table& table) { static_cast<void>(table); }
  virtual void game_ended(const Table& table) { static_cast<void>(table); }
};

/// No contest ends a game for its length, and on a board without limits two players that avoid every end
/// would play for ever: after so many plies the host gives a game up as a draw.
inline constexpr int usual_most_plies = 1000;

/// How a game goes beside the contest's rules.
struct GameTerms {
  int most_plies = usual_most_plies;
  /// The moves with which it begins, where the contest can hand over a position (`Contest::begins_anywhere`).
  std::vector<protocol::Move> opening{};
};

/// Plays one game: the handshake with both, player one first; roles; moves until somebody has won, or lost by
/// a breach, or a late reply may be the machine's doing; the end to both. Of two that fail the handshake the
/// one that was asked first loses. `first` sits in `seat`, `second` across the board. Who is `idle` is told
/// to stand by, where the contest has a request for that, and is not asked for anything. A game whose far
/// ends are stopped (stoppable.hpp) ends without a result. RigError for what fails on the rig's own side.
GameReport play_game(const protocol::Contest& contest, const protocol::Seat& seat, Side& first, Side& second,
                     const std::vector<Watcher*>& watchers = {}, const GameTerms& terms = {},
                     const std::vector<Side*>& idle = {});

}  // namespace rig::arbiter

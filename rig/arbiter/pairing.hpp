#pragma once
/// Two players and the games between them under a policy: opened, played, opened and played again where the
/// rig failed. For a match, and for whoever runs a tournament.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rig/arbiter/far_ends.hpp"
#include "rig/arbiter/game_report.hpp"
#include "rig/arbiter/policy.hpp"
#include "rig/arbiter/referee.hpp"

namespace rig::arbiter {

/// What became of a game that was to be played.
struct GameOutcome {
  std::optional<GameReport> report;   ///< nothing: the rig failed, the last time too
  std::string error;                  ///< how it failed then, a sentence
  std::vector<std::string> replayed;  ///< why the game was played again, each time

  /// It was stopped: whoever runs the match wants no more games.
  bool interrupted() const { return report && report->interrupted; }
};

/// Not thread-safe; pairings of their own far ends may play at the same time.
class Pairing {
 public:
  /// `contest` and what `open` refers to must outlive it. Nothing is opened yet.
  Pairing(const protocol::Contest& contest, std::function<Sides()> open, const Policy& policy);

  /// Opens both players, unless they are open. UsageError and RigError as open_all.
  void open();
  /// They are opened anew before the next game.
  void close() { sides_ = {}; }
  /// What both are, for people. They must have been opened once.
  const std::array<std::string, 2>& descriptions() const { return descriptions_; }

  /// Plays a game, the first player in `seat`, and again as the policy says. `opening`: the moves with which
  /// it begins. Only UsageError passes through; each attempt begins with Watcher::game_opens.
  GameOutcome play(const protocol::Seat& seat, const std::vector<Watcher*>& watchers = {},
                   const std::vector<protocol::Move>& opening = {});

 private:
  std::string attempt(GameOutcome& outcome, const protocol::Seat& seat, const std::vector<Watcher*>& watchers,
                      const GameTerms& terms);

  const protocol::Contest& contest_;
  std::function<Sides()> open_;
  Policy policy_;
  Sides sides_;
  std::array<std::string, 2> descriptions_;
};

}  // namespace rig::arbiter

#pragma once
/// What the lab tools say about a game beyond what every ruling knows: one for each game.

#include <string>

#include "rig/contest/contest.hpp"

namespace rig {

/// Words for scripts. A ruling that is handed in is one of this game's.
class GameWords {
 public:
  /// What `rig check` does with a move that comes when the game is over.
  enum class Afterwards { refused, judged };

  virtual ~GameWords() = default;

  /// How much is legal, on one line: `placements 282 codes 512`, `moves 12`.
  virtual std::string count(const contest::Ruling& ruling) const = 0;
  /// What the last move did, if there is more to say than that it was legal: `A2:WWRR B2:WRRW`.
  virtual std::string effect(const contest::Ruling& ruling) const = 0;
  /// How the game stands, on one line: `result open squares 85 85 score -85 -85`.
  virtual std::string result(const contest::Ruling& ruling) const = 0;
  /// The board as text, line by line.
  virtual std::string board(const contest::Ruling& ruling) const = 0;
  virtual Afterwards afterwards() const = 0;
  /// The board with what the last move has laid marked on it; `last` is that move, empty: none was made.
  virtual contest::BoardPicture after_last_move(const contest::Ruling& ruling,
                                                const contest::Move& last) const = 0;
};

/// The words of the contest's game; they live as long as the program. UsageError for a game without.
const GameWords& words_of_game(const contest::Contest& contest);

}  // namespace rig

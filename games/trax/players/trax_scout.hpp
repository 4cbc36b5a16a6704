#pragma once
/// What Trax players look at before they move: every turn that is legal, what comes of it, and whether the
/// other side then wins at once.

#include <optional>
#include <vector>

#include "games/trax/rules/position.hpp"

namespace rig::player {

/// A turn that the side to move can play, and what it does.
struct Prospect {
  enum class Ending { open, won, lost, drawn };  ///< for the side that plays it

  trax::Move move;
  trax::Choice choice;  ///< the same on the scout's board
  int forced = 0;       ///< tiles that it forces
  unsigned beside = 0;  ///< sides on which a tile lies: a bit for each `trax::Side`
  Ending ending = Ending::open;
  bool line = false;  ///< whether it makes a line, whoever's
  bool both = false;  ///< whether it makes winning paths of both colours
};

/// Looks ahead on a copy of a position.
class Scout {
 public:
  explicit Scout(const trax::Position& position);

  const trax::Position& position() const { return position_; }

  /// Every legal turn, sorted by move; none when the game is over.
  const std::vector<Prospect>& turns() const { return turns_; }

  /// Whether the other side has a turn by which it wins at once. Tries all of them, at worst; those first by
  /// which it won before, so that what does not parry a threat is soon known.
  bool lets_win(const Prospect& turn);

  /// Whether the other side has a reply, close to the tiles of its last turn, after which two cells at least
  /// let it win: no single turn parries that. What it has prepared elsewhere it had prepared before.
  bool lets_fork(const Prospect& turn);

  /// By how many turns close to this one the side that plays it could go on so that two cells at least let it
  /// win. Costs none of the tries.
  int forks_in_sight(const Prospect& turn);

  /// How many turns the other side has.
  int replies(const Prospect& turn);

  /// By how many of them it wins at once.
  int winning_replies(const Prospect& turn);

  /// By how many turns the side that plays it could win in this way if it moved once more.
  enum class By { anything, line };
  int threats(const Prospect& turn, By by = By::anything);

  /// Whether so many tiles have been tried out that a player should come to its decision.
  bool tired() const { return tries_left_ <= 0; }

 private:
  Prospect::Ending ending_of(unsigned made) const;
  bool wins(trax::Choice reply, unsigned effects);
  int turns_that_make(unsigned effects, const Prospect& after);
  bool can_try(trax::Choice reply);
  bool killed();
  bool forks(trax::Choice reply, unsigned effects);

  trax::Position position_;
  std::vector<Prospect> turns_;
  unsigned mine_ = 0;                  // the effects that win for the side to move
  unsigned theirs_ = 0;                // and for the other
  std::vector<trax::Choice> killers_;  // replies that have won, the last one at the end: tried first
  std::vector<trax::CellId> last_laid_;
  std::optional<trax::Choice> fork_;  // the last one that was found: tried first
  int tries_left_ = 80'000;
};

}  // namespace rig::player

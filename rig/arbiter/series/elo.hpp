#pragma once
/// The difference in strength that a number of games shows, as engine testers give it. Pure.

#include <optional>

namespace rig::arbiter {

/// Games won, drawn and lost, from the first player's side.
struct Tally {
  int won = 0;
  int drawn = 0;
  int lost = 0;

  int games() const { return won + drawn + lost; }
  double points() const { return won + drawn / 2.0; }
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// An Elo difference above zero says that the first player is stronger.
struct Elo {
  std::optional<double> difference;  ///< nothing: all points went to one side, so there is no bound
  /// Half the width of the 95 % interval, from the spread of the three results about their mean; nothing: the
  /// interval has no bound.
  std::optional<double> error;
};

/// Nothing can be told of no games: both are empty.
Elo elo_of(const Tally& tally);

}  // namespace rig::arbiter

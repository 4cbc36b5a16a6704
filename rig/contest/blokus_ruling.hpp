#pragma once
/// Blokus Duo as icfpt2014 rules it, over the Blokus oracle: four-letter codes, `0000` a pass, two passes in
/// a row or all 21 tiles placed end the game, a violation loses at once.

#include "rig/contest/ruling.hpp"
#include "rig/game/blokus/position.hpp"

namespace rig::contest {

/// A ruling whose oracle is the Blokus engine; opponents that know the game look through it.
class BlokusRuling : public Ruling {
 public:
  virtual const blokus::Position& position() const = 0;
  /// A placement in this contest's notation (one of its synonyms, the lowest code).
  virtual Move write(const blokus::Placement& placement) const = 0;
};

/// A game of Blokus Duo; player one must cover (5,5), player two (a,a); `first` begins.
std::unique_ptr<Ruling> new_blokus_duo(Player first);

}  // namespace rig::contest

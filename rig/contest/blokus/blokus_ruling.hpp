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
  /// Whether the player that is second lays its first tile without being told the other's.
  virtual bool second_opens_blind() const { return false; }
  /// A placement in this contest's notation: each code of it is one way to write it, where there are several.
  virtual Move write(const blokus::Code& code) const = 0;
  /// One of its synonyms, the lowest code.
  Move write(const blokus::Placement& placement) const { return write(blokus::first_code(placement)); }
};

/// Where the contests of Blokus Duo differ.
struct DuoTerms {
  enum class Bonus { counts, none };  ///< +15 for laying all tiles, +20 with the single square last
  enum class SecondOpens { told, blind };
  Bonus bonus = Bonus::counts;
  SecondOpens second_opens = SecondOpens::told;
};

/// A game of Blokus Duo; player one must cover (5,5), player two (a,a); `first` begins.
std::unique_ptr<Ruling> new_blokus_duo(Player first, DuoTerms terms = {});

}  // namespace rig::contest

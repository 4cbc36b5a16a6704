#pragma once
/// Blokus Duo as icfpt2014 rules it, over the Blokus oracle: four-letter codes, `0000` a pass, two passes in
/// a row or all 21 tiles placed end the game, a violation loses at once.

#include <memory>

#include "rig/protocol/ruling.hpp"

namespace rig::protocol {

/// Where the contests of Blokus Duo differ.
struct DuoTerms {
  enum class Bonus { counts, none };  ///< +15 for laying all tiles, +20 with the single square last
  enum class SecondOpens { told, blind };
  Bonus bonus = Bonus::counts;
  SecondOpens second_opens = SecondOpens::told;
};

/// A game of Blokus Duo; player one must cover (5,5), player two (a,a); `first` begins.
std::unique_ptr<Ruling> new_blokus_duo(Player first, DuoTerms terms = {});

}  // namespace rig::protocol

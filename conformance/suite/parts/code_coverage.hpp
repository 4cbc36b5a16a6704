#pragma once
/// Whether a DUT understands every code of its opponent's moves (a tile and how it is turned), where moves
/// have codes.

#include <cstddef>
#include <vector>

#include "conformance/suite/parts/matches.hpp"

namespace conformance {

class CodeCoverage {
 public:
  CodeCoverage(const rig::protocol::Contest& contest, Matches& matches, Findings& findings)
      : contest_(contest), matches_(matches), findings_(findings) {}

  /// How many different codes of the opponents the DUT has answered in this seat with two moves of its own,
  /// of `Contest::codes`: who has misread one may lay the first of them rightly all the same. Codes that its
  /// own moves rule out in every game count as answered.
  std::size_t answered(const rig::protocol::Seat& seat) const;
  /// Of how many codes a DUT in this seat could have overlooked the tile, or have taken it for turned or
  /// mirrored, and more likely than not have shown nothing of it.
  struct HardlyTested {
    std::size_t if_overlooked = 0;
    std::size_t if_turned = 0;
  };
  HardlyTested hardly_tested(const rig::protocol::Seat& seat) const;
  /// A game against `coverage`, as long as something is to be learnt from it, and a little longer.
  GameReport play(const rig::protocol::Seat& seat, rig::player::Opponent& coverage);
  /// Plays on against `coverage` until every code was answered in each of these seats and most misreadings
  /// would have shown. `before`: the games that it has played in each of the seats. What is found is about
  /// `opponent.codes`.
  void play_until_every_code_was_met(rig::player::Opponent& coverage,
                                     const std::vector<rig::protocol::Seat>& seats, int before = 0);
  /// The game, if it went wrong, may have done so because a code was misread.
  void conclude(const GameReport& game);

 private:
  const rig::protocol::Contest& contest_;
  Matches& matches_;
  Findings& findings_;
};

}  // namespace conformance

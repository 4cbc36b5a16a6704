#pragma once
/// Games of Trax that cases for referees look for: they end in a certain way, or come to a certain place.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/referee/scenario.hpp"

namespace conformance {

/// A game after a move, and what there was about that move (`Ruling::features`).
struct Step {
  const Line& line;
  const std::vector<std::string>& features;

  bool has(std::string_view feature) const;
};

/// Whose games are looked through, and how far.
struct Search {
  std::string players = "random";  ///< both, by the name of an opponent of the rig's
  int longest = 80;                ///< plies
  int games = 60;
};

/// The first game that comes to such a step, up to there. Nothing: none was found.
std::optional<Line> game_with(const rig::protocol::Contest& contest, const rig::protocol::Seat& first,
                              rig::Random& random, const Search& search,
                              const std::function<bool(const Step&)>& found);

/// The game after so many plies more, none of which ends it; where there are any, moves with one of these
/// features every other ply.
Line played_on(const rig::protocol::Contest& contest, const Line& line, rig::Random& random, int plies,
               const std::vector<std::string>& wanted = {});

/// A move whose judgement is so. Nothing: there is none among many that are tried.
std::optional<rig::protocol::Move> move_judged(
    const rig::protocol::Contest& contest, const Line& line, rig::Random& random,
    const std::function<bool(const rig::protocol::Judgement&)>& is_it);

/// A move that is illegal for the limit of the board alone: without one it were legal. Nothing: there is
/// none.
std::optional<rig::protocol::Move> move_beyond_the_limit(const rig::protocol::Contest& contest,
                                                         const rig::protocol::Seat& first, const Line& line,
                                                         rig::Random& random);

}  // namespace conformance

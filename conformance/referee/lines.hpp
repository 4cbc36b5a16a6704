#pragma once
/// Lines of play that cases for referees look for: one that ends in an illegal move of a certain kind, one
/// that uses every code, one in which a player lays all that it has.

#include <optional>
#include <string>
#include <vector>

#include "conformance/referee/scenario.hpp"

namespace conformance {

/// Moves of this contest's notation, legal and not, by chance; well formed but for some of them.
std::vector<rig::protocol::Move> moves_by_chance(const rig::protocol::Contest& contest,
                                                 const rig::protocol::Ruling& ruling, rig::Random& random);

/// What somebody might write in place of this move, each malformed in a way of its own: letters in the other
/// case, a digit or a letter just beyond the last that is allowed; where a line ends each move, blanks, zeros
/// and signs that are too many, and parts that are missing.
std::vector<rig::protocol::Move> misspellings(const rig::protocol::Contest& contest,
                                              const rig::protocol::Ruling& ruling,
                                              const rig::protocol::Move& move);

/// A game in which ply `ply` is wrong in this way (`Judgement::kind`), in no other where that can be found,
/// and none before it. Nothing: none was found.
std::optional<Scenario> breaking(const rig::protocol::Contest& contest, const rig::protocol::Seat& first,
                                 const std::string& kind, int ply, rig::Random& random);

/// A game whose last legal move has this feature (`Ruling::features`), ended by the other player after it.
std::optional<Scenario> featuring(const rig::protocol::Contest& contest, const rig::protocol::Seat& first,
                                  const std::string& feature, rig::Random& random);

/// Whose turn ply `ply` is, from 1, as a person says it: `player 1`.
std::string player_at(const rig::protocol::Seat& first, int ply);

}  // namespace conformance

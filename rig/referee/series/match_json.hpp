#pragma once
/// A match as JSON, for programs to read: match.schema.json beside this file says what stands in it.

#include <array>
#include <string>
#include <vector>

#include "rig/referee/series/game_record.hpp"
#include "rig/referee/series/series.hpp"

namespace rig::referee {

/// `descriptions`: what first and second are, as their links say.
std::string match_json(const contest::Contest& contest, const MatchIdentity& match,
                       const std::array<std::string, 2>& descriptions, const std::vector<SeriesGame>& games,
                       const ClauseOf& clause_of);

}  // namespace rig::referee

#pragma once
/// Players that the rig fields itself, without a link: its opponents, and the simple player of the contest
/// of 2014.

#include <memory>
#include <string>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/player/opponent.hpp"
#include "rig/referee/side.hpp"

namespace rig::referee {

/// Their names for this contest: `simple` where moves are codes, then the opponents of its game.
std::vector<std::string> house_players(const contest::Contest& contest);

/// A side that takes no time. UsageError with the nearest known name for a name that is none.
std::unique_ptr<Side> house_side(const contest::Contest& contest, const std::string& name, Random random);

/// The simple player of the contest of 2014: the first legal code, rows before columns, then tiles, then
/// rotations; a pass where there is none. For contests whose moves are codes of four letters.
std::unique_ptr<player::Opponent> simple_player();

}  // namespace rig::referee

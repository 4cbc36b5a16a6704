#pragma once
/// The command that judges a game of the run once more, without the DUT.

#include <string>
#include <vector>

#include "rig/contest/contest.hpp"

namespace conformance {

/// `scripts/rig check --contest icfpt2014 --first a 53e0 a8e0 21k7`: the moves of a game in which the DUT had
/// `seat`, and the one that was wrong, if any, last. Empty: there is no move, or no shell can pass the wrong
/// one on.
std::string check_line(const rig::contest::Contest& contest, const rig::contest::Seat& seat,
                       std::vector<rig::contest::Move> moves, const rig::contest::Move& wrong = {});

}  // namespace conformance

#pragma once
/// The command that judges a game of the run once more, without the DUT.

#include <string>
#include <vector>

#include "rig/protocol/contest.hpp"

namespace conformance {

/// `scripts/rig check --contest chess --first a e2e4 e7e5`: the moves of a game in which the DUT had
/// `seat`, and the one that was wrong, if any, last. Empty: there is no move, or no shell can pass the wrong
/// one on.
std::string check_line(const rig::protocol::Contest& contest, const rig::protocol::Seat& seat,
                       std::vector<rig::protocol::Move> moves, const rig::protocol::Move& wrong = {});

}  // namespace conformance

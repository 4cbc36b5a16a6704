#pragma once
/// What illegal replies suggest about their cause. Pure. A hint is no part of a verdict.

#include <span>
#include <string>
#include <vector>

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

/// An illegal reply, and the game in which it came.
struct IllegalReply {
  Seat seat;                ///< of the DUT
  std::vector<Move> moves;  ///< of both players before it, in order
  Move reply;
};

/// What all these replies have in common: that each would be legal, and all that the DUT played before it in
/// its game as well, if it were read with rows and columns swapped, or counted from another number. Nothing
/// where one of them does not fit, and of a single reply that did not open its game: that may be chance.
std::vector<std::string> hints_on(const Contest& contest, std::span<const IllegalReply> replies);

}  // namespace rig::protocol

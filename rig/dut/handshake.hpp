#pragma once
/// What an adapter holds back, measured by the board's own handshake.

#include "rig/link/stream/stream_link.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::dut {

/// Says the contest's end to the board (it may be in the middle of a game), then its handshake eight times.
/// By how much the answers differ in time is what the adapter holds back at least; the link's hold-back is
/// set to that, or to what its driver states where that is more. A board that does not answer leaves it as it
/// was: the suite will say so. So does a link without a bit rate: there is no adapter to find out about.
void measure_hold_back(StreamLink& link, const protocol::Contest& contest);

}  // namespace rig::dut

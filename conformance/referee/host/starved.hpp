#pragma once
/// For how long a referee was kept from running while it mattered to its judgement on time: from a request
/// for a reply to its decision. That it had to wait before its first request, or after its last decision,
/// made nobody late.
///
/// A referee may take the time before it sends a request: so the window of a request begins with what a board
/// did last before it. It ends with the next message that goes on with the game or ends it.

#include "conformance/referee/host/played.hpp"
#include "rig/link/stream/starvation.hpp"
#include "rig/protocol/dialect.hpp"

namespace rig::host {

/// Notes it with each request of the game that calls for a reply, and the longest for the game. Over files a
/// call of a program is the request, and the next call the decision. The game was over at `end`.
void note_starvation(Played& played, const protocol::Dialect& dialect, const Starvation& starvation,
                     Duration end);

}  // namespace rig::host

#pragma once
/// A board on a wire, as its scripts have it: one for each game of a run.

#include <cstddef>
#include <memory>
#include <vector>

#include "conformance/referee/host/board/scripted_board.hpp"
#include "conformance/referee/host/board/standard_streams.hpp"
#include "conformance/referee/host/description.hpp"
#include "conformance/referee/host/script.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::host {

/// What the two boards of a run know of each other: how many moves either was asked for in each game.
using MovesAsked = std::vector<std::size_t>;

/// What a board on a wire is given.
struct WireBoardParts {
  const Description& description;
  const protocol::Contest& contest;
  std::size_t board = 0;             ///< 0: board 1
  std::vector<BoardScript> scripts;  ///< of each game
  MovesAsked& asked;                 ///< a number for each game; shared by both boards
  std::shared_ptr<StandardStreams> streams;
  bool sandboxed = false;  ///< the referee is
};

/// RigError and UsageError as Plug.
std::unique_ptr<ScriptedBoard> new_wire_board(WireBoardParts parts);

}  // namespace rig::host

#pragma once
/// The game in which something was found, for the page that shows it move by move.

#include "conformance/suite/options.hpp"
#include "rig/report/html/game_player.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// The positions that lead to the board of this finding, and that board as the last. None where the finding
/// has no board or no game, or where the game is no game of the contest from its beginning.
rig::report::html::ShownGame replayed_game(const RunOptions& options, const rig::report::Finding& finding);

}  // namespace conformance

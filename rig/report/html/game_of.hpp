#pragma once
/// Where a page has the games of findings from.

#include <functional>

#include "rig/report/html/game_player.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// The game in which a finding was made, up to the finding's own board; no boards: it is not shown.
using GameOf = std::function<html::ShownGame(const Finding& finding)>;

}  // namespace rig::report

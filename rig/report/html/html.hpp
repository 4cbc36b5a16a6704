#pragma once
/// The run record as one self-contained HTML page.

#include <functional>
#include <string>

#include "rig/report/html/game_player.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// The game in whose course a finding was made, up to the finding's own board; no boards: it is not shown.
using GameOf = std::function<html::ShownGame(const Finding& finding)>;

/// A page without any request to elsewhere: light and dark by the reader's preference, readable on a phone,
/// printable on A4. Everything from the record is escaped, and no script runs but the page's own, without
/// which it is whole. Null for `game_of`: findings show their boards alone.
std::string to_html(const RunRecord& run, const GameOf& game_of = {});

}  // namespace rig::report

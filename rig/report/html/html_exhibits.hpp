#pragma once
/// What the HTML page shows as evidence: the exchange and the board of a finding, and which codes were sent.

#include <string>
#include <string_view>

#include "rig/report/html/game_player.hpp"
#include "rig/report/record.hpp"

namespace rig::report::html {

/// What shows a finding: hints, the exchange, the board, when it was and how to come there again, and what
/// else there is to say. Where there is a game, it stands in place of its last board. `id` is unique within
/// the page.
std::string exhibits(const Finding& one, std::string_view id, const ShownGame& game = {});

/// A finding with everything that shows it. `id` is unique within the page.
std::string finding(const Finding& one, std::string_view id);

/// Where moves have codes (a tile and how it is turned): a table of how often each was sent; nothing
/// when none was counted.
std::string codes_sent(const RunRecord& run);

}  // namespace rig::report::html

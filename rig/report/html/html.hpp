#pragma once
/// The run record as one self-contained HTML page.

#include <string>

#include "rig/report/html/game_of.hpp"
#include "rig/report/record.hpp"

namespace rig::report {

/// A page without any request to elsewhere: light and dark by the reader's preference, readable on a phone,
/// printable on A4. Everything from the record is escaped, and no script runs but the page's own, without
/// which it is whole. Null for `game_of`: findings show their boards alone.
std::string to_html(const RunRecord& run, const GameOf& game_of = {});

}  // namespace rig::report

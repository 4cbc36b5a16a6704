#pragma once
/// CSV as RFC 4180 has it, for spreadsheets.

#include <string>
#include <vector>

namespace rig::tournament {

/// A row with its end of line; each cell stands between quotes. A text that a spreadsheet would take for a
/// formula stands behind an apostrophe.
std::string csv_row(const std::vector<std::string>& cells);

}  // namespace rig::tournament

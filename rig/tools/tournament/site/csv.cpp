#include "rig/tools/tournament/site/csv.hpp"

#include <string_view>

namespace rig::tournament {

namespace {

/// Whether a spreadsheet would compute it.
bool looks_like_a_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string csv_cell(std::string_view text) {
  std::string cell = looks_like_a_formula(text) ? "\"'" : "\"";
  for (const char one : text) {
    if (one == '"') cell += '"';
    cell += one;
  }
  return cell + '"';
}

}  // namespace

std::string csv_row(const std::vector<std::string>& cells) {
  std::string row;
  for (const std::string& cell : cells) row += (row.empty() ? "" : ",") + csv_cell(cell);
  return row + "\r\n";
}

}  // namespace rig::tournament

#include "games/blokus/contests/ustc/ustc_notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rig/base/bytes.hpp"

namespace rig::protocol {

namespace {

using blokus::Square;
using blokus::Tile;

/// In the order of the judge's ids, from 1. The tiles of the engine are in the same order.
constexpr std::array<std::string_view, blokus::tile_count> piece_names = {
    "I1", "I2", "I3", "V3", "I4", "L4", "T4", "O4", "Z4", "I5", "L5",
    "N5", "P5", "U5", "Y5", "T5", "V5", "W5", "Z5", "F5", "X5"};

constexpr std::array<std::string_view, 4> colour_names = {"blue", "yellow", "red", "green"};

constexpr std::size_t longest_number = 3;  // digits: more than any board has rows

constexpr int far_off = 4 * blokus::max_size;

UstcReading refused(std::string_view text, std::string_view rest, std::string_view expected) {
  const std::string found = rest.empty() ? "the end" : quoted(to_bytes(rest.substr(0, 1)));
  return {std::nullopt, fmt::format("character {} is {}, expected {}; the form is ID:ROW-COLUMN,ROW-COLUMN,… "
                                    "or {}",
                                    text.size() - rest.size() + 1, found, expected, ustc_pass)};
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

int ustc_id(Tile tile) {
  return 1 + static_cast<int>(tile);
}

std::optional<Tile> ustc_piece(int id) {
  if (id < 1 || id > blokus::tile_count) return std::nullopt;
  return static_cast<Tile>(id - 1);
}

std::string_view ustc_piece_name(Tile tile) {
  return piece_names[static_cast<std::size_t>(tile)];
}

std::span<const std::string_view> ustc_colours() {
  return colour_names;
}

std::string to_string(const UstcMove& move) {
  std::string text = fmt::format("{}:", move.id);
  for (std::size_t i = 0; i < move.cells.size(); ++i) {
    text += fmt::format("{}{}-{}", i == 0 ? "" : ",", move.cells[i].y - 1, move.cells[i].x - 1);
  }
  return text;
}

UstcMove ustc_move(const blokus::Placement& placement) {
  const blokus::Cells cells = blokus::cells_of(placement);
  return {ustc_id(blokus::tile_of(placement.orientation)), {cells.begin(), cells.end()}};
}

UstcMove ustc_move(const blokus::Code& code) {
  const blokus::Placement placement = blokus::placement_of(code);
  UstcMove move = ustc_move(placement);
  const blokus::Codes codes = blokus::codes_of(placement);
  const auto nth = std::find(codes.begin(), codes.end(), code) - codes.begin();
  const auto first = nth % static_cast<std::ptrdiff_t>(move.cells.size());
  std::rotate(move.cells.begin(), move.cells.begin() + first, move.cells.end());
  return move;
}

std::optional<int> take_number(std::string_view& text) {
  std::string_view rest = text;
  const bool negative = take(rest, '-');
  int value = 0;
  std::size_t digits = 0;
  while (digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9') {
    if (digits == longest_number) return std::nullopt;
    value = 10 * value + (rest[digits] - '0');
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  text = rest.substr(digits);
  return negative ? -value : value;
}

UstcReading parse_ustc_move(std::string_view text) {
  std::string_view rest = text;
  UstcMove move;
  const std::optional<int> id = take_number(rest);
  if (!id) return refused(text, rest, "the piece's id");
  move.id = *id;
  if (!take(rest, ':')) return refused(text, rest, "':'");
  do {
    const std::optional<int> row = take_number(rest);
    if (!row) return refused(text, rest, "a row");
    if (!take(rest, '-')) return refused(text, rest, "'-'");
    const std::optional<int> column = take_number(rest);
    if (!column) return refused(text, rest, "a column");
    move.cells.push_back({*column + 1, *row + 1});
  } while (take(rest, ','));
  if (!rest.empty()) return refused(text, rest, "',' or the end");
  return {move, {}};
}

std::optional<blokus::Placement> placement_of(const UstcMove& move) {
  if (move.cells.empty()) return std::nullopt;
  Square least = move.cells.front();
  for (const Square& cell : move.cells) least = {std::min(least.x, cell.x), std::min(least.y, cell.y)};
  std::vector<Square> moved = move.cells;
  for (Square& cell : moved) cell = {cell.x - least.x + 1, cell.y - least.y + 1};
  std::optional<blokus::Placement> placement = blokus::placement_from_cells(moved);
  if (!placement) return std::nullopt;
  // What lies far off stays off, within the range of a placement's coordinates.
  const auto back = [](int at, int shift) {
    return static_cast<std::int8_t>(std::clamp(at + shift - 1, -far_off, far_off));
  };
  placement->x = back(placement->x, least.x);
  placement->y = back(placement->y, least.y);
  return placement;
}

}  // namespace rig::protocol

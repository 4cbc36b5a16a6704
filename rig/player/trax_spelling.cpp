#include "rig/player/trax_spelling.hpp"

#include <algorithm>
#include <cctype>

namespace rig::player {

using trax::Move;

namespace {

constexpr int last_single = 26;  // Z

/// What is left of a number that is kept in eight bits with a sign.
int in_eight_bits(int number) {
  const int low = number % 256;
  return low > 127 ? low - 256 : low;
}

std::string reversed(std::string letters) {
  std::reverse(letters.begin(), letters.end());
  return letters;
}

std::string column_of(int column, TraxFault fault) {
  switch (fault) {
    case TraxFault::column_aa_26: return trax::column_name(column > last_single ? column + 1 : column);
    case TraxFault::columns_reversed: return reversed(trax::column_name(column));
    case TraxFault::signed_coordinates: return trax::column_name(std::max(0, in_eight_bits(column)));
    case TraxFault::lower_case: {
      std::string name = trax::column_name(column);
      for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
      return name;
    }
    default: return trax::column_name(column);
  }
}

std::string row_of(int row, TraxFault fault) {
  switch (fault) {
    case TraxFault::row_one_digit: return std::to_string(row % 10);
    case TraxFault::signed_coordinates: return std::to_string(in_eight_bits(row));
    case TraxFault::leading_zero: return (row < 10 ? "0" : "") + std::to_string(row);
    default: return std::to_string(row);
  }
}

}  // namespace

std::string miswritten(Move move, TraxFault fault, Growth growth) {
  if (fault == TraxFault::names_not_shifted) {
    move.column = std::max(0, move.column - growth.left);
    move.row = std::max(0, move.row - growth.up);
  }
  return column_of(move.column, fault) + row_of(move.row, fault) + trax::to_char(move.symbol);
}

std::optional<Move> misread(std::string_view text, TraxFault fault) {
  std::string seen(text);
  const auto letters = std::find_if(seen.begin(), seen.end(), [](char c) { return c < '@' || c > 'Z'; });
  if (fault == TraxFault::columns_reversed) std::reverse(seen.begin(), letters);
  std::optional<Move> move = trax::parse_move(seen);
  if (!move) return move;
  switch (fault) {
    case TraxFault::column_aa_26:
      if (move->column > last_single) --move->column;
      break;
    case TraxFault::row_one_digit: move->row %= 10; break;
    case TraxFault::signed_coordinates:
      move->column = in_eight_bits(move->column);
      move->row = in_eight_bits(move->row);
      break;
    default: break;
  }
  if (move->column < 0 || move->row < 0) return std::nullopt;
  return move;
}

}  // namespace rig::player

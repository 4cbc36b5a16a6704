#include "rig/player/trax/trax_spelling.hpp"

#include <algorithm>
#include <cctype>

namespace rig::player {

using trax::Move;

namespace {

constexpr int last_single = 26;   // Z
constexpr int last_double = 702;  // ZZ

/// What is left of a number that is kept in eight bits with a sign.
int in_eight_bits(int number) {
  const int low = number % 256;
  return low > 127 ? low - 256 : low;
}

constexpr int letters_in_all = 26;

/// What is left of a column's number of two letters where the first is taken for A.
int with_first_letter_a(int column) {
  const bool two_letters = column > last_single && column <= last_double;
  return two_letters ? last_single + 1 + (column - 1) % letters_in_all : column;
}

/// What is left of a column's name that is kept in two letters.
int in_two_letters(int column) {
  const std::string name = trax::column_name(column);
  const std::optional<trax::Move> kept = trax::parse_move(name.substr(0, 2) + "0+");
  return kept ? kept->column : column;
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
    case TraxFault::eight_bit_columns: return trax::column_name(column % 256);
    case TraxFault::second_letter_alone: return trax::column_name(with_first_letter_a(column));
    case TraxFault::two_letters: return trax::column_name(in_two_letters(column));
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
    case TraxFault::eight_bit_columns: move->column %= 256; break;
    case TraxFault::second_letter_alone: move->column = with_first_letter_a(move->column); break;
    case TraxFault::two_letters: move->column = in_two_letters(move->column); break;
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

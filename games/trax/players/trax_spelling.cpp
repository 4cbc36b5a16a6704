#include "games/trax/players/trax_spelling.hpp"

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

std::string in_small_letters(std::string letters) {
  for (char& letter : letters) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return letters;
}

std::string column_of(int column, std::string_view does) {
  if (does == "column-aa-26") column += column > last_single ? 1 : 0;
  if (does == "signed-coordinates") column = std::max(0, in_eight_bits(column));
  if (does == "eight-bit-columns") column %= 256;
  if (does == "second-letter-alone") column = with_first_letter_a(column);
  if (does == "two-letters") column = in_two_letters(column);
  const std::string name = trax::column_name(column);
  if (does == "columns-reversed") return reversed(name);
  return does == "lower-case" ? in_small_letters(name) : name;
}

std::string row_of(int row, std::string_view does) {
  if (does == "row-one-digit") row %= 10;
  if (does == "signed-coordinates") row = in_eight_bits(row);
  return (does == "leading-zero" && row < 10 ? "0" : "") + std::to_string(row);
}

}  // namespace

std::string miswritten(Move move, std::string_view does, Growth growth) {
  if (does == "names-not-shifted") {
    move.column = std::max(0, move.column - growth.left);
    move.row = std::max(0, move.row - growth.up);
  }
  return column_of(move.column, does) + row_of(move.row, does) + trax::to_char(move.symbol);
}

std::optional<Move> misread(std::string_view text, std::string_view does) {
  std::string seen(text);
  const auto letters = std::find_if(seen.begin(), seen.end(), [](char c) { return c < '@' || c > 'Z'; });
  if (does == "columns-reversed") std::reverse(seen.begin(), letters);
  std::optional<Move> move = trax::parse_move(seen);
  if (!move) return move;
  if (does == "column-aa-26" && move->column > last_single) --move->column;
  if (does == "eight-bit-columns") move->column %= 256;
  if (does == "second-letter-alone") move->column = with_first_letter_a(move->column);
  if (does == "two-letters") move->column = in_two_letters(move->column);
  if (does == "row-one-digit") move->row %= 10;
  if (does == "signed-coordinates") {
    move->column = in_eight_bits(move->column);
    move->row = in_eight_bits(move->row);
  }
  if (move->column < 0 || move->row < 0) return std::nullopt;
  return move;
}

}  // namespace rig::player

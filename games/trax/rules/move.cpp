#include "games/trax/rules/move.hpp"

#include <algorithm>

namespace rig::trax {

namespace {

constexpr int letters = 26;

bool is_letter(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// One more digit, never beyond `far_away`.
int append(int number, int base, int digit) {
  return static_cast<int>(std::min<long long>(far_away, 1LL * number * base + digit));
}

std::optional<Symbol> symbol_from(char c) {
  for (const Symbol symbol : symbols) {
    if (to_char(symbol) == c) return symbol;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Move> parse_move(std::string_view text) {
  Move move;
  std::size_t at = 0;
  if (!text.empty() && text[0] == '@') {
    at = 1;
  } else {
    for (; at < text.size() && is_letter(text[at]); ++at) {
      move.column = append(move.column, letters, text[at] - 'A' + 1);
    }
  }
  const std::size_t digits = at;
  for (; at < text.size() && is_digit(text[at]); ++at) move.row = append(move.row, 10, text[at] - '0');
  const bool leading_zero = at - digits > 1 && text[digits] == '0';
  if (digits == 0 || at == digits || leading_zero || at + 1 != text.size()) return std::nullopt;
  const auto symbol = symbol_from(text[at]);
  if (!symbol) return std::nullopt;
  move.symbol = *symbol;
  return move;
}

std::string column_name(int column) {
  if (column <= 0) return "@";
  std::string name;
  for (int rest = column; rest > 0; rest = (rest - 1) / letters) {
    name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % letters));
  }
  return name;
}

std::string to_string(Cell cell) {
  return column_name(cell.column) + std::to_string(cell.row);
}

std::string to_string(Move move) {
  return to_string(move.cell()) + to_char(move.symbol);
}

}  // namespace rig::trax

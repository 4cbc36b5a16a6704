#include <fmt/format.h>

#include "games/trax/rules/position.hpp"

namespace rig::trax {

namespace {

constexpr int widest_in_full = 24;
constexpr std::size_t tile_width = 5;

char ink(Tile tile, Side side) {
  return colour_at(tile, side) == Colour::white ? 'o' : '#';
}

/// One of the three lines of a tile.
std::string line_of(std::optional<Tile> tile, int line) {
  if (!tile) return line == 1 ? "  .  " : "     ";
  if (line == 0) return fmt::format("  {}  ", ink(*tile, Side::north));
  if (line == 2) return fmt::format("  {}  ", ink(*tile, Side::south));
  const char west = ink(*tile, Side::west);
  const char east = ink(*tile, Side::east);
  return fmt::format("{0}{0}{1}{2}{2}", west, to_char(symbol_of(*tile)), east);
}

void trim_end(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
}

std::string in_full(const Position& position) {
  std::string text(5, ' ');
  for (int column = 1; column <= position.width(); ++column) {
    text += fmt::format("{:^{}}", column_name(column), tile_width);
  }
  trim_end(text);
  text += '\n';
  for (int row = 1; row <= position.height(); ++row) {
    for (int line = 0; line < 3; ++line) {
      text += line == 1 ? fmt::format("{:>4} ", row) : std::string(5, ' ');
      for (int column = 1; column <= position.width(); ++column) {
        text += line_of(position.tile_at(column, row), line);
      }
      trim_end(text);
      text += '\n';
    }
  }
  return text;
}

std::string in_letters(const Position& position) {
  std::string text = fmt::format("     columns A to {}\n", column_name(position.width()));
  for (int row = 1; row <= position.height(); ++row) {
    text += fmt::format("{:>4} ", row);
    for (int column = 1; column <= position.width(); ++column) {
      const auto tile = position.tile_at(column, row);
      text += tile ? letter(*tile) : '.';
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string draw(const Position& position) {
  return position.width() > widest_in_full ? in_letters(position) : in_full(position);
}

}  // namespace rig::trax

#include "rig/protocol/picture.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace rig::protocol {

namespace {

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string centred(const std::string& text, std::size_t width) {
  const std::size_t room = width - std::min(width, text.size());
  return std::string(room / 2, ' ') + text + std::string(room - room / 2, ' ');
}

std::size_t widest(const std::vector<std::string>& names) {
  std::size_t width = 1;
  for (const std::string& name : names) width = std::max(width, name.size());
  return width;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string drawn_squares(const BoardPicture& picture) {
  const std::size_t row_width = widest(picture.rows);
  const std::size_t column_width = widest(picture.columns);
  std::string text(row_width, ' ');
  for (const std::string& name : picture.columns) text += ' ' + right(name, column_width);
  text += '\n';
  for (std::size_t row = 0; row < picture.rows.size(); ++row) {
    text += right(picture.rows[row], row_width);
    for (std::size_t column = 0; column < picture.columns.size(); ++column) {
      const bool marked = picture.marks[row][column] == BoardPicture::marked;
      text += ' ' + std::string(column_width - 1, ' ');
      text += marked ? BoardPicture::marked : picture.cells[row][column];
    }
    text += '\n';
  }
  return text;
}

char symbol_of(char letter) {
  constexpr std::string_view letters = "vhabcd";
  constexpr std::string_view symbols = "++//\\\\";
  const std::size_t at = letters.find(letter);
  return at == std::string_view::npos ? BoardPicture::free : symbols[at];
}

/// One of the three lines of a tile: its north side, its middle, its south side.
std::string line_of_tile(char letter, bool marked, int line) {
  const std::string_view sides = colours_of_sides(letter);
  const auto end = [&](std::size_t side) { return sides.empty() ? ' ' : sides[side] == 'W' ? 'o' : '#'; };
  if (line != 1) return {' ', ' ', end(line == 0 ? 0 : 2), ' ', ' '};
  const char west = end(3);
  const char east = end(1);
  return {marked ? '[' : west, west, symbol_of(letter), east, marked ? ']' : east};
}

std::string drawn_paths(const BoardPicture& picture) {
  constexpr std::size_t cell_width = 5;
  const std::size_t row_width = widest(picture.rows);
  std::string names(row_width + 1, ' ');
  for (const std::string& name : picture.columns) names += centred(name, cell_width);
  std::string text = without_trailing_blanks(names) + '\n';
  for (std::size_t row = 0; row < picture.rows.size(); ++row) {
    for (int line = 0; line < 3; ++line) {
      std::string cells = right(line == 1 ? picture.rows[row] : "", row_width) + ' ';
      for (std::size_t column = 0; column < picture.columns.size(); ++column) {
        const bool marked = picture.marks[row][column] == BoardPicture::marked;
        cells += line_of_tile(picture.cells[row][column], marked, line);
      }
      text += without_trailing_blanks(cells) + '\n';
    }
  }
  return text;
}

}  // namespace

std::string_view colours_of_sides(char letter) {
  constexpr std::array<std::pair<char, std::string_view>, 6> tiles = {
      {{'v', "WRWR"}, {'h', "RWRW"}, {'a', "WRRW"}, {'b', "RWWR"}, {'c', "WWRR"}, {'d', "RRWW"}}};
  for (const auto& [name, colours] : tiles) {
    if (name == letter) return colours;
  }
  return {};
}

std::string drawn(const BoardPicture& picture) {
  return picture.kind == BoardPicture::Kind::paths ? drawn_paths(picture) : drawn_squares(picture);
}

}  // namespace rig::protocol

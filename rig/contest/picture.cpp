#include "rig/contest/picture.hpp"

#include <algorithm>

namespace rig::contest {

std::string drawn(const BoardPicture& picture) {
  std::size_t row_width = 0;
  std::size_t column_width = 1;
  for (const std::string& name : picture.rows) row_width = std::max(row_width, name.size());
  for (const std::string& name : picture.columns) column_width = std::max(column_width, name.size());
  const auto right = [](const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
  };
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

}  // namespace rig::contest

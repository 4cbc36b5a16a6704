#include "rig/report/board.hpp"

#include <fmt/format.h>

#include <sstream>

#include "rig/report/markup.hpp"

namespace rig::report {

using contest::BoardPicture;

namespace {

constexpr std::size_t side = 20;    // of a square
constexpr std::size_t margin = 18;  // for the names

bool has_marks(const BoardPicture& board) {
  for (const std::string& row : board.marks) {
    if (row.find(BoardPicture::marked) != std::string::npos) return true;
  }
  return false;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

class Drawing {
 public:
  Drawing(const BoardPicture& board, std::string_view id) : board_(board), id_(id) {}

  std::string draw() const {
    const std::size_t width = margin + board_.columns.size() * side + 3;
    const std::size_t height = margin + board_.rows.size() * side + 3;
    return fmt::format(
        "<svg class=\"board\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"{2}\" "
        "aria-describedby=\"{2}-words\">\n<title id=\"{2}\">Board: {3}</title>\n"
        "<desc id=\"{2}-words\">{4}</desc>\n{5}{6}{7}</svg>\n",
        width, height, id_, content(board_.caption), content(description()), names(), squares(), move());
  }

 private:
  std::string description() const {
    const std::string words = words_of(board_);
    return words.empty() ? "No move is marked." : words + ".";
  }

  bool is_marked(std::size_t row, std::size_t column) const {
    return row < board_.rows.size() && column < board_.columns.size() &&
           board_.marks[row][column] == BoardPicture::marked;
  }

  static std::size_t at(std::size_t index) { return margin + index * side; }

  static std::string label(std::string_view style, std::size_t x, std::size_t y, std::string_view text) {
    return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", style, x, y, content(text));
  }

  std::string names() const {
    std::string text;
    for (std::size_t i = 0; i < board_.columns.size(); ++i)
      text += label("name", at(i) + side / 2, margin - 6, board_.columns[i]);
    for (std::size_t i = 0; i < board_.rows.size(); ++i)
      text += label("name", margin / 2 - 1, at(i) + 14, board_.rows[i]);
    return text;
  }

  std::string squares() const {
    std::string text;
    for (std::size_t row = 0; row < board_.rows.size(); ++row) {
      for (std::size_t column = 0; column < board_.columns.size(); ++column) text += square(row, column);
    }
    return text;
  }

  /// The players differ in shade, in pattern (player two's squares have a ring) and by their digit.
  std::string square(std::size_t row, std::size_t column) const {
    const char letter = board_.cells[row][column];
    const std::string_view style = letter == BoardPicture::one   ? "one"
                                   : letter == BoardPicture::two ? "two"
                                                                 : "free";
    std::string text = fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                                   style, at(column), at(row), side, side);
    if (letter == BoardPicture::two) {
      text += fmt::format("<rect class=\"ring\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                          at(column) + 3, at(row) + 3, side - 6, side - 6);
    }
    if (letter != BoardPicture::free) {
      text += label(letter == BoardPicture::one ? "digit on-one" : "digit", at(column) + side / 2,
                    at(row) + 14, std::string_view(&letter, 1));
    }
    return text;
  }

  /// Hatched, square by square, and outlined where the next square is no part of it.
  std::string move() const {
    std::string hatch;
    std::string outline;
    for (std::size_t row = 0; row < board_.rows.size(); ++row) {
      for (std::size_t column = 0; column < board_.columns.size(); ++column) {
        if (!is_marked(row, column)) continue;
        const std::size_t x = at(column);
        const std::size_t y = at(row);
        hatch += fmt::format("M{} {}l5 -5M{} {}l15 -15M{} {}l15 -15M{} {}l5 -5", x, y + 5, x, y + 15, x + 5,
                             y + 20, x + 15, y + 20);
        if (!is_marked(row - 1, column)) outline += fmt::format("M{} {}h{}", x, y, side);
        if (!is_marked(row + 1, column)) outline += fmt::format("M{} {}h{}", x, y + side, side);
        if (!is_marked(row, column - 1)) outline += fmt::format("M{} {}v{}", x, y, side);
        if (!is_marked(row, column + 1)) outline += fmt::format("M{} {}v{}", x + side, y, side);
      }
    }
    if (outline.empty()) return {};
    return fmt::format("<path class=\"hatch\" d=\"{}\"/>\n<path class=\"outline\" d=\"{}\"/>\n", hatch,
                       outline);
  }

  const BoardPicture& board_;
  std::string_view id_;
};

}  // namespace

std::vector<std::string> lines_of(const BoardPicture& board) {
  std::vector<std::string> lines;
  lines.push_back(board.caption + (has_marks(board) ? "; the move is marked *" : ""));
  std::istringstream text(drawn(board));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::string words_of(const BoardPicture& board) {
  std::vector<std::string> covered;
  std::vector<std::string> taken;
  for (std::size_t row = 0; row < board.rows.size(); ++row) {
    for (std::size_t column = 0; column < board.columns.size(); ++column) {
      if (board.marks[row][column] != BoardPicture::marked) continue;
      covered.push_back(fmt::format("({},{})", board.columns[column], board.rows[row]));
      const char letter = board.cells[row][column];
      const bool owned = letter == BoardPicture::one || letter == BoardPicture::two;
      if (owned) taken.push_back(fmt::format("{} by player {}", covered.back(), letter));
    }
  }
  std::string text;
  if (!covered.empty()) text += fmt::format("{} covers {}", board.move, listed(covered));
  if (!taken.empty()) text += "; taken already: " + listed(taken);
  if (!board.off_board.empty())
    text += fmt::format("{} off the board: {}", text.empty() ? board.move + " lies" : ";",
                        listed(board.off_board));
  return text;
}

std::string svg_of(const BoardPicture& board, std::string_view id) {
  return Drawing(board, id).draw();
}

}  // namespace rig::report

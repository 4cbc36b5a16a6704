#include "rig/report/board.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>
#include <utility>

#include "rig/report/html/markup.hpp"

namespace rig::report {

using protocol::BoardPicture;

namespace {

/// How large things are, in pixels where nothing is scaled.
struct Sizes {
  std::size_t side = 20;  ///< of a square
  std::size_t left = 18;  ///< for the names of the rows
  std::size_t top = 18;   ///< for the names of the columns
};
/// Columns are called up to `AAA`, rows up to `9999`; and two paths need room to be told apart.
constexpr Sizes sizes_of_paths = {28, 30, 18};

bool shows_paths(const BoardPicture& board) {
  return board.kind == BoardPicture::Kind::paths;
}

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

std::string name_of_cell(const BoardPicture& board, std::size_t row, std::size_t column) {
  return shows_paths(board) ? board.columns[column] + board.rows[row]
                            : fmt::format("({},{})", board.columns[column], board.rows[row]);
}

/// What lies on a marked square: `by player 2`, `by a tile WRRW`; empty: nothing.
std::string owner_of_cell(const BoardPicture& board, std::size_t row, std::size_t column) {
  const char letter = board.cells[row][column];
  if (shows_paths(board)) {
    const std::string_view colours = protocol::colours_of_sides(letter);
    return colours.empty() ? std::string() : fmt::format("by a tile {}", colours);
  }
  const bool owned = letter == BoardPicture::one || letter == BoardPicture::two;
  return owned ? fmt::format("by player {}", letter) : std::string();
}

/// The tiles of a board with paths, one by one: `A1 WRRW, B1 RWRW`.
std::string listed_tiles(const BoardPicture& board) {
  std::vector<std::string> tiles;
  for (std::size_t row = 0; row < board.rows.size(); ++row) {
    for (std::size_t column = 0; column < board.columns.size(); ++column) {
      const std::string_view colours = protocol::colours_of_sides(board.cells[row][column]);
      if (!colours.empty()) tiles.push_back(fmt::format("{} {}", name_of_cell(board, row, column), colours));
    }
  }
  return listed(tiles);
}

class Drawing {
 public:
  Drawing(const BoardPicture& board, std::string_view id)
      : board_(board), id_(id), sizes_(shows_paths(board) ? sizes_of_paths : Sizes{}) {}

  /// `over` is drawn above all else.
  std::string draw(std::string_view over = {}) const {
    const std::string style = shows_paths(board_)
                                  ? fmt::format("class=\"board tiles\" style=\"max-width:{}px\"", width())
                                  : "class=\"board\"";
    return fmt::format(
        "<svg {0} viewBox=\"0 0 {1} {2}\" role=\"img\" aria-labelledby=\"{3}\" "
        "aria-describedby=\"{3}-words\">\n<title id=\"{3}\">Board: {4}</title>\n"
        "<desc id=\"{3}-words\">{5}</desc>\n{6}{7}{8}{9}</svg>\n",
        style, width(), height(), id_, content(board_.caption), content(description()), names(),
        cells(nullptr), move(), over);
  }

  /// Squares to click.
  std::string cells_to_click() const {
    std::string text;
    for (std::size_t row = 0; row < board_.rows.size(); ++row) {
      for (std::size_t column = 0; column < board_.columns.size(); ++column)
        text += fmt::format(
            "<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>\n",
            x_of(column), y_of(row), sizes_.side, sizes_.side, content(name_of_cell(board_, row, column)));
    }
    return text;
  }

  /// Opens the picture of a game that this is the first position of.
  std::string open_game(std::size_t ply, std::string_view label, bool is_last) const {
    return fmt::format(
        "<svg class=\"board game{}{}\" data-from=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" "
        "aria-label=\"{}\">\n{}",
        shows_paths(board_) ? " tiles" : "", is_last ? "" : " away", ply, width(), height(), attribute(label),
        names());
  }

  /// What this position changes in the one before it; a null: it is the first of its picture.
  std::string position(std::size_t ply, const BoardPicture* before, const std::string& words,
                       bool is_last) const {
    std::string piece;
    if (before != nullptr && !shows_paths(board_))
      piece = fmt::format("<path class=\"piece\" d=\"{}\"/>\n", outline_of([&](auto row, auto column) {
                            return board_.cells[row][column] != before->cells[row][column];
                          }));
    const std::string mark = move();
    return fmt::format("<g data-ply=\"{}\"{}{}>\n{}{}{}</g>\n", ply,
                       words.empty() ? "" : fmt::format(" data-says=\"{}\"", attribute(words)),
                       is_last ? " class=\"shown\"" : "", cells(before), piece,
                       mark.empty() ? "" : fmt::format("<g class=\"move\">\n{}</g>\n", mark));
  }

  /// Whether both can stand in one picture.
  bool is_as_large_as(const BoardPicture& other) const {
    return board_.columns == other.columns && board_.rows == other.rows;
  }

 private:
  std::size_t width() const { return sizes_.left + board_.columns.size() * sizes_.side + 3; }
  std::size_t height() const { return sizes_.top + board_.rows.size() * sizes_.side + 3; }

  /// All cells; only those that differ from `before`, where there is one.
  std::string cells(const BoardPicture* before) const {
    return shows_paths(board_) ? tiles(before) : squares(before);
  }

  bool is_as_before(const BoardPicture* before, std::size_t row, std::size_t column) const {
    return before != nullptr && board_.cells[row][column] == before->cells[row][column];
  }

  std::string description() const {
    const std::string words = words_of(board_);
    std::string text = words.empty() ? "No move is marked." : words + ".";
    if (!shows_paths(board_)) return text;
    const std::string tiles = listed_tiles(board_);
    if (tiles.empty()) return text + " No tile lies here.";
    return text + " The tiles, with the colours of their sides north, east, south and west: " + tiles + ".";
  }

  bool is_marked(std::size_t row, std::size_t column) const {
    return board_.marks[row][column] == BoardPicture::marked;
  }

  std::size_t x_of(std::size_t column) const { return sizes_.left + column * sizes_.side; }
  std::size_t y_of(std::size_t row) const { return sizes_.top + row * sizes_.side; }

  static std::string label(std::string_view style, std::size_t x, std::size_t y, std::string_view text) {
    return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", style, x, y, content(text));
  }

  std::string names() const {
    std::string text;
    for (std::size_t i = 0; i < board_.columns.size(); ++i)
      text += label("name", x_of(i) + sizes_.side / 2, sizes_.top - 6, board_.columns[i]);
    for (std::size_t i = 0; i < board_.rows.size(); ++i)
      text += label("name", sizes_.left / 2 - 1, y_of(i) + sizes_.side / 2 + 4, board_.rows[i]);
    return text;
  }

  std::string squares(const BoardPicture* before) const {
    std::string text;
    for (std::size_t row = 0; row < board_.rows.size(); ++row) {
      for (std::size_t column = 0; column < board_.columns.size(); ++column) {
        if (!is_as_before(before, row, column)) text += square(row, column);
      }
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
                                   style, x_of(column), y_of(row), sizes_.side, sizes_.side);
    if (letter == BoardPicture::two) {
      text += fmt::format("<rect class=\"ring\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                          x_of(column) + 3, y_of(row) + 3, sizes_.side - 6, sizes_.side - 6);
    }
    if (letter != BoardPicture::free) {
      text += label(letter == BoardPicture::one   ? "digit on-one"
                    : letter == BoardPicture::two ? "digit on-two"
                                                  : "digit",
                    x_of(column) + sizes_.side / 2, y_of(row) + 14, std::string_view(&letter, 1));
    }
    return text;
  }

  /// Red paths are narrow, white ones lie above them, broad and edged: colours are not needed to tell them
  /// apart.
  std::string tiles(const BoardPicture* before) const {
    std::string text;
    std::string white;
    std::string red;
    for (std::size_t row = 0; row < board_.rows.size(); ++row) {
      for (std::size_t column = 0; column < board_.columns.size(); ++column) {
        if (is_as_before(before, row, column)) continue;
        const std::string_view colours = protocol::colours_of_sides(board_.cells[row][column]);
        text +=
            fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                        colours.empty() ? "free" : "tile", x_of(column), y_of(row), sizes_.side, sizes_.side);
        if (colours.empty()) continue;
        white += path(row, column, colours.find('W'), colours.rfind('W'));
        red += path(row, column, colours.find('R'), colours.rfind('R'));
      }
    }
    if (white.empty()) return text;
    return text + fmt::format(
                      "<path class=\"red\" d=\"{0}\"/>\n<path class=\"bank\" d=\"{1}\"/>\n"
                      "<path class=\"white\" d=\"{1}\"/>\n",
                      red, white);
  }

  /// From the middle of one side to that of another: straight, or a quarter of a circle around the corner
  /// between them. Sides are counted clockwise from the north, and `from` < `to`.
  std::string path(std::size_t row, std::size_t column, std::size_t from, std::size_t to) const {
    const std::size_t half = sizes_.side / 2;
    const auto middle_of = [&](std::size_t side) {
      constexpr std::array<std::pair<std::size_t, std::size_t>, 4> halves = {
          {{1, 0}, {2, 1}, {1, 2}, {0, 1}}};
      return fmt::format("{} {}", x_of(column) + halves[side].first * half,
                         y_of(row) + halves[side].second * half);
    };
    if (to - from == 2) return fmt::format("M{}L{}", middle_of(from), middle_of(to));
    const int clockwise = to - from == 3 ? 1 : 0;  // from north to west
    return fmt::format("M{}A{} {} 0 0 {} {}", middle_of(from), half, half, clockwise, middle_of(to));
  }

  /// Hatched, square by square, and outlined where the next square is no part of it.
  std::string move() const {
    const auto marked = [this](std::size_t row, std::size_t column) { return is_marked(row, column); };
    const std::string outline = outline_of(marked);
    if (outline.empty()) return {};
    return fmt::format("<path class=\"hatch\" d=\"{}\"/>\n<path class=\"outline\" d=\"{}\"/>\n", hatch(),
                       outline);
  }

  std::string hatch() const {
    const std::size_t side = sizes_.side;
    const std::size_t quarter = side / 4;
    std::string text;
    for (std::size_t row = 0; row < board_.rows.size(); ++row) {
      for (std::size_t column = 0; column < board_.columns.size(); ++column) {
        if (!is_marked(row, column)) continue;
        const std::size_t x = x_of(column);
        const std::size_t y = y_of(row);
        text += fmt::format("M{0} {1}l{4} -{4}M{0} {2}l{5} -{5}M{3} {6}l{5} -{5}M{7} {6}l{4} -{4}", x,
                            y + quarter, y + 3 * quarter, x + quarter, quarter, 3 * quarter, y + side,
                            x + 3 * quarter);
      }
    }
    return text;
  }

  /// Around the squares that are part of it.
  template <class IsPart>
  std::string outline_of(IsPart is_part) const {
    const std::size_t side = sizes_.side;
    const auto is_in = [&](std::size_t row,
                           std::size_t column) {  // one above the first is no number of a row
      return row < board_.rows.size() && column < board_.columns.size() && is_part(row, column);
    };
    std::string text;
    for (std::size_t row = 0; row < board_.rows.size(); ++row) {
      for (std::size_t column = 0; column < board_.columns.size(); ++column) {
        if (!is_in(row, column)) continue;
        const std::size_t x = x_of(column);
        const std::size_t y = y_of(row);
        if (!is_in(row - 1, column)) text += fmt::format("M{} {}h{}", x, y, side);
        if (!is_in(row + 1, column)) text += fmt::format("M{} {}h{}", x, y + side, side);
        if (!is_in(row, column - 1)) text += fmt::format("M{} {}v{}", x, y, side);
        if (!is_in(row, column + 1)) text += fmt::format("M{} {}v{}", x + side, y, side);
      }
    }
    return text;
  }

  const BoardPicture& board_;
  std::string_view id_;
  Sizes sizes_;
};

}  // namespace

std::vector<std::string> lines_of(const BoardPicture& board) {
  std::string heading = board.caption;
  if (shows_paths(board)) {
    heading += "; o white, # red";
    if (has_marks(board)) heading += ", [ ] the move";
  } else if (has_marks(board)) {
    heading += "; the move is marked *";
  }
  std::vector<std::string> lines = {std::move(heading)};
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
      covered.push_back(name_of_cell(board, row, column));
      const std::string owner = owner_of_cell(board, row, column);
      if (!owner.empty()) taken.push_back(covered.back() + ' ' + owner);
    }
  }
  std::string text;
  if (!covered.empty())
    text += fmt::format("{} {} {}", board.move, shows_paths(board) ? "concerns" : "covers", listed(covered));
  if (!taken.empty()) text += "; taken already: " + listed(taken);
  if (!board.off_board.empty())
    text += fmt::format("{} off the board: {}", text.empty() ? board.move + " lies" : ";",
                        listed(board.off_board));
  return text;
}

std::string svg_of(const BoardPicture& board, std::string_view id) {
  return Drawing(board, id).draw();
}

std::string svg_with_cells(const BoardPicture& board, std::string_view id) {
  const Drawing drawing(board, id);
  return drawing.draw(drawing.cells_to_click());
}

std::string svg_of_game(const std::vector<BoardPicture>& positions, std::string_view label,
                        const std::vector<std::string>& words) {
  const auto begins = [&](std::size_t i) {
    return i == 0 || !Drawing(positions[i], {}).is_as_large_as(positions[i - 1]);
  };
  std::size_t last = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) last = begins(i) ? i : last;
  std::string text;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Drawing drawing(positions[i], {});
    const bool is_first = begins(i);
    if (is_first) text += (i == 0 ? "" : "</svg>\n") + drawing.open_game(i, label, i == last);
    text += drawing.position(i, is_first ? nullptr : &positions[i - 1], i < words.size() ? words[i] : "",
                             i + 1 == positions.size());
  }
  return positions.empty() ? std::string() : text + "</svg>\n";
}

}  // namespace rig::report

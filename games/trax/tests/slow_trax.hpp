#pragma once
/// A second Trax, slow and obvious, to hold against the oracle: a map from cells to edge texts, everything
/// looked for anew each time, forced tiles laid in random order. It shares nothing with `games/trax/rules`.

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/random.hpp"

namespace slow_trax {

using Cell = std::pair<int, int>;  // x, y; y grows downwards

/// The six tiles: edges N E S W, and the symbol that writes them.
inline const std::vector<std::pair<std::string, char>> tiles = {
    {"WRWR", '+'}, {"RWRW", '+'}, {"WRRW", '/'}, {"RWWR", '/'}, {"WWRR", '\\'}, {"RRWW", '\\'},
};

inline Cell beside(Cell cell, int side) {
  const std::array<Cell, 4> steps = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
  const Cell step = steps[static_cast<std::size_t>(side)];
  return {cell.first + step.first, cell.second + step.second};
}

inline std::string column_name(int column) {
  if (column == 0) return "@";
  std::string name;
  while (column > 0) {
    --column;
    name.insert(0, 1, static_cast<char>('A' + column % 26));
    column /= 26;
  }
  return name;
}

struct Box {
  int left = 0, right = -1, top = 0, bottom = -1;
  [[nodiscard]] int width() const { return right - left + 1; }
  [[nodiscard]] int height() const { return bottom - top + 1; }
};

using Cells = std::map<Cell, std::string>;

inline Box box_of(const Cells& cells) {
  Box box;
  for (const auto& [cell, tile] : cells) {
    if (box.width() == 0) box = {cell.first, cell.first, cell.second, cell.second};
    box.left = std::min(box.left, cell.first);
    box.right = std::max(box.right, cell.first);
    box.top = std::min(box.top, cell.second);
    box.bottom = std::max(box.bottom, cell.second);
  }
  return box;
}

/// The colours that enter a cell, N E S W; '.' from a side where no tile lies.
inline std::string around(const Cells& cells, Cell cell) {
  std::string colours;
  for (int side = 0; side < 4; ++side) {
    const auto found = cells.find(beside(cell, side));
    colours += found == cells.end() ? '.' : found->second[static_cast<std::size_t>((side + 2) % 4)];
  }
  return colours;
}

inline bool matches(const std::string& tile, const std::string& colours) {
  for (std::size_t side = 0; side < 4; ++side) {
    if (colours[side] != '.' && colours[side] != tile[side]) return false;
  }
  return true;
}

/// A path of one colour: the cells it runs through, and the sides of cells where it leaves the tiles.
struct Path {
  std::set<Cell> cells;
  std::vector<std::pair<Cell, int>> exits;
  [[nodiscard]] bool closed() const { return exits.empty(); }
};

inline Path path_through(const Cells& cells, Cell start, char colour) {
  Path path;
  std::vector<Cell> ahead = {start};
  while (!ahead.empty()) {
    const Cell cell = ahead.back();
    ahead.pop_back();
    if (!path.cells.insert(cell).second) continue;
    for (int side = 0; side < 4; ++side) {
      if (cells.at(cell)[static_cast<std::size_t>(side)] != colour) continue;
      const Cell next = beside(cell, side);
      if (cells.contains(next)) {
        ahead.push_back(next);
      } else {
        path.exits.emplace_back(cell, side);
      }
    }
  }
  return path;
}

inline std::vector<Path> paths(const Cells& cells, char colour) {
  std::vector<Path> found;
  std::set<Cell> seen;
  for (const auto& [cell, tile] : cells) {
    if (seen.contains(cell)) continue;
    found.push_back(path_through(cells, cell, colour));
    seen.insert(found.back().cells.begin(), found.back().cells.end());
  }
  return found;
}

inline bool has_loop(const Cells& cells, char colour) {
  const std::vector<Path> all = paths(cells, colour);
  return std::any_of(all.begin(), all.end(), [](const Path& path) { return path.closed(); });
}

/// Whether one path leaves the box at both of these sides.
inline bool leads_across(const Cells& cells, char colour, int one, int other) {
  const Box box = box_of(cells);
  const auto leaves = [&](const Path& path, int side) {
    return std::any_of(path.exits.begin(), path.exits.end(), [&](const auto& exit) {
      const auto& [cell, through] = exit;
      const std::array<bool, 4> outermost = {cell.second == box.top, cell.first == box.right,
                                             cell.second == box.bottom, cell.first == box.left};
      return through == side && outermost[static_cast<std::size_t>(side)];
    });
  };
  const std::vector<Path> all = paths(cells, colour);
  return std::any_of(all.begin(), all.end(),
                     [&](const Path& path) { return leaves(path, one) && leaves(path, other); });
}

inline bool has_line(const Cells& cells, char colour) {
  const Box box = box_of(cells);
  return (box.width() >= 8 && leads_across(cells, colour, 3, 1)) ||
         (box.height() >= 8 && leads_across(cells, colour, 0, 2));
}

inline int longest(const Cells& cells, char colour) {
  std::size_t most = 0;
  for (const Path& path : paths(cells, colour)) most = std::max(most, path.cells.size());
  return static_cast<int>(most);
}

/// A move: where, and which symbol.
struct Move {
  int column = 0;
  int row = 0;
  char symbol = '+';
  [[nodiscard]] std::string text() const { return column_name(column) + std::to_string(row) + symbol; }
};

class Game {
 public:
  /// `board`: 0 or the limit.
  Game(bool lines, int board, rig::Random random) : lines_(lines), board_(board), random_(random) {}

  [[nodiscard]] const Cells& cells() const { return cells_; }
  [[nodiscard]] int ply() const { return ply_; }
  [[nodiscard]] char to_move() const { return ply_ % 2 == 0 ? 'W' : 'R'; }
  [[nodiscard]] int width() const { return box_of(cells_).width(); }
  [[nodiscard]] int height() const { return box_of(cells_).height(); }
  [[nodiscard]] bool loop(char colour) const { return has_loop(cells_, colour); }
  [[nodiscard]] bool line(char colour) const { return lines_ && has_line(cells_, colour); }
  [[nodiscard]] int longest_path(char colour) const { return longest(cells_, colour); }

  /// "W", "R" or "draw"; "" while the game is open.
  [[nodiscard]] std::string winner() {
    const char mover = to_move() == 'W' ? 'R' : 'W';
    if (loop(mover) || line(mover)) return {mover};
    if (loop(to_move()) || line(to_move())) return {to_move()};
    if (board_ == 0 || ply_ == 0 || !legal_moves().empty()) return "";
    const int white = longest_path('W');
    const int red = longest_path('R');
    return white > red ? "W" : white < red ? "R" : "draw";
  }

  /// "legal", or the name of the rule broken. Does not ask whether the game is over.
  [[nodiscard]] std::string judge(const Move& move) {
    Cells after;
    return place(move, after);
  }

  /// Of a game that is not over: the moves by their text.
  [[nodiscard]] std::map<std::string, Move> legal_moves() {
    std::map<std::string, Move> legal;
    for (int column = 0; column <= width() + 1; ++column) {
      for (int row = 0; row <= height() + 1; ++row) {
        for (const char symbol : {'+', '/', '\\'}) {
          const Move move{column, row, symbol};
          if (judge(move) == "legal") legal[move.text()] = move;
        }
      }
    }
    return legal;
  }

  /// Plays a legal move. Returns the tiles laid, `A1:WRWR`, named as after the turn.
  std::set<std::string> play(const Move& move) {
    const Cells before = cells_;
    Cells after;
    place(move, after);
    cells_ = after;
    ++ply_;
    const Box box = box_of(cells_);
    std::set<std::string> laid;
    for (const auto& [cell, tile] : cells_) {
      if (before.contains(cell)) continue;
      laid.insert(column_name(cell.first - box.left + 1) + std::to_string(cell.second - box.top + 1) + ":" +
                  tile);
    }
    return laid;
  }

 private:
  std::string place(const Move& move, Cells& after) {
    after = cells_;
    if (cells_.empty()) {
      if (move.column != 0 || move.row != 0 || move.symbol == '\\') return "first";
      after[{0, 0}] = move.symbol == '+' ? "WRWR" : "WRRW";
      return "legal";
    }
    const Box box = box_of(cells_);
    if (move.column > box.width() + 1 || move.row > box.height() + 1) return "range";
    const Cell cell{box.left + move.column - 1, box.top + move.row - 1};
    Cells with = cells_;
    with[cell] = "";
    if (board_ != 0 && (box_of(with).width() > board_ || box_of(with).height() > board_)) return "range";
    if (cells_.contains(cell)) return "occupied";
    const std::string colours = around(cells_, cell);
    if (colours == "....") return "isolated";
    for (const auto& [tile, symbol] : tiles) {
      if (symbol == move.symbol && matches(tile, colours)) after[cell] = tile;
    }
    if (!after.contains(cell)) return "colour";
    return fill(after) ? "legal" : "cascade";
  }

  /// Lays forced tiles, any one of them first, until there are none.
  bool fill(Cells& cells) {
    while (true) {
      std::vector<std::pair<Cell, char>> forced;
      const Box box = box_of(cells);
      for (int x = box.left - 1; x <= box.right + 1; ++x) {
        for (int y = box.top - 1; y <= box.bottom + 1; ++y) {
          if (cells.contains({x, y})) continue;
          const std::string colours = around(cells, {x, y});
          for (const char colour : {'W', 'R'}) {
            const auto ends = std::count(colours.begin(), colours.end(), colour);
            if (ends >= 3) return false;
            if (ends == 2) forced.push_back({{x, y}, colour});
          }
        }
      }
      if (forced.empty()) return true;
      const auto& [cell, colour] = forced[random_.below(static_cast<std::uint32_t>(forced.size()))];
      cells[cell] = joining(around(cells, cell), colour);
    }
  }

  /// The tile that joins the two ends of this colour.
  static std::string joining(const std::string& colours, char colour) {
    std::string tile;
    for (const char c : colours) tile += c == colour ? colour : colour == 'W' ? 'R' : 'W';
    return tile;
  }

  bool lines_;
  int board_;
  rig::Random random_;
  Cells cells_;
  int ply_ = 0;
};

}  // namespace slow_trax

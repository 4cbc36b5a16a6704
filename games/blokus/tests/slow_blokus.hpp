#pragma once
/// A second Blokus, slow and obvious, to hold against the oracle: plain arrays, one test for each
/// sentence of the rules, its own drawings of the tiles. It shares nothing with `games/blokus/rules`.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace slow_blokus {

using Cell = std::pair<int, int>;  // x, y
using Cells = std::vector<Cell>;

/// Fig. 2 turned on its side: the columns of each tile from left to right, top to bottom within; the
/// centre is '@'.
inline const std::map<char, std::vector<std::string>>& columns() {
  static const std::map<char, std::vector<std::string>> tiles = {
      {'a', {"@"}},
      {'b', {"@x"}},
      {'c', {"x@x"}},
      {'d', {"x@", " x"}},
      {'e', {"x@xx"}},
      {'f', {"  x", "x@x"}},
      {'g', {"x@x", " x "}},
      {'h', {"@x", "xx"}},
      {'i', {"x ", "@x", " x"}},
      {'j', {"xx@xx"}},
      {'k', {"   x", "xx@x"}},
      {'l', {"  xx", "xx@ "}},
      {'m', {" xx", "x@x"}},
      {'n', {"x x", "x@x"}},
      {'o', {"x@xx", " x  "}},
      {'p', {"  x", "x@x", "  x"}},
      {'q', {"xx@", "  x", "  x"}},
      {'r', {"x  ", "x@ ", " xx"}},
      {'s', {"xx ", " @ ", " xx"}},
      {'t', {"xx ", " @x", " x "}},
      {'u', {" x ", "x@x", " x "}},
  };
  return tiles;
}

/// The cells of a tile around its centre under rotation code 0..7, worked out anew.
inline Cells worked_out_shape(char letter, int rotation) {
  const auto& tile = columns().at(letter);
  Cell centre;
  Cells cells;
  for (int x = 0; x < static_cast<int>(tile.size()); ++x) {
    const std::string& column = tile[static_cast<std::size_t>(x)];
    for (int y = 0; y < static_cast<int>(column.size()); ++y) {
      const char c = column[static_cast<std::size_t>(y)];
      if (c == '@') centre = {x, y};
      if (c != ' ') cells.emplace_back(x, y);
    }
  }
  for (auto& [x, y] : cells) {
    x -= centre.first;
    y -= centre.second;
    for (int turn = 0; turn < rotation / 2; ++turn) {
      const int old_x = x;
      x = -y;
      y = old_x;
    }
    if (rotation % 2 == 1) x = -x;
  }
  return cells;
}

inline const Cells& shape(char letter, int rotation) {
  static std::map<std::pair<char, int>, Cells> known;
  Cells& cells = known[{letter, rotation}];
  if (cells.empty()) cells = worked_out_shape(letter, rotation);
  return cells;
}

struct Move {
  int x;
  int y;
  char letter;
  int rotation;
  friend auto operator<=>(const Move&, const Move&) = default;  // NOLINT(modernize-use-nullptr)
};

enum class Verdict { legal, used, occupied, edge, start, corner };

class Game {
 public:
  Game(int size, std::vector<std::vector<Cell>> starts, int first, bool play_goes_on)
      : size_(size),
        starts_(std::move(starts)),
        play_goes_on_(play_goes_on),
        mover_(first),
        owner_(static_cast<std::size_t>(size) + 2, std::vector<int>(static_cast<std::size_t>(size) + 2, -1)),
        used_(starts_.size()) {}

  [[nodiscard]] int colours() const { return static_cast<int>(starts_.size()); }
  [[nodiscard]] int mover() const { return mover_; }
  [[nodiscard]] int owner(int x, int y) const {
    if (x < 1 || y < 1 || x > size_ || y > size_) return -1;
    return owner_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
  }

  [[nodiscard]] Verdict judge(const Move& move) const {
    if (used_of(mover_).contains(move.letter)) return Verdict::used;
    Cells cells = shape(move.letter, move.rotation);
    for (auto& [x, y] : cells) {
      x += move.x;
      y += move.y;
    }
    for (const auto& [x, y] : cells) {
      if (x < 1 || y < 1 || x > size_ || y > size_ || owner(x, y) != -1) return Verdict::occupied;
    }
    for (const auto& [x, y] : cells) {
      if (owner(x - 1, y) == mover_ || owner(x + 1, y) == mover_ || owner(x, y - 1) == mover_ ||
          owner(x, y + 1) == mover_) {
        return Verdict::edge;
      }
    }
    if (used_of(mover_).empty()) {
      for (const Cell& start : starts_[static_cast<std::size_t>(mover_)]) {
        if (std::find(cells.begin(), cells.end(), start) != cells.end()) return Verdict::legal;
      }
      return Verdict::start;
    }
    for (const auto& [x, y] : cells) {
      if (owner(x - 1, y - 1) == mover_ || owner(x + 1, y - 1) == mover_ || owner(x - 1, y + 1) == mover_ ||
          owner(x + 1, y + 1) == mover_) {
        return Verdict::legal;
      }
    }
    return Verdict::corner;
  }

  [[nodiscard]] std::set<Move> legal_moves() const {
    std::set<Move> moves;
    for (const auto& [letter, tile] : columns()) {
      for (int rotation = 0; rotation < 8; ++rotation) {
        for (int y = 0; y <= size_ + 1; ++y) {
          for (int x = 0; x <= size_ + 1; ++x) {
            const Move move{x, y, letter, rotation};
            if (judge(move) == Verdict::legal) moves.insert(move);
          }
        }
      }
    }
    return moves;
  }

  void play(const Move& move) {
    for (const auto& [dx, dy] : shape(move.letter, move.rotation)) {
      const int x = move.x + dx;
      const int y = move.y + dy;
      owner_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = mover_;
    }
    used_[static_cast<std::size_t>(mover_)].insert(move.letter);
    last_[mover_] = move.letter;
    passes_ = 0;
    mover_ = (mover_ + 1) % colours();
  }

  void pass() {
    ++passes_;
    mover_ = (mover_ + 1) % colours();
  }

  [[nodiscard]] int squares_left(int colour) const {
    int left = 0;
    for (const auto& [letter, tile] : columns()) {
      if (!used_of(colour).contains(letter)) left += static_cast<int>(shape(letter, 0).size());
    }
    return left;
  }

  [[nodiscard]] bool over() const {
    int finished = 0;
    for (int colour = 0; colour < colours(); ++colour) {
      if (squares_left(colour) == 0) ++finished;
    }
    return passes_ >= colours() || finished == colours() || (finished > 0 && !play_goes_on_);
  }

  [[nodiscard]] int score(int colour) const {
    if (squares_left(colour) > 0) return -squares_left(colour);
    return last_.at(colour) == 'a' ? 20 : 15;
  }

  /// The colour that has fewer squares left than every other; -1: nobody.
  [[nodiscard]] int winner() const {
    for (int colour = 0; colour < colours(); ++colour) {
      bool best = true;
      for (int other = 0; other < colours(); ++other) {
        if (other != colour && squares_left(other) <= squares_left(colour)) best = false;
      }
      if (best) return colour;
    }
    return -1;
  }

 private:
  [[nodiscard]] const std::set<char>& used_of(int colour) const {
    return used_[static_cast<std::size_t>(colour)];
  }

  int size_;
  std::vector<std::vector<Cell>> starts_;
  bool play_goes_on_;
  int mover_;
  int passes_ = 0;
  std::vector<std::vector<int>> owner_;
  std::vector<std::set<char>> used_;
  std::map<int, char> last_;
};

}  // namespace slow_blokus

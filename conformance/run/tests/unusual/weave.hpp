#pragma once
/// Trax as these players know it: tiles in a map, four letters each, and paths that are walked. Slow, plain,
/// and nothing of the rig's own rules in it.

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace conformance::unusual {

/// A cell; the first tile lies at 0, 0; y grows downwards. In order from row to row.
struct Place {
  int x = 0;
  int y = 0;
  friend bool operator==(const Place&, const Place&) = default;
  friend bool operator<(const Place& a, const Place& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }
};

/// The colours of the edges in the order north, east, south, west.
using Edges = std::array<char, 4>;

/// `A12/`: names count from the box around all tiles.
struct Named {
  int column = 0;
  int row = 0;
  char sign = '+';
};
std::optional<Named> read_name(const std::string& text);
std::string write_name(const Named& name);
std::string column_letters(int column);

class Weave {
 public:
  enum class Fate { illegal, open, white, red };
  struct Rules {
    bool level_lines = true;    ///< lines from left to right win
    bool upright_lines = true;  ///< lines from top to bottom win
    int limit = 0;              ///< tiles side by side; 0: any number
    int most_forced = 0;        ///< a slip: how many tiles are forced in a turn; 0: all that are
    int narrowest_upright = 8;  ///< a slip when it is not 8
  };

  explicit Weave(const Rules& rules);

  int width() const { return count_ == 0 ? 0 : right_ - left_ + 1; }
  int height() const { return count_ == 0 ? 0 : bottom_ - top_ + 1; }
  std::size_t tiles() const { return count_; }
  std::size_t turns() const { return turns_.size(); }
  /// Tiles laid by the last turn.
  std::size_t last_laid() const { return turns_.empty() ? 0 : turns_.back().laid.size(); }

  Place place(const Named& name) const { return {left_ + name.column - 1, top_ + name.row - 1}; }
  Named name(Place place, char sign) const { return {place.x - left_ + 1, place.y - top_ + 1, sign}; }
  bool has(Place place) const { return tile_at(place) != 0; }
  int neighbours(Place place) const;
  /// The empty cells beside tiles; the first one of all on an empty board.
  std::vector<Place> free_places() const;
  /// Whether a tile there makes the box wider or taller than it may be.
  bool within_limit(Place place) const;
  /// Whether some colouring of the sign fits there.
  bool fits(Place place, char sign) const { return colouring(place, sign).has_value(); }

  /// Lays a tile and all that it forces. `mover` is `W` or `R`. Illegal: nothing has changed.
  Fate play(Place place, char sign, char mover);
  void undo();

 private:
  struct Turn {
    std::vector<Place> laid;
    std::array<int, 4> box{};
  };

  static constexpr int reach = 1024;  // of the sheet, in each direction

  static std::size_t index(Place place);
  std::uint8_t tile_at(Place place) const { return sheet_[index(place)]; }
  void take(Place place);
  const Edges* find(Place place) const;
  Edges around(Place place) const;
  std::optional<Edges> colouring(Place place, char sign) const;
  std::optional<Edges> forced(Place place, bool& broken) const;
  void lay(Place place, const Edges& edges, Turn& turn);
  bool wins(char colour, const Turn& turn) const;
  bool wins_through(Place place, char colour) const;

  Rules rules_;
  std::vector<std::uint8_t> sheet_;  // 0: no tile
  std::size_t count_ = 0;
  std::set<Place> free_;  // the empty cells beside tiles
  std::vector<Turn> turns_;
  int left_ = 0;
  int right_ = -1;
  int top_ = 0;
  int bottom_ = -1;
};

}  // namespace conformance::unusual

/// How many rules an illegal move breaks. Whoever tests a referee wants moves that break one alone; the
/// oracle names the first and stops there.

#include <algorithm>
#include <array>

#include "games/blokus/contests/blokus_game.hpp"

namespace rig::protocol {

namespace {

using blokus::Square;

constexpr std::array<Square, 4> sides = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Square, 4> corners = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

/// What lies under and around a tile, as its player sees it.
class Place {
 public:
  Place(const blokus::Position& position, const blokus::Cells& cells)
      : position_(position), own_(position.to_move()), cells_(cells.begin(), cells.end()) {}

  bool leaves_the_board() const {
    return std::any_of(cells_.begin(), cells_.end(), [&](const Square& cell) {
      return std::min(cell.x, cell.y) < 1 || std::max(cell.x, cell.y) > position_.size();
    });
  }
  bool covers_another() const {
    return std::any_of(cells_.begin(), cells_.end(),
                       [&](const Square& cell) { return position_.owner_at(cell.x, cell.y).has_value(); });
  }
  bool touches_own_edge() const { return touches(sides); }
  /// A corner of its own, or the start square of a first tile.
  bool is_joined() const {
    if (!position_.first_tile_ahead(own_)) return touches(corners);
    const blokus::StartSquares& starts = position_.starts(own_);
    return std::any_of(cells_.begin(), cells_.end(),
                       [&](const Square& cell) { return starts.contains(cell); });
  }

 private:
  bool touches(const std::array<Square, 4>& steps) const {
    return std::any_of(cells_.begin(), cells_.end(), [&](const Square& cell) {
      return std::any_of(steps.begin(), steps.end(), [&](const Square& step) {
        return position_.owner_at(cell.x + step.x, cell.y + step.y) == own_;
      });
    });
  }

  const blokus::Position& position_;
  int own_;
  std::vector<Square> cells_;
};

}  // namespace

int BlokusGame::rules_broken(const Move& move) const {
  const std::optional<blokus::Code> code = read(move);
  if (!code || position_.judge(*code) == blokus::Broken::malformed) return 1;
  if (passed_for_good(position_.to_move())) return 1;
  const Place place(position_, blokus::cells_of(blokus::placement_of(*code)));
  return static_cast<int>(!position_.tiles_left(position_.to_move()).contains(code->tile)) +
         static_cast<int>(place.leaves_the_board()) + static_cast<int>(place.covers_another()) +
         static_cast<int>(place.touches_own_edge()) + static_cast<int>(!place.is_joined());
}

}  // namespace rig::protocol

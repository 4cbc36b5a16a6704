#include "games/blokus/rules/misread.hpp"

#include <algorithm>

namespace rig::blokus {

namespace {

using Squares = std::vector<Square>;

Squares squares_of(const Code& code) {
  Squares squares;
  for (const Offset& cell : cells_from_centre(code.tile, code.rotation))
    squares.push_back({code.x + cell.dx, code.y + cell.dy});
  std::sort(squares.begin(), squares.end(),
            [](const Square& a, const Square& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  return squares;
}

}  // namespace

std::vector<Squares> misreadings_of(const Code& code) {
  const Squares right = squares_of(code);
  std::vector<Squares> found = {{}};
  for (int rotation = 0; rotation < rotation_count; ++rotation) {
    Squares squares = squares_of({code.x, code.y, code.tile, rotation});
    if (squares != right && std::find(found.begin(), found.end(), squares) == found.end())
      found.push_back(std::move(squares));
  }
  return found;
}

std::vector<double> shown_of_misreadings(const Position& position, const Position& without,
                                         const Code& code) {
  std::vector<double> shown;
  for (const Squares& squares : misreadings_of(code)) {
    Position really = position;
    Position as_read = without;
    really.block(squares);
    as_read.block(squares);
    const auto look_legal = static_cast<double>(as_read.count_placements());
    const auto are_legal = static_cast<double>(really.count_placements());
    shown.push_back(look_legal > 0 ? 1 - are_legal / look_legal : 0.0);
  }
  return shown;
}

}  // namespace rig::blokus

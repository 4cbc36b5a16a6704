#include "conformance/run/tests/unusual/land.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace conformance::unusual {

namespace {

struct Drawing {
  int course;              // its number in `course`
  std::string_view lines;  // `O` is the centre
};

// In the order of the letters a to u; the numbers of `ustc` follow the same order.
constexpr std::array<Drawing, piece_count> drawings = {{
    {1, "O"},
    {2, "O/#"},
    {4, "#/O/#"},
    {3, "#./O#"},
    {9, "#/O/#/#"},
    {6, ".#/.O/##"},
    {7, "#./O#/#."},
    {5, "O#/##"},
    {8, "#O./.##"},
    {21, "#/#/O/#/#"},
    {18, ".#/.#/.O/##"},
    {19, ".#/.#/#O/#."},
    {10, ".#/#O/##"},
    {11, "##/.O/##"},
    {20, "#./O#/#./#."},
    {12, ".#./.O./###"},
    {13, "#../#../O##"},
    {14, "##./.O#/..#"},
    {15, "#../#O#/..#"},
    {16, "#../#O#/.#."},
    {17, ".#./#O#/.#."},
}};

Shape drawn(std::string_view lines) {
  Shape cells;
  Spot at;
  Spot centre;
  for (const char sign : lines) {
    if (sign == '/') {
      at = {at.row + 1, 0};
      continue;
    }
    if (sign == 'O') centre = at;
    if (sign != '.') cells.push_back(at);
    ++at.column;
  }
  for (Spot& cell : cells) cell = {cell.row - centre.row, cell.column - centre.column};
  return cells;
}

Shape turned(Shape shape, int way) {
  for (int quarter = 0; quarter < way / 2; ++quarter) {
    for (Spot& cell : shape) cell = {cell.column, -cell.row};
  }
  if (way % 2 != 0) {
    for (Spot& cell : shape) cell.column = -cell.column;
  }
  return shape;
}

using Shapes = std::array<std::array<Shape, ways>, piece_count>;

const Shapes& all_shapes() {
  static const Shapes shapes = [] {
    Shapes all;
    for (std::size_t piece = 0; piece < all.size(); ++piece) {
      for (int way = 0; way < ways; ++way)
        all[piece][static_cast<std::size_t>(way)] = turned(drawn(drawings[piece].lines), way);
    }
    return all;
  }();
  return shapes;
}

/// The same cells, moved to the top left corner and sorted.
Shape normal(Shape cells) {
  int row = cells.front().row;
  int column = cells.front().column;
  for (const Spot& cell : cells) {
    row = std::min(row, cell.row);
    column = std::min(column, cell.column);
  }
  for (Spot& cell : cells) cell = {cell.row - row, cell.column - column};
  std::sort(cells.begin(), cells.end());
  return cells;
}

constexpr std::array<Spot, 4> sides = {{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};
constexpr std::array<Spot, 4> corners = {{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

Spot moved(Spot spot, Spot step) {
  return {spot.row + step.row, spot.column + step.column};
}

}  // namespace

const Shape& shape_of(int piece, int way) {
  return all_shapes().at(static_cast<std::size_t>(piece)).at(static_cast<std::size_t>(way));
}

int course_number(int piece) {
  return drawings.at(static_cast<std::size_t>(piece)).course;
}

std::optional<int> piece_of(std::vector<Spot> cells) {
  if (cells.empty()) return std::nullopt;
  static const std::map<Shape, int> known = [] {
    std::map<Shape, int> map;
    for (int piece = 0; piece < piece_count; ++piece) {
      for (int way = 0; way < ways; ++way) map.emplace(normal(shape_of(piece, way)), piece);
    }
    return map;
  }();
  const auto found = known.find(normal(std::move(cells)));
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Spot> Laid::cells() const {
  std::vector<Spot> all = shape_of(piece, way);
  for (Spot& cell : all) cell = moved(cell, centre);
  return all;
}

void Land::put(const std::vector<Spot>& cells, char owner) {
  for (const Spot& cell : cells) {
    if (has(cell)) cells_[index(cell)] = owner;
  }
}

Breach Land::breach(const std::vector<Spot>& cells, char owner, const std::set<Spot>& starts) const {
  const auto any = [&](const auto& holds) { return std::any_of(cells.begin(), cells.end(), holds); };
  const auto touches = [&](const auto& steps) {
    return any([&](Spot cell) {
      return std::any_of(steps.begin(), steps.end(),
                         [&](Spot step) { return at(moved(cell, step)) == owner; });
    });
  };
  if (any([&](Spot cell) { return !has(cell); })) return Breach::off_board;
  if (any([&](Spot cell) { return at(cell) != nobody; })) return Breach::taken;
  if (touches(sides)) return Breach::edge;
  if (!owns_any(owner))
    return any([&](Spot cell) { return starts.contains(cell); }) ? Breach::none : Breach::start;
  return touches(corners) ? Breach::none : Breach::corner;
}

std::vector<Spot> Land::openings(char owner, const std::set<Spot>& starts) const {
  std::vector<Spot> found;
  if (!owns_any(owner)) {
    std::copy_if(starts.begin(), starts.end(), std::back_inserter(found),
                 [&](Spot spot) { return at(spot) == nobody; });
    return found;
  }
  for (int row = 0; row < size_; ++row) {
    for (int column = 0; column < size_; ++column) {
      const Spot spot{row, column};
      if (at(spot) == nobody && breach({spot}, owner, starts) == Breach::none) found.push_back(spot);
    }
  }
  return found;
}

Taste::Taste(const Traits& traits)
    : order_(traits.word("order", "random", {"random", "largest", "smallest", "letters", "backwards"})),
      monomino_(traits.word("monomino", "any", {"any", "first", "last"})),
      random_(rig::derive_seed(static_cast<std::uint64_t>(traits.number("seed", 1)), "taste")) {}

std::vector<int> Taste::in_order(const std::set<int>& left) {
  std::vector<int> pieces(left.begin(), left.end());
  if (order_ == "random" || order_ == "largest" || order_ == "smallest") random_.shuffle(std::span(pieces));
  if (order_ == "backwards") std::reverse(pieces.begin(), pieces.end());
  const auto size = [](int piece) { return shape_of(piece, 0).size(); };
  if (order_ == "largest" || order_ == "smallest") {
    const bool small_first = order_ == "smallest";
    std::stable_sort(pieces.begin(), pieces.end(),
                     [&](int a, int b) { return small_first ? size(a) < size(b) : size(a) > size(b); });
  }
  if (monomino_ != "any") {
    std::stable_partition(pieces.begin(), pieces.end(),
                          [&](int piece) { return (piece == 0) == (monomino_ == "first"); });
  }
  return pieces;
}

std::optional<Laid> Taste::choose(const Land& land, char owner, const std::set<Spot>& starts,
                                  const std::set<int>& left) {
  std::vector<Spot> openings = land.openings(owner, starts);
  random_.shuffle(std::span(openings));
  std::vector<int> turns(ways);
  std::iota(turns.begin(), turns.end(), 0);
  for (const int piece : in_order(left)) {
    random_.shuffle(std::span(turns));
    for (const Spot& opening : openings) {
      for (const int way : turns) {
        for (const Spot& cell : shape_of(piece, way)) {
          const Laid laid{piece, way, {opening.row - cell.row, opening.column - cell.column}};
          if (land.breach(laid.cells(), owner, starts) == Breach::none) return laid;
        }
      }
    }
  }
  return std::nullopt;
}

std::optional<Laid> Taste::choose_wrong(Breach wanted, const Land& land, char owner,
                                        const std::set<Spot>& starts, const std::set<int>& left) {
  if (wanted == Breach::used) {
    std::set<int> used;
    for (int piece = 0; piece < piece_count; ++piece) {
      if (!left.contains(piece)) used.insert(piece);
    }
    return choose(land, owner, starts, used);
  }
  for (const int piece : in_order(left)) {
    for (int way = 0; way < ways; ++way) {
      for (int row = 0; row < land.size(); ++row) {
        for (int column = 0; column < land.size(); ++column) {
          const Laid laid{piece, way, {row, column}};
          if (land.breach(laid.cells(), owner, starts) == wanted) return laid;
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace conformance::unusual

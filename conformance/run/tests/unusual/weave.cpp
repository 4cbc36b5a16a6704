#include "conformance/run/tests/unusual/weave.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace conformance::unusual {

namespace {

constexpr std::array<Place, 4> steps = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
constexpr char empty = '?';
constexpr int letters = 26;

Place beside(Place place, std::size_t side) {
  return {place.x + steps[side].x, place.y + steps[side].y};
}

constexpr std::size_t opposite(std::size_t side) {
  return side ^ 2U;
}

/// All colourings: a tile's number is its place here, from 1.
constexpr std::array<Edges, 6> all_tiles = {{{'W', 'R', 'W', 'R'},
                                             {'R', 'W', 'R', 'W'},
                                             {'W', 'R', 'R', 'W'},
                                             {'R', 'W', 'W', 'R'},
                                             {'W', 'W', 'R', 'R'},
                                             {'R', 'R', 'W', 'W'}}};

/// The two colourings of a sign.
std::array<Edges, 2> colourings(char sign) {
  const std::size_t first = sign == '+' ? 0 : sign == '/' ? 2 : 4;
  return {all_tiles[first], all_tiles[first + 1]};
}

bool agree(const Edges& tile, const Edges& around) {
  for (std::size_t side = 0; side < 4; ++side) {
    if (around[side] != empty && around[side] != tile[side]) return false;
  }
  return true;
}

}  // namespace

std::optional<Named> read_name(const std::string& text) {
  constexpr int absurd = 100'000;
  Named name;
  std::size_t at = 0;
  if (!text.empty() && text[0] == '@') {
    at = 1;
  } else {
    while (at < text.size() && text[at] >= 'A' && text[at] <= 'Z' && name.column < absurd)
      name.column = name.column * letters + (text[at++] - 'A' + 1);
    if (at == 0) return std::nullopt;
  }
  const std::size_t first_digit = at;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9' && name.row < absurd)
    name.row = name.row * 10 + (text[at++] - '0');
  if (at == first_digit || at + 1 != text.size()) return std::nullopt;
  name.sign = text[at];
  if (name.sign != '+' && name.sign != '/' && name.sign != '\\') return std::nullopt;
  return name;
}

std::string column_letters(int column) {
  if (column == 0) return "@";
  std::string text;
  for (; column > 0; column = (column - 1) / letters)
    text.insert(text.begin(), static_cast<char>('A' + (column - 1) % letters));
  return text;
}

std::string write_name(const Named& name) {
  return column_letters(name.column) + std::to_string(name.row) + name.sign;
}

Weave::Weave(const Rules& rules) : rules_(rules), sheet_(std::size_t{4} * reach * reach) {}

std::size_t Weave::index(Place place) {
  if (place.x <= -reach || place.x >= reach || place.y <= -reach || place.y >= reach)
    throw std::out_of_range("An unusual player's sheet ends here.");
  return static_cast<std::size_t>(place.y + reach) * 2 * reach + static_cast<std::size_t>(place.x + reach);
}

const Edges* Weave::find(Place place) const {
  const std::uint8_t tile = tile_at(place);
  return tile == 0 ? nullptr : &all_tiles[tile - 1U];
}

int Weave::neighbours(Place place) const {
  int count = 0;
  for (std::size_t side = 0; side < 4; ++side) count += has(beside(place, side)) ? 1 : 0;
  return count;
}

/// What enters a cell from its four sides.
Edges Weave::around(Place place) const {
  Edges entering{empty, empty, empty, empty};
  for (std::size_t side = 0; side < 4; ++side) {
    if (const Edges* const tile = find(beside(place, side))) entering[side] = (*tile)[opposite(side)];
  }
  return entering;
}

std::vector<Place> Weave::free_places() const {
  if (count_ == 0) return {{0, 0}};
  return {free_.begin(), free_.end()};
}

bool Weave::within_limit(Place place) const {
  if (rules_.limit == 0 || count_ == 0) return true;
  return std::max(right_, place.x) - std::min(left_, place.x) < rules_.limit &&
         std::max(bottom_, place.y) - std::min(top_, place.y) < rules_.limit;
}

std::optional<Edges> Weave::colouring(Place place, char sign) const {
  if (has(place)) return std::nullopt;
  if (count_ == 0) {
    if (!(place == Place{0, 0}) || sign == '\\') return std::nullopt;
    return colourings(sign)[0];
  }
  if (neighbours(place) == 0) return std::nullopt;
  const Edges entering = around(place);
  for (const Edges& tile : colourings(sign)) {
    if (agree(tile, entering)) return tile;
  }
  return std::nullopt;
}

/// The tile that two ends of one colour force there. `broken`: there are three.
std::optional<Edges> Weave::forced(Place place, bool& broken) const {
  const Edges entering = around(place);
  const auto white = std::count(entering.begin(), entering.end(), 'W');
  const auto red = std::count(entering.begin(), entering.end(), 'R');
  broken = white > 2 || red > 2;
  if (broken || (white < 2 && red < 2)) return std::nullopt;
  const char colour = white == 2 ? 'W' : 'R';
  Edges tile{};
  for (std::size_t side = 0; side < 4; ++side)
    tile[side] = entering[side] == colour ? colour : colour == 'W' ? 'R' : 'W';
  return tile;
}

void Weave::lay(Place place, const Edges& edges, Turn& turn) {
  if (count_ == 0) {
    left_ = right_ = place.x;
    top_ = bottom_ = place.y;
  }
  const auto* const tile = std::find(all_tiles.begin(), all_tiles.end(), edges);
  sheet_[index(place)] = static_cast<std::uint8_t>(tile - all_tiles.begin() + 1);
  ++count_;
  free_.erase(place);
  for (std::size_t side = 0; side < 4; ++side) {
    if (!has(beside(place, side))) free_.insert(beside(place, side));
  }
  left_ = std::min(left_, place.x);
  right_ = std::max(right_, place.x);
  top_ = std::min(top_, place.y);
  bottom_ = std::max(bottom_, place.y);
  turn.laid.push_back(place);
}

Weave::Fate Weave::play(Place place, char sign, char mover) {
  const std::optional<Edges> chosen = within_limit(place) ? colouring(place, sign) : std::nullopt;
  if (!chosen) return Fate::illegal;
  Turn turn;
  turn.box = {left_, right_, top_, bottom_};
  lay(place, *chosen, turn);
  bool broken = false;
  for (std::size_t next = 0; next < turn.laid.size() && !broken; ++next) {
    for (std::size_t side = 0; side < 4 && !broken; ++side) {
      const Place cell = beside(turn.laid[next], side);
      if (has(cell)) continue;
      const std::optional<Edges> tile = forced(cell, broken);
      const bool enough = rules_.most_forced != 0 && static_cast<int>(turn.laid.size()) > rules_.most_forced;
      if (tile && !enough) lay(cell, *tile, turn);
    }
  }
  turns_.push_back(std::move(turn));
  if (broken) {
    undo();
    return Fate::illegal;
  }
  const char other = mover == 'W' ? 'R' : 'W';
  for (const char colour : {mover, other}) {
    if (wins(colour, turns_.back())) return colour == 'W' ? Fate::white : Fate::red;
  }
  return Fate::open;
}

void Weave::take(Place place) {
  sheet_[index(place)] = 0;
  --count_;
  if (neighbours(place) > 0) free_.insert(place);
  for (std::size_t side = 0; side < 4; ++side) {
    if (neighbours(beside(place, side)) == 0) free_.erase(beside(place, side));
  }
}

void Weave::undo() {
  for (const Place& place : turns_.back().laid) take(place);
  const auto [left, right, top, bottom] = turns_.back().box;
  left_ = left;
  right_ = right;
  top_ = top;
  bottom_ = bottom;
  turns_.pop_back();
}

bool Weave::wins(char colour, const Turn& turn) const {
  return std::any_of(turn.laid.begin(), turn.laid.end(),
                     [&](Place place) { return wins_through(place, colour); });
}

/// Follows the colour from this tile both ways.
bool Weave::wins_through(Place place, char colour) const {
  struct End {
    Place tile;
    std::size_t side;
  };
  std::vector<End> ends;
  const Edges& tile = *find(place);
  for (std::size_t first = 0; first < 4; ++first) {
    if (tile[first] != colour) continue;
    Place at = place;
    std::size_t leaves = first;
    for (;;) {
      const Place next = beside(at, leaves);
      const Edges* const edges = find(next);
      if (edges == nullptr) break;
      if (next == place) return true;  // a loop
      const std::size_t enters = opposite(leaves);
      std::size_t side = 0;
      while (side == enters || (*edges)[side] != colour) ++side;
      at = next;
      leaves = side;
    }
    ends.push_back({at, leaves});
  }
  if (ends.size() != 2) return false;
  const auto joins = [&](std::size_t one, std::size_t other) {
    const auto at_border = [&](const End& end, std::size_t side) {
      if (end.side != side) return false;
      switch (side) {
        case 0: return end.tile.y == top_;
        case 1: return end.tile.x == right_;
        case 2: return end.tile.y == bottom_;
        default: return end.tile.x == left_;
      }
    };
    return (at_border(ends[0], one) && at_border(ends[1], other)) ||
           (at_border(ends[1], one) && at_border(ends[0], other));
  };
  constexpr int narrowest = 8;
  if (rules_.level_lines && width() >= narrowest && joins(3, 1)) return true;
  return rules_.upright_lines && height() >= rules_.narrowest_upright && joins(0, 2);
}

}  // namespace conformance::unusual

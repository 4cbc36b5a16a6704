#include "games/trax/players/trax_belief.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace rig::player {

using trax::Colour;
using trax::Move;
using trax::Position;
using trax::Side;
using trax::Tile;

namespace {

constexpr std::array<Side, 4> sides = {Side::north, Side::east, Side::south, Side::west};

constexpr Side opposite(Side side) {
  return static_cast<Side>(static_cast<unsigned>(side) ^ 2U);
}

std::pair<int, int> step(Side side) {
  constexpr std::array<std::pair<int, int>, 4> steps = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
  return steps[static_cast<std::size_t>(side)];
}

}  // namespace

TraxBelief::TraxBelief(std::string does, const Position& position)
    : does_(std::move(does)), limit_(position.rules().board) {
  for (int column = 1; column <= position.width(); ++column) {
    for (int row = 1; row <= position.height(); ++row) {
      if (const auto tile = position.tile_at(column, row)) lay({column, row}, *tile);
    }
  }
}

TraxBelief::Place TraxBelief::beside(Place place, Side side) {
  const auto [dx, dy] = step(side);
  return {place.x + dx, place.y + dy};
}

/// What enters a cell, as the oracle counts it: a bit for each side that white enters, above them red's.
unsigned TraxBelief::ends_at(Place place) const {
  unsigned ends = 0;
  for (const Side side : sides) {
    const auto next = tiles_.find(beside(place, side));
    if (next == tiles_.end()) continue;
    const bool red = trax::colour_at(next->second, opposite(side)) == Colour::red;
    ends |= 1U << (static_cast<unsigned>(side) + (red ? 4U : 0U));
  }
  return ends;
}

void TraxBelief::lay(Place place, Tile tile) {
  if (does_ == "wrong-colouring" && tile == Tile::north_east) tile = Tile::south_west;
  first_ = tiles_.empty() ? place : Place{std::min(first_.x, place.x), std::min(first_.y, place.y)};
  last_ = tiles_.empty() ? place : Place{std::max(last_.x, place.x), std::max(last_.y, place.y)};
  tiles_[place] = tile;
}

/// The tile that is forced here; with three ends, if that is believed possible, the one that joins two.
std::optional<Tile> TraxBelief::forced_at(Place place) const {
  const unsigned ends = ends_at(place);
  if (trax::ends::fate_of(ends) == trax::ends::forced)
    return trax::ends::tile_of(trax::ends::forced_stones[ends]);
  for (const unsigned colour : {trax::ends::white_sides(ends), trax::ends::red_sides(ends)}) {
    if (std::popcount(colour) < 3) continue;
    const unsigned two = colour & (colour - 1);  // without the first
    const bool red = colour == trax::ends::red_sides(ends);
    const unsigned joined = std::popcount(two) > 2 ? two & (two - 1) : two;
    return trax::ends::tile_of(trax::ends::forced_stones[red ? joined << 4U : joined]);
  }
  return std::nullopt;
}

/// False where the move is illegal for three ends.
bool TraxBelief::lay_forced(std::vector<Place> laid) {
  if (does_ == "no-forced-play") return true;
  const std::size_t rounds = does_ == "forced-once" ? 1 : ~std::size_t{0};
  const std::size_t most = does_ == "cascade-of-8" ? 9 : ~std::size_t{0};
  for (std::size_t i = 0; i < laid.size() && i < rounds; ++i) {
    for (const Side side : sides) {
      const Place place = beside(laid[i], side);
      if (tiles_.contains(place) || laid.size() >= most) continue;
      const std::optional<Tile> tile = forced_at(place);
      if (!tile) continue;
      const bool broken = trax::ends::fate_of(ends_at(place)) == trax::ends::broken;
      if (broken && does_ != "three-ends") return false;
      lay(place, *tile);
      laid.push_back(place);
    }
  }
  return true;
}

bool TraxBelief::in_reach(Move move) const {
  const int width = last_.x - first_.x + 1;
  const int height = last_.y - first_.y + 1;
  if (move.column > width + 1 || move.row > height + 1) return false;
  const bool wider = move.column == 0 || move.column > width;
  const bool taller = move.row == 0 || move.row > height;
  return limit_ == 0 || (width + (wider ? 1 : 0) <= limit_ && height + (taller ? 1 : 0) <= limit_);
}

bool TraxBelief::play(Move move) {
  if (tiles_.empty()) {
    if (move.cell() != trax::Cell{0, 0} || move.symbol == trax::Symbol::backslash) return false;
    lay({1, 1}, move.symbol == trax::Symbol::plus ? Tile::north_south : Tile::north_west);
    return true;
  }
  if (!in_reach(move)) return false;
  const Place place{first_.x + move.column - 1, first_.y + move.row - 1};
  const unsigned ends = ends_at(place);
  const trax::ends::Stone stone = trax::ends::fits[ends][static_cast<std::size_t>(move.symbol)];
  if (tiles_.contains(place) || ends == 0 || stone == 0) return false;
  TraxBelief before = *this;
  lay(place, trax::ends::tile_of(stone));
  if (lay_forced({place})) return true;
  *this = std::move(before);
  return false;
}

std::optional<Move> TraxBelief::choose() const {
  std::vector<std::pair<int, Move>> marked;
  for (int column = 0; column <= last_.x - first_.x + 2; ++column) {
    for (int row = 0; row <= last_.y - first_.y + 2; ++row) {
      const Place place{first_.x + column - 1, first_.y + row - 1};
      const unsigned ends = ends_at(place);
      if (ends == 0 || tiles_.contains(place)) continue;
      for (const trax::Symbol symbol : trax::symbols)
        marked.push_back({-std::popcount(ends), {column, row, symbol}});
    }
  }
  if (marked.empty()) return Move{0, 0, trax::Symbol::plus};
  std::sort(marked.begin(), marked.end());
  for (const auto& [mark, move] : marked) {
    TraxBelief after = *this;
    if (after.play(move)) return move;
  }
  return std::nullopt;
}

bool TraxBelief::agrees_with(const Position& position) const {
  if (static_cast<int>(tiles_.size()) != position.tiles()) return false;
  return std::all_of(tiles_.begin(), tiles_.end(), [&](const auto& one) {
    return position.tile_at(one.first.x - first_.x + 1, one.first.y - first_.y + 1) == one.second;
  });
}

}  // namespace rig::player

#include "games/blokus/rules/position.hpp"

#include <algorithm>

#include "games/blokus/rules/stamps.hpp"
#include "rig/base/errors.hpp"

namespace rig::blokus {

namespace {

using detail::Board;
using detail::largest_narrow;
using detail::Narrow;
using detail::stamp_on;
using detail::Wide;

constexpr int smallest_size = 5;

/// Boards other than duo's, out of its way.
[[gnu::noinline]] void stamp_on_others(const std::uint64_t* from, std::uint64_t* to, std::size_t words,
                                       std::size_t colours, std::size_t colour, bool first_tile,
                                       const Placement& placement) {
  if (words == Board<Narrow>::words) {
    stamp_on<Narrow>(from, to, colours, colour, first_tile, placement);
  } else {
    stamp_on<Wide>(from, to, colours, colour, first_tile, placement);
  }
}

void check(const Variant& variant, int first) {
  const auto refuse = [](const std::string& what, int value, const std::string& allowed) {
    throw UsageError("Blokus variant: " + what + " " + std::to_string(value) +
                     " is not possible; allowed: " + allowed + ".");
  };
  if (variant.size < smallest_size || variant.size > max_size) refuse("board size", variant.size, "5..20");
  if (variant.colours < 2 || variant.colours > max_colours)
    refuse("number of colours", variant.colours, "2..4");
  if (first < 0 || first >= variant.colours)
    refuse("first colour", first, "0.." + std::to_string(variant.colours - 1));
  for (int colour = 0; colour < variant.colours; ++colour) {
    const StartSquares& starts = variant.starts[static_cast<std::size_t>(colour)];
    if (starts.size() == 0) refuse("a colour with start squares", 0, "1..4");
    for (std::size_t i = 0; i < starts.size(); ++i) {
      for (const int coordinate : {starts[i].x, starts[i].y}) {
        if (coordinate < 1 || coordinate > variant.size) {
          refuse("start square coordinate", coordinate, "1.." + std::to_string(variant.size));
        }
      }
    }
  }
}

}  // namespace

const Variant& duo() {
  static const Variant variant{14, 2, {StartSquares{{5, 5}}, StartSquares{{10, 10}}}};
  return variant;
}

const Variant& four_colours() {
  static const Variant variant{
      20,
      4,
      {StartSquares{{1, 20}}, StartSquares{{20, 20}}, StartSquares{{20, 1}}, StartSquares{{1, 1}}},
      LastTile::play_goes_on};
  return variant;
}

std::string_view to_string(Broken broken) {
  switch (broken) {
    case Broken::none: return "legal";
    case Broken::malformed: return "malformed code";
    case Broken::used: return "tile already used";
    case Broken::occupied: return "off the board or on a taken square";
    case Broken::edge: return "edge contact with its own colour";
    case Broken::start: return "start square not covered";
    case Broken::corner: return "no corner contact with its own colour";
    case Broken::pass: return "pass on the first move";
  }
  return "unknown";
}

Position::Position(const Variant& variant, int first) {
  check(variant, first);
  words_ = variant.size <= largest_narrow ? Board<Narrow>::words : Board<Wide>::words;
  row_bits_ = variant.size <= largest_narrow ? Narrow::row_bits : Wide::row_bits;
  state_.starts = variant.starts;
  state_.tiles_left.fill(TileSet::all());
  state_.squares_left.fill(all_squares);
  state_.last_tile.fill(no_tile);
  state_.last_tile_rule = variant.last_tile;
  state_.size = static_cast<std::uint8_t>(variant.size);
  state_.colours = static_cast<std::uint8_t>(variant.colours);
  state_.to_move = static_cast<std::uint8_t>(first);
  std::fill_n(boards_.data(), kinds * state_.colours * words_, 0);
  for (int colour = 0; colour < variant.colours; ++colour) {
    const StartSquares& squares = starts(colour);
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const std::size_t bit = bit_of(squares[i]);
      board(Kind::wanted, colour)[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }
}

std::optional<Tile> Position::last_tile(int colour) const {
  const std::uint8_t tile = state_.last_tile[index(colour)];
  if (tile == no_tile) return std::nullopt;
  return static_cast<Tile>(tile);
}

int Position::contacts(const Cells& cells, int colour) const {
  int count = 0;
  for (const Square& cell : cells) {
    for (const auto& [dx, dy] : {std::pair{0, -1}, {1, 0}, {0, 1}, {-1, 0}}) {
      count += owner_at(cell.x + dx, cell.y + dy) == colour ? 1 : 0;
    }
  }
  return count;
}

std::optional<int> Position::owner_at(int x, int y) const {
  if (!on_board({x, y})) return std::nullopt;
  for (int colour = 0; colour < colours(); ++colour) {
    if (has(Kind::cells, colour, {x, y})) return colour;
  }
  return std::nullopt;
}

Broken Position::judge(const Code& code) const {
  if (code.tile > Tile::u || code.rotation < 0 || code.rotation >= rotation_count) return Broken::malformed;
  constexpr int beyond = max_size + largest_tile;  // so far off that no tile reaches the board
  return judge(placement_of({std::clamp(code.x, -beyond, beyond + max_size),
                             std::clamp(code.y, -beyond, beyond + max_size), code.tile, code.rotation}));
}

Broken Position::judge(Placement placement) const {
  if (placement.orientation >= orientation_count) return Broken::malformed;
  const int colour = to_move();
  if (!tiles_left(colour).contains(tile_of(placement.orientation))) return Broken::used;
  const Cells cells(placement);
  const auto any = [&](auto test) { return std::any_of(cells.begin(), cells.end(), test); };
  if (any([&](Square cell) { return !on_board(cell) || owner_at(cell.x, cell.y); })) return Broken::occupied;
  if (any([&](Square cell) { return has(Kind::forbidden, colour, cell); })) return Broken::edge;
  if (any([&](Square cell) { return has(Kind::wanted, colour, cell); })) return Broken::none;
  return first_tile_ahead(colour) ? Broken::start : Broken::corner;
}

void Position::play(const Placement& placement) {
  put(*this, placement);
}

Position::Position(const Position& before, const Placement& placement)
    : state_(before.state_), words_(before.words_), row_bits_(before.row_bits_) {
  put(before, placement);
}

void Position::put(const Position& before, const Placement& placement) {
  const std::size_t colour = before.state_.to_move;
  const std::size_t colour_count = before.state_.colours;
  const bool first = before.first_tile_ahead(before.to_move());
  if (before.words_ == Board<Narrow>::words && colour_count == 2) {
    stamp_on<Narrow>(before.boards_.data(), boards_.data(), 2, colour, first, placement);
  } else {
    stamp_on_others(before.boards_.data(), boards_.data(), before.words_, colour_count, colour, first,
                    placement);
  }
  take(detail::tables.shapes[placement.orientation].tile);
}

void Position::take(Tile tile) {
  const std::size_t mover = state_.to_move;
  state_.tiles_left[mover].remove(tile);
  state_.squares_left[mover] = static_cast<std::uint8_t>(
      state_.squares_left[mover] - detail::tables.sizes[static_cast<std::size_t>(tile)]);
  state_.last_tile[mover] = static_cast<std::uint8_t>(tile);
  state_.passes = 0;
  next_colour();
}

void Position::pass() {
  if (state_.passes < 255) ++state_.passes;
  next_colour();
}

void Position::block(std::span<const Square> squares) {
  for (const Square& square : squares) {
    if (!on_board(square)) continue;
    const std::size_t bit = bit_of(square);
    for (int colour = 0; colour < colours(); ++colour)
      board(Kind::forbidden, colour)[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
}

void Position::next_colour() {
  state_.to_move = static_cast<std::uint8_t>(state_.to_move + 1 == state_.colours ? 0 : state_.to_move + 1);
  ++state_.ply;
}

bool Position::over() const {
  if (state_.passes >= state_.colours) return true;
  const auto first = state_.tiles_left.begin();
  const auto last = first + state_.colours;
  const auto empty = [](const TileSet& tiles) { return tiles.empty(); };
  return state_.last_tile_rule == LastTile::ends_game ? std::any_of(first, last, empty)
                                                      : std::all_of(first, last, empty);
}

Result Position::result() const {
  constexpr int bonus = 15;
  constexpr int bonus_for_a = 20;
  Result result;
  int best = all_squares + 1;
  for (int colour = 0; colour < colours(); ++colour) {
    const int left = squares_left(colour);
    result.squares_left[index(colour)] = left;
    result.score[index(colour)] = left > 0 ? -left : last_tile(colour) == Tile::a ? bonus_for_a : bonus;
    if (left < best) {
      best = left;
      result.winner = colour;
    } else if (left == best) {
      result.winner.reset();
    }
  }
  return result;
}

std::string draw(const Position& position, std::span<const Square> marked, char mark) {
  constexpr std::string_view names = " 123456789abcdefghijk";
  const int size = position.size();
  const auto symbol = [&](Square square) {
    if (std::find(marked.begin(), marked.end(), square) != marked.end()) return mark;
    if (const auto owner = position.owner_at(square.x, square.y)) return static_cast<char>('1' + *owner);
    for (int colour = 0; colour < position.colours(); ++colour) {
      if (position.first_tile_ahead(colour) && position.starts(colour).contains(square)) return 'S';
    }
    return '.';
  };
  std::string text;
  for (int y = 0; y <= size; ++y) {
    text += names[static_cast<std::size_t>(y)];
    for (int x = 1; x <= size; ++x) {
      text += ' ';
      text += y == 0 ? names[static_cast<std::size_t>(x)] : symbol({x, y});
    }
    text += '\n';
  }
  return text;
}

}  // namespace rig::blokus

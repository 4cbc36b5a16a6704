#include "rig/game/trax/board.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rig::trax {

namespace {

constexpr unsigned opposite(unsigned side) {
  return side ^ 2U;
}

constexpr int narrowest_line = 8;

constexpr std::array<int, 4> step_x = {0, 1, 0, -1};
constexpr std::array<int, 4> step_y = {-1, 0, 1, 0};

}  // namespace

Board::Board(Lines lines, int limit) : limit_(limit), lines_(lines) {
  make_page(0, 0);
}

// --- cells and pages -----------------------------------------------------------------------------------

std::uint64_t Board::page_key(std::int32_t x, std::int32_t y) {
  return std::uint64_t{static_cast<std::uint32_t>(x)} << 32U | static_cast<std::uint32_t>(y);
}

std::uint32_t Board::make_page(std::int32_t x, std::int32_t y) {
  const auto page = static_cast<std::uint32_t>(pages_.size());
  pages_.push_back({x, y});
  directory_.emplace(page_key(x, y), page);
  states_.resize(states_.size() + page_cells);
  tiles_.resize(states_.size() / 64);
  for (unsigned side = 0; side < 4; ++side) {
    const auto beside = directory_.find(page_key(x + step_x[side], y + step_y[side]));
    if (beside == directory_.end()) continue;
    pages_[page].beside[side] = beside->second;
    pages_[beside->second].beside[opposite(side)] = page;
  }
  make_ports(page);
  return page;
}

/// No path runs through an empty cell: each port faces the one across the edge.
void Board::make_ports(std::uint32_t page) {
  mates_.resize(states_.size() * 4);
  for (CellId cell = page * page_cells; cell < (page + 1) * page_cells; ++cell) {
    for (unsigned side = 0; side < 4; ++side) {
      const CellId beside = neighbour(cell, side);
      if (beside == no_cell) continue;
      const Port here = cell * 4 + side;
      const Port there = beside * 4 + opposite(side);
      mates_[here] = there;
      mates_[there] = here;
    }
  }
}

CellId Board::find(int x, int y) const {
  constexpr auto mask = static_cast<int>(page_side - 1);
  const auto page = directory_.find(page_key(x >> page_bits, y >> page_bits));
  if (page == directory_.end()) return no_cell;
  return page->second * page_cells + static_cast<unsigned>(y & mask) * page_side +
         static_cast<unsigned>(x & mask);
}

/// The cells beside one that does not lie at the edge of its page.
struct Board::InsidePage {
  CellId cell;
  CellId operator[](unsigned side) const {
    constexpr std::array<CellId, 4> steps = {0U - page_side, 1, page_side, 0U - 1U};
    return cell + steps[side];
  }
};

/// The cell beside; `no_cell` where its page does not exist.
CellId Board::neighbour(CellId cell, unsigned side) const {
  constexpr unsigned last = page_side - 1;
  const unsigned column = cell % page_side;
  const unsigned row = cell / page_side % page_side;
  const std::array<bool, 4> leaves = {row == 0, column == last, row == last, column == 0};
  if (!leaves[side]) return InsidePage{cell}[side];
  const std::uint32_t page = pages_[cell / page_cells].beside[side];
  if (page == no_cell) return no_cell;
  constexpr std::array<unsigned, 4> across = {last * page_side, 0U - last, 0U - last * page_side, last};
  return page * page_cells + cell % page_cells + across[side];
}

inline bool Board::inside_page(CellId cell) {
  // One more than the first or the last column (or row) is less than 2, counted round.
  constexpr unsigned columns = page_side - 2;
  return ((cell + 1) & columns) != 0 && ((cell + page_side) & columns * page_side) != 0;
}

/// All four; makes the pages that are missing.
Board::Neighbours Board::neighbours(CellId cell) {
  if (!inside_page(cell)) return neighbours_across_pages(cell);
  const InsidePage beside{cell};
  return {beside[0], beside[1], beside[2], beside[3]};
}

Board::Neighbours Board::neighbours_across_pages(CellId cell) {
  const int x = x_of(cell);
  const int y = y_of(cell);
  Neighbours found{};
  for (unsigned side = 0; side < 4; ++side) {
    const std::int32_t page_x = (x + step_x[side]) >> page_bits;
    const std::int32_t page_y = (y + step_y[side]) >> page_bits;
    const Page& page = pages_[cell / page_cells];
    if ((page_x != page.x || page_y != page.y) && page.beside[side] == no_cell) make_page(page_x, page_y);
    found[side] = neighbour(cell, side);
  }
  return found;
}

// --- one tile ------------------------------------------------------------------------------------------

/// Whether these are the two ends of a path from one border of the box to the opposite one.
bool Board::makes_line(Port a, Port b) const {
  const CellId one = a / 4;
  const CellId two = b / 4;
  const auto across = [](int from, int to, int low, int high) {
    return high - low + 1 >= narrowest_line && std::min(from, to) < low && std::max(from, to) > high;
  };
  return across(x_of(one), x_of(two), box_.left, box_.right) ||
         across(y_of(one), y_of(two), box_.top, box_.bottom);
}

/// Puts the stone into its cell and tells the neighbours what enters them; returns what becomes of them, two
/// bits a side.
inline unsigned Board::enter(CellId cell, const ends::StoneFacts& facts) {
  if (!inside_page(cell)) return enter_across_pages(cell, facts);
  std::uint16_t* const here = states_.data() + cell;
  std::uint64_t changed = 0;
  std::memcpy(&changed, here - 1, sizeof changed);
  changed |= std::bit_cast<std::uint64_t>(facts.row);
  std::memcpy(here - 1, &changed, sizeof changed);
  const auto row = std::bit_cast<ends::Row>(changed);
  std::uint16_t& north = *(here - page_side);
  std::uint16_t& south = *(here + page_side);
  north = static_cast<std::uint16_t>(north | facts.enters[0]);
  south = static_cast<std::uint16_t>(south | facts.enters[2]);
  return unsigned{ends::fates[north]} | unsigned{ends::fates[row[2]]} << 2U |
         unsigned{ends::fates[south]} << 4U | unsigned{ends::fates[row[0]]} << 6U;
}

unsigned Board::enter_across_pages(CellId cell, const ends::StoneFacts& facts) {
  const Neighbours beside = neighbours_across_pages(cell);
  unsigned fates = 0;
  for (unsigned side = 0; side < 4; ++side) {
    std::uint16_t& state = states_[beside[side]];
    state = static_cast<std::uint16_t>(state | facts.enters[side]);
    fates |= unsigned{ends::fates[state]} << 2 * side;
  }
  states_[cell] = static_cast<std::uint16_t>(states_[cell] | facts.row[1]);
  return fates;
}

/// Undoes `enter`.
inline void Board::leave(CellId cell, const ends::StoneFacts& facts) {
  if (!inside_page(cell)) return leave_across_pages(cell, facts);
  std::uint16_t* const here = states_.data() + cell;
  std::uint16_t& north = *(here - page_side);
  std::uint16_t& south = *(here + page_side);
  north = static_cast<std::uint16_t>(north & ~unsigned{facts.enters[0]});
  south = static_cast<std::uint16_t>(south & ~unsigned{facts.enters[2]});
  std::uint64_t row = 0;
  std::memcpy(&row, here - 1, sizeof row);
  row &= ~std::bit_cast<std::uint64_t>(facts.row);
  std::memcpy(here - 1, &row, sizeof row);
}

void Board::leave_across_pages(CellId cell, const ends::StoneFacts& facts) {
  const Neighbours beside = neighbours_across_pages(cell);
  for (unsigned side = 0; side < 4; ++side) {
    std::uint16_t& state = states_[beside[side]];
    state = static_cast<std::uint16_t>(state & ~unsigned{facts.enters[side]});
  }
  states_[cell] = static_cast<std::uint16_t>(ends_at(cell));
}

/// Makes one path of the two that meet in a tile, for each colour.
inline void Board::join(CellId cell, const ends::StoneFacts& facts) {
  Port* const mates = mates_.data();
  for (unsigned colour = 0; colour < 2; ++colour) {
    const Port a = cell * 4 + facts.joins[colour][0];
    const Port b = cell * 4 + facts.joins[colour][1];
    const Port end_a = mates[a];
    const Port end_b = mates[b];
    mates[end_a] = end_b;
    mates[end_b] = end_a;
    made_ |= (end_a == b ? effects::white_loop : 0U) << colour;
    if (wide_ && makes_line(end_a, end_b)) made_ |= effects::white_line << colour;
  }
}

/// Lays a stone that fits on an empty cell; returns what `enter` does.
inline unsigned Board::lay(CellId cell, unsigned stone) {
  const ends::StoneFacts& facts = ends::stone_facts[stone];
  const unsigned fates = enter(cell, facts);
  tiles_[cell / 64] |= std::uint64_t{1} << cell % 64;
  join(cell, facts);
  laid_.push_back({cell, fates});
  return fates;
}

/// Undoes `lay` of the tile laid last, but for the list of tiles.
inline void Board::lift(CellId cell) {
  const ends::StoneFacts& facts = ends::stone_facts[stone_at(cell)];
  // The ports of this cell still name the other ends of the paths that came in.
  Port* const mates = mates_.data();
  for (unsigned side = 0; side < 4; ++side) mates[mates[cell * 4 + side]] = cell * 4 + side;
  tiles_[cell / 64] &= ~(std::uint64_t{1} << cell % 64);
  leave(cell, facts);
}

/// None where there is no such page.
Board::PageBits Board::tiles_of(std::uint32_t page) const {
  PageBits bits{};
  if (page != no_cell) std::copy_n(tiles_.data() + page * bits.size(), bits.size(), bits.begin());
  return bits;
}

/// The empty cells of a page that have a tile beside them, there or on the next page.
Board::PageBits Board::near_tiles(std::uint32_t page) const {
  constexpr std::uint64_t first_column = 0x0001'0001'0001'0001U;
  constexpr std::uint64_t last_column = first_column << (page_side - 1);
  constexpr unsigned last = page_side - 1;
  constexpr unsigned last_word = page_cells / 64 - 1;
  const PageBits tiles = tiles_of(page);
  const PageBits north = tiles_of(pages_[page].beside[0]);
  const PageBits east = tiles_of(pages_[page].beside[1]);
  const PageBits south = tiles_of(pages_[page].beside[2]);
  const PageBits west = tiles_of(pages_[page].beside[3]);
  PageBits near{};
  for (unsigned word = 0; word <= last_word; ++word) {
    const std::uint64_t here = tiles[word];
    const std::uint64_t above = word > 0 ? tiles[word - 1] : north[last_word];
    const std::uint64_t below = word < last_word ? tiles[word + 1] : south[0];
    const std::uint64_t from_west = (here & ~last_column) << 1 | (west[word] & last_column) >> last;
    const std::uint64_t from_east = (here & ~first_column) >> 1 | (east[word] & first_column) << last;
    const std::uint64_t from_north = here << page_side | above >> (64 - page_side);
    const std::uint64_t from_south = here >> page_side | below << (64 - page_side);
    near[word] = (from_west | from_east | from_north | from_south) & ~here;
  }
  return near;
}

// --- turns ---------------------------------------------------------------------------------------------

Box Board::box_with(CellId cell) const {
  const int x = x_of(cell);
  const int y = y_of(cell);
  if (laid_.empty()) return {x, y, x, y};
  return {std::min(box_.left, x), std::min(box_.top, y), std::max(box_.right, x), std::max(box_.bottom, y)};
}

/// Lays what the tiles of this turn force, in the order in which it comes to light; false when a cell
/// cannot be filled.
bool Board::lay_forced() {
  for (std::size_t i = turns_.back().laid_before; i < laid_.size(); ++i) {
    const LaidCell laid = laid_[i];
    if (laid.fates == 0) continue;
    const Neighbours beside = neighbours(laid.cell);
    for (unsigned fates = laid.fates; fates != 0; fates &= fates - 1) {
      const CellId cell = beside[static_cast<unsigned>(std::countr_zero(fates)) / 2];
      const unsigned fate = ends::fates[states_[cell]];  // another may have filled it by now, or broken it
      if (fate == ends::broken) {
        trouble_ = {cell, std::popcount(ends::white_sides(ends_at(cell))) >= 3 ? Colour::white : Colour::red};
        return false;
      }
      if (fate == ends::forced) lay(cell, ends::forced_stones[ends_at(cell)]);
    }
  }
  return true;
}

/// `try_turn` without the question who is stuck.
bool Board::attempt(Choice choice) {
  turns_.push_back({box_, static_cast<std::uint32_t>(laid_.size()), 0, false});
  box_ = box_with(choice.cell);
  wide_ = lines_ == Lines::win && std::max(box_.width(), box_.height()) >= narrowest_line;
  made_ = 0;
  const unsigned fates = lay(choice.cell, choice.stone);
  if (fates != 0 && !lay_forced()) {
    take_back();
    return false;
  }
  turns_.back().effects = static_cast<std::uint8_t>(made_);
  return true;
}

bool Board::try_turn(Choice choice) {
  if (!attempt(choice)) return false;
  if (limit_ != 0 && made() == 0) {
    const bool stuck = !has_turn();
    turns_.back().stuck = stuck;
  }
  return true;
}

void Board::take_back() {
  const Turn turn = turns_.back();
  turns_.pop_back();
  box_ = turn.box_before;
  const LaidCell* const begin = laid_.data() + turn.laid_before;
  for (const LaidCell* laid = laid_.data() + laid_.size(); laid != begin;) lift((--laid)->cell);
  laid_.resize(turn.laid_before);
}

bool Board::is_legal(Choice choice) {
  const ends::StoneFacts& facts = ends::stone_facts[choice.stone];
  const Neighbours beside = neighbours(choice.cell);
  unsigned fates = 0;
  for (unsigned side = 0; side < 4; ++side) {
    fates |= ends::fates[states_[beside[side]] | facts.enters[side]];
  }
  if (fates == ends::quiet) return true;
  if (!attempt(choice)) return false;
  take_back();
  return true;
}

bool Board::has_turn() {
  bool found = false;
  for_each_playable([&](CellId cell) {
    if (found || !within_limit(cell)) return;
    for (const ends::Stone stone : fits(cell)) found = found || (stone != 0 && is_legal({cell, stone}));
  });
  return found;
}

// --- paths ---------------------------------------------------------------------------------------------

/// Tiles of the path through a cell, which are marked as seen.
int Board::path_length(CellId cell, Colour colour, std::vector<bool>& seen) const {
  int length = 1;
  seen[cell] = true;
  for (const unsigned start : ends::stone_facts[stone_at(cell)].joins[static_cast<std::size_t>(colour)]) {
    unsigned out = start;
    for (CellId next = neighbour(cell, out); stone_at(next) != 0 && !seen[next];
         next = neighbour(next, out)) {
      seen[next] = true;
      ++length;
      const auto& joins = ends::stone_facts[stone_at(next)].joins[static_cast<std::size_t>(colour)];
      out = joins[0] == opposite(out) ? joins[1] : joins[0];
    }
  }
  return length;
}

int Board::longest_path(Colour colour) const {
  std::vector<bool> seen(states_.size());
  int longest = 0;
  for (const auto& [cell, fates] : laid_) {
    if (!seen[cell]) longest = std::max(longest, path_length(cell, colour, seen));
  }
  return longest;
}

}  // namespace rig::trax

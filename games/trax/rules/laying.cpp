#include "games/trax/rules/board.hpp"

#include <algorithm>
#include <span>

#include "games/trax/rules/laying.hpp"

namespace rig::trax {

namespace {

constexpr unsigned opposite(unsigned side) {
  return side ^ 2U;
}

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
  laid_.resize(states_.size());
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

unsigned Board::enter_across_pages(CellId cell, const ends::StoneFacts& facts) {
  const Neighbours beside = neighbours_across_pages(cell);
  unsigned fates = 0;
  for (unsigned side = 0; side < 4; ++side) {
    std::uint16_t& state = states_[beside[side]];
    state = static_cast<std::uint16_t>(state | facts.enters[side]);
    fates |= unsigned{ends::fates[state]} << 2 * side;
  }
  states_[cell] = static_cast<std::uint16_t>(states_[cell] | facts.own);
  return fates;
}

void Board::leave_across_pages(CellId cell, const ends::StoneFacts& facts) {
  const Neighbours beside = neighbours_across_pages(cell);
  for (unsigned side = 0; side < 4; ++side) {
    std::uint16_t& state = states_[beside[side]];
    state = static_cast<std::uint16_t>(state & ~unsigned{facts.enters[side]});
  }
  states_[cell] = static_cast<std::uint16_t>(ends_at(cell));
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

/// `try_turn` without the questions what was made and who is stuck.
bool Board::attempt(Choice choice) {
  begin_turn(choice.cell);
  if (lay(choice.cell, choice.stone) == 0 || lay_forced()) return true;
  take_back();
  return false;
}

bool Board::try_turn(Choice choice) {
  if (!attempt(choice)) return false;
  settle_turn();
  return true;
}

void Board::take_back() {
  lift_down_to(turns_.back().laid_before);
  end_turn();
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

/// Both ends of a line lie outside the box, where nothing is laid in the turn that makes it: so all of a
/// turn's lines are there when it ends.
void Board::look_for_lines() {
  for (const auto& [cell, fates] : last_turn()) {
    const ends::StoneFacts& facts = ends::stone_facts[stone_at(cell)];
    for (unsigned colour = 0; colour < 2; ++colour) {
      const auto& [a, b] = facts.joins[colour];
      if (makes_line(mates_[4 * cell + a], mates_[4 * cell + b])) made_ |= effects::white_line << colour;
    }
  }
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
  for (const auto& [cell, fates] : std::span(laid_).first(laid_count_)) {
    if (!seen[cell]) longest = std::max(longest, path_length(cell, colour, seen));
  }
  return longest;
}

}  // namespace rig::trax

#include "rig/game/trax/board.hpp"

#include <algorithm>

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
  constexpr CellId middle = page_cells / 2 + page_side / 2;
  list_.resize(page_side);
  list_[0] = middle;
  list_size_ = 1;
}

// --- cells and pages -----------------------------------------------------------------------------------

std::uint64_t Board::page_key(std::int32_t x, std::int32_t y) {
  return std::uint64_t{static_cast<std::uint32_t>(x)} << 32U | static_cast<std::uint32_t>(y);
}

std::uint32_t Board::make_page(std::int32_t x, std::int32_t y) {
  const auto page = static_cast<std::uint32_t>(pages_.size());
  pages_.push_back({x, y, {no_cell, no_cell, no_cell, no_cell}});
  directory_.emplace(page_key(x, y), page);
  for (unsigned side = 0; side < 4; ++side) {
    const auto beside = directory_.find(page_key(x + step_x[side], y + step_y[side]));
    if (beside == directory_.end()) continue;
    pages_[page].beside[side] = beside->second;
    pages_[beside->second].beside[opposite(side)] = page;
  }
  constexpr auto length = static_cast<std::int32_t>(page_side);
  for (std::int32_t row = 0; row < length; ++row) {
    for (std::int32_t column = 0; column < length; ++column) {
      cells_.push_back({x * length + column, y * length + row, 0, 0});
    }
  }
  mates_.resize(cells_.size() * 4);
  return page;
}

CellId Board::find(int x, int y) const {
  constexpr auto mask = static_cast<int>(page_side - 1);
  const auto page = directory_.find(page_key(x >> page_bits, y >> page_bits));
  if (page == directory_.end()) return no_cell;
  return page->second * page_cells + static_cast<unsigned>(y & mask) * page_side +
         static_cast<unsigned>(x & mask);
}

/// The cell beside; its page must exist.
CellId Board::neighbour(CellId cell, unsigned side) const {
  constexpr unsigned last = page_side - 1;
  const unsigned column = cell % page_side;
  const unsigned row = cell / page_side % page_side;
  const std::array<std::uint32_t, 4>& beside = pages_[cell / page_cells].beside;
  const unsigned here = cell % page_cells;
  switch (side) {
    case 0: return row > 0 ? cell - page_side : beside[0] * page_cells + here + last * page_side;
    case 1: return column < last ? cell + 1 : beside[1] * page_cells + here - last;
    case 2: return row < last ? cell + page_side : beside[2] * page_cells + here - last * page_side;
    default: return column > 0 ? cell - 1 : beside[3] * page_cells + here + last;
  }
}

/// All four; makes the pages that are missing.
inline Board::Neighbours Board::neighbours(CellId cell) {
  const unsigned column = cell % page_side;
  const unsigned row = cell / page_side % page_side;
  if (column - 1U < page_side - 2U && row - 1U < page_side - 2U) {
    return {cell - page_side, cell + 1, cell + page_side, cell - 1};
  }
  return neighbours_across_pages(cell);
}

Board::Neighbours Board::neighbours_across_pages(CellId cell) {
  const CellState& here = cells_[cell];
  const std::int32_t x = here.x;
  const std::int32_t y = here.y;
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
  const CellState& one = cells_[a / 4];
  const CellState& two = cells_[b / 4];
  const auto across = [](int from, int to, int low, int high) {
    return high - low + 1 >= narrowest_line && std::min(from, to) < low && std::max(from, to) > high;
  };
  return across(one.x, two.x, box_.left, box_.right) || across(one.y, two.y, box_.top, box_.bottom);
}

/// Lays a stone that fits on an empty cell of the list. Returns the fates of the neighbours, or-ed.
unsigned Board::lay(CellId cell, unsigned stone) {
  const Neighbours beside = neighbours(cell);
  if (list_size_ + beside.size() > list_.size()) list_.resize(2 * list_.size());
  CellState* const cells = cells_.data();
  Port* const mates = mates_.data();
  CellId* const list = list_.data();
  const ends::StoneFacts& facts = ends::stone_facts[stone];

  CellState& here = cells[cell];
  const unsigned entered = ends::entered_sides(here.ends());
  here.state = static_cast<std::uint16_t>(here.ends() | stone << 8U);

  std::size_t size = list_size_ - 1;
  const CellId last = list[size];
  list[here.slot] = last;
  cells[last].slot = here.slot;

  unsigned fates = 0;
  for (unsigned side = 0; side < 4; ++side) {
    CellState& next = cells[beside[side]];
    const bool fresh = next.state == 0;
    list[size] = beside[side];
    next.slot = fresh ? static_cast<std::uint32_t>(size) : next.slot;
    size += fresh ? 1 : 0;
    next.state = static_cast<std::uint16_t>(next.state | facts.enters[side]);
    fates |= ends::fates[next.state];
  }
  list_size_ = size;

  for (unsigned colour = 0; colour < 2; ++colour) {
    const unsigned a = facts.joins[colour][0];
    const unsigned b = facts.joins[colour][1];
    const Port port_b = cell * 4 + b;
    // A path that comes in here ends where it began; one that only starts here ends in the neighbour.
    const Port end_a = (entered >> a & 1U) != 0 ? mates[cell * 4 + a] : beside[a] * 4 + opposite(a);
    const Port end_b = (entered >> b & 1U) != 0 ? mates[port_b] : beside[b] * 4 + opposite(b);
    mates[end_a] = end_b;
    mates[end_b] = end_a;
    made_ |= (end_a == port_b ? feats::white_loop : 0U) << colour;
    if (wide_ && makes_line(end_a, end_b)) made_ |= feats::white_line << colour;
  }
  return fates;
}

/// Undoes `lay` of the tile laid last.
void Board::lift(CellId cell) {
  const Neighbours beside = neighbours(cell);
  CellState* const cells = cells_.data();
  Port* const mates = mates_.data();
  CellState& here = cells[cell];
  const ends::StoneFacts& facts = ends::stone_facts[here.stone()];
  const unsigned entered = ends::entered_sides(here.ends());
  // The ports of this cell still name the other ends of the paths that came in.
  for (const auto& joins : facts.joins) {
    const unsigned a = joins[0];
    const unsigned b = joins[1];
    const Port port_a = cell * 4 + a;
    const Port port_b = cell * 4 + b;
    const Port end_a = (entered >> a & 1U) != 0 ? mates[port_a] : beside[a] * 4 + opposite(a);
    const Port end_b = (entered >> b & 1U) != 0 ? mates[port_b] : beside[b] * 4 + opposite(b);
    mates[end_a] = port_a;
    mates[end_b] = port_b;
  }
  std::size_t size = list_size_;
  for (unsigned side = 0; side < 4; ++side) {
    CellState& next = cells[beside[side]];
    next.state = static_cast<std::uint16_t>(next.state & ~unsigned{facts.enters[side]});
    size -= next.state == 0 ? 1 : 0;
  }
  // What took its place in the list goes back to the end; beyond the end of the list anything may stand.
  const CellId moved = here.slot == size ? cell : list_[here.slot];
  list_[size] = moved;
  cells[moved].slot = static_cast<std::uint32_t>(size);
  list_[here.slot] = cell;
  list_size_ = size + 1;
  here.state = static_cast<std::uint16_t>(here.ends());
}

// --- turns ---------------------------------------------------------------------------------------------

Box Board::box_with(CellId cell) const {
  const CellState& here = cells_[cell];
  if (laid_.empty()) return {here.x, here.y, here.x, here.y};
  return {std::min(box_.left, here.x), std::min(box_.top, here.y), std::max(box_.right, here.x),
          std::max(box_.bottom, here.y)};
}

/// Lays what the tiles of this turn force, in the order in which it comes to light; false when a cell
/// cannot be filled.
bool Board::lay_forced() {
  for (std::size_t i = turns_.back().laid_before; i < laid_.size(); ++i) {
    for (const CellId cell : neighbours(laid_[i])) {
      switch (ends::fates[cells_[cell].state]) {
        case ends::quiet: break;
        case ends::forced:
          lay(cell, ends::forced_stones[cells_[cell].ends()]);
          laid_.push_back(cell);
          break;
        default: {
          const unsigned white = ends::white_sides(cells_[cell].ends());
          trouble_ = {cell, std::popcount(white) >= 3 ? Colour::white : Colour::red};
          return false;
        }
      }
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
  laid_.push_back(choice.cell);
  if (fates != ends::quiet && !lay_forced()) {
    take_back();
    return false;
  }
  turns_.back().feats = static_cast<std::uint8_t>(made_);
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
  const Turn& turn = turns_.back();
  for (std::size_t i = laid_.size(); i > turn.laid_before; --i) lift(laid_[i - 1]);
  laid_.resize(turn.laid_before);
  box_ = turn.box_before;
  turns_.pop_back();
}

bool Board::is_legal(Choice choice) {
  const ends::StoneFacts& facts = ends::stone_facts[choice.stone];
  const Neighbours beside = neighbours(choice.cell);
  unsigned fates = 0;
  for (unsigned side = 0; side < 4; ++side) {
    fates |= ends::fates[cells_[beside[side]].state | facts.enters[side]];
  }
  if (fates == ends::quiet) return true;
  if (!attempt(choice)) return false;
  take_back();
  return true;
}

bool Board::has_turn() {
  // From the back: there are the cells that came up last, where the board is still open.
  for (std::size_t i = list_size_; i > 0; --i) {
    const CellId cell = list_[i - 1];
    if (!within_limit(cell)) continue;
    for (const ends::Stone stone : fits(cell)) {
      if (stone != 0 && is_legal({cell, stone})) return true;
    }
  }
  return false;
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
  std::vector<bool> seen(cells_.size());
  int longest = 0;
  for (const CellId cell : laid_) {
    if (!seen[cell]) longest = std::max(longest, path_length(cell, colour, seen));
  }
  return longest;
}

}  // namespace rig::trax

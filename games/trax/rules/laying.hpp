#pragma once
/// Inside the room: how tiles are laid and lifted. Inline, for those who play millions of turns.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/trax/rules/board.hpp"
#include "games/trax/rules/ends.hpp"

#define RIG_TRAX_INLINE [[gnu::always_inline]] inline

namespace rig::trax {

inline constexpr int narrowest_line = 8;

/// The cells beside one that does not lie at the edge of its page.
struct Board::InsidePage {
  CellId cell;
  CellId operator[](unsigned side) const {
    constexpr std::array<CellId, 4> steps = {0U - page_side, 1, page_side, 0U - 1U};
    return cell + steps[side];
  }
};

inline bool Board::inside_page(CellId cell) {
  // One more than the first or the last column (or row) is less than 2, counted round.
  constexpr unsigned columns = page_side - 2;
  return ((cell + 1) & columns) != 0 && ((cell + page_side) & columns * page_side) != 0;
}

/// All four; makes the pages that are missing.
RIG_TRAX_INLINE Board::Neighbours Board::neighbours(CellId cell) {
  if (!inside_page(cell)) return neighbours_across_pages(cell);
  const InsidePage beside{cell};
  return {beside[0], beside[1], beside[2], beside[3]};
}

// --- one tile ------------------------------------------------------------------------------------------

/// Puts the stone into its cell and tells the neighbours what enters them; returns what becomes of them, two
/// bits a side. Cells are changed one by one, since a load of several would wait for the stores of each.
RIG_TRAX_INLINE unsigned Board::enter(CellId cell, const ends::StoneFacts& facts) {
  if (!inside_page(cell)) return enter_across_pages(cell, facts);
  std::uint16_t* const states = states_.data();
  unsigned fates = 0;
  for (unsigned side = 0; side < 4; ++side) {
    std::uint16_t& state = states[InsidePage{cell}[side]];
    state = static_cast<std::uint16_t>(state | facts.enters[side]);
    fates |= unsigned{ends::fates[state]} << 2 * side;
  }
  states[cell] = static_cast<std::uint16_t>(states[cell] | facts.own);
  return fates;
}

/// Undoes `enter`.
RIG_TRAX_INLINE void Board::leave(CellId cell, const ends::StoneFacts& facts) {
  if (!inside_page(cell)) return leave_across_pages(cell, facts);
  std::uint16_t* const states = states_.data();
  for (unsigned side = 0; side < 4; ++side) {
    std::uint16_t& state = states[InsidePage{cell}[side]];
    state = static_cast<std::uint16_t>(state ^ facts.enters[side]);
  }
  states[cell] = static_cast<std::uint16_t>(states[cell] ^ facts.own);
}

/// Makes one path of the two that meet in a tile, for each colour; returns the loops that are closed by it.
RIG_TRAX_INLINE unsigned Board::join(CellId cell, const ends::StoneFacts& facts) {
  Port* const mates = mates_.data();
  const Port* const ports = mates + std::size_t{4} * cell;
  unsigned loops = 0;
  for (unsigned colour = 0; colour < 2; ++colour) {
    const auto& [a, b] = facts.joins[colour];
    const Port end_a = ports[a];
    const Port end_b = ports[b];
    mates[end_a] = end_b;
    mates[end_b] = end_a;
    loops |= (end_a == 4 * cell + b ? effects::white_loop : 0U) << colour;
  }
  return loops;
}

/// Lays a stone that fits on an empty cell; returns what `enter` does.
RIG_TRAX_INLINE unsigned Board::lay(CellId cell, unsigned stone) {
  const ends::StoneFacts& facts = ends::stone_facts[stone];
  const unsigned fates = enter(cell, facts);
  tiles_[cell / 64] |= std::uint64_t{1} << cell % 64;
  laid_[laid_count_++] = {cell, fates};
  made_ |= join(cell, facts);
  return fates;
}

/// Undoes `lay` of the tile laid last, but for the list of tiles.
RIG_TRAX_INLINE void Board::lift(CellId cell) {
  const ends::StoneFacts& facts = ends::stone_facts[stone_at(cell)];
  // The ports of this cell still name the other ends of the paths that came in.
  Port* const mates = mates_.data();
  const Port* const ports = mates + std::size_t{4} * cell;
  for (unsigned side = 0; side < 4; ++side) mates[ports[side]] = 4 * cell + side;
  tiles_[cell / 64] ^= std::uint64_t{1} << cell % 64;
  leave(cell, facts);
}

/// Lifts what was laid last, until so many tiles are left.
RIG_TRAX_INLINE void Board::lift_down_to(std::uint32_t count) {
  while (laid_count_ != count) lift(laid_[--laid_count_].cell);
}

// --- a turn --------------------------------------------------------------------------------------------

/// Before a tile is laid in a cell.
RIG_TRAX_INLINE void Board::begin_turn(CellId cell) {
  turns_.push_back({box_, laid_count_});
  box_ = box_with(cell);
  turns_.back().wide = lines_ == Lines::win && std::max(box_.width(), box_.height()) >= narrowest_line;
  made_ = 0;
}

/// When all its tiles are lifted.
RIG_TRAX_INLINE void Board::end_turn() {
  box_ = turns_.back().box_before;
  turns_.pop_back();
}

/// The colour of three ends that enter a cell.
inline Colour crowding_colour(unsigned ends) {
  return std::popcount(ends::white_sides(ends)) >= 3 ? Colour::white : Colour::red;
}

/// Lays what the tiles of this turn force, in the order in which it comes to light; false when a cell
/// cannot be filled.
RIG_TRAX_INLINE bool Board::lay_forced() {
  for (std::uint32_t i = turns_.back().laid_before; i < laid_count_; ++i) {
    const LaidCell laid = laid_[i];  // a copy: a page that is made meanwhile moves them all
    for (unsigned fates = laid.fates; fates != 0; fates &= fates - 1) {
      const unsigned side = static_cast<unsigned>(std::countr_zero(fates)) / 2;
      const CellId cell = inside_page(laid.cell) ? InsidePage{laid.cell}[side] : neighbour(laid.cell, side);
      const unsigned state = states_[cell];
      switch (ends::fates[state]) {  // another may have filled it by now, or broken it
        case ends::forced: lay(cell, ends::forced_stones[state]); break;
        case ends::broken: trouble_ = {cell, crowding_colour(state)}; return false;
        default: break;
      }
    }
  }
  return true;
}

/// When all its tiles are laid: what was made, and who is stuck.
RIG_TRAX_INLINE void Board::settle_turn() {
  if (turns_.back().wide) look_for_lines();
  turns_.back().effects = static_cast<std::uint8_t>(made_);
  if (limit_ == 0) return;
  const bool stuck = made_ == 0 && !has_turn();
  turns_.back().stuck = stuck;
}

// --- all turns -----------------------------------------------------------------------------------------

/// A playable cell and what its surroundings are before a tile is laid there: so that one tile is replaced by
/// the next without being lifted.
struct Board::Site {
  CellId cell;
  Neighbours beside;
  std::uint16_t state;
  std::array<std::uint16_t, 4> states_beside;
  std::array<Port, 4> ends;  // of the paths that come in
};

/// Begins a turn in this cell, whose tile `put` chooses.
RIG_TRAX_INLINE void Board::open(const Site& site) {
  begin_turn(site.cell);
  tiles_[site.cell / 64] |= std::uint64_t{1} << site.cell % 64;
  laid_[laid_count_++].cell = site.cell;
}

/// Lays the first tile of a turn, or another one in its place; returns what `enter` does. No loop is closed:
/// a playable cell has no two ends of one colour, or it would have been filled by force. And each of the four
/// ends gets a new mate, so that those which the tile before gave them need not be undone.
RIG_TRAX_INLINE unsigned Board::put(const Site& site, unsigned stone) {
  const ends::StoneFacts& facts = ends::stone_facts[stone];
  std::uint16_t* const states = states_.data();
  Port* const mates = mates_.data();
  unsigned fates = 0;
  for (unsigned side = 0; side < 4; ++side) {
    const unsigned state = unsigned{site.states_beside[side]} | facts.enters[side];
    states[site.beside[side]] = static_cast<std::uint16_t>(state);
    fates |= unsigned{ends::fates[state]} << 2 * side;
  }
  states[site.cell] = static_cast<std::uint16_t>(site.state | facts.own);
  for (unsigned side = 0; side < 4; ++side) mates[site.ends[side]] = site.ends[facts.partners[side]];
  laid_[laid_count_ - 1].fates = fates;
  made_ = 0;
  return fates;
}

/// Lifts the tile, and ends the turn.
RIG_TRAX_INLINE void Board::close(const Site& site) {
  --laid_count_;
  tiles_[site.cell / 64] ^= std::uint64_t{1} << site.cell % 64;
  for (unsigned side = 0; side < 4; ++side) {
    mates_[site.ends[side]] = 4 * site.cell + side;
    states_[site.beside[side]] = site.states_beside[side];
  }
  states_[site.cell] = site.state;
  end_turn();
}

template <class F>
void Board::for_each_turn(F&& f) {
  if (over()) return;
  for_each_playable([&](CellId cell) {
    if (!within_limit(cell)) return;
    const Neighbours beside = neighbours(cell);
    const auto state = [&](unsigned side) { return states_[beside[side]]; };
    const auto end = [&](unsigned side) { return mates_[4 * cell + side]; };
    const Site site{cell,
                    beside,
                    states_[cell],
                    {state(0), state(1), state(2), state(3)},
                    {end(0), end(1), end(2), end(3)}};
    open(site);
    const std::uint32_t one_tile = laid_count_;
    for (const ends::Stone stone : ends::fits[site.state]) {
      if (stone == 0) continue;
      if (put(site, stone) == 0 || lay_forced()) {
        settle_turn();
        f();
      }
      lift_down_to(one_tile);
    }
    close(site);
  });
}

}  // namespace rig::trax

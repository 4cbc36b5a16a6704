/// The part of a position that finds out where tiles can be placed: a search over bit boards, and what is
/// done with what it finds.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "games/blokus/rules/boards.hpp"
#include "games/blokus/rules/position.hpp"

namespace rig::blokus {

namespace {

using detail::Board;
using detail::Narrow;
using detail::Shifted;
using detail::Vector;
using detail::Wide;

static_assert(Board<Wide>::words == AnchorWords::words_of_widest_board);

// the squares of a board

template <class G>
constexpr auto make_on_board() {
  std::array<std::array<typename G::Row, G::lanes>, max_size + 1> boards{};
  for (int size = 1; size <= max_size && size < G::lanes; ++size) {
    for (int y = 1; y <= size; ++y) {
      boards[static_cast<std::size_t>(size)][static_cast<std::size_t>(y)] =
          static_cast<typename G::Row>(((std::uint64_t{1} << size) - 1) << 1);
    }
  }
  return boards;
}

template <class G>
constexpr auto on_board = make_on_board<G>();

// placements as they lie in memory, to be put together and written at once

using PackedPlacement = std::uint32_t;

constexpr PackedPlacement packed(unsigned orientation, unsigned x, unsigned y) {
  return std::bit_cast<PackedPlacement>(std::array<std::uint8_t, 4>{
      static_cast<std::uint8_t>(orientation), static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), 0});
}
static_assert(sizeof(Placement) == 3 && std::is_trivially_copyable_v<Placement>);

/// Square numbers as placements of orientation 0.
template <class G>
constexpr auto on_square = [] {
  std::array<PackedPlacement, std::size_t{G::lanes} << G::row_bits> squares{};
  for (unsigned square = 0; square < squares.size(); ++square) {
    squares[square] = packed(0, square % (1U << G::row_bits), square >> G::row_bits);
  }
  return squares;
}();

/// The number of a word's lowest bit; any number if it has none, but without asking.
RIG_BLOKUS_INLINE unsigned lowest_bit(std::uint64_t word) {
  constexpr std::uint64_t highest = std::uint64_t{1} << 63;
  return static_cast<unsigned>(std::countr_zero(word | highest));
}

// what a search does with what it finds

template <class G>
struct Keep {
  AnchorWords& out;
  std::size_t count = 0;
  template <std::size_t orientation>
  RIG_BLOKUS_INLINE void take(const Board<G>& anchors) {
    for (std::size_t i = 0; i < Board<G>::words; ++i) {
      const std::uint64_t word = anchors.v[i / 2][i % 2];
      out.bits[count] = word;
      out.places[count] = {orientation, static_cast<std::uint16_t>(64 * i)};
      count += word != 0 ? 1 : 0;
    }
  }
};

/// Sets for counting, in groups by number of codes (1, 2, 4, 8). A group has room for all orientations with
/// that number and for the empty sets that fill it up to whole blocks of eight vectors.
struct Groups {
  static constexpr std::size_t count = 4;
  static constexpr std::size_t block = 4;  // of sets: 8 or 24 vectors
  std::array<std::size_t, count + 1> begin{};
};

constexpr std::size_t group_of(std::size_t orientation) {
  return static_cast<std::size_t>(
      std::countr_zero(static_cast<unsigned>(detail::tables.shapes[orientation].codes)));
}

constexpr Groups make_groups() {
  Groups groups;
  for (std::size_t group = 0; group < Groups::count; ++group) {
    std::size_t members = 0;
    for (std::size_t o = 0; o < orientation_count; ++o) members += group_of(o) == group ? 1 : 0;
    groups.begin[group + 1] =
        groups.begin[group] + (members + Groups::block - 1) / Groups::block * Groups::block;
  }
  return groups;
}

constexpr Groups groups = make_groups();

template <class G>
struct Count {
  std::array<Board<G>, groups.begin[Groups::count]> sets;
  std::array<std::size_t, Groups::count> taken{};

  template <std::size_t orientation>
  RIG_BLOKUS_INLINE void take(const Board<G>& anchors) {
    constexpr std::size_t group = group_of(orientation);
    sets[groups.begin[group] + taken[group]++] = anchors;
  }

  RIG_BLOKUS_INLINE MoveCount total() {
    MoveCount count;
    for (std::size_t group = 0; group < Groups::count; ++group) {
      while (taken[group] % Groups::block != 0) sets[groups.begin[group] + taken[group]++] = {};
      detail::BitCounter bits;
      const Vector* const vectors = sets[groups.begin[group]].v.data();
      for (std::size_t i = 0; i < taken[group] * Board<G>::vectors; i += 8) bits.add_eight(vectors + i);
      const std::uint64_t placements = bits.total();
      count.placements += placements;
      count.codes += placements << group;
    }
    return count;
  }
};

template <class G, class Sink>
RIG_BLOKUS_INLINE void search(const std::uint64_t* forbidden, const std::uint64_t* wanted, int size,
                              std::uint32_t tiles, Sink& sink) {
  const Board<G> board = Board<G>::load(on_board<G>[static_cast<std::size_t>(size)].data());
  const Shifted<G> free(board.without(Board<G>::load(forbidden)));
  const Shifted<G> corners(Board<G>::load(wanted));
  detail::Search<G, Sink>(free, corners, tiles, sink).run();
}

template <class G>
RIG_BLOKUS_INLINE void search_all(const std::uint64_t* forbidden, const std::uint64_t* wanted, int size,
                                  std::uint32_t tiles, AnchorWords& out) {
  Keep<G> keep{out};
  search<G>(forbidden, wanted, size, tiles, keep);
  out.count = keep.count;
  out.bits[keep.count] = 0;  // what the loop over them looks ahead to
  out.bits[keep.count + 1] = 0;
}

RIG_BLOKUS_CLONES void search_narrow(const std::uint64_t* forbidden, const std::uint64_t* wanted, int size,
                                     std::uint32_t tiles, AnchorWords& out) {
  search_all<Narrow>(forbidden, wanted, size, tiles, out);
}

template <class G>
MoveCount search_count(const std::uint64_t* forbidden, const std::uint64_t* wanted, int size,
                       std::uint32_t tiles) {
  Count<G> count;
  search<G>(forbidden, wanted, size, tiles, count);
  return count.total();
}

}  // namespace

void Position::find_anchors(AnchorWords& out) const {
  out.row_bits = row_bits_;
  const auto* forbidden = board(Kind::forbidden, to_move());
  const auto* wanted = board(Kind::wanted, to_move());
  const std::uint32_t tiles = tiles_left(to_move()).bits();
  if (words_ == Board<Narrow>::words) {
    search_narrow(forbidden, wanted, size(), tiles, out);
  } else {
    search_all<Wide>(forbidden, wanted, size(), tiles, out);
  }
}

MoveCount Position::count_moves() const {
  const auto* forbidden = board(Kind::forbidden, to_move());
  const auto* wanted = board(Kind::wanted, to_move());
  const std::uint32_t tiles = tiles_left(to_move()).bits();
  return words_ == Board<Narrow>::words ? search_count<Narrow>(forbidden, wanted, size(), tiles)
                                        : search_count<Wide>(forbidden, wanted, size(), tiles);
}

/// Most words have few bits, but how many is unpredictable, and so would be the end of a loop over them. So
/// two at a time are written, whether there are two or not.
RIG_BLOKUS_CLONES void PlacementList::assign(const AnchorWords& words) {
  const PackedPlacement* const squares =
      words.row_bits == Narrow::row_bits ? on_square<Narrow>.data() : on_square<Wide>.data();
  Placement* end = items_.data();
  for (std::size_t word = 0; word < words.count; ++word) {
    std::uint64_t rest = words.bits[word];
    const AnchorWords::Place place = words.places[word];
    const PackedPlacement orientation = packed(place.orientation, 0, 0);
    Placement* const next = end + std::popcount(rest);
    do {
      for (std::size_t i = 0; i < 2; ++i) {
        const PackedPlacement one = orientation | squares[place.first_bit + lowest_bit(rest)];
        std::memcpy(static_cast<void*>(end++), &one, sizeof one);
        rest &= rest - 1;
      }
    } while (rest != 0);
    end = next;
  }
  count_ = static_cast<std::size_t>(end - items_.data());
}

std::size_t Position::legal_placements(std::span<Placement> out) const {
  std::size_t count = 0;
  for_each_placement([&](Placement placement) {
    if (count < out.size()) out[count] = placement;
    ++count;
  });
  return count;
}

void Position::legal_placements(PlacementList& out) const {
  AnchorWords words;
  find_anchors(words);
  out.assign(words);
}

}  // namespace rig::blokus

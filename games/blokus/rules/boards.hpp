#pragma once
/// Inside the room: bit boards. A board is a row of lanes, one lane of 16 or 32 bits for each row of
/// squares; bit x of lane y is the square (x, y). Lane 0 and bit 0 lie off the board, so that a step off
/// one edge never arrives at the other. Vectors of 16 bytes are used because every processor that the
/// rig runs on has them (the compiler splits them into words where it does not).

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "games/blokus/rules/shapes.hpp"

#define RIG_BLOKUS_INLINE [[gnu::always_inline]] inline

/// A function compiled twice, for processors with vectors of 32 bytes and for all; what it calls must be
/// inlined.
#ifdef __x86_64__
#define RIG_BLOKUS_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define RIG_BLOKUS_CLONES
#endif

namespace rig::blokus::detail {

inline constexpr int largest_narrow = 15;

/// Boards up to 15 x 15: 256 bits.
struct Narrow {
  using Row = std::uint16_t;
  using Lanes = std::uint16_t __attribute__((vector_size(16)));
  static constexpr int lanes = 16;
  static constexpr unsigned row_bits = 4;
};

/// Boards up to 20 x 20: 768 bits.
struct Wide {
  using Row = std::uint32_t;
  using Lanes = std::uint32_t __attribute__((vector_size(16)));
  static constexpr int lanes = 24;
  static constexpr unsigned row_bits = 5;
};

using Vector = std::uint64_t __attribute__((vector_size(16)));

template <class G>
struct Board {
  using Lanes = typename G::Lanes;
  static constexpr std::size_t vectors = sizeof(typename G::Row) * G::lanes / sizeof(Vector);
  static constexpr std::size_t words = 2 * vectors;

  std::array<Vector, vectors> v;

  RIG_BLOKUS_INLINE static Board load(const void* from) {
    Board board;
    std::memcpy(board.v.data(), from, sizeof board.v);
    return board;
  }
  RIG_BLOKUS_INLINE void store(void* to) const { std::memcpy(to, v.data(), sizeof v); }

  RIG_BLOKUS_INLINE Board operator&(const Board& other) const {
    Board board;
    for (std::size_t i = 0; i < vectors; ++i) board.v[i] = v[i] & other.v[i];
    return board;
  }
  RIG_BLOKUS_INLINE Board operator|(const Board& other) const {
    Board board;
    for (std::size_t i = 0; i < vectors; ++i) board.v[i] = v[i] | other.v[i];
    return board;
  }
  /// The squares of this board that the other lacks.
  RIG_BLOKUS_INLINE Board without(const Board& other) const {
    Board board;
    for (std::size_t i = 0; i < vectors; ++i) board.v[i] = v[i] & ~other.v[i];
    return board;
  }
  /// Bit x of the new board is bit x + step of this one, lane by lane.
  template <int step>
  RIG_BLOKUS_INLINE Board seen_from() const {
    Board board;
    for (std::size_t i = 0; i < vectors; ++i) {
      const auto rows = reinterpret_cast<Lanes>(v[i]);  // the same bits, as lanes
      if constexpr (step >= 0) {
        board.v[i] = reinterpret_cast<Vector>(rows >> step);
      } else {
        board.v[i] = reinterpret_cast<Vector>(rows << -step);
      }
    }
    return board;
  }
};

/// A board seen from every column step that a shape can take, with empty rows below it: `at<dx, dy>` is
/// the board whose bit (x, y) is the square (x + dx, y + dy) of the original.
template <class G>
class Shifted {
 public:
  RIG_BLOKUS_INLINE explicit Shifted(const Board<G>& board) {
    fill(board, std::make_index_sequence<steps>{});
  }

  template <int dx, int dy>
  RIG_BLOKUS_INLINE Board<G> at() const {
    static_assert(dx >= least && dx < least + int{steps} && dy >= 0 && dy < largest_tile);
    return Board<G>::load(rows_[dx - least].data() + dy);
  }

 private:
  // The anchor is the leftmost cell of the top row: a cell below it lies at most 3 to its left.
  static constexpr int least = -3;
  static constexpr std::size_t steps = 8;

  template <std::size_t... step>
  RIG_BLOKUS_INLINE void fill(const Board<G>& board, std::index_sequence<step...>) {
    (put(rows_[step], board.template seen_from<least + static_cast<int>(step)>()), ...);
  }
  using Padded = std::array<typename G::Row, G::lanes + 16 / sizeof(typename G::Row)>;
  static_assert(16 / sizeof(typename G::Row) >= largest_tile - 1);
  RIG_BLOKUS_INLINE static void put(Padded& rows, const Board<G>& board) {
    board.store(rows.data());
    std::fill(rows.begin() + G::lanes, rows.end(), typename G::Row{});
  }

  alignas(16) std::array<Padded, steps> rows_;
};

inline constexpr std::size_t no_parent = orientation_count;

/// Children of each shape in the tree of `Growth`, and the tiles of each subtree.
struct Tree {
  std::array<std::array<std::size_t, orientation_count>, orientation_count + 1> children{};
  std::array<std::size_t, orientation_count + 1> child_count{};
  std::array<std::uint32_t, orientation_count> tiles{};
};

constexpr Tree make_tree() {
  Tree tree;
  for (std::size_t o = 0; o < orientation_count; ++o) {
    const int parent = tables.growth[o].parent;
    const std::size_t from = parent < 0 ? no_parent : static_cast<std::size_t>(parent);
    tree.children[from][tree.child_count[from]++] = o;
  }
  for (std::size_t o = 0; o < orientation_count; ++o) {
    const std::uint32_t bit = 1U << static_cast<unsigned>(tables.shapes[o].tile);
    for (int up = static_cast<int>(o); up >= 0; up = tables.growth[static_cast<std::size_t>(up)].parent) {
      tree.tiles[static_cast<std::size_t>(up)] |= bit;
    }
  }
  return tree;
}

inline constexpr Tree tree = make_tree();
static_assert(tree.child_count[no_parent] == 1, "every shape grows out of the single square");

/// Finds, for every orientation of every tile in `tiles`, the anchors at which it fits on free squares
/// and covers a wanted one, and gives each set to `sink.template take<orientation>(board)`. "Fits" is the
/// parent's set cut down by one more cell, "covers" the parent's set grown by it: so each orientation costs
/// two loads, two ands and an or.
template <class G, class Sink>
class Search {
 public:
  RIG_BLOKUS_INLINE Search(const Shifted<G>& free, const Shifted<G>& wanted, std::uint32_t tiles, Sink& sink)
      : free_(free), wanted_(wanted), tiles_(tiles), sink_(sink) {}

  RIG_BLOKUS_INLINE void run() {
    visit<tree.children[no_parent][0]>(free_.template at<0, 0>(), wanted_.template at<0, 0>());
  }

 private:
  template <std::size_t orientation>
  RIG_BLOKUS_INLINE void visit(const Board<G>& fits, const Board<G>& covers) {
    constexpr std::uint32_t tile_bit = 1U << static_cast<unsigned>(tables.shapes[orientation].tile);
    if ((tiles_ & tree.tiles[orientation]) == 0) return;
    if ((tiles_ & tile_bit) != 0) sink_.template take<orientation>(fits & covers);
    visit_children<orientation>(fits, covers, std::make_index_sequence<tree.child_count[orientation]>{});
  }

  template <std::size_t orientation, std::size_t... child>
  RIG_BLOKUS_INLINE void visit_children(const Board<G>& fits, const Board<G>& covers,
                                        std::index_sequence<child...>) {
    (grow<tree.children[orientation][child]>(fits, covers), ...);
  }

  template <std::size_t orientation>
  RIG_BLOKUS_INLINE void grow(const Board<G>& fits, const Board<G>& covers) {
    constexpr Offset added = tables.growth[orientation].added;
    visit<orientation>(fits & free_.template at<added.dx, added.dy>(),
                       covers | wanted_.template at<added.dx, added.dy>());
  }

  const Shifted<G>& free_;
  const Shifted<G>& wanted_;
  std::uint32_t tiles_;
  Sink& sink_;
};

/// Counts the bits of many vectors: full adders over eight vectors at a time, then bits of bytes.
class BitCounter {
 public:
  RIG_BLOKUS_INLINE void add_eight(const Vector* v) {
    Vector two_a, two_b, four_a, four_b, eight;
    add(ones_, v[0], v[1], two_a);
    add(ones_, v[2], v[3], two_b);
    add(twos_, two_a, two_b, four_a);
    add(ones_, v[4], v[5], two_a);
    add(ones_, v[6], v[7], two_b);
    add(twos_, two_a, two_b, four_b);
    add(fours_, four_a, four_b, eight);
    eights_ += bits_of_halfwords(eight);
  }
  RIG_BLOKUS_INLINE std::uint64_t total() const {
    return 8 * sum(eights_) + 4 * sum(bits_of_halfwords(fours_)) + 2 * sum(bits_of_halfwords(twos_)) +
           sum(bits_of_halfwords(ones_));
  }

 private:
  /// sum + a + b = sum + 2 * carry, bit by bit.
  RIG_BLOKUS_INLINE static void add(Vector& sum, const Vector& a, const Vector& b, Vector& carry) {
    const Vector half = a ^ b;
    carry = (a & b) | (half & sum);
    sum ^= half;
  }
  RIG_BLOKUS_INLINE static Vector bits_of_halfwords(Vector v) {
    v -= (v >> 1) & 0x5555555555555555U;
    v = (v & 0x3333333333333333U) + ((v >> 2) & 0x3333333333333333U);
    v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return (v & 0x00ff00ff00ff00ffU) + ((v >> 8) & 0x00ff00ff00ff00ffU);
  }
  RIG_BLOKUS_INLINE static std::uint64_t sum(const Vector& v) {
    return ((v[0] * 0x0001000100010001U) >> 48) + ((v[1] * 0x0001000100010001U) >> 48);
  }

  Vector ones_{}, twos_{}, fours_{}, eights_{};
};

}  // namespace rig::blokus::detail

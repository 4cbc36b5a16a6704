#pragma once
/// Blokus as these players know it: a board of letters and the 21 pieces, drawn. Slow, plain, and nothing of
/// the rig's own rules in it.

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rig/base/random.hpp"
#include "rig/player/traits.hpp"

namespace conformance::unusual {

using rig::player::Traits;

/// Row and column, from 0 at the top left.
struct Spot {
  int row = 0;
  int column = 0;
  friend auto operator<=>(const Spot&, const Spot&) = default;  // NOLINT(modernize-use-nullptr)
};

/// A piece turned in one of eight ways, as steps from its centre.
using Shape = std::vector<Spot>;

inline constexpr int piece_count = 21;
inline constexpr int ways = 8;

/// The pieces are numbered from 0, in the order of the letters of icfpt2014.
/// `way` 0..7: an even one is so many eighths of a turn clockwise, an odd one the way before it, mirrored
/// left to right.
const Shape& shape_of(int piece, int way);
/// The number that `course` gives the piece.
int course_number(int piece);
/// The piece with these cells, wherever it lies; nothing for any other set.
std::optional<int> piece_of(std::vector<Spot> cells);

/// A piece put on the board.
struct Laid {
  int piece = 0;
  int way = 0;
  Spot centre;
  std::vector<Spot> cells() const;
};

/// The first rule that is broken, in this order.
enum class Breach { none, used, off_board, taken, edge, start, corner };

class Land {
 public:
  static constexpr char nobody = '.';

  explicit Land(int size = 14)
      : size_(size), cells_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), nobody) {}

  int size() const { return size_; }
  bool has(Spot spot) const {
    return spot.row >= 0 && spot.column >= 0 && spot.row < size_ && spot.column < size_;
  }
  char at(Spot spot) const { return has(spot) ? cells_[index(spot)] : '#'; }
  /// Cells off the board are forgotten.
  void put(const std::vector<Spot>& cells, char owner);

  /// Of one of `owner`, who begins on one of `starts`.
  Breach breach(const std::vector<Spot>& cells, char owner, const std::set<Spot>& starts) const;
  /// The free cells that touch the owner's corner to corner and not side to side; the free ones of `starts`
  /// while it has none.
  std::vector<Spot> openings(char owner, const std::set<Spot>& starts) const;
  bool owns_any(char owner) const { return cells_.find(owner) != std::string::npos; }

 private:
  std::size_t index(Spot spot) const {
    const int number = spot.row * size_ + spot.column;
    return static_cast<std::size_t>(number);
  }

  int size_;
  std::string cells_;
};

/// How a player chooses among what it may do: `order`, `monomino`, `seed`.
class Taste {
 public:
  explicit Taste(const Traits& traits);

  /// A placement by the rules, with pieces of `left` alone; nothing when there is none.
  std::optional<Laid> choose(const Land& land, char owner, const std::set<Spot>& starts,
                             const std::set<int>& left);
  /// A placement that breaks just this rule; nothing when there is none. `used`: with a piece not of `left`.
  std::optional<Laid> choose_wrong(Breach wanted, const Land& land, char owner, const std::set<Spot>& starts,
                                   const std::set<int>& left);
  rig::Random& random() { return random_; }

 private:
  std::vector<int> in_order(const std::set<int>& left);

  std::string order_;
  std::string monomino_;
  rig::Random random_;
};

}  // namespace conformance::unusual

#pragma once
/// The four-letter code of the ICFPT 2014 contest: X, Y, tile, rotation ("a4t3").

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "games/blokus/rules/tiles.hpp"

namespace rig::blokus {

/// A move as written. x and y name the square of the tile's centre; in a parsed code they are 0..14,
/// where 0 is well formed and lies off the board. Several codes can mean one placement: compare
/// placements, not codes.
struct Code {
  int x;
  int y;
  Tile tile;
  int rotation;  ///< 0..7
  friend bool operator==(const Code&, const Code&) = default;
};

/// "0000", the code that means *pass*. It is no `Code`: `parse_code` refuses it.
inline constexpr std::string_view pass_code = "0000";

/// Reads exactly `[0-9a-e][0-9a-e][a-u][0-7]`; nothing for any other text (upper case, blanks and
/// longer texts included).
std::optional<Code> parse_code(std::string_view text);

/// The four letters. Coordinates beyond 14 go on with 'f', 'g', …, 'k' (20) for larger boards.
std::string to_string(const Code& code);

/// What a code places, on the board or off it.
Placement placement_of(const Code& code);

/// Every code of one placement, in the order of their rotations: an array of 1, 2, 4 or 8.
class Codes {
 public:
  explicit Codes(Placement placement);
  [[nodiscard]] const Code* begin() const { return codes_.data(); }
  [[nodiscard]] const Code* end() const { return codes_.data() + count_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  const Code& operator[](std::size_t i) const { return codes_[i]; }

 private:
  std::array<Code, rotation_count> codes_{};
  std::size_t count_ = 0;
};

Codes codes_of(Placement placement);

/// The placement's code with the lowest rotation: the one the rig writes.
Code first_code(Placement placement);

}  // namespace rig::blokus

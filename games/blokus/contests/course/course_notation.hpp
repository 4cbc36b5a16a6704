#pragma once
/// How `course` names a piece on the board: `pattern06(H,R,R) ^ 12-12`. The number of the piece; `H`, turned
/// upside down (its rows reversed), which comes first; an `R` for each quarter turn clockwise; then the top
/// left corner of its bounding box, a cell that may be empty: row, column, from 1.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/blokus/rules/code.hpp"

namespace rig::protocol::course_text {

inline constexpr int size = 14;                             ///< rows and columns of the board
inline constexpr int pieces = 21;                           ///< numbered from 1
inline constexpr std::string_view pass = "PASS";            ///< as the text writes it
inline constexpr std::string_view platforms_pass = "Pass";  ///< as the platform really does

/// A piece as it is turned. The same shape can have several such names; all are valid.
struct Pattern {
  int number = 1;        ///< 1..21
  bool flipped = false;  ///< `H`
  int turns = 0;         ///< how many `R`, 0..3
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// A pattern and where its bounding box begins.
struct Step {
  Pattern pattern;
  int row = 1;     ///< of the top left corner, from 1
  int column = 1;  ///< of the same
  friend bool operator==(const Step&, const Step&) = default;
};

/// The number of a tile of the Blokus engine, and the tile of a number in 1..21.
int number_of(blokus::Tile tile);
blokus::Tile tile_of(int number);

/// Every name of an orientation: 1, 2, 4 or 8; those without H first, then those with fewer R.
const std::vector<Pattern>& patterns_of(blokus::Orientation orientation);

/// The orientation that a pattern names.
blokus::Orientation orientation_of(const Pattern& pattern);

/// The name of a placement that goes with this code: of the codes of one placement each has a name of its
/// own, and the lowest has the usual one, without H if it can be, and with the fewest R.
Step step_of(const blokus::Code& code);

/// The code that goes with a name, on the board or off it. Inverse of step_of.
blokus::Code code_of(const Step& step);

/// `pattern06(H,R,R)`.
std::string to_string(const Pattern& pattern);

/// `pattern06(H,R,R) ^ 12-12`.
std::string to_string(const Step& step);

/// Reads exactly what to_string writes, but for the blanks around `^`: any number, or none. Rows and columns
/// are 1..14. Nothing for any other text, a pass among them.
std::optional<Step> parse_step(std::string_view text);

/// Whether a text is a pass in one of its two spellings.
bool is_pass(std::string_view text);

}  // namespace rig::protocol::course_text

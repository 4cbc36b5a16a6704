#include "games/blokus/contests/course/course_notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rig/base/errors.hpp"

namespace rig::protocol::course_text {

namespace {

using blokus::Code;
using blokus::Orientation;
using blokus::Placement;
using blokus::Square;

/// The pieces as the text's figure has them, numbered from the left.
constexpr std::array<std::string_view, 3> drawings = {R"(
#     ##    ##    ###   ##    ###   ###
            .#          ##    #..   .#.
)",
                                                      R"(
##.   ####  ###   ###   ###   ###   ##.
.##         ##.   #.#   .#.   #..   .##
                        .#.   #..   ..#
)",
                                                      R"(
#..   #..   .#.   ####  ###.  ####  #####
###   ###   ###   #...  ..##  .#..
..#   .#.   .#.
)"};
constexpr int pieces_in_a_drawing = 7;
constexpr std::size_t width = 6;

/// The cells of a piece, anywhere: what they look like is all that counts.
using Shape = std::vector<Square>;

Shape drawn(int number) {
  std::string_view rest = drawings[static_cast<std::size_t>((number - 1) / pieces_in_a_drawing)];
  const std::size_t left = width * static_cast<std::size_t>((number - 1) % pieces_in_a_drawing);
  Shape shape;
  for (int y = 0; !rest.empty(); ++y) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    for (std::size_t x = 0; x < width && left + x < line.size(); ++x) {
      if (line[left + x] == '#') shape.push_back({static_cast<int>(x), y});
    }
  }
  return shape;
}

Shape upside_down(Shape shape) {
  for (Square& cell : shape) cell.y = -cell.y;
  return shape;
}

Shape turned_clockwise(Shape shape) {
  for (Square& cell : shape) cell = {-cell.y, cell.x};
  return shape;
}

Orientation orientation_of(Shape shape) {
  Square least = shape.front();
  for (const Square& cell : shape) least = {std::min(least.x, cell.x), std::min(least.y, cell.y)};
  for (Square& cell : shape) cell = {cell.x - least.x, cell.y - least.y};
  return blokus::placement_from_cells(shape).value().orientation;
}

/// Where an orientation's anchor, its first cell in reading order, stands in its bounding box: in the top
/// row.
int anchor_column(Orientation orientation) {
  const auto cells = blokus::cells_from_anchor(orientation);
  const auto further_left = [](const blokus::Offset& a, const blokus::Offset& b) { return a.dx < b.dx; };
  return -std::min_element(cells.begin(), cells.end(), further_left)->dx;
}

struct Tables {
  std::array<std::array<Orientation, 8>, pieces + 1> orientation{};
  std::array<std::vector<Pattern>, blokus::orientation_count> patterns;
  std::array<blokus::Tile, pieces + 1> tile{};
  std::array<int, blokus::tile_count> number{};
};

std::size_t index(const Pattern& pattern) {
  return 4 * static_cast<std::size_t>(pattern.flipped) + static_cast<std::size_t>(pattern.turns);
}

Tables make_tables() {
  Tables tables;
  for (int number = 1; number <= pieces; ++number) {
    const auto piece = static_cast<std::size_t>(number);
    for (const bool flipped : {false, true}) {
      Shape shape = flipped ? upside_down(drawn(number)) : drawn(number);
      for (int turns = 0; turns < 4; ++turns) {
        const Pattern pattern{number, flipped, turns};
        const Orientation orientation = orientation_of(shape);
        tables.orientation[piece][index(pattern)] = orientation;
        tables.patterns[orientation].push_back(pattern);
        shape = turned_clockwise(std::move(shape));
      }
    }
    tables.tile[piece] = blokus::tile_of(tables.orientation[piece].front());
    tables.number[static_cast<std::size_t>(tables.tile[piece])] = number;
  }
  return tables;
}

const Tables& tables() {
  static const Tables made = make_tables();
  return made;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A number of one or two digits without leading zeros, taken off the front.
std::optional<int> take_number(std::string_view& text) {
  if (!is_digit(text.front()) || text.front() == '0') return std::nullopt;
  const bool one_digit = text.size() == 1 || !is_digit(text[1]);
  const int value = one_digit ? text[0] - '0' : 10 * (text[0] - '0') + text[1] - '0';
  text.remove_prefix(one_digit ? 1 : 2);
  return value;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

void take_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

/// `H,R,R)`: what stands between the parentheses, and the closing one.
std::optional<Pattern> take_operations(std::string_view& text, int number) {
  Pattern pattern{number};
  if (take(text, ")")) return pattern;
  if (take(text, "H")) {
    pattern.flipped = true;
    if (take(text, ")")) return pattern;
    if (!take(text, ",")) return std::nullopt;
  }
  while (pattern.turns < 3 && take(text, "R")) {
    ++pattern.turns;
    if (take(text, ")")) return pattern;
    if (!take(text, ",")) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Pattern> take_pattern(std::string_view& text) {
  if (!take(text, "pattern")) return std::nullopt;
  const std::string_view digits = text.substr(0, 2);
  text.remove_prefix(digits.size());
  if (!take(text, "(") || !std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  const int number = 10 * (digits[0] - '0') + digits[1] - '0';
  if (number < 1 || number > pieces) return std::nullopt;
  return take_operations(text, number);
}

}  // namespace

int number_of(blokus::Tile tile) {
  return tables().number[static_cast<std::size_t>(tile)];
}

blokus::Tile tile_of(int number) {
  if (number < 1 || number > pieces) throw RigError(fmt::format("course has no piece {}.", number));
  return tables().tile[static_cast<std::size_t>(number)];
}

const std::vector<Pattern>& patterns_of(Orientation orientation) {
  return tables().patterns.at(orientation);
}

Orientation orientation_of(const Pattern& pattern) {
  return tables().orientation.at(static_cast<std::size_t>(pattern.number)).at(index(pattern));
}

Step step_of(const Code& code) {
  const Placement placement = blokus::placement_of(code);
  const blokus::Codes codes = blokus::codes_of(placement);
  const auto rank = static_cast<std::size_t>(std::find(codes.begin(), codes.end(), code) - codes.begin());
  return {patterns_of(placement.orientation).at(rank), placement.y,
          placement.x - anchor_column(placement.orientation)};
}

Code code_of(const Step& step) {
  const Orientation orientation = orientation_of(step.pattern);
  const std::vector<Pattern>& names = patterns_of(orientation);
  const auto rank =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), step.pattern) - names.begin());
  const Placement placement{orientation, static_cast<std::int8_t>(step.column + anchor_column(orientation)),
                            static_cast<std::int8_t>(step.row)};
  return blokus::codes_of(placement)[rank];
}

std::string to_string(const Pattern& pattern) {
  std::string operations = pattern.flipped ? "H" : "";
  for (int turn = 0; turn < pattern.turns; ++turn) operations += operations.empty() ? "R" : ",R";
  return fmt::format("pattern{:02}({})", pattern.number, operations);
}

std::string to_string(const Step& step) {
  return fmt::format("{} ^ {}-{}", to_string(step.pattern), step.row, step.column);
}

std::optional<Step> parse_step(std::string_view text) {
  const std::optional<Pattern> pattern = take_pattern(text);
  if (!pattern) return std::nullopt;
  take_blanks(text);
  if (!take(text, "^")) return std::nullopt;
  take_blanks(text);
  const std::optional<int> row = text.empty() ? std::nullopt : take_number(text);
  if (!row || !take(text, "-") || text.empty()) return std::nullopt;
  const std::optional<int> column = take_number(text);
  if (!column || !text.empty() || *row > size || *column > size) return std::nullopt;
  return Step{*pattern, *row, *column};
}

bool is_pass(std::string_view text) {
  return text == pass || text == platforms_pass;
}

}  // namespace rig::protocol::course_text

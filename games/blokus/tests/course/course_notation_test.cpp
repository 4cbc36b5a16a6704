// Names of pieces on the board in `course`, held against the figure and against what H, R and the corner
// mean.
#include <algorithm>
#include <array>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "games/blokus/contests/course/course_notation.hpp"
#include "rig/base/errors.hpp"

namespace rig::protocol::course_text {

std::ostream& operator<<(std::ostream& out, const Pattern& pattern) {
  return out << to_string(pattern);
}

namespace {

namespace data = boost::unit_test::data;
using Cells = std::set<std::pair<int, int>>;  // row, column

/// The pieces once more, as their rows from the top, with `/` between.
const std::array<std::string, pieces> figure = {
    "#",           "##",          "##/.#",       "###",       "##/##",       "###/#..",     "###/.#.",
    "##./.##",     "####",        "###/##.",     "###/#.#",   "###/.#./.#.", "###/#../#..", "##./.##/..#",
    "#../###/..#", "#../###/.#.", ".#./###/.#.", "####/#...", "###./..##",   "####/.#..",   "#####"};

std::vector<std::string> rows_of(const std::string& text) {
  std::vector<std::string> rows(1);
  for (const char c : text) {
    if (c == '/') {
      rows.emplace_back();
    } else {
      rows.back() += c;
    }
  }
  return rows;
}

/// Rows reversed, then turned, on the drawing itself: another way than the library's.
std::vector<std::string> turned(std::vector<std::string> rows, bool flipped, int turns) {
  if (flipped) std::reverse(rows.begin(), rows.end());
  for (int turn = 0; turn < turns; ++turn) {
    std::vector<std::string> next(rows[0].size());
    for (std::size_t column = 0; column < rows[0].size(); ++column) {
      for (std::size_t row = rows.size(); row-- > 0;) next[column] += rows[row][column];
    }
    rows = next;
  }
  return rows;
}

Cells cells_of(const std::vector<std::string>& rows, int row, int column) {
  Cells cells;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      if (rows[y][x] == '#') cells.emplace(row + static_cast<int>(y), column + static_cast<int>(x));
    }
  }
  return cells;
}

Cells cells_of(const Step& step) {
  Cells cells;
  for (const blokus::Square& cell : blokus::cells_of(blokus::placement_of(code_of(step))))
    cells.emplace(cell.y, cell.x);
  return cells;
}

std::vector<Pattern> all_patterns() {
  std::vector<Pattern> all;
  for (int number = 1; number <= pieces; ++number) {
    for (const bool flipped : {false, true}) {
      for (int turns = 0; turns < 4; ++turns) all.push_back({number, flipped, turns});
    }
  }
  return all;
}

BOOST_AUTO_TEST_SUITE(course_notation)

BOOST_DATA_TEST_CASE(covers_what_the_figure_shows_flipped_and_then_turned, data::make(all_patterns()),
                     pattern) {
  const auto rows = rows_of(figure[static_cast<std::size_t>(pattern.number) - 1]);
  const auto shape = turned(rows, pattern.flipped, pattern.turns);
  for (const auto& [row, column] : {std::pair{1, 1}, {5, 7}, {12, 10}}) {
    BOOST_TEST((cells_of(Step{pattern, row, column}) == cells_of(shape, row, column)));
  }
}

BOOST_AUTO_TEST_CASE(has_the_pieces_of_the_hand_out) {
  const std::string path = RIG_SOURCE_DIR "/../shared/data/course-pieces.json";
  if (!std::filesystem::exists(path)) {
    BOOST_TEST_MESSAGE("no course-pieces.json beside the project");
    return;
  }
  std::ifstream file(path);
  const auto json = nlohmann::json::parse(file);
  for (int number = 1; number <= pieces; ++number) {
    Cells cells;
    for (const auto& cell : json.at(std::to_string(number)).at("cells_yx"))
      cells.emplace(3 + cell[0].get<int>(), 4 + cell[1].get<int>());
    BOOST_TEST((cells_of(Step{{number}, 3, 4}) == cells), number);
  }
}

BOOST_AUTO_TEST_CASE(gives_every_code_a_name_of_its_own_for_the_same_cells) {
  std::set<std::string> names;
  std::set<blokus::Orientation> orientations;
  for (int tile = 0; tile < blokus::tile_count; ++tile) {
    for (int rotation = 0; rotation < blokus::rotation_count; ++rotation) {
      const blokus::Code code{7, 8, static_cast<blokus::Tile>(tile), rotation};
      const Step step = step_of(code);
      BOOST_TEST((code_of(step) == code), to_string(step) << " for " << blokus::to_string(code));
      const blokus::Placement placement = blokus::placement_of(code);
      BOOST_TEST((blokus::placement_of(code_of(step)) == placement));
      names.insert(to_string(step.pattern));
      orientations.insert(placement.orientation);
      BOOST_TEST(number_of(code.tile) == step.pattern.number);
    }
  }
  BOOST_TEST(names.size() == 168U);
  BOOST_TEST(orientations.size() == 91U);
}

BOOST_AUTO_TEST_CASE(names_without_h_and_with_fewest_turns_by_default) {
  for (unsigned orientation = 0; orientation < blokus::orientation_count; ++orientation) {
    const blokus::Placement placement{static_cast<blokus::Orientation>(orientation), 6, 6};
    const Pattern usual = step_of(blokus::first_code(placement)).pattern;
    for (const Pattern& other : patterns_of(placement.orientation)) {
      BOOST_TEST((std::pair(usual.flipped, usual.turns) <= std::pair(other.flipped, other.turns)), other);
    }
  }
}

BOOST_AUTO_TEST_CASE(of_every_step_reads_back) {
  for (const Pattern& pattern : all_patterns()) {
    for (const auto& [row, column] : {std::pair{1, 1}, {9, 10}, {14, 14}, {10, 9}}) {
      const Step step{pattern, row, column};
      BOOST_TEST((parse_step(to_string(step)) == step), to_string(step));
    }
  }
}

BOOST_AUTO_TEST_CASE(reads_the_steps_of_the_text) {
  BOOST_TEST((parse_step("pattern06(H,R,R) ^ 12-12") == Step{{6, true, 2}, 12, 12}));
  BOOST_TEST((parse_step("pattern07(H) ^ 3-8") == Step{{7, true, 0}, 3, 8}));
  BOOST_TEST((parse_step("pattern19()^5-5") == Step{{19, false, 0}, 5, 5}));
  BOOST_TEST((parse_step("pattern19()  ^   5-5") == Step{{19, false, 0}, 5, 5}));
  BOOST_TEST((parse_step("pattern11(R,R,R) ^9-10") == Step{{11, false, 3}, 9, 10}));
}

const std::vector<std::string> malformed = {
    "",
    "PASS",
    "pattern19",
    "pattern19()",
    "pattern19() ^",
    "pattern19() ^ 5",
    "pattern19() ^ 5-",
    "pattern19() ^ 5-5 ",
    " pattern19() ^ 5-5",
    "pattern19() ^ 5-5\n",
    "pattern19() ^\t5-5",
    "pattern19() ^ 05-5",
    "pattern19() ^ 5-05",
    "pattern19() ^ 0-5",
    "pattern19() ^ 5-0",
    "pattern19() ^ 15-5",
    "pattern19() ^ 5-15",
    "pattern19() ^ 25-5",
    "pattern19() ^ 5-25",
    "pattern19() ^ 5-123",
    "pattern19() ^ 123-5",
    "pattern19() ^ -5-5",
    "pattern19() ^ 5--5",
    "pattern19() ^ 5 - 5",
    "pattern19() 5-5",
    "pattern19() ^^ 5-5",
    "pattern9() ^ 5-5",
    "pattern019() ^ 5-5",
    "pattern00() ^ 5-5",
    "pattern22() ^ 5-5",
    "pattern1x() ^ 5-5",
    "patternx1() ^ 5-5",
    "pattern1.() ^ 5-5",
    "pattern/9() ^ 5-5",
    "pattern1:() ^ 5-5",
    "pattern19() ^ /-5",
    "pattern19() ^ :-5",
    "pattern19() ^ 1:-5",
    "pattern19() ^ 1/-5",
    "pattern19() ^ -5",
    "pattern19() ^ 5",
    "pattern19() ^ 55",
    "pattern19() ^ 115",
    "Pattern19() ^ 5-5",
    "pattern19 () ^ 5-5",
    "pattern19(R,H) ^ 5-5",
    "pattern19(H,H) ^ 5-5",
    "pattern19(R,R,R,R) ^ 5-5",
    "pattern19(R,) ^ 5-5",
    "pattern19(H,) ^ 5-5",
    "pattern19(,R) ^ 5-5",
    "pattern19(HR) ^ 5-5",
    "pattern19(RR) ^ 5-5",
    "pattern19-) ^ 5-5",
    "pattern1",
    "pattern1(",
    "pattern1() ^ 5-5",
    "pattern19(R, R) ^ 5-5",
    "pattern19( ) ^ 5-5",
    "pattern19(r) ^ 5-5",
    "pattern19(H ^ 5-5",
    "19() ^ 5-5",
};

BOOST_DATA_TEST_CASE(takes_nothing_else_for_a_step, data::make(malformed), text) {
  BOOST_TEST(!parse_step(text).has_value());
}

BOOST_AUTO_TEST_CASE(knows_a_pass_in_both_spellings) {
  BOOST_TEST(is_pass("PASS"));
  BOOST_TEST(is_pass("Pass"));
  for (const char* text : {"pass", "PASS ", "", "pattern01() ^ 1-1"}) BOOST_TEST(!is_pass(text), text);
}

BOOST_AUTO_TEST_CASE(has_no_other_numbers) {
  for (int number = 1; number <= pieces; ++number) BOOST_TEST(number_of(tile_of(number)) == number);
  for (const int number : {0, 22, -1}) BOOST_CHECK_THROW(tile_of(number), RigError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::protocol::course_text

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "games/blokus/rules/code.hpp"
#include "games/blokus/rules/misread.hpp"
#include "games/blokus/rules/tiles.hpp"
#include "games/blokus/tests/slow_blokus.hpp"

namespace rig::blokus {
namespace {

namespace data = boost::unit_test::data;

std::string cells_as_text(Tile tile, int rotation) {
  std::string text;
  for (const Offset& cell : cells_from_centre(tile, rotation)) {
    if (!text.empty()) text += ' ';
    text += std::to_string(cell.dx) + "," + std::to_string(cell.dy);
  }
  return text;
}

nlohmann::json read_json(const std::string& path) {
  std::ifstream file(path);
  BOOST_REQUIRE_MESSAGE(file, "cannot read " << path);
  return nlohmann::json::parse(file);
}

std::set<slow_blokus::Cell> squares(Placement placement) {
  std::set<slow_blokus::Cell> set;
  for (const Square& square : cells_of(placement)) set.emplace(square.x, square.y);
  return set;
}

BOOST_AUTO_TEST_SUITE(blokus_tiles)

BOOST_DATA_TEST_CASE(every_rotation_covers_the_measured_cells, data::xrange(tile_count), number) {
  static const nlohmann::json tiles =
      read_json(RIG_SOURCE_DIR "/games/blokus/fixtures/tiles.json").at("tiles");
  const auto tile = static_cast<Tile>(number);
  const nlohmann::json& rotations = tiles.at(std::string(1, tile_letter(tile)));
  BOOST_REQUIRE_EQUAL(rotations.size(), static_cast<std::size_t>(rotation_count));
  for (int r = 0; r < rotation_count; ++r) {
    BOOST_TEST_CONTEXT("tile " << tile_letter(tile) << " rotation " << r) {
      BOOST_TEST(cells_as_text(tile, r) == rotations[static_cast<std::size_t>(r)].get<std::string>());
    }
  }
}

BOOST_DATA_TEST_CASE(second_implementation_has_the_same_shapes, data::xrange(tile_count), number) {
  const auto tile = static_cast<Tile>(number);
  for (int r = 0; r < rotation_count; ++r) {
    std::set<slow_blokus::Cell> ours;
    for (const Offset& cell : cells_from_centre(tile, r)) ours.emplace(cell.dx, cell.dy);
    const slow_blokus::Cells theirs = slow_blokus::shape(tile_letter(tile), r);
    BOOST_TEST((ours == std::set<slow_blokus::Cell>(theirs.begin(), theirs.end())),
               "tile " << tile_letter(tile) << " rotation " << r << " differs");
  }
}

BOOST_AUTO_TEST_CASE(tiles_have_the_published_numbers_of_orientations) {
  const std::map<char, int> published = {{'a', 1}, {'b', 2}, {'c', 2}, {'d', 4}, {'e', 2}, {'f', 8},
                                         {'g', 4}, {'h', 1}, {'i', 4}, {'j', 2}, {'k', 8}, {'l', 8},
                                         {'m', 8}, {'n', 4}, {'o', 8}, {'p', 4}, {'q', 4}, {'r', 4},
                                         {'s', 4}, {'t', 8}, {'u', 1}};
  std::map<char, int> counted;
  for (unsigned o = 0; o < orientation_count; ++o) {
    const auto orientation = static_cast<Orientation>(o);
    const char letter = tile_letter(tile_of(orientation));
    ++counted[letter];
    BOOST_TEST(code_count(orientation) == rotation_count / published.at(letter), "orientation " << o);
  }
  BOOST_TEST((counted == published));
  int all = 0;
  for (int t = 0; t < tile_count; ++t) all += tile_size(static_cast<Tile>(t));
  BOOST_TEST(all == all_squares);
}

BOOST_AUTO_TEST_CASE(anchor_is_the_first_cell_in_reading_order) {
  for (unsigned o = 0; o < orientation_count; ++o) {
    const auto cells = cells_from_anchor(static_cast<Orientation>(o));
    BOOST_TEST((cells.front() == Offset{0, 0}), "orientation " << o);
    for (const Offset& cell : cells) BOOST_TEST((cell.dy > 0 || cell.dx >= 0), "orientation " << o);
  }
}

BOOST_AUTO_TEST_CASE(only_lower_case_letters_a_to_u_name_tiles) {
  for (int c = 0; c < 256; ++c) {
    const auto tile = tile_from_letter(static_cast<char>(c));
    BOOST_TEST(tile.has_value() == (c >= 'a' && c <= 'u'), "character " << c);
    if (tile) BOOST_TEST(tile_letter(*tile) == static_cast<char>(c));
  }
}

BOOST_AUTO_TEST_CASE(tile_set_knows_what_was_taken_out) {
  TileSet set = TileSet::all();
  BOOST_TEST(set.size() == tile_count);
  set.remove(Tile::t);
  BOOST_TEST(!set.contains(Tile::t));
  BOOST_TEST(set.contains(Tile::u));
  BOOST_TEST(set.size() == tile_count - 1);
  set.add(Tile::t);
  BOOST_TEST((set == TileSet::all()));
}

// Fig. 5 of the rules.
BOOST_AUTO_TEST_CASE(a4t3_covers_the_cells_of_figure_5) {
  const auto code = parse_code("a4t3");
  BOOST_REQUIRE(code.has_value());
  const std::set<slow_blokus::Cell> figure = {{9, 3}, {10, 3}, {10, 4}, {10, 5}, {11, 4}};
  BOOST_TEST((squares(placement_of(*code)) == figure));
}

BOOST_AUTO_TEST_CASE(synonyms_with_another_centre_are_one_placement) {
  BOOST_TEST((placement_of(*parse_code("33b6")) == placement_of(*parse_code("43b2"))));
  BOOST_TEST((placement_of(*parse_code("33b6")) != placement_of(*parse_code("43b6"))));
}

BOOST_AUTO_TEST_CASE(codes_of_a_placement_are_exactly_the_codes_that_cover_its_cells) {
  std::map<std::pair<Tile, std::set<slow_blokus::Cell>>, std::set<std::string>> by_cells;
  std::vector<Code> middle;
  for (int t = 0; t < tile_count; ++t) {
    for (int r = 0; r < rotation_count; ++r) {
      for (int x = 5; x <= 9; ++x) {
        for (int y = 5; y <= 9; ++y) {
          const Code code{x, y, static_cast<Tile>(t), r};
          by_cells[{code.tile, squares(placement_of(code))}].insert(to_string(code));
          if (x == 7 && y == 7) middle.push_back(code);
        }
      }
    }
  }
  for (const Code& code : middle) {
    std::set<std::string> codes;
    for (const Code& synonym : codes_of(placement_of(code))) codes.insert(to_string(synonym));
    BOOST_TEST((codes == by_cells[{code.tile, squares(placement_of(code))}]), to_string(code) << " differs");
    BOOST_TEST(codes.size() == codes_of(placement_of(code)).size());
    BOOST_TEST((placement_of(first_code(placement_of(code))) == placement_of(code)));
  }
}

BOOST_AUTO_TEST_CASE(cell_lists_in_any_order_name_their_placement) {
  for (unsigned o = 0; o < orientation_count; ++o) {
    const Placement placement{static_cast<Orientation>(o), 7, 8};
    const Cells cells = cells_of(placement);
    std::vector<Square> backwards(cells.begin(), cells.end());
    std::reverse(backwards.begin(), backwards.end());
    BOOST_TEST((placement_from_cells(backwards) == placement), "orientation " << o);
  }
}

BOOST_AUTO_TEST_CASE(a_placement_has_as_many_cells_as_its_tile) {
  for (unsigned o = 0; o < orientation_count; ++o) {
    const auto orientation = static_cast<Orientation>(o);
    BOOST_TEST(cells_of({orientation, 7, 8}).size() ==
               static_cast<std::size_t>(tile_size(tile_of(orientation))));
  }
}

BOOST_AUTO_TEST_CASE(cell_lists_reach_from_the_rim_to_a_hundred) {
  for (const int near : {0, 1, 100}) {
    BOOST_TEST(placement_from_cells(std::vector<Square>{{near, 5}}).has_value(), near);
    BOOST_TEST(placement_from_cells(std::vector<Square>{{5, near}}).has_value(), near);
  }
  for (const int far : {-1, 101}) {
    BOOST_TEST(!placement_from_cells(std::vector<Square>{{far, 5}}).has_value(), far);
    BOOST_TEST(!placement_from_cells(std::vector<Square>{{5, far}}).has_value(), far);
  }
}

BOOST_AUTO_TEST_CASE(cell_lists_that_are_no_tile_are_refused) {
  using List = std::vector<Square>;
  BOOST_TEST(!placement_from_cells(List{}));
  BOOST_TEST(!placement_from_cells(List{{1, 1}, {2, 2}}));
  BOOST_TEST(!placement_from_cells(List{{1, 1}, {1, 1}}));
  BOOST_TEST(!placement_from_cells(List{{1, 1}, {3, 1}}));
  BOOST_TEST(!placement_from_cells(List{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}}));
  BOOST_TEST(!placement_from_cells(List(100'000, Square{1, 1})));
  BOOST_TEST(!placement_from_cells(List{{1000000, 1}, {1000001, 1}}));
  BOOST_TEST(!placement_from_cells(List{{-1000, -1000}}));
}

const std::vector<std::string> well_formed = {"53e0", "a4t3", "00a0", "eeu7", "01a0", "10a0"};
BOOST_DATA_TEST_CASE(well_formed_codes_are_read_and_written_back, data::make(well_formed), text) {
  const auto code = parse_code(text);
  BOOST_REQUIRE(code.has_value());
  BOOST_TEST(to_string(*code) == text);
}

BOOST_AUTO_TEST_CASE(coordinates_beyond_every_board_are_written_as_a_question_mark) {
  BOOST_TEST(to_string(Code{20, 0, Tile::a, 0}) == "k0a0");
  BOOST_TEST(to_string(Code{21, 5, Tile::a, 0}) == "?5a0");
  BOOST_TEST(to_string(Code{5, -1, Tile::a, 0}) == "5?a0");
}

const std::vector<std::string> malformed = {"",
                                            "0000",
                                            "53E0",
                                            "A4t3",
                                            "a4T3",
                                            "a4v0",
                                            "a4t8",
                                            "4ft0",
                                            "f4t0",
                                            "a4-0",
                                            "0a00",
                                            "0001",
                                            "    ",
                                            "a4t",
                                            "a4t3 ",
                                            "a4t3\r",
                                            " a4t3",
                                            "a4tt",
                                            std::string("a4t\0", 4),
                                            std::string("\0\0\0\0", 4),
                                            std::string("\377") + "4t3"};
BOOST_DATA_TEST_CASE(everything_else_is_no_code, data::make(malformed), text) {
  BOOST_TEST(!parse_code(text).has_value());
}

struct Misread {
  const char* code;
  std::size_t ways;
};
std::ostream& operator<<(std::ostream& out, const Misread& misread) {
  return out << misread.code;
}

const std::vector<Misread> misread = {{"55a0", 1}, {"55u3", 1}, {"55j1", 2},
                                      {"55g0", 4}, {"55i2", 8}, {"55t7", 8}};

BOOST_DATA_TEST_CASE(is_overlooked_or_taken_for_each_other_set_of_squares_about_its_centre,
                     data::make(misread), one) {
  const Code code = *parse_code(one.code);
  const std::vector<std::vector<Square>> found = misreadings_of(code);
  BOOST_REQUIRE_EQUAL(found.size(), one.ways);
  BOOST_TEST(found.front().empty());
  std::set<std::set<slow_blokus::Cell>> different = {squares(placement_of(code))};
  for (auto taken_for = found.begin() + 1; taken_for != found.end(); ++taken_for) {
    std::set<slow_blokus::Cell> cells;
    for (const Square& square : *taken_for) cells.emplace(square.x, square.y);
    BOOST_TEST(cells.size() == static_cast<std::size_t>(tile_size(code.tile)));
    BOOST_TEST(cells.count({5, 5}) == 1U);
    BOOST_TEST(different.insert(cells).second);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::blokus

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/trax/rules/ends.hpp"
#include "games/trax/rules/move.hpp"
#include "games/trax/rules/tile.hpp"

namespace rig::trax {
namespace {

namespace data = boost::unit_test::data;

BOOST_AUTO_TEST_SUITE(trax_notation)

BOOST_AUTO_TEST_CASE(columns_count_in_bijective_base_26) {
  const std::vector<std::pair<int, std::string>> names = {
      {0, "@"},    {1, "A"},    {26, "Z"},    {27, "AA"},    {52, "AZ"},     {53, "BA"},      {128, "DX"},
      {256, "IV"}, {702, "ZZ"}, {703, "AAA"}, {1000, "ALL"}, {18278, "ZZZ"}, {18279, "AAAA"},
  };
  for (const auto& [column, name] : names) {
    BOOST_TEST(column_name(column) == name);
    const auto move = parse_move(name + "7/");
    BOOST_REQUIRE_MESSAGE(move, name);
    BOOST_TEST((*move == Move{column, 7, Symbol::slash}), name);
  }
}

BOOST_AUTO_TEST_CASE(every_column_reads_back_as_written) {
  for (int column = 0; column < 20000; ++column) {
    const Move move{column, column % 137, symbols[static_cast<std::size_t>(column) % 3]};
    BOOST_REQUIRE_MESSAGE((parse_move(to_string(move)) == move), to_string(move));
  }
}

BOOST_AUTO_TEST_CASE(writes_a_move_as_players_do) {
  BOOST_TEST(to_string(Move{0, 0, Symbol::plus}) == "@0+");
  BOOST_TEST(to_string(Move{27, 100, Symbol::backslash}) == "AA100\\");
  BOOST_TEST(to_string(Cell{2, 12}) == "B12");
}

const std::vector<std::string> no_moves = {
    "",      "A",    "+",    "A+",   "1+",   "A1",   "A1*",   "a1+",    "A01+",
    "A00+",  "@00/", "A-1+", "A+1+", "A1++", "A 1+", " A1+",  "A1+ ",   "A1+\n",
    "A1+\r", "@A1+", "A@1+", "@@1+", "1A+",  "A1b",  "A1 +",  "A1.0+",  "[1+",
    "A:+",   "A1",   "A1|",  "?",    "--",   "-W",   "A1\\/", "A1\\\\", "\303\2041+",
};
BOOST_DATA_TEST_CASE(refuses_what_is_no_move, data::make(no_moves), text) {
  BOOST_TEST(!parse_move(text).has_value());
}

BOOST_AUTO_TEST_CASE(refuses_a_nul_byte_anywhere) {
  for (std::size_t at = 0; at <= 3; ++at) {
    std::string text = "A1+";
    text.insert(at, 1, '\0');
    BOOST_TEST(!parse_move(text).has_value(), at);
  }
}

BOOST_AUTO_TEST_CASE(reads_absurdly_long_names_as_far_away) {
  const std::string long_row = "A" + std::string(100000, '9') + "+";
  const std::string long_column = std::string(100000, 'Z') + "1/";
  BOOST_TEST(parse_move(long_row).value().row == far_away);
  BOOST_TEST(parse_move(long_row).value().column == 1);
  BOOST_TEST(parse_move(long_column).value().column == far_away);
  BOOST_TEST(parse_move("A999999999+").value().row == 999999999);
  BOOST_TEST(parse_move("A1000000000+").value().row == far_away);
  BOOST_TEST(parse_move("A4294967297+").value().row == far_away);  // 1 in 32 bits
  BOOST_TEST(parse_move("A18446744073709551617+").value().row == far_away);
}

BOOST_AUTO_TEST_CASE(a_tile_joins_two_sides_of_each_colour) {
  std::set<std::string_view> seen;
  for (unsigned i = 0; i < tile_count; ++i) {
    const auto tile = static_cast<Tile>(i);
    const std::string_view text = edges(tile);
    seen.insert(text);
    BOOST_TEST(std::count(text.begin(), text.end(), 'W') == 2);
    BOOST_TEST(std::count(text.begin(), text.end(), 'R') == 2);
    BOOST_TEST((tile_from_edges(text) == tile));
    const bool straight = text[0] == text[2];
    const bool curves_north_west = text[0] == text[3];
    BOOST_TEST(to_char(symbol_of(tile)) == (straight ? '+' : curves_north_west ? '/' : '\\'), text);
    for (unsigned side = 0; side < 4; ++side) {
      BOOST_TEST((colour_at(tile, static_cast<Side>(side)) == Colour::white) == (text[side] == 'W'));
    }
  }
  BOOST_TEST(seen.size() == tile_count);
  for (const char* text : {"", "WWWW", "WRW", "WRWRW", "wrwr", "WWRW"}) BOOST_TEST(!tile_from_edges(text));
}

BOOST_AUTO_TEST_CASE(a_cell_is_entered_from_every_side_that_either_colour_comes_from) {
  const unsigned white_from_north = 0x01;
  const unsigned red_from_north = 0x10;
  const unsigned red_from_west = 0x80;
  BOOST_TEST(ends::entered_sides(0) == 0U);
  BOOST_TEST(ends::entered_sides(white_from_north) == 1U);
  BOOST_TEST(ends::entered_sides(white_from_north | red_from_west) == 9U);
  BOOST_TEST(ends::entered_sides(red_from_north | red_from_west) == 9U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::trax

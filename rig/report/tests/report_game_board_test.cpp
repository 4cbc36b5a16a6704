// A game drawn position by position.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "rig/report/board.hpp"
#include "rig/report/tests/markup_reader.hpp"

namespace rig::report {

namespace {

using protocol::BoardPicture;

BoardPicture picture(std::vector<std::string> cells, std::vector<std::string> marks,
                     BoardPicture::Kind kind = BoardPicture::Kind::squares) {
  BoardPicture board;
  board.kind = kind;
  for (std::size_t i = 0; i < cells.front().size(); ++i) board.columns.push_back(std::to_string(i));
  for (std::size_t i = 0; i < cells.size(); ++i) board.rows.push_back(std::to_string(i));
  board.cells = std::move(cells);
  board.marks = std::move(marks);
  return board;
}

/// Its pictures, one below the other.
Element drawn_game(const std::vector<BoardPicture>& positions) {
  return read_markup("<div>" + svg_of_game(positions, "a <game>") + "</div>");
}

std::size_t count(const Element& below, const std::string& name, const std::string& style) {
  std::size_t found = 0;
  for (const Element* one : below.all(name)) found += one->attribute("class") == style ? 1 : 0;
  return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(game_board)

BOOST_AUTO_TEST_CASE(each_position_adds_what_it_changes) {
  const Element game = drawn_game({picture({"..", ".."}, {"..", ".."}), picture({"1.", "1."}, {"*.", "*."}),
                                   picture({"12", "1."}, {".*", ".."})});
  BOOST_REQUIRE(game.all("svg").size() == 1U);
  BOOST_TEST(game.first("svg").attribute("aria-label") == "a <game>");
  std::vector<const Element*> positions;
  for (const Element* one : game.all("g")) {
    if (!one->attribute("data-ply").empty()) positions.push_back(one);
  }
  BOOST_REQUIRE(positions.size() == 3U);
  BOOST_TEST(count(*positions[0], "rect", "free") == 4U);
  BOOST_TEST(count(*positions[1], "rect", "one") == 2U);
  BOOST_TEST(count(*positions[1], "rect", "free") == 0U);
  BOOST_TEST(count(*positions[2], "rect", "one") == 0U);
  BOOST_TEST(count(*positions[2], "rect", "two") == 1U);
  BOOST_TEST(count(*positions[2], "rect", "ring") == 1U);
  for (std::size_t i = 0; i < 3; ++i) {
    BOOST_TEST(positions[i]->attribute("data-ply") == std::to_string(i));
    BOOST_TEST(count(*positions[i], "path", "piece") == (i == 0 ? 0U : 1U));
    BOOST_TEST(count(*positions[i], "g", "move") == (i == 0 ? 0U : 1U));
  }
  // Around both squares of the piece, not between them.
  BOOST_TEST(positions[1]->first("path").attribute("d") ==
             "M18 18h20M18 18v20M38 18v20M18 58h20M18 38v20M38 38v20");
}

BOOST_AUTO_TEST_CASE(a_board_that_grew_begins_anew) {
  const auto kind = BoardPicture::Kind::paths;
  const Element game = drawn_game(
      {picture({"."}, {"."}, kind), picture({".a."}, {".*."}, kind), picture({".ab"}, {"..*"}, kind)});
  const std::vector<const Element*> pictures = game.all("svg");
  BOOST_REQUIRE(pictures.size() == 2U);
  BOOST_TEST(pictures[0]->attribute("class") == "board game tiles away");
  BOOST_TEST(pictures[0]->attribute("data-from") == "0");
  BOOST_TEST(pictures[1]->attribute("class") == "board game tiles");
  BOOST_TEST(pictures[1]->attribute("data-from") == "1");
  BOOST_TEST(count(*pictures[1], "rect", "tile") == 2U);  // one of them by what the last position adds
  BOOST_TEST(count(*pictures[1], "path", "piece") == 0U);
}

BOOST_AUTO_TEST_CASE(no_position_is_no_picture) {
  BOOST_TEST(svg_of_game({}, "x").empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report

// The game that a page shows for a finding.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "conformance/run/outcome/replayed_game.hpp"

namespace conformance {

using rig::report::Finding;
using rig::report::Scene;
using rig::report::html::ShownGame;

namespace {

RunOptions options_of(const std::string& contest) {
  RunOptions options;
  options.contest = contest;
  return options;
}

/// Something that was found when the DUT had this seat and these moves were made; `marked` is the board's.
Finding found(const std::string& seat, std::vector<std::string> moves, const std::string& marked = {}) {
  Finding finding;
  finding.scene = Scene{1, seat, std::move(moves), {}, {}, {}};
  finding.board.emplace();
  finding.board->move = marked;
  return finding;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(replayed_games)

BOOST_AUTO_TEST_CASE(say_whose_move_led_to_each_position) {
  const ShownGame game =
      replayed_game(options_of("icfpt2014"), found("second on (a,a)", {"53e0", "a8e0"}, "a8e0"));
  const std::vector<std::string> words = {"Before the first move", "Move 1 of 2, by the opponent: 53e0",
                                          "Move 2 of 2, by the device: a8e0"};
  BOOST_TEST(game.words == words, boost::test_tools::per_element());
  BOOST_TEST(game.boards.size() == 3U);
}

BOOST_AUTO_TEST_CASE(end_with_the_board_of_the_finding) {
  const ShownGame game =
      replayed_game(options_of("icfpt2014"), found("first on (5,5)", {"53e0", "a8e0"}, "53e0"));
  BOOST_REQUIRE(game.boards.size() == 4U);
  BOOST_TEST(game.words.back() == "Then: 53e0");
  BOOST_TEST(game.boards.back().columns.empty());  // the finding's own, which is blank here
}

BOOST_AUTO_TEST_CASE(have_the_size_that_the_host_chose) {
  Finding finding = found("Black", {"@0+", "A2+", "A3+", "A4+", "A5+", "A6+", "A7+", "A8+"});
  BOOST_TEST(replayed_game(options_of("aut-trax"), finding).boards.size() == 9U);
  finding.scene->board = 8;
  BOOST_TEST(replayed_game(options_of("aut-trax"), finding).boards.size() == 9U);
  finding.scene->moves.emplace_back("A9+");
  BOOST_TEST(replayed_game(options_of("aut-trax"), finding).boards.empty());
  finding.scene->board = 0;
  BOOST_TEST(replayed_game(options_of("aut-trax"), finding).boards.size() == 10U);
}

BOOST_AUTO_TEST_CASE(are_not_shown_where_there_is_none) {
  const RunOptions options = options_of("icfpt2014");
  BOOST_TEST(replayed_game(options, {}).boards.empty());
  BOOST_TEST(replayed_game(options, found("first on (5,5)", {})).boards.empty());
  BOOST_TEST(replayed_game(options, found("nobody's", {"53e0"})).boards.empty());
  BOOST_TEST(replayed_game(options, found("first on (5,5)", {"53e0", "53e0"})).boards.empty());
  Finding without_board = found("first on (5,5)", {"53e0"});
  without_board.board.reset();
  BOOST_TEST(replayed_game(options, without_board).boards.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace conformance

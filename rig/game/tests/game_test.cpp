/// Two made-up games are registered, and one of them twice: what programs then list, and what they refuse.

#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "rig/base/errors.hpp"
#include "rig/game/examples.hpp"
#include "rig/game/game.hpp"
#include "rig/game/spelling.hpp"
#include "rig/tests/contains.hpp"

namespace rig::game {
namespace {

protocol::Contest contest_of(const std::string& game, const std::string& name) {
  protocol::Contest contest;
  contest.name = name;
  contest.game = game;
  return contest;
}

Game pebbles() {
  return {.name = "pebbles",
          .contests =
              [] {
                protocol::Contest with_boards = contest_of("pebbles", "pebbles-2031");
                with_boards.board = 9;
                with_boards.boards = {9, 11};
                with_boards.chooses_board = true;
                return std::vector<protocol::Contest>{with_boards};
              },
          .opponents = []() -> const std::vector<player::Recipe>& {
            static const std::vector<player::Recipe> all = {{{"random", "any move"}, {}}};
            return all;
          },
          .help = {{"match", "Pebbles are laid.\n", {"rig match --contest pebbles-2031"}}}};
}

Game knots() {
  return {.name = "knots",
          .contests =
              [] {
                protocol::Contest endless = contest_of("knots", "knots-cup");
                endless.smallest_limit = 8;
                endless.chooses_board = true;
                return std::vector<protocol::Contest>{endless};
              },
          .opponents = []() -> const std::vector<player::Recipe>& {
            static const std::vector<player::Recipe> none;
            return none;
          },
          .help = {{"match", "Knots are tied.\n"}},
          .shown = "knots-cup",
          .example = Example{"knots-cup", "knots_board"}};
}

const bool registered = register_game(pebbles()) && register_game(knots());

BOOST_AUTO_TEST_SUITE(games_that_are_registered)

BOOST_AUTO_TEST_CASE(are_found_by_their_contests) {
  BOOST_REQUIRE(registered);
  BOOST_TEST(game_of(protocol::find_contest("pebbles-2031")).name == "pebbles");
  BOOST_TEST(game_of(protocol::find_contest("knots-cup")).name == "knots");
  BOOST_TEST(player::opponents("pebbles").size() == 1U);
  BOOST_CHECK_EXCEPTION(game_of(contest_of("chess", "chess-cup")), RigError,
                        saying({"chess-cup", "\"chess\", is not part of this program"}));
}

BOOST_AUTO_TEST_CASE(speak_in_the_help_of_the_tools) {
  BOOST_TEST(about_games("match") == "Pebbles are laid.\nKnots are tied.\n");
  BOOST_TEST(examples_for("match") == "  rig match --contest pebbles-2031\n");
  BOOST_TEST(examples_for("check") == "");
  BOOST_TEST(contest_shown() == "knots-cup");
  BOOST_TEST(with_examples("certify --contest {contest} --dut rtl:{model}") ==
             "certify --contest knots-cup --dut rtl:knots_board");
  BOOST_TEST(what_board_chooses() ==
             "pebbles-2031: 9 (default) or 11; knots-cup: 8 or more, or 0 for no limit");
}

// Such a program is refused, as one is whose new game was copied from another and kept its name.
BOOST_AUTO_TEST_CASE(must_differ_in_their_names) {
  const protocol::Contest contest = protocol::find_contest("pebbles-2031");
  register_game(pebbles());
  BOOST_CHECK_EXCEPTION(game_of(contest), RigError, saying({"Two games", "\"pebbles\""}));
}

BOOST_AUTO_TEST_CASE(misspell_one_letter_for_each_case) {
  const std::vector<std::string> spellings = in_other_case("a1B");
  BOOST_TEST(spellings == (std::vector<std::string>{"A1B", "a1b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::game

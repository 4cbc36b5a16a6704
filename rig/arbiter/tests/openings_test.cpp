/// Games that begin in a drawn position, and the contests in which that can be.

#include "rig/arbiter/series/openings.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/arbiter/far_ends.hpp"
#include "rig/arbiter/table.hpp"
#include "rig/arbiter/tests/referee_tools.hpp"
#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

namespace rig::arbiter {
namespace {

using protocol::Contest;
using protocol::Player;

const Contest& course() {
  return protocol::find_contest("course");
}

std::string refusal(const std::function<void()>& what) {
  try {
    what();
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

BOOST_AUTO_TEST_SUITE(openings)

/// Elsewhere a player knows what it has played itself and what it was told: nothing can hand it a position.
BOOST_AUTO_TEST_CASE(only_a_contest_that_hands_over_the_position_has_openings) {
  for (const Contest& contest : protocol::contests()) {
    const std::string why = refusal([&] { require_openings(contest); });
    BOOST_TEST(why.empty() == (contest.name == "course"), contest.name);
    if (!why.empty()) BOOST_TEST(contains(why, "is handed the whole position: course."), why);
  }
}

BOOST_AUTO_TEST_CASE(a_drawn_opening_is_legal_and_follows_its_seed) {
  const Opening opening = draw_opening(course(), 6, Random(3));
  BOOST_TEST(opening.size() == 6U);
  const auto game = course().new_game(course().seats[0]);
  for (const protocol::Move& move : opening) {
    BOOST_REQUIRE(game->judge(move).legal);
    game->play(move);
  }
  BOOST_TEST((draw_opening(course(), 6, Random(3)) == opening));
  BOOST_TEST((draw_opening(course(), 6, Random(4)) != opening));
  BOOST_TEST(contains(refusal([] { draw_opening(course(), 60, Random(1)); }), "none was open after so many"));
}

BOOST_AUTO_TEST_CASE(each_opening_is_played_from_every_seat) {
  std::vector<int> numbers;
  for (int game = 1; game <= 6; ++game) numbers.push_back(opening_in_game(course(), game));
  BOOST_TEST(numbers == (std::vector<int>{1, 1, 2, 2, 3, 3}));
}

/// The builtin player of the course reads the position, the pieces left and the log from its files, and the
/// files are as the contest has them: so it has nothing to complain of, whoever moves next.
BOOST_AUTO_TEST_CASE(a_game_goes_on_from_its_opening) {
  const auto sides =
      open_sides({.contest = course(), .names = {"builtin:blokus", "builtin:blokus"}, .seed = 1});
  for (const int plies : {1, 2, 5, 8}) {
    const Opening opening = draw_opening(course(), plies, Random(static_cast<std::uint64_t>(plies)));
    for (const protocol::Seat& seat : course().seats) {
      const GameReport game = play_game(course(), seat, *sides[0], *sides[1], {}, {.opening = opening});
      BOOST_TEST(!game.loss.has_value(), (game.loss ? game.loss->breach.words : ""));
      BOOST_TEST(game.remarks.empty());
      BOOST_TEST(ending_of(game) == "both passed");
      BOOST_TEST(game.opening_plies == plies);
      BOOST_REQUIRE(game.plies.size() > opening.size());
      for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
        BOOST_TEST(game.plies[ply].took.has_value() == (ply >= opening.size()));
        if (ply < opening.size()) BOOST_TEST((game.plies[ply].move == opening[ply]));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_player_is_told_its_opponents_last_move_by_the_request_alone) {
  Table table(course(), course().seats[0]);
  const Opening opening = draw_opening(course(), 3, Random(1));
  table.begin_after(opening);
  BOOST_TEST((table.to_move() == Player::two));
  BOOST_TEST(table.known_to(Player::one).size() == 3U);
  BOOST_TEST(table.known_to(Player::two).size() == 2U);
  BOOST_TEST((table.request().told() == opening[2]));
  BOOST_TEST((table.request().kind == protocol::RequestKind::move));
}

BOOST_AUTO_TEST_CASE(an_opening_that_cannot_be_played_is_an_error_of_the_rig) {
  Table table(course(), course().seats[0]);
  const Opening opening = draw_opening(course(), 1, Random(1));
  BOOST_CHECK_THROW(table.begin_after({opening[0], opening[0]}), RigError);
}

BOOST_AUTO_TEST_CASE(the_games_of_a_record_are_openings) {
  const Opening opening = draw_opening(course(), 2, Random(1));
  const std::string moves = opening[0].text + "\n" + opening[1].text + "\n\n";
  const std::string good = "[Contest \"course\"]\n[Ending \"given up after 2 plies\"]\n" + moves;
  const std::vector<Opening> read = read_openings(course(), good + good, "games.txt");
  BOOST_TEST(read.size() == 2U);
  BOOST_TEST((read.back() == opening));
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"[Contest \"ustc\"]\n" + moves, "games.txt, game 2: it is of ustc."},
      {"[Contest \"course\"]\n" + opening[0].text + "\n" + opening[0].text + "\n", "is illegal"},
      {"[Contest \"course\"]\nPASS\nPASS\n", "the game is over after its moves (both passed)"},
  };
  for (const auto& row : wrong) {
    const std::string found = refusal([&] { read_openings(course(), good + row.first, "games.txt"); });
    BOOST_TEST(contains(found, row.second), found);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter

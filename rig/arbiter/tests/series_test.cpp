/// Seats in turn, what games add up to, and Elo.

#include "rig/arbiter/series/series.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rig/arbiter/tests/referee_tools.hpp"

namespace rig::arbiter {
namespace {

using protocol::Player;
using State = protocol::Result::State;

SeriesGame game_of(int number, Player first, State state, const std::vector<std::string>& moves,
                   const std::string& why = "both passed") {
  SeriesGame one{number, first, {}};
  one.game.result.state = state;
  one.game.result.why = why;
  for (const std::string& move : moves) one.game.plies.push_back({Player::one, {move}, {}});
  return one;
}

BOOST_AUTO_TEST_SUITE(series)

BOOST_AUTO_TEST_CASE(the_first_side_sits_in_each_seat_in_turn) {
  const protocol::Contest& blokus = protocol::find_contest("icfpt2014");
  for (int number = 1; number <= 8; ++number)
    BOOST_TEST(seat_in_game(blokus, number).name ==
               blokus.seats[static_cast<std::size_t>(number - 1) % 4].name);
  const protocol::Contest& trax = protocol::find_contest("heart-trax");
  BOOST_TEST(seat_in_game(trax, 1).name == "White");
  BOOST_TEST(seat_in_game(trax, 2).name == "Black");
  BOOST_TEST(seat_in_game(trax, 3).name == "White");
}

BOOST_AUTO_TEST_CASE(an_outcome_is_the_first_sides_whatever_its_colour) {
  BOOST_TEST((game_of(1, Player::one, State::one_won, {}).outcome() == SeriesGame::Outcome::first_won));
  BOOST_TEST((game_of(1, Player::two, State::one_won, {}).outcome() == SeriesGame::Outcome::second_won));
  BOOST_TEST((game_of(1, Player::two, State::two_won, {}).outcome() == SeriesGame::Outcome::first_won));
  BOOST_TEST((game_of(1, Player::one, State::draw, {}).outcome() == SeriesGame::Outcome::drawn));
}

BOOST_AUTO_TEST_CASE(games_are_counted_by_result_ending_and_moves) {
  const Standings standings = standings_of({
      game_of(1, Player::one, State::one_won, {"a", "b"}),
      game_of(2, Player::one, State::one_won, {"a", "b"}),
      game_of(3, Player::two, State::one_won, {"a", "b", "c"}, "all tiles placed"),
      game_of(4, Player::one, State::draw, {"a"}),
      game_of(5, Player::one, State::draw, {"a"}, "given up"),
  });
  BOOST_TEST((standings.tally == Tally{2, 2, 1}));
  BOOST_TEST(standings.tally.points() == 3.0);
  BOOST_TEST((standings.by_ending.at("both passed") == Tally{2, 1, 0}));
  BOOST_TEST((standings.by_ending.at("all tiles placed") == Tally{0, 0, 1}));
  BOOST_TEST((standings.by_ending.at("given up") == Tally{0, 1, 0}));
  BOOST_TEST(standings.different == 4);
  BOOST_TEST(standings.mean_plies == 1.8, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(a_game_without_a_result_counts_apart) {
  SeriesGame none = game_of(2, Player::one, State::open, {"a", "b", "c"});
  none.game.no_result = Remark{4, Player::one, {"move.deadline", "late, and starved"}};
  BOOST_TEST((none.outcome() == SeriesGame::Outcome::none));
  const Standings standings = standings_of({game_of(1, Player::one, State::one_won, {"a"}), none});
  BOOST_TEST((standings.tally == Tally{1, 0, 0}));
  BOOST_TEST(standings.without_result == 1);
  BOOST_TEST(standings.by_ending.size() == 1U);
  BOOST_TEST(standings.different == 1);
  BOOST_TEST(standings.mean_plies == 1.0);
}

BOOST_AUTO_TEST_CASE(no_games_add_up_to_nothing) {
  const Standings standings = standings_of({});
  BOOST_TEST(standings.tally.games() == 0);
  BOOST_TEST(standings.mean_plies == 0.0);
  BOOST_TEST(!elo_of(standings.tally).difference.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(elo, *boost::unit_test::tolerance(1e-3))

/// Worked out apart from this code (numpy), by the formulas that engine testers use for a trinomial.
BOOST_AUTO_TEST_CASE(differences_and_errors_are_those_of_engine_testers) {
  struct Row {
    Tally tally;
    double difference;
    double error;
  };
  const std::vector<Row> rows = {
      {{60, 20, 20}, 147.1907, 66.0134},  {{20, 20, 60}, -147.1907, 66.0134},
      {{133, 200, 67}, 57.8558, 24.1080}, {{501, 0, 499}, 0.6949, 21.5616},
      {{150, 4, 46}, 200.2409, 56.4845},  {{3, 1, 2}, 58.4512, 350.5784},
  };
  for (const Row& row : rows) {
    const Elo elo = elo_of(row.tally);
    BOOST_REQUIRE(elo.difference.has_value());
    BOOST_REQUIRE(elo.error.has_value());
    BOOST_TEST(*elo.difference == row.difference);
    BOOST_TEST(*elo.error == row.error);
  }
}

BOOST_AUTO_TEST_CASE(an_equal_score_is_no_difference_and_no_minus_zero) {
  const Elo elo = elo_of({5, 3, 5});
  BOOST_TEST(*elo.difference == 0.0);
  BOOST_TEST(!std::signbit(*elo.difference));
}

BOOST_AUTO_TEST_CASE(draws_alone_have_no_spread) {
  BOOST_TEST(*elo_of({0, 10, 0}).error == 0.0);
}

BOOST_AUTO_TEST_CASE(all_points_on_one_side_have_no_bound) {
  BOOST_TEST(!elo_of({10, 0, 0}).difference.has_value());
  BOOST_TEST(!elo_of({0, 0, 10}).difference.has_value());
  BOOST_TEST(!elo_of({0, 0, 10}).error.has_value());
}

BOOST_AUTO_TEST_CASE(few_games_have_a_difference_without_a_bound_on_its_error) {
  const Elo elo = elo_of({1, 0, 1});
  BOOST_TEST(*elo.difference == 0.0);
  BOOST_TEST(!elo.error.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter

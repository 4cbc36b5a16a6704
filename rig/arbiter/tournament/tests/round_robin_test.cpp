/// Everybody against everybody: rounds, seats, points, ties.

#include "rig/arbiter/tournament/round_robin.hpp"

#include <ctime>

#include "rig/arbiter/tournament/tests/format_tools.hpp"

namespace rig::arbiter::tournament {
namespace {

BOOST_AUTO_TEST_SUITE(round_robin)

BOOST_AUTO_TEST_CASE(each_meets_each_once_and_is_named_first_in_turn) {
  for (std::size_t players = 2; players <= 25; ++players) {
    std::set<std::pair<std::size_t, std::size_t>> met;
    std::vector<std::vector<int>> seats(players);
    const auto rounds = circle(players);
    require(rounds.size() == (players % 2 == 0 ? players - 1 : players), "too many rounds");
    for (const auto& pairs : rounds) {
      std::set<std::size_t> busy;
      for (const auto& [first, second] : pairs) {
        require(busy.insert(first).second && busy.insert(second).second, "one plays two games in a round");
        require(met.insert(std::minmax(first, second)).second, "two meet twice");
        seats[first].push_back(1);
        seats[second].push_back(-1);
      }
    }
    BOOST_TEST(met.size() == players * (players - 1) / 2);
    for (const std::vector<int>& own : seats) {
      int sum = 0;
      int repeats = 0;
      for (std::size_t i = 0; i < own.size(); ++i) {
        sum += own[i];
        if (i > 0 && own[i] == own[i - 1]) ++repeats;
      }
      require(std::abs(sum) <= (players % 2 == 0 ? 1 : 0), "the seats of a player are not balanced");
      require(repeats <= 2, "a player is named first, or second, in a row too often");
    }
  }
}

BOOST_AUTO_TEST_CASE(games_are_asked_for_by_rounds_and_by_games_of_the_matches) {
  const Field field = field_of(4);
  std::string text;
  for (const Fixture& fixture : make_format("round-robin", {}, field)->next({}).to_play)
    text += fmt::format("{}@{} ", fixture.id.substr(12), fixture.seat);
  BOOST_TEST(text ==
             "1-4/1@1 2-3/1@1 1-4/2@2 2-3/2@2 "
             "4-2/1@1 3-1/1@1 4-2/2@2 3-1/2@2 "
             "3-4/1@1 1-2/1@1 3-4/2@2 1-2/2@2 ");
}

BOOST_AUTO_TEST_CASE(a_double_one_is_played_the_other_way_round_as_well) {
  std::map<std::string, int> met;
  for (const Fixture& fixture :
       make_format("round-robin", {{"meetings", "double"}, {"games", "1"}}, field_of(3))->next({}).to_play)
    ++met[fixture.id];
  BOOST_TEST(met.size() == 6U);
  for (const std::string id : {"1-2", "2-1", "1-3", "3-1", "2-3", "3-2"})
    BOOST_TEST(met.count("round-robin/" + id + "/1") == 1U);
}

BOOST_AUTO_TEST_CASE(a_match_has_a_game_in_each_seat_of_the_contest) {
  std::string seats;
  for (const Fixture& fixture : make_format("round-robin", {}, field_of(2, 4))->next({}).to_play)
    seats += std::to_string(fixture.seat);
  BOOST_TEST(seats == "1234");
}

/// By hand: A beats B and C, B and D draw their matches but with A; B and D are tied, 1:1 between them,
/// without a match won; D has won in 8 moves, B in 8 and 9.
const std::map<std::string, std::string> by_hand = {{"AB", "A10 A12"}, {"AC", "A10 ="}, {"AD", "= ="},
                                                    {"BC", "B9 C9"},   {"BD", "B8 D8"}, {"CD", "C7 C7"}};

BOOST_AUTO_TEST_CASE(points_and_ties_are_those_of_a_table_by_hand) {
  struct Row {
    GivenSettings given;
    std::string points, order;
  };
  const std::vector<Row> rows = {
      {{}, "A 5, C 3, D 2, B 2", "A C D B"},
      {{{"ties", "none"}}, "A 5, C 3, B 2, D 2", "A C B=D"},
      {{{"ties", "direct,wins"}}, "A 5, C 3, B 2, D 2", "A C B=D"},
      {{{"points", "games"}}, "A 4.5, C 3.5, D 2, B 2", "A C D B"},
  };
  const Field field = field_of(4);
  for (const Row& row : rows) {
    const Played played = play("round-robin", row.given, field, by_table(field, by_hand));
    BOOST_TEST(points_of(played.step, "round robin", field) == row.points);
    BOOST_TEST(played.order(field) == row.order);
  }
  const Played played = play("round-robin", {}, field, by_table(field, by_hand));
  BOOST_TEST(played.said(
      "B and D are tied with 2 points. Decided by fewest moves on average in won games: D 8.00, B 8.50."));
  BOOST_TEST(played.step.places[2].reason == "2 points, fewest moves on average in won games");
  const Standing& first = played.step.tables[0].lines[0];
  BOOST_TEST(first.played == 3);
  BOOST_TEST(first.won == 2);
  BOOST_TEST(first.drawn == 1);
  BOOST_TEST(first.lost == 0);
  BOOST_TEST(*first.mean_moves == 32.0 / 3, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(each_tie_break_decides_what_it_says) {
  const Field field = field_of(4);
  const Decide decide = by_table(
      field,
      {{"AB", "A20 ="}, {"AC", "C10 ="}, {"BC", "B15 ="}, {"AD", "D9 ="}, {"BD", "= ="}, {"CD", "D9 ="}});
  // Points: A 2, B 3, C 2, D 5. Between A and C, C has won, and in fewer moves.
  BOOST_TEST(play("round-robin", {{"ties", "direct"}}, field, decide).order(field) == "D B C A");
  BOOST_TEST(play("round-robin", {{"ties", "moves"}}, field, decide).order(field) == "D B C A");
  BOOST_TEST(play("round-robin", {{"ties", "wins"}}, field, decide).order(field) == "D B A=C");
  // Opponents of A and C together: the same in a round robin.
  BOOST_TEST(play("round-robin", {{"ties", "buchholz"}}, field, decide).order(field) == "D B A=C");
  // A and B have 3 points: A has won and lost a match, B has drawn all.
  const Decide wins = by_table(field, {{"AB", "= ="}, {"AC", "C9 C9"}, {"BC", "= ="}, {"BD", "= ="}});
  BOOST_TEST(play("round-robin", {{"ties", "wins"}}, field, wins).order(field) == "C A B D");
  BOOST_TEST(play("round-robin", {{"ties", "none"}}, field, wins).order(field) == "C A=B D");
}

BOOST_AUTO_TEST_CASE(lots_are_the_seeds_alone) {
  std::set<std::string> orders;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Field field = field_of(3, 2, seed);
    const Played played = play("round-robin", {{"ties", "lot"}}, field, all_drawn);
    BOOST_TEST(played.said(fmt::format("Decided by lot (seed {})", seed)));
    orders.insert(played.order(field));
  }
  BOOST_TEST(orders.size() == 6U);
}

BOOST_AUTO_TEST_CASE(forfeits_count_for_the_mean_of_moves_only_where_that_is_set) {
  const Field field = field_of(2);
  const Decide decide = [](const Fixture& fixture) -> Result {
    Result result = won_by(fixture, 0, 10);
    if (fixture.seat == 2) result = {result.outcome, 0, true};
    return result;
  };
  BOOST_TEST(*play("round-robin", {}, field, decide).step.tables[0].lines[0].mean_moves == 10);
  BOOST_TEST(
      *play("round-robin", {{"forfeits", "counted"}}, field, decide).step.tables[0].lines[0].mean_moves == 5);
}

BOOST_AUTO_TEST_CASE(two_hundred_entrants_are_no_matter) {
  const Field field = field_of(200);
  const auto format = make_format("round-robin", {}, field);
  const Played played = play_out(*format, field, by_chance(1, 10));
  BOOST_TEST(played.fixtures.size() == 39800U);
  const std::clock_t before = std::clock();
  BOOST_TEST(format->next(played.results).places.size() == 200U);
  const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  BOOST_TEST_MESSAGE("next() after 39800 games: " << seconds << " s of the processor");
  BOOST_TEST(seconds < 2);  // with sanitizers too; 0.05 are usual
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter::tournament

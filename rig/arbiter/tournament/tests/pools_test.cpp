/// Pools, the last pool, its ties, and the final.

#include "rig/arbiter/tournament/tests/format_tools.hpp"

namespace rig::arbiter::tournament {
namespace {

std::size_t games_of(const Played& played, const std::string& stage) {
  std::size_t games = 0;
  for (const Fixture& fixture : played.fixtures) games += fixture.id.rfind(stage, 0) == 0 ? 1 : 0;
  return games;
}

BOOST_AUTO_TEST_SUITE(pools)

BOOST_AUTO_TEST_CASE(first_and_second_of_the_last_pool_play_the_final) {
  const Field field = field_of(4);
  const Played played = play("pools", {}, field, list_wins);
  BOOST_TEST(points_of(played.step, "last pool", field) == "A 6, B 4, C 2, D 0");
  BOOST_TEST(played.order(field) == "A B C D");
  BOOST_TEST(played.fixtures.size() == 12U + 4U);
  BOOST_TEST(played.step.places[0].reason == "won the final 4:0");
  BOOST_TEST(played.step.places[1].reason == "lost the final 0:4");
  BOOST_TEST(played.step.places[2].reason == "last pool: 2 points");
}

BOOST_AUTO_TEST_CASE(a_match_is_a_game_in_each_colour) {
  const Field field = field_of(5);
  std::map<std::pair<Entrant, Entrant>, std::string> seats;
  for (const Fixture& fixture : make_format("pools", {}, field)->next({}).to_play)
    seats[std::minmax(fixture.first, fixture.second)] += std::to_string(fixture.seat);
  BOOST_TEST(seats.size() == 10U);
  for (const auto& [pair, both] : seats) BOOST_TEST(both == "12");
}

/// A beats all, D loses to all, B and C draw their match.
const std::map<std::string, std::string> tie_for_second = {{"BC", "B10 C12"}};

BOOST_AUTO_TEST_CASE(a_tie_for_second_place_plays_a_further_round_robin) {
  const Field field = field_of(4);
  const Decide further = by_table(field, {{"BC", "C9 C9"}});
  const Played played =
      play("pools", {}, field, by_stage("further", further, by_table(field, tie_for_second)));
  BOOST_TEST(played.said("B and C are tied for the second place and play a further round robin."));
  BOOST_TEST(games_of(played, "further") == 2U);
  BOOST_TEST(played.order(field) == "A C B D");
  BOOST_TEST(played.step.places[2].reason == "further round robin: 0 points");
}

BOOST_AUTO_TEST_CASE(what_is_still_tied_is_decided_by_moves_of_the_stage_or_of_all_games) {
  // In the further round robin C is quicker. In all won games, B (10, 12 against C, 10 and 10 against D) is.
  const Field field = field_of(4);
  const Decide decide = by_stage("further", by_table(field, {{"BC", "B12 C11"}}),
                                 by_table(field, {{"BC", "B10 C12"}, {"CD", "C20 C20"}}));
  const Played stage = play("pools", {}, field, decide);
  BOOST_TEST(stage.said("Decided by fewest moves on average in won games: C 11.00, B 12.00."));
  BOOST_TEST(stage.order(field) == "A C B D");
  const Played all = play("pools", {{"moves_of", "all"}}, field, decide);
  BOOST_TEST(all.said("Decided by fewest moves on average in won games: B 10.50, C 15.75."));
  BOOST_TEST(all.order(field) == "A B C D");
}

BOOST_AUTO_TEST_CASE(two_first_ones_are_in_the_final_and_the_quicker_one_is_the_better_one) {
  const Field field = field_of(4);
  const Played played = play("pools", {}, field, by_table(field, {{"AB", "A30 B8"}}));
  BOOST_TEST(played.said(
      "A and B are tied with 5 points. Decided by fewest moves on average in won games: B 9.60, A 14.00."));
  BOOST_TEST(played.said("final: B is the better one and takes seat 1 in the first game, against A."));
  BOOST_TEST(games_of(played, "further") == 0U);
  BOOST_TEST(games_of(played, "final/2-1/") > 0U);
}

BOOST_AUTO_TEST_CASE(more_than_two_first_ones_play_a_further_round_robin) {
  // A beats B beats C beats A, all beat D. In the further one A wins all, B and C draw, and C is quicker.
  const Field field = field_of(4);
  const Decide decide =
      by_stage("further", by_table(field, {{"BC", "B12 C11"}}), by_table(field, {{"AC", "C9 C9"}}));
  const Played played = play("pools", {}, field, decide);
  BOOST_TEST(played.said("A, B and C are tied for the first place and play a further round robin."));
  BOOST_TEST(games_of(played, "further") == 6U);
  BOOST_TEST(points_of(played.step, "further round robin", field) == "A 4, C 1, B 1");
  BOOST_TEST(games_of(played, "final/1-3/") > 0U);
}

BOOST_AUTO_TEST_CASE(a_tie_for_the_first_place_can_be_decided_by_moves_at_once) {
  const Field field = field_of(4);
  const Decide circle = by_table(field, {{"AB", "A30 A30"}, {"BC", "B20 B20"}, {"AC", "C9 C9"}});
  const Played played = play("pools", {{"first_tie", "moves"}}, field, circle);
  BOOST_TEST(
      played.said("A, B and C are tied with 4 points. Decided by fewest moves on average in won games: "
                  "C 9.50, B 15.00, A 20.00."));
  BOOST_TEST(games_of(played, "further") == 0U);
  BOOST_TEST(games_of(played, "final/3-2/") > 0U);
  BOOST_TEST(played.step.places[2].reason == "last pool: 4 points, fewest moves on average in won games");
}

BOOST_AUTO_TEST_CASE(matches_between_two_who_have_met_can_count_again) {
  const Field field = field_of(8);
  const Played played = play("pools", {{"met_before", "counts"}}, field, list_wins);
  BOOST_TEST(games_of(played, "pools-1/") == 24U);
  BOOST_TEST(games_of(played, "pool/") == 8U);  // not the two matches of those who come from one pool
  for (const Table& table : played.step.tables)
    if (table.stage == "last pool")
      for (const Standing& line : table.lines) BOOST_TEST(line.played == 3);
}

BOOST_AUTO_TEST_CASE(where_nobody_has_won_a_game_the_lot_decides_and_the_final_is_bounded) {
  std::set<std::string> finals;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Field field = field_of(4, 2, seed);
    const Played played = play("pools", {}, field, all_drawn);
    BOOST_TEST(played.said("A, B, C and D are tied for the first place"));
    BOOST_TEST(played.said(fmt::format("Decided by lot (seed {}): ", seed)));
    BOOST_TEST(games_of(played, "final") == 30U);
    BOOST_TEST(played.said("final: it ends after 30 games at 0:0, 30 drawn."));
    BOOST_TEST(played.step.places[1].rank == 1);
    BOOST_TEST(played.step.places[2].rank == 3);
    finals.insert(played.fixtures.back().id);
  }
  BOOST_TEST(finals.size() > 6U);
}

BOOST_AUTO_TEST_CASE(who_has_won_no_game_comes_after_who_has) {
  // B and C have drawn everything between them and with A; B has won a game of its match with D.
  const Field field = field_of(3);
  const Decide decide =
      by_stage("final", list_wins, by_table(field, {{"AB", "= ="}, {"AC", "= ="}, {"BC", "B50 C60"}}));
  const Played played = play("pools", {}, field, decide);
  BOOST_TEST(
      played.said("Decided by fewest moves on average in won games: B 50.00, C 60.00, A (no game won)."));
  BOOST_TEST(played.order(field) == "B C A");
}

BOOST_AUTO_TEST_CASE(the_final_ends_as_the_text_says) {
  struct Row {
    std::string games;  ///< A, B or =, repeated
    std::size_t played;
    std::string first;  ///< the reason of the first place
  };
  const std::vector<Row> rows = {
      {"A", 4, "won the final 4:0"},
      {"BAAAA", 5, "won the final 4:1"},
      {"AABBAA", 6, "won the final 4:2"},
      {"ABABABAA", 8, "won the final 5:3"},
      {"ABABABBB", 8, "won the final 5:3"},
      {"ABABABABABABAA", 14, "won the final 8:6"},
      {"AB", 14, "joint winner, final 7:7"},
      {"=A", 8, "won the final 4:0, 4 drawn"},
      {"ABAB" + std::string(26, '='), 30, "joint winner, final 2:2, 26 drawn"},
      {"A" + std::string(29, '='), 30, "won the final 1:0, 29 drawn"},
  };
  const Field field = field_of(2);
  for (const Row& row : rows) {
    const Decide final = [&](const Fixture& fixture) -> Result {
      const std::size_t number = std::stoul(fixture.id.substr(fixture.id.rfind('/') + 1));
      const char winner = row.games[(number - 1) % row.games.size()];
      if (winner == '=') return {Outcome::drawn, 0};
      return won_by(fixture, winner == 'A' ? 0 : 1);
    };
    const Played played = play("pools", {}, field, by_stage("final", final, list_wins));
    BOOST_TEST_CONTEXT(row.games) {
      BOOST_TEST(games_of(played, "final") == row.played);
      BOOST_TEST(played.step.places[0].reason == row.first);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_better_one_chooses_its_first_colour_and_colours_alternate) {
  for (const int chosen : {1, 2}) {
    const Field field = field_of(4);
    const Decide decide = by_stage("final", by_table(field, {{"AB", "A9 B9 A9 B9 A9 A9"}}), list_wins);
    const Played played = play("pools", {{"chosen_seat", std::to_string(chosen)}}, field, decide);
    std::string seats;
    for (const Fixture& fixture : played.fixtures)
      if (fixture.stage == "final" && fixture.first == 0) seats += std::to_string(fixture.seat);
    BOOST_TEST(seats == (chosen == 1 ? "121212" : "212121"));
  }
}

BOOST_AUTO_TEST_CASE(pools_have_four_to_seven_as_even_as_can_be) {
  struct Row {
    std::size_t entrants;
    std::string fewest, most;
  };
  const std::vector<Row> rows = {
      {7, "", ""},         {8, "44", "44"},       {9, "54", "54"},
      {13, "76", "544"},   {14, "77", "554"},     {15, "555", "555"},
      {16, "655", "4444"}, {22, "6655", "55444"}, {29, "66665", "5444444"},
  };
  for (const Row& row : rows) {
    for (const bool fewest : {true, false}) {
      std::map<std::string, std::set<Entrant>> pools;
      const GivenSettings given = {{"pools", fewest ? "fewest" : "most"}};
      for (const Fixture& fixture : make_format("pools", given, field_of(row.entrants))->next({}).to_play)
        if (fixture.id.rfind("pools-1/", 0) == 0)
          pools[fixture.id.substr(8, 1)].insert({fixture.first, fixture.second});
      std::string sizes;
      for (const auto& [letter, entrants] : pools) sizes += std::to_string(entrants.size());
      std::sort(sizes.rbegin(), sizes.rend());
      BOOST_TEST(sizes == (fewest ? row.fewest : row.most));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_first_two_of_each_pool_meet_in_the_last_one) {
  const Field field = field_of(8);
  const Played played = play("pools", {}, field, list_wins);
  BOOST_TEST(games_of(played, "pools-1/") == 24U);
  BOOST_TEST(games_of(played, "pool/") == 12U);
  BOOST_TEST(played.order(field).substr(0, 1) == "A");
  BOOST_TEST(played.step.places[4].rank == 5);  // the third ones of both pools
  BOOST_TEST(played.step.places[5].rank == 5);
  BOOST_TEST(played.step.places[6].rank == 7);
  BOOST_TEST(played.step.places[4].reason == "place 3 of its pool in round 1");
}

/// In these pools the first one by the list wins all and the other three draw.
Played with_ties_in(const std::set<std::string>& pools) {
  const Field field = field_of(8);
  const auto format = make_format("pools", {}, field);
  std::map<std::string, Entrant> first;
  for (const Fixture& fixture : format->next({}).to_play) {
    const auto best = first.emplace(fixture.id.substr(0, 9), fixture.first).first;
    best->second = std::min({best->second, fixture.first, fixture.second});
  }
  return play_out(*format, field, [&](const Fixture& fixture) -> Result {
    const std::string pool = fixture.id.substr(0, 9);
    if (pools.count(pool) == 0) return list_wins(fixture);
    if (fixture.first != first[pool] && fixture.second != first[pool]) return {Outcome::drawn, 0};
    return won_by(fixture, first[pool]);
  });
}

BOOST_AUTO_TEST_CASE(ties_with_the_second_go_on) {
  const Played played = with_ties_in({"pools-1/B"});
  BOOST_TEST(played.said(" go on, tied for the second place."));
  BOOST_TEST(games_of(played, "pools-2/") == 0U);
  BOOST_TEST(games_of(played, "pool/") == 30U);
}

BOOST_AUTO_TEST_CASE(where_all_go_on_pools_are_drawn_anew) {
  const Played played = with_ties_in({"pools-1/A", "pools-1/B"});
  BOOST_TEST(played.said("round 1 of pools: by ties everybody goes on."));
  BOOST_TEST(games_of(played, "pools-2/") == 24U);
  BOOST_TEST(games_of(played, "pool/") == 12U);
}

BOOST_AUTO_TEST_CASE(rounds_that_nobody_leaves_end) {
  struct Row {
    std::string stuck_rounds;
    std::size_t games;
    std::string said;
  };
  const std::vector<Row> rows = {{"1", 24, "nobody has left in 1 round, so two"},
                                 {"2", 48, "nobody has left in 2 rounds in a row, so two"},
                                 {"5", 120, "nobody has left in 5 rounds in a row, so two"}};
  for (const Row& row : rows) {
    const Played played = play("pools", {{"stuck_rounds", row.stuck_rounds}}, field_of(8), all_drawn);
    BOOST_TEST(games_of(played, "pools-") == row.games);
    BOOST_TEST(played.said(row.said));
    BOOST_TEST(games_of(played, "pool/") == 12U);
  }
}

BOOST_AUTO_TEST_CASE(rounds_that_nobody_leaves_are_counted_in_a_row) {
  // All games are drawn, but in round 2 the last one loses all: 16, 16, 15, 15 play, then two of each pool.
  const Field field = field_of(16);
  const Entrant last = 15;
  const Decide decide = [&](const Fixture& fixture) -> Result {
    const bool loses =
        fixture.id.rfind("pools-2/", 0) == 0 && (fixture.first == last || fixture.second == last);
    if (!loses) return {Outcome::drawn, 0};
    return won_by(fixture, fixture.first == last ? fixture.second : fixture.first);
  };
  const Played played = play("pools", {}, field, decide);
  BOOST_TEST(played.said("round 4 of pools: nobody has left in 2 rounds in a row"));
  BOOST_TEST(games_of(played, "pool/") == 30U);
  std::size_t pool = 1;
  for (const Fixture& fixture : played.fixtures)
    if (fixture.id.rfind("pools-2/", 0) == 0 && (fixture.first == last || fixture.second == last) &&
        fixture.seat == 1)
      ++pool;
  BOOST_TEST(played.step.places.back().entrant == last);
  BOOST_TEST(played.step.places.back().reason == fmt::format("place {} of its pool in round 2", pool));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter::tournament

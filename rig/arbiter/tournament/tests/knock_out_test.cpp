/// Brackets, byes, drawn matches.

#include "rig/arbiter/tournament/bracket.hpp"
#include "rig/arbiter/tournament/tests/format_tools.hpp"

namespace rig::arbiter::tournament {
namespace {

BOOST_AUTO_TEST_SUITE(knock_out)

BOOST_AUTO_TEST_CASE(the_best_seeds_meet_last) {
  BOOST_TEST(bracket_order(1) == (std::vector<std::size_t>{0}), boost::test_tools::per_element());
  BOOST_TEST(bracket_order(4) == (std::vector<std::size_t>{0, 3, 1, 2}), boost::test_tools::per_element());
  BOOST_TEST(bracket_order(8) == (std::vector<std::size_t>{0, 7, 3, 4, 1, 6, 2, 5}),
             boost::test_tools::per_element());
  BOOST_TEST(bracket_size(5) == 8U);
  BOOST_TEST(bracket_size(8) == 8U);
}

struct Row {
  std::size_t entrants;
  GivenSettings given;
  std::map<std::string, std::string> games;
  std::string order;
  std::size_t played;
  std::string said;
};

BOOST_AUTO_TEST_CASE(brackets_by_hand) {
  const std::vector<Row> rows = {
      {5, {}, {}, "A B C=D E", 8, "knock-out, round of 8: bye for A, B and C."},
      {5, {{"third_place", "yes"}}, {}, "A B C D E", 10, ""},
      {3, {{"third_place", "yes"}}, {}, "A B C", 4, "knock-out, semi-finals: bye for A."},
      {4, {{"games", "1"}}, {{"AD", "D9"}}, "B D A=C", 3, ""},
      {2, {}, {{"AB", "A9 B8 B9 B9"}}, "B A", 4, "A and B have drawn their match, which is played again."},
      {2,
       {},
       {{"AB", "A9 B8 = ="}},
       "B A",
       4,
       "Decided by fewest moves on average in won games: B 8.00, A 9.00."},
      {2,
       {{"replays", "0"}},
       {{"AB", "A9 B10"}},
       "A B",
       2,
       "A and B are tied with 1 point. Decided by fewest moves"},
      {2, {{"replays", "3"}}, {{"AB", "A9 B9 = = A9 B9 = B9"}}, "B A", 8, ""},
  };
  for (Row row : rows) {
    row.given["draw"] = "list";
    const Field field = field_of(row.entrants);
    const Played played = play("knock-out", row.given, field, by_table(field, row.games));
    BOOST_TEST_CONTEXT(row.order) {
      BOOST_TEST(played.order(field) == row.order);
      BOOST_TEST(played.fixtures.size() == row.played);
      if (!row.said.empty()) BOOST_TEST(played.said(row.said));
    }
  }
}

BOOST_AUTO_TEST_CASE(reasons_name_the_score_and_what_decided) {
  const Field field = field_of(2);
  const Played moves = play("knock-out", {{"draw", "list"}}, field, by_table(field, {{"AB", "A9 B8 = ="}}));
  BOOST_TEST(moves.step.places[0].reason ==
             "won the final 1:1, 2 drawn, by fewest moves on average in won games");
  BOOST_TEST(moves.step.places[1].reason == "lost in knock-out, final");
  const Played lot = play("knock-out", {{"draw", "list"}}, field, all_drawn);
  BOOST_TEST(lot.step.places[0].reason == "won the final 0:0, 4 drawn, by lot");
}

BOOST_AUTO_TEST_CASE(a_replay_goes_on_with_the_seats_and_is_asked_for_when_it_is_due) {
  const Field field = field_of(2);
  const auto format = make_format("knock-out", {{"games", "1"}, {"draw", "list"}}, field);
  BOOST_TEST(format->next({}).to_play.size() == 1U);
  const Step replay = format->next({{"knock-out/round-1/1-2/1", {Outcome::drawn, 0}}});
  BOOST_TEST(replay.to_play.size() == 1U);
  BOOST_TEST(replay.to_play[0].id == "knock-out/round-1/1-2/2");
  BOOST_TEST(replay.to_play[0].seat == 2);
}

BOOST_AUTO_TEST_CASE(the_next_match_waits_for_nobody_else_and_names_the_better_seed_first) {
  const Field field = field_of(8);
  const auto format = make_format("knock-out", {{"games", "1"}, {"draw", "list"}}, field);
  const Step step = format->next({{"knock-out/round-1/1-8/1", {Outcome::second_won, 9}},
                                  {"knock-out/round-1/4-5/1", {Outcome::first_won, 9}}});
  std::string ids;
  for (const Fixture& fixture : step.to_play) ids += fixture.id.substr(10) + ' ';
  BOOST_TEST(ids == "round-1/2-7/1 round-1/3-6/1 round-2/4-8/1 ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter::tournament

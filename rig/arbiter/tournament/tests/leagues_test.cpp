/// Leagues, who goes on, and where they begin in the finals.

#include "rig/arbiter/tournament/bracket.hpp"
#include "rig/arbiter/tournament/groups.hpp"
#include "rig/arbiter/tournament/tests/format_tools.hpp"

namespace rig::arbiter::tournament {
namespace {

BOOST_AUTO_TEST_SUITE(leagues)

BOOST_AUTO_TEST_CASE(groups_are_of_equal_strength_and_size) {
  const auto groups = spread({0, 1, 2, 3, 4, 5, 6, 7, 8}, 4);
  BOOST_TEST(groups[0] == (std::vector<Entrant>{0, 7, 8}), boost::test_tools::per_element());
  BOOST_TEST(groups[1] == (std::vector<Entrant>{1, 6}), boost::test_tools::per_element());
  BOOST_TEST(groups[3] == (std::vector<Entrant>{3, 4}), boost::test_tools::per_element());
  BOOST_TEST(group_letter(0) == "A");
  BOOST_TEST(group_letter(25) == "Z");
  BOOST_TEST(group_letter(26) == "AA");
  BOOST_TEST(group_letter(52) == "BA");
}

/// Where a seed begins: in which half of the bracket.
bool upper_half(std::size_t seed, std::size_t size) {
  const std::vector<std::size_t> order = bracket_order(size);
  const auto at = std::find(order.begin(), order.end(), seed);
  return static_cast<std::size_t>(at - order.begin()) < size / 2;
}

BOOST_AUTO_TEST_CASE(two_of_a_league_meet_in_the_final_at_the_earliest) {
  for (const std::size_t leagues : {2U, 4U, 8U}) {
    const std::vector<std::size_t> seeds = seeds_of_leagues(leagues, 2);
    BOOST_REQUIRE(seeds.size() == 2 * leagues);
    std::map<std::size_t, std::vector<bool>> halves;
    for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
      halves[seeds[seed]].push_back(upper_half(seed, 2 * leagues));
      if (seed < leagues) BOOST_TEST(seeds[seed] == seed);
    }
    for (const auto& [league, both] : halves) BOOST_TEST((both.size() == 2 && both[0] != both[1]));
  }
}

BOOST_AUTO_TEST_CASE(tournaments_by_hand) {
  struct Row {
    GivenSettings given;
    std::map<std::string, std::string> games;
    std::string order;
    std::size_t played;
  };
  // Four leagues by the list: AH, BG, CF, DE. Two: ADEH, BCFG.
  const std::vector<Row> rows = {
      {{{"go_on", "1"}}, {}, "A B C=D H=G=F=E", 8 + 6},
      {{{"go_on", "1"}, {"third_place", "yes"}}, {}, "A B C D H=G=F=E", 8 + 8},
      {{{"go_on", "1"}, {"finals", "round-robin"}}, {}, "A B C D H=G=F=E", 8 + 12},
      {{{"go_on", "1"}, {"finals", "round-robin"}, {"final_games", "1"}}, {}, "A B C D H=G=F=E", 8 + 6},
      {{{"leagues", "2"}}, {}, "A B D=C E=F H=G", 24 + 6},
      {{{"leagues", "2"}, {"finals", "round-robin"}}, {}, "A B C D E=F H=G", 24 + 12},
      // D and E draw and are equal but for D's slower wins: E is second.
      {{{"leagues", "2"}, {"finals", "round-robin"}}, {{"DE", "D30 E9"}}, "A B C E D=F H=G", 24 + 12},
      {{{"leagues", "1"}, {"go_on", "2"}}, {}, "A B C D E F G H", 56 + 2},
      {{{"leagues", "1"}, {"go_on", "1"}}, {}, "A B C D E F G H", 56},
  };
  const Field field = field_of(8);
  for (Row row : rows) {
    row.given["draw"] = "list";
    const Played played = play("leagues", row.given, field, by_table(field, row.games));
    BOOST_TEST(played.order(field) == row.order);
    BOOST_TEST(played.fixtures.size() == row.played);
  }
}

BOOST_AUTO_TEST_CASE(who_goes_on_is_decided_by_lot_at_last_though_no_lot_is_set) {
  const Field field = field_of(8);
  const Played played = play("leagues", {{"ties", "none"}, {"finals", "round-robin"}}, field, all_drawn);
  BOOST_TEST(played.said("Decided by lot (seed 1)"));
  BOOST_TEST(played.step.places[7].rank == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter::tournament

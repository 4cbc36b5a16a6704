/// Swiss rounds: who meets whom, in which seat, byes, and pairs that cannot be found.

#include "rig/arbiter/tournament/matching.hpp"
#include "rig/arbiter/tournament/tests/format_tools.hpp"

namespace rig::arbiter::tournament {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// By trying everything: the first pairs, in the order of neighbours, that leave nobody.
bool tried(std::vector<char>& used, const MayMeet& may_meet, Pairs& pairs) {
  const auto free = std::find(used.begin(), used.end(), 0);
  if (free == used.end()) return true;
  const auto i = static_cast<std::size_t>(free - used.begin());
  used[i] = 1;
  for (std::size_t j = i + 1; j < used.size(); ++j) {
    if (used[j] != 0 || !may_meet(i, j)) continue;
    used[j] = 1;
    pairs.emplace_back(i, j);
    if (tried(used, may_meet, pairs)) return true;
    pairs.pop_back();
    used[j] = 0;
  }
  used[i] = 0;
  return false;
}

/// The largest number of pairs, by trying everything.
std::size_t most_pairs(std::vector<char>& used, const MayMeet& may_meet, std::size_t from = 0) {
  while (from < used.size() && used[from] != 0) ++from;
  if (from >= used.size()) return 0;
  std::size_t most = most_pairs(used, may_meet, from + 1);  // `from` stays alone
  used[from] = 1;
  for (std::size_t j = from + 1; j < used.size(); ++j) {
    if (used[j] != 0 || !may_meet(from, j)) continue;
    used[j] = 1;
    most = std::max(most, 1 + most_pairs(used, may_meet, from + 1));
    used[j] = 0;
  }
  used[from] = 0;
  return most;
}

BOOST_AUTO_TEST_SUITE(swiss)

BOOST_AUTO_TEST_CASE(pairs_are_those_that_trying_everything_finds) {
  Random random(7);
  int perfect = 0;
  for (int graph = 0; graph < 3000; ++graph) {
    const std::size_t players = 2 + random.below(7);
    const std::uint32_t density = 20 + random.below(70);
    std::vector<std::vector<char>> edges(players, std::vector<char>(players, 0));
    for (std::size_t i = 0; i < players; ++i)
      for (std::size_t j = i + 1; j < players; ++j)
        edges[i][j] = edges[j][i] = random.below(100) < density ? 1 : 0;
    const MayMeet may_meet = [&](std::size_t i, std::size_t j) { return edges[i][j] != 0; };
    const Pairing pairing = pair_neighbours(players, may_meet);
    std::vector<char> used(players, 0);
    require(pairing.pairs.size() == most_pairs(used, may_meet), "not as many pairs as there can be");
    require(2 * pairing.pairs.size() + pairing.left.size() == players, "somebody is lost");
    Pairs nearest;
    if (!pairing.left.empty()) continue;
    require(tried(used, may_meet, nearest) && pairing.pairs == nearest, "these are not the nearest");
    ++perfect;
  }
  BOOST_TEST(perfect > 300);
}

BOOST_AUTO_TEST_CASE(three_rounds_by_hand) {
  const Field field = field_of(4);
  const Played played = play("swiss", {{"rounds", "3"}, {"draw", "list"}}, field, list_wins);
  std::string ids;
  for (const Fixture& fixture : played.fixtures) ids += fixture.id.substr(6) + ' ';
  // Round 2: winners A and C, losers B and D. Round 3: A has met B and C. Seats change from round to round.
  BOOST_TEST(ids == "round-1/1-2/1 round-1/4-3/1 round-2/3-1/1 round-2/2-4/1 round-3/1-4/1 round-3/3-2/1 ");
  BOOST_TEST(points_of(played.step, "swiss", field) == "A 6, B 4, C 2, D 0");
  BOOST_TEST(played.order(field) == "A B C D");
}

BOOST_AUTO_TEST_CASE(byes_go_up_from_the_last_and_count_as_set) {
  struct Row {
    GivenSettings given;
    std::string points;
  };
  // Round 1: A-B, C-D, bye E. Round 2: A-C, E-B, bye D, whatever E's bye counts.
  const std::vector<Row> rows = {{{{"bye", "win"}}, "A 4, B 2, C 2, D 2, E 2"},
                                 {{{"bye", "draw"}}, "A 4, B 2, C 2, D 1, E 1"},
                                 {{{"bye", "loss"}}, "A 4, B 2, C 2, D 0, E 0"},
                                 {{{"points", "games"}}, "A 2, B 1, C 1, D 1, E 1"}};
  const Field field = field_of(5);
  for (Row row : rows) {
    row.given.insert({{"rounds", "2"}, {"draw", "list"}, {"ties", "none"}});
    const Played played = play("swiss", row.given, field, list_wins);
    BOOST_TEST(played.said("swiss, round 1: bye for E."));
    BOOST_TEST(played.said("swiss, round 2: bye for D."));
    BOOST_TEST(played.fixtures.size() == 4U);
    BOOST_TEST(points_of(played.step, "swiss", field) == row.points);
  }
}

BOOST_AUTO_TEST_CASE(rounds_are_those_of_a_bracket_unless_set) {
  const std::vector<std::pair<std::size_t, std::size_t>> rows = {{2, 1}, {3, 2}, {4, 2},
                                                                 {5, 3}, {8, 3}, {9, 4}};
  for (const auto& [entrants, rounds] : rows)
    BOOST_TEST(play("swiss", {}, field_of(entrants), list_wins).fixtures.size() == rounds * (entrants / 2));
}

BOOST_AUTO_TEST_CASE(where_no_new_pairing_exists_as_few_as_can_be_meet_again_and_it_is_said) {
  // Six in five rounds: after three the pairs that are left can be two triangles.
  int repeated = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Field field = field_of(6, 2, seed);
    const Played played = play("swiss", {{"rounds", "5"}}, field, by_chance(seed, 20));
    std::set<std::pair<Entrant, Entrant>> met;
    int again = 0;
    for (const Fixture& fixture : played.fixtures)
      if (!met.insert(std::minmax(fixture.first, fixture.second)).second) ++again;
    BOOST_TEST(played.fixtures.size() == 15U);
    BOOST_TEST(played.said("no pairing without a repetition exists") == (again > 0));
    repeated += again > 0 ? 1 : 0;
  }
  BOOST_TEST(repeated > 0);
  BOOST_TEST(repeated < 200);
}

BOOST_AUTO_TEST_CASE(opponents_points_decide_between_equals) {
  // Round 1: A-B, C-D. Round 2: A-C, B-D. B and C have 2 points; C has met A and D, B has too: wins, moves.
  const Field field = field_of(4);
  const Decide decide = by_table(field, {{"BD", "B20"}, {"CD", "C10"}});
  const Played played = play("swiss", {{"draw", "list"}}, field, decide);
  BOOST_TEST(points_of(played.step, "swiss", field) == "A 4, C 2, B 2, D 0");
  const Decide upset = by_table(field, {{"AB", "A9"}, {"CD", "="}, {"AC", "="}, {"BD", "="}});
  // A 3, B 1, C 2, D 2: of C's opponents A 3 and D 2, of D's C 2 and B 1.
  const Played buchholz = play("swiss", {{"draw", "list"}, {"ties", "buchholz"}}, field, upset);
  BOOST_TEST(buchholz.order(field) == "A C D B");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter::tournament

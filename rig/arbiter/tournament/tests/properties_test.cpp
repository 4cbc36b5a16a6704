/// What holds for every format, whatever the results: many random tournaments of each.

#include <algorithm>
#include <cmath>

#include "rig/arbiter/tournament/tests/format_tools.hpp"

namespace rig::arbiter::tournament {
namespace {

constexpr std::size_t wanted = RESULTS_OF_A_FORMAT;

using Pair = std::pair<Entrant, Entrant>;

/// One random tournament: which, and how it went.
struct Drawn {
  std::string format;
  GivenSettings given;
  Field field;
  Played played;

  bool is(const std::string& name, const std::string& value) const {
    const auto found = given.find(name);
    return found != given.end() && found->second == value;
  }
  /// The fixtures whose ids begin so.
  std::vector<Fixture> of(const std::string& stage) const {
    std::vector<Fixture> found;
    for (const Fixture& fixture : played.fixtures)
      if (fixture.id.rfind(stage, 0) == 0) found.push_back(fixture);
    return found;
  }
  const Result& result(const Fixture& fixture) const { return played.results.at(fixture.id); }
};

std::string stage_of(const std::string& id) {
  return id.substr(0, id.find_last_of('/', id.rfind('/') - 1));
}

/// A value of each setting, often the usual one. Sizes are for `entrants`.
GivenSettings random_settings(const FormatInfo& format, std::size_t entrants, Random& random) {
  GivenSettings given;
  for (const FormatSetting& setting : format.settings) {
    if (random.below(2) == 0) continue;
    if (!setting.words.empty())
      given[setting.name] = setting.words[random.below(static_cast<std::uint32_t>(setting.words.size()))];
    if (setting.name == "games" || setting.name == "final_games" || setting.name == "replays")
      given[setting.name] = std::to_string(setting.lowest + static_cast<int>(random.below(3)));
    if (setting.name == "met_before") given[setting.name] = "again";  // else pairs do not meet in each stage
    if (setting.name == "stuck_rounds") given[setting.name] = std::to_string(1 + random.below(3));
    if (setting.name == "chosen_seat") given[setting.name] = std::to_string(1 + random.below(2));
  }
  if (format.name == "swiss")
    given["rounds"] =
        std::to_string(1 + random.below(static_cast<std::uint32_t>(std::max<std::size_t>(1, entrants - 1))));
  if (format.name == "leagues") {
    const std::size_t leagues =
        1 + random.below(static_cast<std::uint32_t>(std::max<std::size_t>(1, entrants / 2)));
    given["leagues"] = std::to_string(leagues);
    given["go_on"] = std::to_string(
        1 + random.below(static_cast<std::uint32_t>(std::max<std::size_t>(1, entrants / leagues))));
  }
  return given;
}

/// Plays a random tournament of this format twice, in other orders, and checks what holds for every format.
Drawn draw(const FormatInfo& info, int number) {
  Random random(derive_seed(static_cast<std::uint64_t>(number), info.name));
  const std::size_t entrants = 2 + random.below(info.name == "pools" ? 30 : 16);
  Drawn drawn{info.name,
              random_settings(info, entrants, random),
              field_of(entrants, random.below(4) == 0 ? 4 : 2, random.next()),
              {}};
  const std::uint32_t draws = std::vector<std::uint32_t>{0, 10, 50, 90, 100}[random.below(5)];
  const Decide decide = by_chance(random.next(), draws, 1 + random.below(30));
  const auto format = make_format(info.name, drawn.given, drawn.field);
  drawn.played = play_out(*format, drawn.field, decide, &random);
  const Played other = play_out(*format, drawn.field, decide);
  require(other.results.size() == drawn.played.results.size(),
          "the games depend on the order of the results");
  require(other.order(drawn.field) == drawn.played.order(drawn.field) &&
              other.step.said == drawn.played.step.said,
          "the final order depends on the order of the results");
  return drawn;
}

void for_random_tournaments(const std::string& name, const std::function<void(const Drawn&)>& check) {
  const auto info =
      std::find_if(formats().begin(), formats().end(), [&](const auto& one) { return one.name == name; });
  std::size_t games = 0;
  int number = 0;
  while (games < wanted) {
    ++number;
    BOOST_TEST_INFO_SCOPE(name << ", tournament " << number);
    const Drawn drawn = draw(*info, number);
    games += drawn.played.fixtures.size();
    check(drawn);
  }
  BOOST_TEST_MESSAGE(name << ": " << games << " games in " << number << " tournaments");
  BOOST_TEST(number > 20);
}

/// Each pair of `entrants` has met `games` times, each in the seats in turn, and nobody is named first much
/// more often than second.
void check_round_robin(const Drawn& drawn, const std::string& stage, const std::set<Entrant>& entrants,
                       int games, int meetings) {
  std::map<Pair, std::vector<Fixture>> met;
  std::map<Entrant, int> firsts;
  for (const Fixture& fixture : drawn.of(stage)) {
    require(entrants.count(fixture.first) == 1 && entrants.count(fixture.second) == 1,
            "a stranger plays in " + stage);
    met[std::minmax(fixture.first, fixture.second)].push_back(fixture);
    const bool one_more = games % 2 == 1 && fixture.id.substr(fixture.id.rfind('/')) == "/1";
    if (one_more) ++firsts[fixture.first];
    if (one_more) --firsts[fixture.second];
  }
  require(met.size() == entrants.size() * (entrants.size() - 1) / 2, "not every pair has met in " + stage);
  for (const auto& [pair, fixtures] : met) {
    require(static_cast<int>(fixtures.size()) == games * meetings,
            "a pair has another number of games in " + stage);
    std::map<int, int> seats;
    for (const Fixture& fixture : fixtures) ++seats[fixture.seat];
    for (int seat = 1; seat <= drawn.field.seats; ++seat)
      require(std::abs(seats[seat] * drawn.field.seats - games * meetings) < drawn.field.seats * meetings,
              "seats are not in turn");
  }
  for (const auto& [entrant, sum] : firsts)
    require(std::abs(sum) <= 1, "somebody is named first too often in " + stage);
}

int games_of(const Drawn& drawn, const std::string& name, const std::string& usual) {
  const auto found = drawn.given.find(name);
  const std::string value = found == drawn.given.end() ? usual : found->second;
  return value == "seats" ? drawn.field.seats : std::stoi(value);
}

/// Match points of the entrants of a stage, from the results alone.
std::map<Entrant, double> match_points(const Drawn& drawn, const std::string& stage,
                                       const std::set<Entrant>& entrants) {
  std::map<Pair, int> lead;
  for (const Fixture& fixture : drawn.of(stage)) {
    const Pair pair = std::minmax(fixture.first, fixture.second);
    const int won = drawn.result(fixture).outcome == Outcome::first_won ? 1
                    : drawn.result(fixture).outcome == Outcome::drawn   ? 0
                                                                        : -1;
    lead[pair] += fixture.first == pair.first ? won : -won;
  }
  std::map<Entrant, double> points;
  for (const Entrant entrant : entrants) points[entrant] = 0;
  for (const auto& [pair, sum] : lead) {
    points[pair.first] += sum > 0 ? 2 : sum == 0 ? 1 : 0;
    points[pair.second] += sum < 0 ? 2 : sum == 0 ? 1 : 0;
  }
  return points;
}

std::set<Entrant> playing_in(const Drawn& drawn, const std::string& stage) {
  std::set<Entrant> entrants;
  for (const Fixture& fixture : drawn.of(stage)) entrants.insert({fixture.first, fixture.second});
  return entrants;
}

std::set<Entrant> everybody(const Field& field) {
  std::set<Entrant> all;
  for (Entrant entrant = 0; entrant < field.names.size(); ++entrant) all.insert(entrant);
  return all;
}

/// Those of a pool that go on: the first two and who is tied with them.
std::set<Entrant> two_and_ties(const std::map<Entrant, double>& points) {
  std::vector<double> sorted;
  sorted.reserve(points.size());
  for (const auto& [entrant, own] : points) sorted.push_back(own);
  std::sort(sorted.rbegin(), sorted.rend());
  std::set<Entrant> on;
  for (const auto& [entrant, own] : points)
    if (own >= sorted[1]) on.insert(entrant);
  return on;
}

/// All rounds of pools; who is in the last one.
std::set<Entrant> check_pools(const Drawn& drawn) {
  std::set<Entrant> in_play = everybody(drawn.field);
  for (int round = 1; in_play.size() > 7; ++round) {
    const std::string id = fmt::format("pools-{}/", round);
    std::set<std::string> pools;
    for (const Fixture& fixture : drawn.of(id)) pools.insert(stage_of(fixture.id));
    std::set<Entrant> seen, on;
    std::set<std::size_t> sizes;
    for (const std::string& pool : pools) {
      const std::set<Entrant> entrants = playing_in(drawn, pool + "/");
      check_round_robin(drawn, pool + "/", entrants, games_of(drawn, "games", "2"), 1);
      seen.insert(entrants.begin(), entrants.end());
      sizes.insert(entrants.size());
      on.merge(two_and_ties(match_points(drawn, pool + "/", entrants)));
    }
    require(seen == in_play, "others play in this round of pools than went on");
    require(*sizes.begin() >= 4 && *sizes.rbegin() <= 7 && *sizes.rbegin() - *sizes.begin() <= 1,
            "pools of wrong sizes");
    if (drawn.played.said(fmt::format("round {} of pools: nobody has left", round))) {
      require(on == in_play, "somebody would have left");
      const std::string next = drawn.of(fmt::format("pools-{}/", round + 1)).empty()
                                   ? "pool/"
                                   : fmt::format("pools-{}/", round + 1);
      on = playing_in(drawn, next);
      require(on.size() == 2 * pools.size(), "not two of each pool go on");
    }
    in_play = on;
    require(round < 200, "the pools do not end");
  }
  return in_play;
}

/// The final from its results, game by game.
void check_final(const Drawn& drawn) {
  const std::vector<Fixture> final = drawn.of("final/");
  int first = 0;
  int second = 0;
  const std::size_t most = static_cast<std::size_t>(games_of(drawn, "final_games", "30"));
  for (std::size_t game = 1; game <= final.size(); ++game) {
    const auto fixture = std::find_if(final.begin(), final.end(), [&](const Fixture& one) {
      return one.id.substr(one.id.rfind('/') + 1) == std::to_string(game);
    });
    const int start = games_of(drawn, "chosen_seat", "1");
    require(fixture->seat == (start + static_cast<int>(game) - 2) % drawn.field.seats + 1,
            "colours do not alternate");
    const Outcome outcome = drawn.result(*fixture).outcome;
    if (outcome == Outcome::first_won) ++first;
    if (outcome == Outcome::second_won) ++second;
    const bool decided = std::max(first, second) >= 4 && std::abs(first - second) >= 2;
    const bool over = decided || (first == 7 && second == 7) || game == most;
    require(over == (game == final.size()), over ? "the final plays on" : "the final stops early");
  }
  const std::vector<Place>& places = drawn.played.step.places;
  require((places[1].rank == 1) == (first == second), "joint winners are those with equal wins");
  if (first != second)
    require(places[0].entrant == (first > second ? final[0].first : final[0].second),
            "the other one has won");
}

void check_last_pool(const Drawn& drawn, const std::set<Entrant>& entrants) {
  check_round_robin(drawn, "pool/", entrants, games_of(drawn, "games", "2"), 1);
  const auto points = match_points(drawn, "pool/", entrants);
  double best = 0;
  for (const auto& [entrant, own] : points) best = std::max(best, own);
  std::set<Entrant> firsts;
  for (const auto& [entrant, own] : points)
    if (own == best) firsts.insert(entrant);
  std::set<Entrant> tied = two_and_ties(points);
  const Fixture final = drawn.of("final/").front();
  require(tied.count(final.first) == 1 && tied.count(final.second) == 1,
          "a finalist is neither first nor second");
  if (firsts.size() == 1) {
    require(final.first == *firsts.begin(), "the first one is not the better finalist");
    tied.erase(*firsts.begin());
  }
  const bool by_moves = firsts.size() > 1 && drawn.is("first_tie", "moves");
  const bool further = !by_moves && tied.size() > (firsts.size() == 1 ? 1U : 2U);
  require(drawn.of("further/").empty() != further,
          "a further round robin is played where there is a tie, and only there");
  if (!further) return;
  check_round_robin(drawn, "further/", tied, games_of(drawn, "games", "2"), 1);
  const auto again = match_points(drawn, "further/", tied);
  std::size_t before = 0;
  for (const auto& [entrant, own] : again) before += own > again.at(final.second) ? 1 : 0;
  require(before <= (firsts.size() == 1 ? 0U : 1U),
          "a finalist is not among the best of the further round robin");
}

BOOST_AUTO_TEST_SUITE(format_properties)

BOOST_AUTO_TEST_CASE(pools) {
  for_random_tournaments("pools", [](const Drawn& drawn) {
    check_last_pool(drawn, check_pools(drawn));
    check_final(drawn);
    std::size_t games = 0;
    for (const std::string stage : {"pools-", "pool/", "further/", "final/"}) games += drawn.of(stage).size();
    require(games == drawn.played.fixtures.size(), "games of no stage");
  });
}

BOOST_AUTO_TEST_CASE(round_robin) {
  for_random_tournaments("round-robin", [](const Drawn& drawn) {
    const int meetings = drawn.is("meetings", "double") ? 2 : 1;
    check_round_robin(drawn, "round-robin/", everybody(drawn.field), games_of(drawn, "games", "seats"),
                      meetings);
    if (drawn.is("points", "games")) return;
    if (meetings == 2) return;  // match_points takes both meetings as one
    const auto points = match_points(drawn, "round-robin/", everybody(drawn.field));
    for (std::size_t i = 1; i < drawn.played.step.places.size(); ++i)
      require(points.at(drawn.played.step.places[i].entrant) <=
                  points.at(drawn.played.step.places[i - 1].entrant),
              "somebody with fewer points comes first");
  });
}

/// Who loses plays on for the third place alone; of a match somebody is the winner.
void check_bracket(const Drawn& drawn, const std::string& id, int games, std::size_t entrants) {
  std::map<std::string, std::vector<Fixture>> matches;
  for (const Fixture& fixture : drawn.of(id))
    matches[fixture.id.substr(0, fixture.id.rfind('/'))].push_back(fixture);
  std::map<Entrant, std::string> lost_in;
  const bool third = drawn.is("third_place", "yes") && entrants >= 4;
  require(matches.size() == entrants - 1 + (third ? 1 : 0), "another number of matches");
  const auto rank_of = [&](Entrant entrant) {
    for (const Place& place : drawn.played.step.places)
      if (place.entrant == entrant) return place.rank;
    return 0;
  };
  for (const auto& [match, fixtures] : matches) {
    require(static_cast<int>(fixtures.size()) % games == 0, match + " has broken off");
    require(static_cast<int>(fixtures.size()) / games <= 1 + games_of(drawn, "replays", "1"),
            match + " is played too often");
    std::vector<int> leads(fixtures.size() / static_cast<std::size_t>(games) + 1);
    for (const Fixture& fixture : fixtures) {
      const int number = std::stoi(fixture.id.substr(fixture.id.rfind('/') + 1));
      const Outcome outcome = drawn.result(fixture).outcome;
      for (std::size_t part = static_cast<std::size_t>((number - 1) / games) + 1; part < leads.size(); ++part)
        leads[part] += outcome == Outcome::first_won ? 1 : outcome == Outcome::drawn ? 0 : -1;
    }
    for (std::size_t part = 1; part + 1 < leads.size(); ++part)
      require(leads[part] == 0, match + " plays on");
    const Fixture& any = fixtures.front();
    const bool first_won = rank_of(any.first) < rank_of(any.second);
    if (leads.back() != 0)
      require(first_won == (leads.back() > 0), match + " has the other winner");
    else
      require(static_cast<int>(fixtures.size()) / games == 1 + games_of(drawn, "replays", "1"),
              match + " stops early");
    if (match.find("/third/") != std::string::npos) continue;
    const Entrant loser = first_won ? any.second : any.first;
    require(lost_in.emplace(loser, match).second, "who has lost plays on");
  }
}

BOOST_AUTO_TEST_CASE(knock_out) {
  for_random_tournaments("knock-out", [](const Drawn& drawn) {
    check_bracket(drawn, "knock-out/", games_of(drawn, "games", "seats"), drawn.field.names.size());
  });
}

BOOST_AUTO_TEST_CASE(leagues) {
  for_random_tournaments("leagues", [](const Drawn& drawn) {
    const auto number_of_leagues = static_cast<std::size_t>(games_of(drawn, "leagues", "4"));
    const auto go_on = static_cast<std::size_t>(games_of(drawn, "go_on", "2"));
    std::set<std::string> ids;
    for (const Fixture& fixture : drawn.of("leagues/")) ids.insert(stage_of(fixture.id) + "/");
    require(ids.size() == number_of_leagues, "another number of leagues");
    std::set<Entrant> finalists;
    for (std::size_t i = 0; i < number_of_leagues * go_on; ++i)
      finalists.insert(drawn.played.step.places[i].entrant);
    for (const std::string& id : ids) {
      const std::set<Entrant> entrants = playing_in(drawn, id);
      check_round_robin(drawn, id, entrants, games_of(drawn, "games", "seats"), 1);
      const auto points = match_points(drawn, id, entrants);
      std::size_t on = 0;
      double least_on = 1e9;
      double most_out = 0;
      for (const auto& [entrant, own] : points) {
        const bool goes_on = finalists.count(entrant) == 1;
        on += goes_on ? 1 : 0;
        if (goes_on)
          least_on = std::min(least_on, own);
        else
          most_out = std::max(most_out, own);
      }
      require(on == go_on, "another number goes on");
      require(drawn.is("points", "games") || most_out <= least_on, "somebody with fewer points goes on");
    }
    const int games = games_of(drawn, "final_games", "seats");
    if (drawn.is("finals", "round-robin"))
      check_round_robin(drawn, "finals/", finalists, games, 1);
    else
      check_bracket(drawn, "finals/", games, finalists.size());
  });
}

BOOST_AUTO_TEST_CASE(swiss) {
  for_random_tournaments("swiss", [](const Drawn& drawn) {
    const std::size_t entrants = drawn.field.names.size();
    const int rounds = games_of(drawn, "rounds", "auto");
    const int games = games_of(drawn, "games", "1");
    std::map<Pair, int> met;
    std::map<Entrant, int> balance, byes;
    int again = 0;
    for (int round = 1; round <= rounds; ++round) {
      std::map<Entrant, int> played;
      for (const Fixture& fixture : drawn.of(fmt::format("swiss/round-{}/", round))) {
        ++played[fixture.first];
        ++played[fixture.second];
        if (fixture.id.substr(fixture.id.rfind('/')) != "/1") continue;
        if (met[std::minmax(fixture.first, fixture.second)]++ > 0) ++again;
        require(games % 2 == 0 || balance[fixture.first] <= balance[fixture.second],
                "who was first more often is first again");
        ++balance[fixture.first];
        --balance[fixture.second];
      }
      require(played.size() == entrants / 2 * 2, "somebody has no game in a round");
      for (Entrant entrant = 0; entrant < entrants; ++entrant) {
        require(played[entrant] == 0 || played[entrant] == games, "another number of games in a round");
        byes[entrant] += played[entrant] == 0 ? 1 : 0;
      }
    }
    int said = 0;
    for (const std::string& sentence : drawn.played.step.said)
      said += sentence.find("meet again") != std::string::npos ? 1 : 0;
    require(again == 0 || 2 * rounds > static_cast<int>(entrants),
            "two meet again though a new pairing exists");
    require(said == again, "two have met again without a word, or the other way round");
    require(drawn.played.fixtures.size() == static_cast<std::size_t>(rounds * games) * (entrants / 2),
            "another number of games");
    for (const auto& [entrant, number] : byes) require(number <= 1, "somebody has two byes");
    if (2 * rounds <= static_cast<int>(entrants))
      for (const auto& [entrant, sum] : balance)
        require(games % 2 == 0 || std::abs(sum) <= 2, "somebody is named first far too often");
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter::tournament

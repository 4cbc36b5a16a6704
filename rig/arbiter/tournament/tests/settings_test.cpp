/// Formats by their names, with their settings.

#include "rig/arbiter/tournament/settings.hpp"

#include <fstream>
#include <iterator>

#include "rig/arbiter/tournament/tests/format_tools.hpp"
#include "rig/base/errors.hpp"

namespace rig::arbiter::tournament {
namespace {

BOOST_AUTO_TEST_SUITE(format_settings)

BOOST_AUTO_TEST_CASE(what_is_not_allowed_is_refused_by_name_value_and_what_is_allowed) {
  struct Row {
    std::string format;
    GivenSettings given;
    std::string message;
  };
  const std::vector<Row> rows = {
      {"swis",
       {},
       "Unknown format \"swis\". Did you mean \"swiss\"? Known: pools, round-robin, leagues, swiss, "
       "knock-out."},
      {"swiss",
       {{"round", "3"}},
       "Unknown setting of format swiss \"round\". Did you mean \"rounds\"? Known: rounds, draw, games, "
       "points, bye, "
       "ties, forfeits."},
      {"round-robin",
       {{"meetings", "thrice"}},
       "Setting meetings of format round-robin: found \"thrice\", allowed is one of single, double."},
      {"round-robin",
       {{"games", "0"}},
       "Setting games of format round-robin: found \"0\", allowed is seats, or a number from 1 to 100."},
      {"round-robin",
       {{"ties", "direct,direct"}},
       "Setting ties of format round-robin: found \"direct,direct\", allowed is none, or some of direct, "
       "buchholz, "
       "wins, moves, lot, with commas between them."},
      {"pools",
       {{"final_games", "13"}},
       "Setting final_games of format pools: found \"13\", allowed is a number from 14 to 1000."},
      {"pools",
       {{"chosen_seat", "3"}},
       "Setting chosen_seat of format pools: found \"3\", allowed is a number from 1 to 2, the seats of the "
       "contest."},
      {"leagues",
       {{"leagues", "4"}},
       "Setting leagues of format leagues: found \"4\", allowed is a number from 1 to 3: there are 6 "
       "entrants, and a "
       "league has two or more."},
      {"leagues",
       {{"leagues", "3"}, {"go_on", "3"}},
       "Setting go_on of format leagues: found \"3\", allowed is a number from 1 to 2, the size of the "
       "smallest league."},
      {"swiss",
       {{"rounds", "6"}},
       "Setting rounds of format swiss: found \"6\", allowed is auto, or a number from 1 to 5, where no two "
       "of 6 "
       "entrants meet twice."},
      {"knock-out",
       {{"replays", "-1"}},
       "Setting replays of format knock-out: found \"-1\", allowed is a number from 0 to 20."},
      {"knock-out",
       {{"replays", "01"}},
       "Setting replays of format knock-out: found \"01\", allowed is a number from 0 to 20."},
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.message) {
      BOOST_CHECK_EXCEPTION(make_format(row.format, row.given, field_of(6)), UsageError,
                            [&](const UsageError& error) {
                              BOOST_TEST(error.what() == row.message);
                              return true;
                            });
    }
  }
}

BOOST_AUTO_TEST_CASE(every_allowed_value_makes_a_tournament_that_ends) {
  const Field field = field_of(9);
  for (const FormatInfo& format : formats()) {
    BOOST_TEST(format.help.back() == '.');
    for (const FormatSetting& setting : format.settings) {
      BOOST_TEST_CONTEXT(format.name << ' ' << setting.name) {
        BOOST_TEST(setting.help.back() == '.');
        std::vector<std::string> values = setting.words;
        values.push_back(setting.usual);
        if (setting.highest > 0) values.push_back(std::to_string(setting.lowest));
        for (const std::string& value : values)
          BOOST_TEST(play(format.name, {{setting.name, value}}, field, by_chance(1, 30)).step.places.size() ==
                     9U);
      }
    }
  }
}

/// A row of a table in docs/tournament.md.
std::string documented(const FormatSetting& setting) {
  return fmt::format("| `{}` | `{}` | {} | {} |\n", setting.name, setting.usual, setting.allowed(),
                     setting.help);
}

BOOST_AUTO_TEST_CASE(the_page_of_tournaments_has_every_setting_as_it_is) {
  std::ifstream file(RIG_SOURCE_DIR "/docs/tournament.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const FormatInfo& format : formats()) {
    const std::size_t begin = page.find("\n### `" + format.name + "`\n");
    BOOST_REQUIRE((begin != std::string::npos));
    const std::string section = page.substr(begin, page.find("\n### ", begin + 1) - begin);
    for (const FormatSetting& setting : format.settings) {
      const bool there = section.find(documented(setting)) != std::string::npos;
      BOOST_TEST(there, "docs/tournament.md lacks, below " << format.name << ": " << documented(setting));
    }
  }
}

BOOST_AUTO_TEST_CASE(nobody_and_one_alone_play_nothing) {
  for (const FormatInfo& format : formats()) {
    const GivenSettings given = format.name == "leagues" ? GivenSettings{{"leagues", "1"}} : GivenSettings{};
    BOOST_TEST_CONTEXT(format.name) {
      BOOST_TEST(play(format.name, given, field_of(0), all_drawn).step.places.empty());
      const Played alone = play(format.name, given, field_of(1), all_drawn);
      BOOST_TEST(alone.fixtures.empty());
      BOOST_TEST(alone.step.places.at(0).rank == 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(results_of_games_that_nobody_asked_for_are_ignored) {
  const Field field = field_of(5);
  const auto format = make_format("round-robin", {}, field);
  const Step step = format->next({{"round-robin/1-2/3", {}}, {"final/1-2/1", {}}, {"", {}}});
  BOOST_TEST(step.to_play.size() == 20U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter::tournament

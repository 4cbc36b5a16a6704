/// The help of programs: sections, columns, wrapping.

#include "rig/base/program/help_format.hpp"

#include <CLI/CLI.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <vector>

namespace {

/// A program with one option of each kind.
std::string help_of(const std::function<void(CLI::App&)>& add) {
  CLI::App app{"Plays chess.", "rook"};
  app.formatter(rig::help_format());
  app.set_help_flag();
  add(app);
  return app.help();
}

const std::string begin = "Plays chess.\n\nUsage: rook ";

}  // namespace

BOOST_AUTO_TEST_CASE(an_option_has_its_value_its_range_and_its_default_in_one_place) {
  bool flag = false;
  int games = 3;
  std::string file;
  const std::string help = help_of([&](CLI::App& app) {
    app.add_option("--games", games, "Number of games")->capture_default_str()->check(CLI::Range(1, 9));
    app.add_option("--record", file, "Where they go")->type_name("FILE")->required()->group("Reports");
    app.add_flag("--a-name-that-has-no-room-beside-it", flag, "Its text is below");
  });
  BOOST_TEST(help == begin +
                         "--record FILE [OPTION …]\n"
                         "\nReports:\n"
                         "  --record FILE             Where they go\n"
                         "\nOptions:\n"
                         "  --games N                 Number of games (1 to 9) (default: 3)\n"
                         "  --a-name-that-has-no-room-beside-it\n"
                         "                            Its text is below\n");
}

BOOST_AUTO_TEST_CASE(a_value_with_a_part_that_may_be_left_out_is_whole) {
  std::string place;
  const std::string help = help_of([&](CLI::App& app) {
    app.add_option("--live", place, "Where")->type_name("[HOST:]PORT");
    app.add_option("--at", place, "There")->type_name("[[HOST:]PORT]")->check(CLI::IsMember({"a", "b"}));
  });
  BOOST_TEST(help == begin +
                         "[OPTION …]\n\nOptions:\n"
                         "  --live [HOST:]PORT        Where\n"
                         "  --at [[HOST:]PORT]        There\n");
}

BOOST_AUTO_TEST_CASE(needs_and_excludes_are_no_noise) {
  bool flag = false;
  const std::string help = help_of([&](CLI::App& app) {
    CLI::Option* one = app.add_flag("--one", flag, "One");
    app.add_flag("--two", flag, "Two")->needs(one);
    app.add_flag("--three", flag, "Three")->excludes(one);
  });
  BOOST_TEST(help == begin +
                         "[OPTION …]\n\nOptions:\n"
                         "  --one                     One\n"
                         "  --two                     Two\n"
                         "  --three                   Three\n");
}

BOOST_AUTO_TEST_CASE(arguments_and_commands_have_sections) {
  std::vector<std::string> moves;
  const std::string help = help_of([&](CLI::App& app) {
    app.add_option("moves", moves, "The moves so far");
    app.add_subcommand("show", "Draws the board\nand more");
  });
  BOOST_TEST(help == begin +
                         "[OPTION …] [moves …] COMMAND\n"
                         "\nArguments:\n  moves                     The moves so far\n"
                         "\nCommands:\n  show                      Draws the board\n");
}

BOOST_AUTO_TEST_CASE(no_sentence_is_wider_than_80_columns_and_commands_are_not_broken) {
  const std::string word = "ten–column";  // one character has three bytes
  std::string sentence;
  for (int i = 0; i < 8; ++i) sentence += (i == 0 ? "" : " ") + word;
  const std::string command =
      "  rook play --against somebody-with-a-very-long-name-that-fills-the-line-by-itself";
  const std::string help = help_of([&](CLI::App& app) {
    app.footer(sentence + "\nmore\n\nExamples:\n" + command +
               "   a remark\n  rook   another\n\n  rook   alone");
  });
  BOOST_TEST(help == begin + "[OPTION …]\n\n" + sentence.substr(0, sentence.rfind(' ')) + "\n" + word +
                         " more\n\nExamples:\n" + command + "\n" + std::string(28, ' ') + "a remark\n  rook" +
                         std::string(22, ' ') + "another\n\n  rook   alone\n");
}

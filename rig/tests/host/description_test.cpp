/// The description of a referee under test, and how its announcement is read.

#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "rig/base/errors.hpp"
#include "rig/host/description.hpp"
#include "rig/tests/contains.hpp"

using namespace rig::host;
using rig::contains;

namespace {

const std::string good =
    "name = \"a host\"\n"
    "contests = [\"icfpt2014\"]\n"
    "command = [\"host\", \"{contest}\", \"{board1}\", \"{board2}\", \"{begins}\", \"-o\", \"{seconds}\"]\n"
    "[boards]\n"
    "way = \"pty\"\n"
    "[begins]\n"
    "player-1 = []\n"
    "player-2 = [\"-r\", \"x\"]\n"
    "[verdict]\n"
    "player-1-won = 'Player 1 won'\n"
    "player-2-won = 7\n"
    "player-1-lost-by-violation = 'Player 1 lost'\n"
    "player-1-lost-by-time-out = 'Player 1 lost .code -10'\n"
    "draw = 'Draw'\n"
    "score = 'Score: ([-+]?[0-9]+|a) / ([-+]?[0-9]+|b)'\n";

/// The file of a description with this text, until the object is gone.
class Written {
 public:
  explicit Written(const std::string& text)
      : path_((std::filesystem::temp_directory_path() / ("referee-" + std::to_string(getpid()) + ".toml"))
                  .string()) {
    std::ofstream(path_) << text;
  }
  ~Written() { std::filesystem::remove(path_); }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Description described(const std::string& text) {
  return read_description(Written(text).path());
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  const std::size_t at = text.find(from);
  BOOST_TEST_REQUIRE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_command_is_filled_with_the_boards_and_with_who_begins) {
  const Description host = described(good);
  Filling filling;
  filling.contest = "icfpt2014";
  filling.boards = {"/dev/pts/3", "/dev/pts/4"};
  filling.seconds = "1";
  const std::vector<std::string> first = {"host", "icfpt2014", "/dev/pts/3", "/dev/pts/4", "-o", "1"};
  BOOST_TEST(command_for(host, filling) == first, boost::test_tools::per_element());
  filling.beginner = 1;
  const std::vector<std::string> second = {"host", "icfpt2014", "/dev/pts/3", "/dev/pts/4",
                                           "-r",   "x",         "-o",         "1"};
  BOOST_TEST(command_for(host, filling) == second, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_player_that_is_not_named_cannot_begin) {
  const Description host = described(with("player-2 = [\"-r\", \"x\"]\n", ""));
  BOOST_TEST(host.begins[0].has_value());
  BOOST_TEST(!host.begins[1].has_value());
  Filling filling;
  filling.beginner = 1;
  BOOST_CHECK_THROW(command_for(host, filling), rig::UsageError);
}

BOOST_AUTO_TEST_CASE(words_of_a_fault_stand_in_the_command_where_one_is_asked_for) {
  const Description host =
      described("fault = [\"--fault\", \"{fault}\"]\n" + with("\"{begins}\"", "\"{begins}\", \"{fault}\""));
  Filling filling;
  const std::vector<std::string> without = command_for(host, filling);
  BOOST_TEST((std::find(without.begin(), without.end(), "--fault") == without.end()));
  filling.fault = "no-end";
  const std::vector<std::string> words = command_for(host, filling);
  const auto at = std::find(words.begin(), words.end(), "--fault");
  BOOST_TEST_REQUIRE((at != words.end()));
  BOOST_TEST(*(at + 1) == "no-end");
  BOOST_TEST(parse_referee_name("a.toml?fault=no-end").file == "a.toml");
  BOOST_TEST(parse_referee_name("a.toml?fault=no-end").fault == "no-end");
  BOOST_TEST(parse_referee_name("a.toml").fault.empty());
}

BOOST_AUTO_TEST_CASE(words_of_a_size_stand_in_the_command_where_the_contest_leaves_it_to_its_host) {
  const Description host =
      described("size = [\"--board\", \"{size}\"]\n" + with("\"{begins}\"", "\"{begins}\", \"{size}\""));
  Filling filling;
  const std::vector<std::string> without = command_for(host, filling);
  BOOST_TEST((std::find(without.begin(), without.end(), "--board") == without.end()));
  filling.size = "8";
  const std::vector<std::string> words = command_for(host, filling);
  const auto at = std::find(words.begin(), words.end(), "--board");
  BOOST_TEST_REQUIRE((at != words.end()));
  BOOST_TEST(*(at + 1) == "8");
}

BOOST_AUTO_TEST_CASE(what_a_referee_leaves_out_is_not_done_by_it_and_all_else_is) {
  const Description host = described("leaves-out = [\"greeting\", \"rules\"]\n" + good);
  BOOST_TEST(!host.does(Duty::greeting));
  BOOST_TEST(!host.does(Duty::rules));
  BOOST_TEST(host.does(Duty::clock));
  for (const Duty duty : all_duties) BOOST_TEST(described(good).does(duty));
}

BOOST_AUTO_TEST_CASE(a_mistake_is_told_with_its_line_its_key_what_was_found_and_what_is_allowed) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> mistakes = {
      {with("name = \"a host\"\n", ""), {"name is missing"}},
      {with("name = \"a host\"", "name = 3"), {"line 1", "name is 3", "a text"}},
      {with("name =", "nmae ="), {"line 1", "key \"nmae\"", "\"name\""}},
      {with("icfpt2014", "icfp2014"), {"line 2", "contests", "icfp2014", "icfpt2014"}},
      {with("\"pty\"", "\"serial\""), {"line 5", "boards.way", "serial", "pty, tcp-connects, tcp-listens"}},
      {with("way = \"pty\"", "way = \"tcp-listens\""), {"boards.ports is missing", "1 to 65535"}},
      {with("way = \"pty\"", "way = \"pty\"\nports = [1, 2]"), {"line 6", "boards.ports", "tcp-listens"}},
      {with("way = \"pty\"", "way = \"tcp-listens\"\nports = [7, 7]"), {"line 6", "two different numbers"}},
      {with("way = \"pty\"", "way = \"pty\"\ndevices = [\"a\", \"b\"]"), {"line 6", "absolute paths"}},
      {with("\"{board2}\", ", ""), {"line 3", "command", "{board1} and {board2}"}},
      {with("\"{begins}\", ", ""), {"line 3", "command", "{begins}"}},
      {with("'Draw'", "'Draw('"), {"line 14", "verdict.draw", "regular expression"}},
      {with("player-2-won = 7", "player-2-won = 256"), {"line 11", "player-2-won", "256", "exit status"}},
      {with("([-+]?[0-9]+|a) / ([-+]?[0-9]+|b)", "([-+]?[0-9]+)"),
       {"line 15", "verdict.score", "two groups"}},
      {with("draw =", "file = \"\"\ndraw ="), {"line 14", "verdict.file", "not empty"}},
      {with("draw =", "drawn ="), {"line 14", "verdict.drawn", "\"verdict.draw\""}},
      {"after = \"stops\"\n" + good, {"line 1", "after", "stops", "exits, stays"}},
      {"directory = \"no/such\"\n" + good, {"line 1", "directory", "a folder"}},
      {"fault = [\"-f\"]\n" + good, {"line 4", "command", "{fault}"}},
      {"size = [\"-b\"]\n" + good, {"line 4", "command", "{size}"}},
      {"leaves-out = [\"rule\"]\n" + good, {"line 1", "leaves-out", "rule", "greeting, rules, clock"}},
      {"leaves-out = [\"clock\", \"rules\"]\n" + good, {"line 1", "leaves-out", "no game would end"}},
      {with("[boards]\n", "[boards\n"), {"line 4"}},
  };
  for (const auto& [text, words] : mistakes) {
    std::string told;
    try {
      described(text);
    } catch (const rig::UsageError& error) {
      told = error.what();
    }
    for (const std::string& word : words) BOOST_TEST(contains(told, word), word << " is not in: " << told);
  }
}

BOOST_AUTO_TEST_CASE(the_descriptions_of_the_project_can_be_read) {
  for (const char* name : {"rig-match", "blokus-host"}) {
    const Description host =
        read_description(std::string(RIG_SOURCE_DIR "/fixtures/referees/") + name + ".toml");
    BOOST_TEST(host.plays("icfpt2014"));
    BOOST_TEST(host.signs.outcomes.size() == all_outcomes.size());
  }
}

BOOST_AUTO_TEST_CASE(
    a_referee_that_starts_programs_is_told_where_they_are_and_what_its_contest_leaves_to_it) {
  const Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/rig-match-guifiles.toml");
  BOOST_TEST((host.way == Way::programs));
  BOOST_TEST(host.plays_side_by_side());
  const std::vector<std::string> words = command_for(host, {.contest = "ustc",
                                                            .boards = {"/a b/1", "/a b/2"},
                                                            .size = "20",
                                                            .settings = {"corners=any", "time=2"}});
  const std::vector<std::string> wanted = {"rig",       "match",
                                           "--contest", "ustc",
                                           "--first",   "guifiles:'/a b/1'",
                                           "--second",  "guifiles:'/a b/2'",
                                           "--board",   "20",
                                           "--set",     "corners=any",
                                           "--set",     "time=2"};
  BOOST_TEST(words == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_announcement_names_the_loss_before_the_winner) {
  const Signs signs = described(good).signs;
  const Announcement violation = read_announcement(signs, "x\nPlayer 1 lost (code -4)\n", 0);
  BOOST_TEST((violation.loss == Outcome::violation_1));
  BOOST_TEST(*violation.winner == 2);
  BOOST_TEST(violation.line == "Player 1 lost (code -4)");
  const Announcement late = read_announcement(signs, "Player 1 lost (code -10)\r\n", 0);
  BOOST_TEST((late.loss == Outcome::time_out_1));
  const Announcement won = read_announcement(signs, "Score: -24 / +15. Player 1 won\n", 0);
  BOOST_TEST(*won.winner == 1);
  BOOST_TEST(!won.loss.has_value());
  BOOST_TEST((*won.score == std::array<int, 2>{-24, 15}), boost::test_tools::per_element());
  BOOST_TEST(*read_announcement(signs, "Draw\n", 0).winner == 0);
}

BOOST_AUTO_TEST_CASE(an_exit_status_can_tell_the_outcome_and_silence_tells_none) {
  const Signs signs = described(good).signs;
  BOOST_TEST(*read_announcement(signs, "", 7).winner == 2);
  BOOST_TEST(!read_announcement(signs, "", 0).made());
  BOOST_TEST(!read_announcement(signs, "", std::nullopt).made());
  BOOST_TEST(!read_announcement(signs, "Score: a / b\n", 0).score.has_value());
}

/// The description of a referee under test, and how its announcement is read.

#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "conformance/referee/host/description.hpp"
#include "conformance/referee/host/start/filling.hpp"
#include "rig/base/errors.hpp"
#include "rig/protocol/contest.hpp"
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

/// Two changes.
std::string with(const std::string& from, const std::string& to, const std::string& from_too,
                 const std::string& to_too) {
  std::string text = with(from, to);
  const std::size_t at = text.find(from_too);
  BOOST_TEST_REQUIRE(at != std::string::npos, from_too);
  return text.replace(at, from_too.size(), to_too);
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

BOOST_AUTO_TEST_CASE(words_of_a_third_board_and_of_more_games_stand_in_the_command_where_they_are_asked_for) {
  const Description host = described("idle = [\"--third\", \"{board3}\"]\nnext-match = [\"-n\", \"2\"]\n" +
                                     with("\"{begins}\"", "\"{begins}\", \"{idle}\", \"{next-match}\""));
  Filling filling;
  const std::size_t without = command_for(host, filling).size();
  filling.idle = "/dev/pts/5";
  filling.next_match = true;
  const std::vector<std::string> words = command_for(host, filling);
  BOOST_TEST(words.size() == without + 4);
  for (const auto& [word, next] : {std::pair("--third", "/dev/pts/5"), std::pair("-n", "2")}) {
    const auto at = std::find(words.begin(), words.end(), word);
    BOOST_TEST_REQUIRE((at != words.end()));
    BOOST_TEST(*(at + 1) == next);
  }
}

BOOST_AUTO_TEST_CASE(what_a_referee_leaves_out_is_not_done_by_it_and_all_else_is) {
  const Description host = described("leaves-out = [\"greeting\", \"rules\"]\n" + good);
  BOOST_TEST(!host.does(Duty::greeting));
  BOOST_TEST(!host.does(Duty::rules));
  BOOST_TEST(!host.does(Duty::moves));  // who judges no move punishes none
  BOOST_TEST(host.does(Duty::clock));
  const Description sees_wins = described("leaves-out = [\"moves\", \"clock\"]\n" + good);
  BOOST_TEST(sees_wins.does(Duty::rules));
  BOOST_TEST(!sees_wins.does(Duty::moves));
  BOOST_TEST(!sees_wins.does(Duty::clock));
  for (const Duty duty : all_duties) BOOST_TEST(described(good).does(duty));
}

BOOST_AUTO_TEST_CASE(each_board_may_be_reached_in_a_way_of_its_own) {
  const Description host = described(with("\"{board1}\", \"{board2}\"", "\"{board2}\"", "way = \"pty\"",
                                          "way = [\"stdio\", \"tcp-connects\"]"));
  BOOST_TEST((host.ways[0] == Way::stdio));
  BOOST_TEST((host.ways[1] == Way::tcp_connects));
  BOOST_TEST(host.plays_side_by_side());
  const Description listens = described(with("\"{board1}\", \"{board2}\"", "\"{board1}\"", "way = \"pty\"",
                                             "way = [\"pty\", \"tcp-listens\"]\nports = [7]"));
  BOOST_TEST(listens.ports[1] == 7);
  BOOST_TEST(!listens.plays_side_by_side());
}

BOOST_AUTO_TEST_CASE(a_mistake_is_told_with_its_line_its_key_what_was_found_and_what_is_allowed) {
  const std::string without_status = with("player-2-won = 7", "player-2-won = 'Player 2 won'");
  const std::vector<std::pair<std::string, std::vector<std::string>>> mistakes = {
      {with("name = \"a host\"\n", ""), {"name is missing"}},
      {with("name = \"a host\"", "name = 3"), {"line 1", "name is 3", "a text"}},
      {with("name =", "nmae ="), {"line 1", "key \"nmae\"", "\"name\""}},
      {with("icfpt2014", "icfp2014"), {"line 2", "contests", "icfp2014", "icfpt2014", "or \"*\""}},
      {with("\"pty\"", "\"serial\""), {"line 5", "boards.way", "serial", "pty, tcp-connects, tcp-listens"}},
      {with("way = \"pty\"", "way = \"tcp-listens\""), {"boards.ports is missing", "1 to 65535"}},
      {with("way = \"pty\"", "way = \"pty\"\nports = [1, 2]"), {"line 6", "boards.ports", "tcp-listens"}},
      {with("way = \"pty\"", "way = \"tcp-listens\"\nports = [7, 7]"), {"line 6", "two different numbers"}},
      {with("way = \"pty\"", "way = \"pty\"\ndevices = [\"a\", \"b\"]"), {"line 6", "absolute paths"}},
      {with("\"{board2}\", ", ""), {"line 3", "command", "{board1} and {board2}"}},
      {with("\"{begins}\", ", ""), {"line 3", "command", "{begins}"}},
      {with("'Draw'", "'Draw('"), {"line 14", "verdict.draw", "regular expression"}},
      {with("'Draw'", "['Draw', '(']"), {"line 14", "verdict.draw", "regular expression"}},
      {with("'Draw'", "['Draw', 7]"), {"line 14", "verdict.draw", "7", "a list of texts"}},
      {with("'Draw'", "[]"), {"line 14", "verdict.draw", "a list of such"}},
      {with("score = 'Score: ([-+]?[0-9]+|a) / ([-+]?[0-9]+|b)'", "score = ['One (.)', 'Two']"),
       {"line 15", "verdict.score", "two groups in all"}},
      {"leaves-out = [\"greeting\"]\n" + with("'Draw'", "'{team1} and {team2}'"),
       {"verdict", "without {team1} and {team2}", "leaves out greeting"}},
      {with("'Draw'", "'(Draw) \\1'"), {"line 14", "verdict.draw", "without references to groups"}},
      {with("player-2-won = 7", "player-2-won = 256"), {"line 11", "player-2-won", "256", "exit status"}},
      {with("([-+]?[0-9]+|a) / ([-+]?[0-9]+|b)", "([-+]?[0-9]+)"),
       {"line 15", "verdict.score", "two groups"}},
      {with("score =", "squares-left = 'Left: ([0-9]+)'\nscore ="),
       {"line 15", "verdict.squares-left", "squares left", "two groups"}},
      {with("draw =", "file = \"\"\ndraw ="), {"line 14", "verdict.file", "not empty"}},
      {with("draw =", "drawn ="), {"line 14", "verdict.drawn", "\"verdict.draw\""}},
      {"after = \"stops\"\n" + good, {"line 1", "after", "stops", "exits, stays"}},
      {"directory = \"no/such\"\n" + good, {"line 1", "directory", "a folder"}},
      {"fault = [\"-f\"]\n" + good, {"line 4", "command", "{fault}"}},
      {"size = [\"-b\"]\n" + good, {"line 4", "command", "{size}"}},
      {"next-match = [\"-n\"]\n" + good, {"line 4", "command", "{next-match}"}},
      {"idle = [\"-i\"]\n" + good, {"line 1", "idle", "{board3}"}},
      {"idle = [\"{board3}\"]\n" + good, {"line 4", "command", "{idle}"}},
      {"idle = [\"{board3}\"]\n" + with("way = \"pty\"", "way = \"tcp-listens\"\nports = [7, 8]"),
       {"line 1", "idle", "pty or tcp-connects"}},
      {"leaves-out = [\"rule\"]\n" + good, {"line 1", "leaves-out", "rule", "greeting, rules, moves, clock"}},
      {"leaves-out = [\"clock\", \"rules\"]\n" + good, {"line 1", "leaves-out", "no game would end"}},
      {with("[boards]\n", "[boards\n"), {"line 4"}},
      {good + "x = " + std::string(40'000, '['), {"line 16", "nested 33 deep", "at most 32"}},
      {with("'Draw'", "'(?=Draw)'"), {"line 14", "verdict.draw", "looking ahead"}},
      {with("'Draw'", "'((x{100}){100}){100}'"), {"line 14", "verdict.draw", "invalid repetition size"}},
      {with("way = \"pty\"", "way = [\"pty\"]"), {"line 5", "boards.way", "for each of the two boards"}},
      {with("way = \"pty\"", "way = [\"pty\", \"programs\"]"), {"line 5", "boards.way", "stdio for each"}},
      {with("way = \"pty\"", "way = [\"own\", \"own\"]"), {"line 5", "boards.way", "own for one of them"}},
      {with("way = \"pty\"", "way = \"own\""), {"line 5", "boards.way", "'own'"}},
      {with("way = \"pty\"", "way = [\"pty\", \"own\"]"), {"command", "{board2}", "the host's own"}},
      {with("way = \"pty\"", "way = [\"stdio\", \"pty\"]"), {"line 3", "command", "one without {board1}"}},
      {with("\"{board1}\", \"{board2}\"", "\"x\"", "way = \"pty\"", "way = \"stdio\""),
       {"boards.marks is missing", "neither of them the beginning of the other"}},
      {with("\"{board1}\", \"{board2}\"", "\"x\"", "way = \"pty\"",
            "way = \"stdio\"\nmarks = [\"1\", \"12\"]"),
       {"line 6", "boards.marks", "neither of them the beginning of the other"}},
      {with("way = \"pty\"", "way = \"pty\"\nmarks = [\"1\", \"2\"]"),
       {"line 6", "boards.marks", "both boards"}},
      {with("\"{board1}\", \"{board2}\"", "\"x\"", "way = \"pty\"",
            "way = [\"tcp-listens\", \"stdio\"]\nports = [1, 2]"),
       {"line 6", "boards.ports", "a list of one number"}},
      {"games = \"two\"\n" + good, {"line 1", "games", "two", "one, many"}},
      {"games = \"many\"\n" + without_status, {"verdict.game-begins is missing", "games is many"}},
      {"games = \"many\"\n" + good, {"line 12", "verdict.player-2-won", "where games is many"}},
      {"seats = \"swapped\"\n" + good, {"line 1", "seats", "none unless games is many"}},
      {"games = \"many\"\nseats = \"turns\"\n" + good, {"line 2", "seats", "same, swapped, in-turn"}},
      {with("draw =", "game-begins = 'x'\ndraw ="),
       {"line 14", "verdict.game-begins", "unless games is many"}},
      {"games = \"many\"\n" + without_status + "game-begins = '('\n",
       {"line 17", "verdict.game-begins", "regular expression"}},
      {"games = \"many\"\n" + without_status + "game-begins = 'x'\ngame-ends = 'y'\n",
       {"line 18", "verdict.game-ends", "none beside"}},
      {"games = \"many\"\n" + without_status + "game-begins = 'x'\nnames = \"boards\"\n",
       {"line 18", "verdict.names", "change their seats"}},
      {with("\"{begins}\"", "\"{begins}\", \"{games}\""), {"line 3", "command", "without {games}"}},
      {with("\"{begins}\"", "\"{begins}\", \"{configuration}\""), {"line 3", "command", "[configuration]"}},
      {good + "[configuration]\nfile = \"no-such.conf\"\nedited = \"copy\"\n",
       {"line 17", "configuration.file", "no-such.conf", "can be read"}},
      {good + "[configuration]\nfile = \".\"\nedited = \"twice\"\n",
       {"line 18", "configuration.edited", "twice", "copy, in-place"}},
      {good + "[configuration]\nfile = \"/etc/passwd\"\nedited = \"in-place\"\nset = 3\n",
       {"line 19", "configuration.set", "a table"}},
      {good +
           "[configuration]\nfile = \"/etc/passwd\"\nedited = \"in-place\"\nset = { nobody-is-so = \"x\" }\n",
       {"line 19", "configuration.set.nobody-is-so", "a line of /etc/passwd begins"}},
      {good + "[configuration]\nfile = \"/etc/passwd\"\nedited = \"copy\"\nset = { root = \"x\" }\n",
       {"line 3", "command", "{configuration}"}},
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
  const Description host = read_description(RIG_SOURCE_DIR "/fixtures/referees/rig-match.toml", "ustc");
  BOOST_TEST((host.uses(Way::programs)));
  BOOST_TEST(host.plays_side_by_side());
  const std::vector<std::string> words = command_for(host, {.contest = "ustc",
                                                            .boards = {"/a b/1", "/a b/2"},
                                                            .size = "20",
                                                            .settings = {"corners=any", "time=2"}});
  const std::vector<std::string> wanted = {"rig",       "match",
                                           "--contest", "ustc",
                                           "--replays", "0",
                                           "--sandbox", "off",
                                           "--first",   "guifiles:'/a b/1'",
                                           "--second",  "guifiles:'/a b/2'",
                                           "--board",   "20",
                                           "--set",     "corners=any",
                                           "--set",     "time=2"};
  BOOST_TEST(words == wanted, boost::test_tools::per_element());
}

/// `good`, with a table of its own for one of its two contests.
const std::string by_contest = with("[\"icfpt2014\"]", "[\"icfpt2014\", \"course\"]") +
                               "[for.course]\n"
                               "command = [\"engine\", \"{board1}\", \"{board2}\"]\n"
                               "boards = { way = \"programs\" }\n"
                               "begins = {}\n";

BOOST_AUTO_TEST_CASE(keys_of_a_contest_take_the_place_of_those_of_the_file) {
  const Written file(by_contest);
  const Description wires = read_description(file.path(), "icfpt2014");
  BOOST_TEST(wires.uses(Way::pty));
  BOOST_TEST(wires.command.front() == "host");
  const Description files = read_description(file.path(), "course");
  BOOST_TEST(files.uses(Way::programs));
  BOOST_TEST(files.command.front() == "engine");
  BOOST_TEST(!files.begins[1].has_value());
  BOOST_TEST(files.name == wires.name);
  BOOST_TEST(files.signs.outcomes.size() == wires.signs.outcomes.size());
  for (const Description& one : {wires, files}) {
    BOOST_TEST(one.plays("icfpt2014"));
    BOOST_TEST(one.plays("course"));
  }
}

BOOST_AUTO_TEST_CASE(a_star_is_each_contest_over_a_line_that_is_not_named) {
  const Written every(with("[\"icfpt2014\"]", "[\"*\", \"icfpt2014\"]"));
  const Description lines = read_description(every.path(), "heart-trax");
  std::vector<std::string> wanted = {"icfpt2014"};
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    const bool over_a_line = contest.medium() == rig::Medium::bytes;
    if (over_a_line && contest.name != "icfpt2014") wanted.push_back(contest.name);
    BOOST_TEST(lines.plays(contest.name) == over_a_line, contest.name);
  }
  BOOST_TEST(lines.contests == wanted, boost::test_tools::per_element());

  std::string text = by_contest;
  text.replace(text.find("icfpt2014"), 9, "*");
  const Written beside(text);
  BOOST_TEST(read_description(beside.path(), "aut-trax").uses(Way::pty));
  BOOST_TEST(read_description(beside.path(), "course").uses(Way::programs));
}

BOOST_AUTO_TEST_CASE(a_mistake_in_the_keys_of_a_contest_is_told_whichever_is_played) {
  const std::vector<std::array<std::string, 3>> mistakes = {
      {"[for.course]", "[for.ustc]", "[for.ustc] is of no contest of this file; allowed: icfpt2014, course"},
      {"name = \"a host\"", "for.icfpt2014 = 1\nname = \"a host\"",
       "line 1: for.icfpt2014 is 1; allowed: a table"},
      {"begins = {}", "name = \"b\"", "line 19: for.course.name is 'b'; allowed: none"},
      {"begins = {}", "beginns = {}", "line 19: Unknown key \"beginns\""},
      {"\"programs\"", "\"pty\"", "line 18: boards.way is 'pty'; allowed: programs for course"},
      {"\"engine\", \"{board1}\"", "\"engine\"", "line 17: command"},
  };
  for (const auto& [from, to, words] : mistakes) {
    std::string text = by_contest;
    text.replace(text.rfind(from), from.size(), to);
    const Written file(text);
    std::string told;
    try {
      read_description(file.path(), "icfpt2014");
    } catch (const rig::UsageError& error) {
      told = error.what();
    }
    BOOST_TEST(contains(told, words), words << " is not in: " << told);
  }
}

/// Others take exponential time for the one, and a stack as deep as the line is long for the other.
BOOST_AUTO_TEST_CASE(no_expression_takes_for_ever_and_no_line_is_too_long) {
  constexpr std::size_t all_that_is_kept = 65536;
  std::string stars;
  for (int i = 0; i < 100; ++i) stars += ")*";
  Signs signs;
  signs.outcomes[Outcome::draw] = {.lines = Pattern({"(a*)*b"})};
  BOOST_TEST(!read_announcement(signs, std::string(60, 'a'), 0).made());
  signs.outcomes[Outcome::draw] = {.lines = Pattern({"dra" + std::string(100, '(') + "w" + stars + "n"})};
  BOOST_TEST(read_announcement(signs, "a game that was drawn", 0).made());
  signs.outcomes[Outcome::draw] = {.lines = Pattern({"^(x|y)*z"})};
  BOOST_TEST(!read_announcement(signs, std::string(all_that_is_kept, 'x'), 0).made());
}

/// The longest line that is kept, and expressions of which each letter of it may be the beginning.
BOOST_AUTO_TEST_CASE(a_line_is_searched_in_time_that_grows_with_its_length) {
  const std::string line(65'536, 'a');
  for (const char* const expression :
       {"a*b", "(a*)(a*)b", "(a|aa)+$b", "a{0,100}b", "(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)b", "[^b]*[^a]"}) {
    Signs signs;
    signs.outcomes[Outcome::draw] = {.lines = Pattern({expression})};
    const std::clock_t begin = std::clock();
    BOOST_TEST(!read_announcement(signs, line, 0).made(), expression);
    BOOST_TEST(std::clock() - begin < 2 * CLOCKS_PER_SEC, expression);
  }
}

BOOST_AUTO_TEST_CASE(a_line_may_have_any_bytes) {
  Signs signs;
  signs.outcomes[Outcome::draw] = {.lines = Pattern({"^Remis.$"})};
  BOOST_TEST(read_announcement(signs, "Remis\xff\n", 0).made());
  signs.score = Pattern({"(-?[0-9]+):(-?[0-9]+)?"});
  BOOST_TEST(!read_announcement(signs, "3:", 0).score.has_value());
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

BOOST_AUTO_TEST_CASE(an_outcome_may_stand_on_two_lines) {
  const Signs signs = described(with("'Player 1 won'", "['^The winner is', '^  Player 1$']")).signs;
  const Announcement won = read_announcement(signs, "The winner is\n(after 7 moves)\n  Player 1\n", 0);
  BOOST_REQUIRE(won.made());
  BOOST_TEST(*won.winner == 1);
  BOOST_TEST(won.line == "The winner is /   Player 1");
  for (const char* const other : {"The winner is\n", "  Player 1\nThe winner is\n",
                                  "The winner is   Player 1\n", "The winner is\n  Player 2\n"})
    BOOST_TEST(!read_announcement(signs, other, 0).made(), other);
}

BOOST_AUTO_TEST_CASE(a_score_may_stand_on_two_lines) {
  const Signs signs = described(with("'Score: ([-+]?[0-9]+|a) / ([-+]?[0-9]+|b)'",
                                     "['^One: (-?[0-9]+)', '^Two: (-?[0-9]+)']"))
                          .signs;
  const Announcement told = read_announcement(signs, "One: -24\nPlayer 1 won\nTwo: 15\n", 0);
  BOOST_REQUIRE(told.score.has_value());
  BOOST_TEST((*told.score == std::array<int, 2>{-24, 15}), boost::test_tools::per_element());
  BOOST_TEST(*told.winner == 1);
  BOOST_TEST(!read_announcement(signs, "Two: 15\nOne: -24\n", 0).score.has_value());
}

BOOST_AUTO_TEST_CASE(a_loser_may_be_named_by_its_answer_to_the_handshake) {
  const Signs signs = described(with("'Player 1 lost'", "'^{team1} loses'")).signs;
  const auto loses = [&](const std::string& line, const Teams& teams) {
    return read_announcement(signs, line, 0, teams).loss == Outcome::violation_1;
  };
  BOOST_TEST(loses("A+ loses: illegal move", {"A+", "P2"}));
  BOOST_TEST(!loses("AA loses: illegal move", {"A+", "P2"}));
  BOOST_TEST(!loses("P2 loses: illegal move", {"A+", "P2"}));
  BOOST_TEST(!loses(" loses: illegal move", {"", "P2"}));
}

BOOST_AUTO_TEST_CASE(squares_left_are_read_by_a_key_of_their_own) {
  const Signs signs = described(with("score = 'Score", "squares-left = 'Left")).signs;
  BOOST_TEST(!signs.score.has_value());
  const Announcement told = read_announcement(signs, "Left: 5 / 12. Player 1 won\n", 0);
  BOOST_TEST(!told.score.has_value());
  BOOST_REQUIRE(told.squares_left.has_value());
  BOOST_TEST((*told.squares_left == std::array<int, 2>{5, 12}), boost::test_tools::per_element());
  BOOST_TEST((*with_players_swapped(told).squares_left == std::array<int, 2>{12, 5}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_exit_status_can_tell_the_outcome_and_silence_tells_none) {
  const Signs signs = described(good).signs;
  BOOST_TEST(*read_announcement(signs, "", 7).winner == 2);
  BOOST_TEST(!read_announcement(signs, "", 0).made());
  BOOST_TEST(!read_announcement(signs, "", std::nullopt).made());
  BOOST_TEST(!read_announcement(signs, "Score: a / b\n", 0).score.has_value());
}

namespace {

/// What two hosts print of three games: one begins what it says of a game with its number, one ends it so.
constexpr const char* numbered =
    "host 1.0\ngame 1: first won\n  first led\ngame 2: second won\ngame 10: draw\n";
constexpr const char* ended = "move a\nPlayer 1 lost\nResult\nmove b\nResult\nmore\n";

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_said_of_a_game_is_the_part_from_its_line_to_the_next_one) {
  Signs signs;
  BOOST_TEST(part_on(signs, numbered, 1) == numbered);
  signs.bound = "^game {game}:";
  BOOST_TEST(part_on(signs, numbered, 1) == "game 1: first won\n  first led\n");
  BOOST_TEST(part_on(signs, numbered, 2) == "game 2: second won\ngame 10: draw\n");
  BOOST_TEST(part_on(signs, numbered, 3).empty());
  signs.bound = "^game ";
  BOOST_TEST(part_on(signs, numbered, 2) == "game 2: second won\n");
  BOOST_TEST(part_on(signs, numbered, 3) == "game 10: draw\n");
}

BOOST_AUTO_TEST_CASE(what_is_said_of_a_game_may_end_with_a_line) {
  Signs signs;
  signs.bound = "^Result";
  signs.bound_is = Bound::ends;
  BOOST_TEST(part_on(signs, ended, 1) == "move a\nPlayer 1 lost\nResult\n");
  BOOST_TEST(part_on(signs, ended, 2) == "move b\nResult\n");
  BOOST_TEST(part_on(signs, ended, 3).empty());
}

BOOST_AUTO_TEST_CASE(players_that_are_called_by_their_boards_change_names_with_them) {
  Announcement told = read_announcement(described(good).signs, "Player 1 lost. Score: 3 / 4\n", 0);
  told = with_players_swapped(told);
  BOOST_TEST(*told.winner == 1);
  BOOST_TEST((told.loss == Outcome::violation_2));
  BOOST_TEST((*told.score == std::array<int, 2>{4, 3}), boost::test_tools::per_element());
}

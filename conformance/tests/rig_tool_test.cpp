/// The lab tools, as a script uses them.

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "conformance/tests/programs.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tests/serial/fake_system.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using rig::testing::FakeSystem;

namespace {

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

/// `rig ports` on a made-up machine; its folder is written DIR.
Outcome ports(const FakeSystem& system, std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"ports", "--root", system.root().string()});
  Outcome outcome = run(RIG, words);
  const std::string folder = system.root().string();
  for (std::size_t at; (at = outcome.output.find(folder)) != std::string::npos;) {
    outcome.output.replace(at, folder.size(), "DIR");
  }
  return outcome;
}

/// An FTDI cable that somebody uses, a board with USB of its own, a port of the machine's own.
void set_up_bench(FakeSystem& system) {
  system.usb_serial({.name = "ttyUSB0",
                     .serial = "A50285BI",
                     .product_name = "FT232R USB UART",
                     .latency_timer = "16",
                     .socket = "1-1"});
  system.cdc_acm(
      {.name = "ttyACM0", .vendor = "2e8a", .product = "000a", .product_name = "Pico", .socket = "1-2"});
  system.uart("ttyS0", "4", "serial");
  system.uart("ttyS1", "0", "serial8250");
  system.process(4321, "picocom", {system.device("ttyUSB0")});
}

}  // namespace

BOOST_AUTO_TEST_CASE(check_judges_many_games_in_one_call) {
  const auto batch = [](const std::string& games, const std::string& options) {
    return run("/bin/sh", {"-c", "printf '" + games + "' | '" RIG "' check --batch " + options});
  };
  const Outcome duo = batch("53e0 a8e0\\n\\n53e0 a8e0 21e0\\n53e0", "--contest icfpt2014 --first 5");
  BOOST_TEST(duo.status == 1);  // a move of the second game is illegal
  BOOST_TEST(duo.output ==
             "game 1\n1 53e0 ok\n2 a8e0 ok\nresult open squares 85 85 score -85 -85\n"
             "game 2\n1 53e0 ok\n2 a8e0 ok\n3 21e0 illegal used\nresult second squares 85 85 score -85 -85\n"
             "game 3\n1 53e0 ok\nresult open squares 85 89 score -85 -89\n");
  const Outcome course = batch("pattern19() ^ 5-5;PASS;PASS\\r\\n", "--contest course");
  BOOST_TEST(contains(course.output, "game 1\n1 pattern19() ^ 5-5 ok\n2 PASS ok\n3 PASS ok\nresult"),
             course.output);
  const Outcome over = batch("pattern19() ^ 5-5\\npattern19() ^ 5-5;PASS;PASS;PASS\\n", "--contest course");
  BOOST_TEST(over.status == 2);
  BOOST_TEST(contains(over.output, "game 1\n1 pattern19() ^ 5-5 ok"), over.output);
  BOOST_TEST(contains(over.output, "Standard input, line 2: Ply 4, PASS: the game is over"), over.output);
  BOOST_TEST(batch("\\n", "--contest course").status == 2);
  BOOST_TEST(batch("53e0", "--contest icfpt2014 53e0").status == 2);
}

BOOST_AUTO_TEST_CASE(perft_gives_the_published_numbers) {
  for (const char* start : {"5", "a"}) {
    const Outcome outcome = run(RIG, {"perft", "--game", "blokus-duo", "--start", start, "--depth", "3"});
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.output ==
               "perft 1: placements 414 codes 712\n"
               "perft 2: placements 171396 codes 506944\n"
               "perft 3: placements 89204762 codes 481966722\n");
  }
}

BOOST_AUTO_TEST_CASE(perft_counts_trax_too) {
  const std::string first_five =
      "perft 1: leaves 2\n"
      "perft 2: leaves 24\n"
      "perft 3: leaves 432\n"
      "perft 4: leaves 9568\n"
      "perft 5: leaves 246888\n";
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--board", "8"}, {"--no-lines", "--board", "0"}}) {
    std::vector<std::string> words = {"perft", "--game", "trax", "--depth", "5"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(RIG, words);
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.output == first_five);
  }
}

BOOST_AUTO_TEST_CASE(perft_refuses_what_the_game_does_not_have) {
  const Outcome board = run(RIG, {"perft", "--game", "blokus-duo", "--board", "8"});
  BOOST_TEST(board.status == 2);
  BOOST_TEST(contains(board.output, "--board does not belong to --game blokus-duo"), board.output);
  BOOST_TEST(run(RIG, {"perft", "--no-lines"}).status == 2);
  const Outcome start = run(RIG, {"perft", "--game", "trax", "--start", "5"});
  BOOST_TEST(start.status == 2);
  BOOST_TEST(contains(start.output, "--start does not belong to --game trax"), start.output);
  const Outcome small = run(RIG, {"perft", "--game", "trax", "--board", "7"});
  BOOST_TEST(small.status == 2);
  BOOST_TEST(contains(small.output, "cannot be limited to 7"), small.output);
  BOOST_TEST(contains(run(RIG, {"perft", "--game", "trx"}).output, "trax"));
}

BOOST_AUTO_TEST_CASE(moves_lists_the_legal_codes_sorted) {
  const Outcome count = run(RIG, {"moves", "--contest", "icfpt2014", "--first", "5", "--count", "53e0",
                                  "a8e0", "21k7", "94j0", "61a0", "71b3"});
  BOOST_TEST(count.output == "placements 282 codes 512\n");
  const Outcome list = run(RIG, {"moves", "--contest", "icfpt2014", "--first", "5", "53e0", "a8e0", "21k7",
                                 "94j0", "61a0", "71b3"});
  std::istringstream lines(list.output);
  std::string previous;
  int codes = 0;
  for (std::string line; std::getline(lines, line); ++codes) {
    BOOST_TEST(previous < line);
    previous = line;
  }
  BOOST_TEST(codes == 512);
  const Outcome first = run(RIG, {"moves", "--contest", "icfpt2014", "--first", "a", "--count"});
  BOOST_TEST(first.output == "placements 414 codes 712\n");
}

BOOST_AUTO_TEST_CASE(moves_refuses_an_illegal_game) {
  const Outcome outcome = run(RIG, {"moves", "--contest", "icfpt2014", "--first", "5", "53e0", "53e0"});
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(outcome.output.find("Ply 2") != std::string::npos, outcome.output);
}

BOOST_AUTO_TEST_CASE(moves_counts_nothing_where_one_must_pass) {
  // Passing on and on: after two passes the game is over and nothing is legal.
  const Outcome outcome =
      run(RIG, {"moves", "--contest", "icfpt2014", "--count", "53e0", "a8e0", "0000", "0000"});
  BOOST_TEST(outcome.output == "placements 0 codes 0\n");
}

BOOST_AUTO_TEST_CASE(check_judges_ply_by_ply_and_stops_at_the_first_violation) {
  const Outcome good = run(RIG, {"check", "--contest", "icfpt2014", "--first", "5", "53e0", "a8e0"});
  BOOST_TEST(good.status == 0);
  BOOST_TEST(good.output == "1 53e0 ok\n2 a8e0 ok\nresult open squares 85 85 score -85 -85\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> broken = {
      {{"zz"}, "1 zz illegal malformed"},
      {{"53E0"}, "1 53E0 illegal malformed"},
      {{"0000"}, "1 0000 illegal pass"},
      {{"aaa0"}, "1 aaa0 illegal start"},
      {{"05a0"}, "1 05a0 illegal occupied"},
      {{"53e0", "0000"}, "2 0000 illegal pass"},
      {{"53e0", "55a0"}, "2 55a0 illegal occupied"},
      {{"53e0", "a8e0", "21e0"}, "3 21e0 illegal used"},
      {{"53e0", "a8e0", "63b0"}, "3 63b0 illegal edge"},
      {{"53e0", "a8e0", "11a0"}, "3 11a0 illegal corner"},
  };
  for (const auto& [codes, line] : broken) {
    std::vector<std::string> words = {"check", "--contest", "icfpt2014", "--first", "5"};
    words.insert(words.end(), codes.begin(), codes.end());
    const Outcome outcome = run(RIG, words);
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(outcome.output.find(line + "\n") != std::string::npos, outcome.output);
    const std::string winner = codes.size() % 2 == 1 ? "result second" : "result first";
    BOOST_TEST(last_line(outcome.output).find(winner) == 0, outcome.output);
  }
}

/// The tool on a game of Trax.
Outcome trax(const std::string& tool, std::vector<std::string> words,
             const std::string& contest = "heart-trax") {
  words.insert(words.begin(), {tool, "--contest", contest});
  return run(RIG, words);
}

/// Seven tiles side by side: red lacks one for a line.
const std::vector<std::string> seven_in_a_row = {"@0+", "B1+", "C1+", "D1+", "E1+", "F1+", "G1+"};

/// Games on 8 x 8 without a loop, at the end of which nothing fits.
const std::vector<std::string> red_has_the_longer_path = {
    "@0/",  "A0/", "@2\\", "A1\\", "B3+", "C3\\", "C0\\", "@3+", "E4\\", "A1\\", "@1\\", "D0/",
    "G4\\", "D0/", "B6+",  "B0+",  "C8+", "H2+",  "F1\\", "A6+", "A7/",  "A8/",  "G8+",  "H8\\"};
const std::vector<std::string> paths_of_one_length = {
    "@0+", "@1\\", "B0+",  "@1+", "B0/",  "C0\\", "B0/", "@3+", "E1+",  "D6\\", "@1+", "G1+",  "F6+", "F7\\",
    "D0/", "G4\\", "G7\\", "D7/", "@3\\", "D7/",  "C7/", "A4/", "H5\\", "C8/",  "A1+", "H8\\", "H1/"};

std::vector<std::string> with(std::vector<std::string> moves, const std::vector<std::string>& more) {
  moves.insert(moves.end(), more.begin(), more.end());
  return moves;
}

BOOST_AUTO_TEST_CASE(moves_lists_the_legal_moves_of_trax) {
  BOOST_TEST(trax("moves", {}).output == "@0+\n@0/\n");
  BOOST_TEST(trax("moves", {"@0+"}).output ==
             "@1+\n@1/\n@1\\\nA0+\nA0/\nA0\\\nA2+\nA2/\nA2\\\nB1+\nB1/\nB1\\\n");
  for (const char* contest : {"heart-trax", "aut-trax"}) {
    BOOST_TEST(trax("moves", {"--count", "@0+"}, contest).output == "moves 12\n");
  }
  BOOST_TEST(trax("moves", {"--count", "--board", "8", "@0+"}, "aut-trax").output == "moves 12\n");
}

BOOST_AUTO_TEST_CASE(moves_of_trax_end_where_the_board_or_the_game_does) {
  const std::vector<std::string> eight = with(seven_in_a_row, {"H1+"});
  BOOST_TEST(trax("moves", with({"--count"}, eight)).output == "moves 0\n");
  BOOST_TEST(trax("moves", eight).output.empty());
  const Outcome wide = trax("moves", eight, "aut-trax");
  BOOST_TEST(contains(wide.output, "I1+\n"), wide.output);
  const Outcome narrow = trax("moves", with({"--board", "8"}, eight), "aut-trax");
  BOOST_TEST(!contains(narrow.output, "I1"), narrow.output);
  BOOST_TEST(!contains(narrow.output, "@1"), narrow.output);
  BOOST_TEST(contains(narrow.output, "H2+\n"), narrow.output);
}

BOOST_AUTO_TEST_CASE(moves_refuses_an_illegal_game_of_trax) {
  const Outcome isolated = trax("moves", {"@0+", "@0+"});
  BOOST_TEST(isolated.status == 2);
  BOOST_TEST(contains(isolated.output, "Ply 2, @0+: illegal (isolated): no tile lies beside @0."),
             isolated.output);
  const Outcome late = trax("moves", {"@0/", "A2\\", "B1\\", "@1+"});
  BOOST_TEST(late.status == 2);
  BOOST_TEST(contains(late.output, "Ply 4, @1+: the game is over (loop)."), late.output);
}

BOOST_AUTO_TEST_CASE(check_tells_every_tile_that_a_turn_of_trax_lays) {
  const Outcome outcome = trax("check", {"@0/", "A2\\", "B1\\"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output ==
             "1 @0/ ok A1:WRRW\n2 A2\\ ok A2:RRWW\n3 B1\\ ok B1:WWRR B2:RWWR\nresult red loop\n");
  // Every name shifts when a tile is laid to the left: cells are named as after the turn.
  BOOST_TEST(trax("check", {"@0/", "@1+"}).output == "1 @0/ ok A1:WRRW\n2 @1+ ok A1:RWRW\nresult open\n");
}

BOOST_AUTO_TEST_CASE(check_names_the_rule_of_trax_that_is_broken_and_who_has_won) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> broken = {
      {{""}, "1  illegal syntax\nresult red\n"},
      {{"@00+"}, "1 @00+ illegal syntax\nresult red\n"},
      {{"@0\\"}, "1 @0\\ illegal first\nresult red\n"},
      {{"A1+"}, "1 A1+ illegal first\nresult red\n"},
      {{"@0+", "C1+"}, "2 C1+ illegal range\nresult white\n"},
      {{"@0+", "A1+"}, "2 A1+ illegal occupied\nresult white\n"},
      {{"@0+", "@0+"}, "2 @0+ illegal isolated\nresult white\n"},
      {{"@0/", "A2/", "@1/", "A2\\"}, "4 A2\\ illegal colour\nresult white\n"},
      {{"@0/", "B1+", "C1/", "C2\\", "@1+", "A2/", "A3/", "D3\\", "B3\\", "@1+"},
       "9 B3\\ illegal cascade\nresult red\n"},
  };
  for (const auto& [moves, ending] : broken) {
    const Outcome outcome = trax("check", moves);
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(outcome.output.ends_with(ending), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(check_tells_how_a_game_of_trax_ended) {
  const std::vector<std::string> line = with(seven_in_a_row, {"H1+"});
  BOOST_TEST(last_line(trax("check", seven_in_a_row).output) == "result open");
  BOOST_TEST(last_line(trax("check", line).output) == "result red line");
  BOOST_TEST(last_line(trax("check", line, "aut-trax").output) == "result open");
  BOOST_TEST(last_line(trax("check", with(seven_in_a_row, {"H1\\", "H2\\"})).output) == "result red line");
  const Outcome both = trax("check", {"@0/", "B1/", "B0/", "C1/", "A0+", "D2/", "E3/", "D4+", "B5+", "B6/",
                                      "@5+", "E0/", "B1\\", "C0\\"});
  BOOST_TEST(last_line(both.output) == "result white loop+line", both.output);
  const Outcome longer = trax("check", with({"--board", "8"}, red_has_the_longer_path), "aut-trax");
  BOOST_TEST(last_line(longer.output) == "result red path 18 22", longer.output);
  const Outcome even = trax("check", with({"--board", "8"}, paths_of_one_length), "aut-trax");
  BOOST_TEST(last_line(even.output) == "result draw path 24 24", even.output);
  BOOST_TEST(last_line(trax("check", paths_of_one_length, "aut-trax").output) == "result open");
}

BOOST_AUTO_TEST_CASE(check_keeps_the_result_when_a_move_follows_the_end) {
  const Outcome loop = trax("check", {"@0/", "A2\\", "B1\\", "@1+"});
  BOOST_TEST(loop.status == 1);
  BOOST_TEST(loop.output.ends_with("4 @1+ illegal over\nresult red loop\n"), loop.output);
  const Outcome malformed = trax("check", {"@0/", "A2\\", "B1\\", "x", "@1+"});
  BOOST_TEST(malformed.output.ends_with("4 x illegal syntax\nresult red loop\n"), malformed.output);
  const Outcome blokus =
      run(RIG, {"check", "--contest", "icfpt2014", "53e0", "a8e0", "0000", "0000", "21k7"});
  BOOST_TEST(blokus.status == 2);
  BOOST_TEST(contains(blokus.output, "Ply 5, 21k7: the game is over (both passed)."), blokus.output);
}

BOOST_AUTO_TEST_CASE(show_draws_the_board) {
  const Outcome loop = run(RIG, {"show", "@0/", "A2\\", "B1\\"});
  BOOST_TEST(loop.status == 0);
  BOOST_TEST(loop.output ==
             "    @    A    B    C\n"
             "\n"
             "0   .    .    .    .\n"
             "\n"
             "         o    o\n"
             "1   .  oo/####\\oo  .\n"
             "         #    #\n"
             "         #    #\n"
             "2   .  oo\\####/oo  .\n"
             "         o    o\n"
             "\n"
             "3   .    .    .    .\n"
             "\n"
             "result red loop\n");
  BOOST_TEST(trax("show", {}).output == "    @\n\n0   .\n\nresult open\n");
  const Outcome blokus = run(RIG, {"show", "--contest", "icfpt2014", "--first", "a", "aaa0"});
  BOOST_TEST(contains(blokus.output, "  1 2 3 4 5 6 7 8 9 a b c d e\n1 . . ."), blokus.output);
  BOOST_TEST(contains(blokus.output, "\na . . . . . . . . . 2 . . . .\n"), blokus.output);
  BOOST_TEST(last_line(blokus.output) == "result open squares 89 88 score -89 -88");
  BOOST_TEST(run(RIG, {"show", "A1+"}).status == 2);
}

BOOST_AUTO_TEST_CASE(show_draws_a_large_board_whole) {
  std::vector<std::string> moves = {"@0/"};
  for (char column = 'B'; column <= 'Z'; ++column) moves.push_back(std::string(1, column) + "1+");
  for (char column = 'A'; column <= 'D'; ++column) moves.push_back(std::string("A") + column + "1+");
  const Outcome letters = trax("show", moves, "aut-trax");
  BOOST_TEST(letters.output == "     columns A to AD\n   1 a" + std::string(29, 'v') + "\nresult open\n");
  moves.resize(14);
  const Outcome full = trax("show", moves, "aut-trax");
  BOOST_TEST(contains(full.output, "   1 oo/####+####+"), full.output);
}

BOOST_AUTO_TEST_CASE(games_of_ustc_are_listed_checked_and_drawn_on_both_boards) {
  const auto ustc = [](const char* tool, const std::vector<std::string>& words) {
    return run(RIG, with({tool, "--contest", "ustc"}, words));
  };
  BOOST_TEST(ustc("moves", {"--count"}).output == "placements 414 codes 414\n");
  BOOST_TEST(ustc("moves", {"--board", "20", "--count"}).output == "placements 58 codes 58\n");
  BOOST_TEST(ustc("moves", {"--board", "20", "1:19-0", "pass", "pass", "pass", "1:18-1"}).status == 2);
  const Outcome checked =
      ustc("check", {"--board", "20", "1:19-0", "1:19-19", "1:0-19", "1:0-0", "pass", "2:5-5,6-6"});
  BOOST_TEST(checked.output ==
             "1 1:19-0 ok\n2 1:19-19 ok\n3 1:0-19 ok\n4 1:0-0 ok\n5 pass ok\n6 2:5-5,6-6 illegal shape\n"
             "result first squares 176 176 score 2 2\n");
  BOOST_TEST(contains(ustc("show", {"18:4-4,4-5,5-5,5-6,6-6"}).output,
                      " 5  .  .  .  .  .  1  1  .  .  .  .  .  .  .\n"));
  BOOST_TEST(
      contains(ustc("show", {"--board", "15"}).output, "ustc has no board of 15: allowed are 14 and 20."));
}

namespace {

Outcome of_course(const char* tool, const std::vector<std::string>& words) {
  return run(RIG, with({tool, "--contest", "course"}, words));
}

/// The step log that the text prints.
const std::string log_of_the_text =
    "1 = R ^ pattern19() ^ 5-5\n"
    "2 = B ^ pattern11(R,R,R) ^ 9-10\n"
    "3 = R ^ pattern10(H) ^ 3-2\n"
    "4 = B ^ pattern06(H,R,R) ^ 12-12\n"
    "5 = R ^ pattern07(H) ^ 3-8\n"
    "6 = B ^ PASS";

void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// `rig convert` of this text, which lies in a file whose path is written FILE.
Outcome converted(const std::string& from, const std::string& to, const std::string& text) {
  TemporaryFolder folder;
  const std::string file = folder.file("game.txt");
  write_file(file, text);
  Outcome outcome = run(RIG, {"convert", "--from", from, "--to", to, file});
  const std::size_t at = outcome.output.find(file);
  if (at != std::string::npos) outcome.output.replace(at, file.size(), "FILE");
  return outcome;
}

Outcome to_codes(const std::string& log) {
  return converted("course", "icfpt2014", log);
}
Outcome to_log(const std::string& codes) {
  return converted("icfpt2014", "course", codes);
}

}  // namespace

BOOST_AUTO_TEST_CASE(games_of_course_are_listed_checked_and_drawn) {
  BOOST_TEST(of_course("moves", {"--count"}).output == "placements 828 codes 1424\n");
  const Outcome alone = of_course("moves", {"pattern19() ^ 5-5", "PASS", "--count"});
  BOOST_TEST(alone.output != "placements 0 codes 0\n");
  BOOST_TEST(of_course("moves", {"PASS", "PASS", "--count"}).output == "placements 0 codes 0\n");
  BOOST_TEST(of_course("moves", {"PASS", "PASS", "PASS"}).status == 2);
  const Outcome checked =
      of_course("check", {"pattern19()^5-5", "Pass", "pattern10(H) ^ 3-2", "pattern01() ^ 1-1"});
  BOOST_TEST(checked.status == 1);
  BOOST_TEST(checked.output ==
             "1 pattern19()^5-5 ok\n2 Pass ok\n3 pattern10(H) ^ 3-2 ok\n4 pattern01() ^ 1-1 illegal corner\n"
             "result second squares 79 89 score 10 0\n");
  const Outcome shown = of_course("show", {"pattern19() ^ 5-5", "pattern11(R,R,R) ^ 9-10"});
  BOOST_TEST(contains(shown.output, " 6  .  .  .  .  .  .  1  1  .  .  .  .  .  .\n"), shown.output);
  BOOST_TEST(contains(shown.output, "result open squares 84 84 score 5 5\n"), shown.output);
  const Outcome illegal = of_course("moves", {"pattern19() ^ 5-5", "pattern19() ^ 5-5"});
  BOOST_TEST(illegal.status == 2);
  BOOST_TEST(
      contains(illegal.output, "Ply 2, pattern19() ^ 5-5: illegal (occupied): square 5-5 is occupied."));
  BOOST_TEST(contains(of_course("check", {"--first", "Blue"}).output, "--first has no place here."));
}

BOOST_AUTO_TEST_CASE(settings_of_a_contest_are_set_by_name) {
  const auto result = [](std::vector<std::string> words) {
    return last_line(of_course("check", with(std::move(words), {"PASS", "PASS"})).output);
  };
  BOOST_TEST(result({}) == "result second squares 89 89 score 0 0");
  BOOST_TEST(result({"--set", "tie=second"}) == "result second squares 89 89 score 0 0");
  BOOST_TEST(result({"--set", "tie=draw"}) == "result draw squares 89 89 score 0 0");
  BOOST_TEST(result({"--set", "time=0.5", "--set", "tie=draw"}) == "result draw squares 89 89 score 0 0");
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"tie", "found \"tie\", allowed is NAME=VALUE"},
      {"ties=draw", "Did you mean \"tie\"?"},
      {"tie=red", "Known: second, draw"},
      {"time=0", "--set time: found \"0\", allowed is a number of seconds above 0"},
  };
  for (const auto& [setting, message] : refused) {
    const Outcome outcome = of_course("check", {"--set", setting, "PASS"});
    BOOST_TEST(outcome.status == 2, setting);
    BOOST_TEST(contains(outcome.output, message), outcome.output);
  }
  const Outcome other = run(RIG, {"show", "--contest", "icfpt2014", "--set", "tie=draw"});
  BOOST_TEST(other.status == 2);
  BOOST_TEST(contains(other.output, "icfpt2014 leaves nothing to the host by name"), other.output);
}

BOOST_AUTO_TEST_CASE(step_logs_become_codes_and_codes_the_same_step_logs) {
  const Outcome codes = to_codes(log_of_the_text);
  BOOST_TEST(codes.status == 0);
  BOOST_TEST(codes.output == "75l6\naan1\n34m2\ndcf6\n94g7\n0000\n");
  const Outcome back = to_log(codes.output);
  BOOST_TEST(back.status == 0);
  BOOST_TEST(back.output == log_of_the_text);
  BOOST_TEST(to_log("75l6 aan1\t34m2\r\n dcf6 94g7 0000").output == log_of_the_text);
  BOOST_TEST(to_log("\n").output.empty());
  BOOST_TEST(to_codes("").output.empty());
  BOOST_TEST(to_codes("").status == 0);
}

BOOST_AUTO_TEST_CASE(converted_games_hold_the_passes_of_those_who_passed_for_good) {
  const std::string log =
      "1 = R ^ pattern01() ^ 10-10\n2 = B ^ pattern01(R) ^ 5-5\n3 = R ^ pattern02() ^ 11-11\n4 = B ^ Pass\n"
      "5 = R ^ pattern03() ^ 12-13\n6 = R ^ PASS";
  const Outcome codes = to_codes(log);
  BOOST_TEST(codes.output == "aaa0\n55a1\ncbb2\n0000\necd3\n0000\n0000\n", codes.output);
  std::string in_capitals = log;
  in_capitals.replace(in_capitals.find("Pass"), 4, "PASS");
  BOOST_TEST(to_log(codes.output).output == in_capitals);
  std::vector<std::string> check = {"check", "--contest", "icfpt2014", "--first", "a"};
  std::istringstream words(codes.output);
  for (std::string code; words >> code;) check.push_back(code);
  const Outcome judged = run(RIG, check);
  BOOST_TEST(last_line(judged.output) == "result second squares 88 83 score -88 -83", judged.output);
}

BOOST_AUTO_TEST_CASE(standard_input_is_converted_too) {
  const std::string command = "printf '53e0\\na8e0' | '" RIG "' convert --from icfpt2014 --to course -";
  const Outcome outcome = run("/bin/sh", {"-c", command});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output == "1 = R ^ pattern09(R) ^ 2-5\n2 = B ^ pattern09(R) ^ 7-10");
  const std::string wrong = "echo 53e9 | '" RIG "' convert --from icfpt2014 --to course -";
  BOOST_TEST(contains(run("/bin/sh", {"-c", wrong}).output,
                      "standard input, line 1: ply 1, 53e9: illegal in icfpt2014"));
}

BOOST_AUTO_TEST_CASE(games_that_one_of_the_contests_refuses_are_not_converted) {
  const auto refused = [](const Outcome& outcome, const std::string& message) {
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(contains(outcome.output, message), outcome.output << " does not say " << message);
  };
  const std::string first = "1 = R ^ pattern01() ^ 5-5\n";
  refused(to_codes(first + "2 = B ^ pattern01() ^ 5-5"),
          "FILE, line 2: ply 2, pattern01() ^ 5-5: illegal in course (occupied): square 5-5 is occupied.");
  refused(to_codes(first + "2 = R ^ pattern02() ^ 6-6"),
          "FILE, line 2: ply 2, pattern02() ^ 6-6: it is not Red's turn.");
  refused(to_codes(first + "2 = B ^ PASS"),
          "FILE, line 2: ply 2, PASS: illegal in icfpt2014 (pass): a pass on ply 2");
  refused(to_codes("1 = R ^ PASS"), "FILE, line 1: ply 1, PASS: illegal in icfpt2014 (pass)");
  refused(to_codes(first + "3 = B ^ PASS"), "FILE: line 2 is");
  refused(to_codes(first), "FILE: line 1 ends with a line feed");
  refused(to_log("53e0 a8e0\n\n21k7 0000 0000 0000 21a0"),
          "FILE, line 3: ply 6, 0000: by the rules of icfpt2014 the game is over (both passed).");
  refused(
      to_log("53e0 a8e0 0000\n94j0\n21k7"),
      "FILE, line 3: ply 5, 21k7: illegal in course (passed): Red has passed and places nothing any more.");
  refused(to_log("77a0"), "FILE, line 1: ply 1, 77a0: illegal in icfpt2014 (start)");
  refused(to_log("53e0 a8e0 53e0"),
          "FILE, line 1: ply 3, 53e0: illegal in icfpt2014 (used): tile e was placed before.");
  refused(to_log("PASS"), "illegal in icfpt2014 (malformed)");
  refused(converted("course", "course", ""), "--from and --to are both course");
  refused(converted("curse", "icfpt2014", ""), "Did you mean \"course\"?");
  refused(converted("course", "ustc", ""), "Known: icfpt2014, course, icfpt2013");
  refused(run(RIG, {"convert", "--from", "course", "--to", "icfpt2014", "/no/such/file"}),
          "Cannot read /no/such/file.");
  refused(run(RIG, {"convert", "--from", "course", "--to", "icfpt2014"}), "file");
}

BOOST_AUTO_TEST_CASE(moves_that_begin_with_a_dash_follow_two_of_them) {
  const Outcome outcome = run(RIG, {"check", "--contest", "heart-trax", "@0+", "--", "B1+", "-W"});
  BOOST_TEST(outcome.status == 1, outcome.output);  // the last one is illegal
  BOOST_TEST(contains(outcome.output, "2 B1+ ok"), outcome.output);
  BOOST_TEST(contains(outcome.output, "3 -W illegal syntax"), outcome.output);
  const Outcome perft = run(RIG, {"perft", "--depth", "1", "--", "-W"});
  BOOST_TEST(perft.status == 2);
  BOOST_TEST(contains(perft.output, "\"-W\" has no place here."), perft.output);
}

BOOST_AUTO_TEST_CASE(a_step_log_is_checked_as_the_moves_in_it) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& text) {
    std::ofstream(folder.file("StepLog.txt")) << text;
    return folder.file("StepLog.txt");
  };
  const Outcome good =
      run(RIG, {"check", "--contest", "course", write("1 = R ^ pattern19() ^ 5-5\n2 = B ^ PASS")});
  BOOST_TEST(good.status == 0, good.output);
  BOOST_TEST(good.output == run(RIG, {"check", "--contest", "course", "pattern19() ^ 5-5", "PASS"}).output);
  const Outcome bad =
      run(RIG, {"check", "--contest", "course", write("1 = R ^ pattern19() ^ 5-5\n3 = B ^ PASS")});
  BOOST_TEST(bad.status == 2);
  BOOST_TEST(contains(bad.output, "StepLog.txt: line 2 is "), bad.output);
}

BOOST_AUTO_TEST_CASE(settings_that_a_contest_does_not_have_are_refused) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"--contest", "heart-trax", "--first", "5"},
       "In heart-trax White always moves first: --first has no place here."},
      {{"--contest", "heart-trax", "--board", "8"}, "The board of heart-trax is not the host's choice"},
      {{"--contest", "icfpt2014", "--board", "8"}, "The board of icfpt2014 is not the host's choice"},
      {{"--contest", "aut-trax", "--board", "5"},
       "aut-trax has no board of 5: allowed are 0 (no limit) and 8 or more."},
      {{"--contest", "aut-trax", "--board", "-8"}, "aut-trax has no board of -8"},
      {{"--contest", "aut-trax", "--board", "large"}, "--board"},
  };
  for (const char* tool : {"moves", "check", "show"}) {
    for (const auto& [settings, sentence] : refused) {
      const Outcome outcome = run(RIG, with({tool}, settings));
      BOOST_TEST(outcome.status == 2, tool << ": " << sentence);
      BOOST_TEST(contains(outcome.output, sentence), outcome.output);
    }
  }
  const Outcome served = run(RIG, {"serve", "--dut", "builtin:blokus", "--tcp", "0", "--board", "8"});
  BOOST_TEST(served.status == 2);
  BOOST_TEST(contains(served.output, "The board of icfpt2014 is not the host's choice"), served.output);
  const Outcome files =
      run(RIG, {"serve", "--dut", "builtin:blokus", "--pty", "/nowhere", "--contest", "course"});
  BOOST_TEST(files.status == 2);
  BOOST_TEST(contains(files.output, "course is played over files: there is no line to serve."), files.output);
  const Outcome board =
      run(RIG, {"serve", "--dut", "builtin:blokus", "--tcp", "0", "--contest", "aut-trax", "--board", "7"});
  BOOST_TEST(board.status == 2);
  BOOST_TEST(contains(board.output, "aut-trax has no board of 7"), board.output);
}

BOOST_AUTO_TEST_CASE(mistyped_words_are_answered_with_the_nearest) {
  const Outcome contest = run(RIG, {"check", "--contest", "icfpt2015", "53e0"});
  BOOST_TEST(contest.status == 2);
  BOOST_TEST(contest.output.find("icfpt2014") != std::string::npos);
  BOOST_TEST(run(RIG, {"perft", "--game", "blokus"}).status == 2);
  BOOST_TEST(run(RIG, {"perft", "--depht", "2"}).output.find("Did you mean \"--depth\"?") !=
             std::string::npos);
  BOOST_TEST(run(RIG, {"prefet"}).output.find("Did you mean \"perft\"?") != std::string::npos);
  BOOST_TEST(run(RIG, {"check", "--contest", "icfpt2014", "--first", "6", "53e0"}).status == 2);
}

BOOST_AUTO_TEST_CASE(ports_lists_the_serial_devices_in_columns) {
  FakeSystem system;
  set_up_bench(system);
  const Outcome outcome = ports(system);
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output.starts_with("DEVICE  "), outcome.output);
  BOOST_TEST(
      contains(
          outcome.output,
          "  USB:VID:PID:SERIAL      DRIVER    LATENCY  HELD BY         PRODUCT\n"
          "DIR/dev/ttyACM0  usb:2e8a:000a           cdc_acm   -        -               Pico\n"
          "DIR/dev/ttyS0    -                       serial    -        -               -\n"
          "DIR/dev/ttyUSB0  usb:0403:6001:A50285BI  ftdi_sio  16 ms    picocom (4321)  FT232R USB UART\n"),
      outcome.output);
}

BOOST_AUTO_TEST_CASE(ports_hints_at_what_could_be_better) {
  FakeSystem system;
  set_up_bench(system);
  const std::string quiet = ports(system).output;
  BOOST_TEST(contains(quiet, "hint: DIR/dev/ttyUSB0: the adapter may hold a byte back for 16 ms"), quiet);
  BOOST_TEST(!contains(quiet, "ModemManager"), quiet);
  system.process(812, "ModemManager");
  system.udev_says("ttyUSB0", "E:ID_MM_PORT_IGNORE=1");
  std::filesystem::remove(system.device("ttyACM0"));
  std::filesystem::permissions(system.device("ttyS0"), std::filesystem::perms::none);
  const std::string loud = ports(system).output;
  BOOST_TEST(contains(loud, "hint: ModemManager runs (process 812)"), loud);
  BOOST_TEST(contains(loud, "plugged in: DIR/dev/ttyACM0; sudo scripts/install-udev-rules"), loud);
  BOOST_TEST(contains(loud, "hint: DIR/dev/ttyACM0: the kernel has this device, but the name is not there"),
             loud);
  // Root may open what nobody may.
  const bool denied = access(system.device("ttyS0").c_str(), R_OK | W_OK) != 0;
  BOOST_TEST(contains(loud, "hint: DIR/dev/ttyS0: permission denied; it belongs to group ") == denied, loud);
}

BOOST_AUTO_TEST_CASE(ports_says_when_there_is_no_serial_device) {
  FakeSystem system;
  const Outcome outcome = ports(system);
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output.starts_with("No serial device was found.\nhint: is the adapter plugged in?"),
             outcome.output);
  BOOST_TEST(ports(system, {"--json"}).output.starts_with("[]\n"));
}

BOOST_AUTO_TEST_CASE(ports_gives_a_program_json) {
  FakeSystem system;
  set_up_bench(system);
  system.usb_serial({.name = "ttyUSB1", .serial = "caf\xe9", .latency_timer = "1", .socket = "1-3"});
  std::filesystem::remove(system.device("ttyACM0"));
  const std::string output = ports(system, {"--json"}).output;
  const auto list = nlohmann::json::parse(output.substr(0, output.find("\n]") + 2));
  BOOST_REQUIRE(list.size() == 4U);
  BOOST_TEST(list[0]["access"] == "missing");
  BOOST_TEST(list[1]["device"] == "DIR/dev/ttyS0");
  BOOST_TEST(!list[1].contains("usb"));
  const nlohmann::json& ftdi = list[2];
  BOOST_TEST(ftdi["name"] == "usb:0403:6001:A50285BI");
  BOOST_TEST(ftdi["usb"]["vendor"] == "0403");
  BOOST_TEST(ftdi["usb"]["socket"] == "1-1");
  BOOST_TEST(ftdi["latency_timer_ms"] == 16);
  BOOST_TEST(ftdi["holders"] == nlohmann::json::parse(R"([{"pid": 4321, "program": "picocom"}])"));
}

BOOST_AUTO_TEST_CASE(ports_resolves_a_name) {
  FakeSystem system;
  set_up_bench(system);
  const Outcome found = ports(system, {"usb:0403:6001:A50285BI"});
  BOOST_TEST(found.status == 0);
  BOOST_TEST(found.output == "DIR/dev/ttyUSB0\n");
  const Outcome absent = ports(system, {"usb:1a86:7523"});
  BOOST_TEST(absent.status == 2);
  BOOST_TEST(contains(absent.output, "There are:\n  usb:2e8a:000a  DIR/dev/ttyACM0  Pico"), absent.output);
  BOOST_TEST(ports(system, {"usb:1a86"}).status == 2);
}

BOOST_AUTO_TEST_CASE(ports_refuses_a_root_that_is_none) {
  const Outcome outcome = run(RIG, {"ports", "--root", "/no/such/folder"});
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(contains(outcome.output, "/no/such/folder holds no sys/class/tty"), outcome.output);
}

BOOST_AUTO_TEST_CASE(the_udev_rules_are_shown_and_copied) {
  const std::string script = RIG_SOURCE_DIR "/scripts/install-udev-rules";
  const std::string rules = content_of(RIG_SOURCE_DIR "/scripts/udev/60-contest-rig.rules");
  BOOST_TEST(run(script, {"--print"}).output == rules);
  const TemporaryFolder folder;
  const Outcome copied = run(script, {"--to", folder.file("image/rules.d")});
  BOOST_TEST(copied.status == 0, copied.output);
  BOOST_TEST(content_of(folder.file("image/rules.d/60-contest-rig.rules")) == rules);
  BOOST_TEST(run(script, {"--to"}).status == 2);
  const Outcome mistyped = run(script, {"--pirnt"});
  BOOST_TEST(mistyped.status == 2);
  BOOST_TEST(contains(mistyped.output, "Known: --print"), mistyped.output);
  if (geteuid() == 0) return;
  const Outcome unprivileged = run(script, {});
  BOOST_TEST(unprivileged.status == 3);
  BOOST_TEST(contains(unprivileged.output, "sudo scripts/install-udev-rules"), unprivileged.output);
}

BOOST_AUTO_TEST_CASE(a_transcript_is_not_served) {
  const Outcome outcome = run(RIG, {"serve", "--contest", "icfpt2014", "--dut", "transcript:some.jsonl",
                                    "--pty", "/nonexistent/board"});
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output, "a transcript cannot be opened"), outcome.output);
}

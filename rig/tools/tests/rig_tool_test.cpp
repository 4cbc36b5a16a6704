/// The lab tools, as a script uses them.

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <utility>

#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/said.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tools/tests/rig_tool_fixtures.hpp"

using rig::contains;
using namespace conformance::testing_programs;

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
    const Outcome outcome = run(RIG, with({"perft", "--game", "trax", "--depth", "5"}, more));
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.output == first_five);
  }
}

BOOST_AUTO_TEST_CASE(perft_refuses_what_the_game_does_not_have) {
  ended_saying(run(RIG, {"perft", "--game", "blokus-duo", "--board", "8"}), 2,
               "--board does not belong to --game blokus-duo");
  BOOST_TEST(run(RIG, {"perft", "--no-lines"}).status == 2);
  ended_saying(run(RIG, {"perft", "--game", "trax", "--start", "5"}), 2,
               "--start does not belong to --game trax");
  ended_saying(run(RIG, {"perft", "--game", "trax", "--board", "7"}), 2, "cannot be limited to 7");
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
    const Outcome outcome = run(RIG, with({"check", "--contest", "icfpt2014", "--first", "5"}, codes));
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(outcome.output.find(line + "\n") != std::string::npos, outcome.output);
    const std::string winner = codes.size() % 2 == 1 ? "result second" : "result first";
    BOOST_TEST(last_line(outcome.output).find(winner) == 0, outcome.output);
  }
}

/// The tool on a game of Trax.
Outcome trax(const std::string& tool, const std::vector<std::string>& words,
             const std::string& contest = "heart-trax") {
  return run(RIG, with({tool, "--contest", contest}, words));
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
  ended_saying(trax("moves", {"@0+", "@0+"}), 2, "Ply 2, @0+: illegal (isolated): no tile lies beside @0.");
  ended_saying(trax("moves", {"@0/", "A2\\", "B1\\", "@1+"}), 2, "Ply 4, @1+: the game is over (loop).");
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
  ended_saying(run(RIG, {"check", "--contest", "icfpt2014", "53e0", "a8e0", "0000", "0000", "21k7"}), 2,
               "Ply 5, 21k7: the game is over (both passed).");
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

BOOST_AUTO_TEST_CASE(moves_that_begin_with_a_dash_follow_two_of_them) {
  const Outcome outcome = run(RIG, {"check", "--contest", "heart-trax", "@0+", "--", "B1+", "-W"});
  BOOST_TEST(outcome.status == 1, outcome.output);  // the last one is illegal
  BOOST_TEST(contains(outcome.output, "2 B1+ ok"), outcome.output);
  BOOST_TEST(contains(outcome.output, "3 -W illegal syntax"), outcome.output);
  ended_saying(run(RIG, {"perft", "--depth", "1", "--", "-W"}), 2, "\"-W\" is not allowed here.");
}

BOOST_AUTO_TEST_CASE(settings_that_a_contest_does_not_have_are_refused) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"--contest", "heart-trax", "--first", "5"},
       "In heart-trax White always moves first: --first is not allowed here."},
      {{"--contest", "heart-trax", "--board", "8"}, "The board of heart-trax is not the host's choice"},
      {{"--contest", "icfpt2014", "--board", "8"}, "The board of icfpt2014 is not the host's choice"},
      {{"--contest", "aut-trax", "--board", "5"},
       "aut-trax has no board of 5: allowed are 0 (no limit) and 8 or more."},
      {{"--contest", "aut-trax", "--board", "-8"}, "aut-trax has no board of -8"},
      {{"--contest", "aut-trax", "--board", "large"}, "--board"},
  };
  for (const char* tool : {"moves", "check", "show"}) {
    for (const auto& [settings, sentence] : refused) {
      BOOST_TEST_CONTEXT(tool) ended_saying(run(RIG, with({tool}, settings)), 2, sentence);
    }
  }
  ended_saying(run(RIG, {"serve", "--dut", "builtin:blokus", "--tcp", "0", "--board", "8"}), 2,
               "The board of icfpt2014 is not the host's choice");
  ended_saying(run(RIG, {"serve", "--dut", "builtin:blokus", "--pty", "/nowhere", "--contest", "course"}), 2,
               "course is played over files: there is no line to serve.");
  ended_saying(
      run(RIG, {"serve", "--dut", "builtin:blokus", "--tcp", "0", "--contest", "aut-trax", "--board", "7"}),
      2, "aut-trax has no board of 7");
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

BOOST_AUTO_TEST_CASE(a_transcript_is_not_served) {
  ended_saying(run(RIG, {"serve", "--contest", "icfpt2014", "--dut", "transcript:some.jsonl", "--pty",
                         "/nonexistent/board"}),
               2, "a transcript cannot be opened");
}

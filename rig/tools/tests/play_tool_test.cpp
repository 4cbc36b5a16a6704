/// `rig play --terminal` as a user has it, with moves from a pipe.

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

Outcome play(const std::string& lines, const std::string& options) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("lines")) << lines;
  return run("/bin/sh",
             {"-c", std::string("'") + RIG + "' play --terminal " + options + " <" + folder.file("lines")});
}

const std::string duo = "--contest icfpt2014 --dut ";

/// How often `part` stands in `text`.
int times(const std::string& part, const std::string& text) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_move_is_played_and_answered_and_a_wrong_one_explained) {
  const Outcome outcome = play("moves 53e\nzzzz\n61a0\n53e0\n", duo + "builtin:blokus");
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "You are first on (5,5);"), outcome.output);
  BOOST_TEST(contains(outcome.output, "2 moves with \"53e\"\n  53e0\n  53e1\n"), outcome.output);
  BOOST_TEST(contains(outcome.output, "zzzz is not legal (malformed): "), outcome.output);
  BOOST_TEST(contains(outcome.output, "61a0 is not legal (start): "), outcome.output);
  BOOST_TEST(contains(outcome.output, "\n1. you played 53e0\n2. builtin:blokus played "), outcome.output);
  BOOST_TEST(contains(outcome.output, "Move 3 is yours; the move is marked *\n"), outcome.output);
}

BOOST_AUTO_TEST_CASE(undo_plays_the_game_again_up_to_the_last_own_move) {
  for (const char* dut : {"builtin:blokus", "rtl:blokus_duo"}) {
    const Outcome outcome = play("undo\n53e0\nundo\n53e1\nundo\nundo\n53e0\n", duo + dut);
    BOOST_TEST(outcome.status == 0, outcome.output);
    BOOST_TEST(times("There is nothing to take back", outcome.output) == 2, outcome.output);
    BOOST_TEST(times("1. you played 53e0\n", outcome.output) == 2, outcome.output);
    BOOST_TEST(times("1. you played 53e1\n", outcome.output) == 1, outcome.output);
    BOOST_TEST(!contains(outcome.output, "the board answered"), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(what_comes_before_an_undone_move_is_made_again_by_both) {
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  const Outcome outcome = play("@0+\nA2/\nundo\nA2\\\nnew\n@0/\nquit\n",
                               "--contest aut-trax --board 8 --dut builtin:trax --record " + record);
  BOOST_TEST(outcome.status == 0, outcome.output);
  const Outcome checked = run(RIG, {"check", record});
  BOOST_TEST(checked.status == 0, checked.output);
  const std::string games = content_of(record);
  BOOST_TEST(contains(games, "\n@0+\n@1+\nA2\\\n"), games);  // A2/ was taken back
  BOOST_TEST(contains(games, "[First \"person\"]\n[Second \"builtin:trax\"]\n"), games);
  BOOST_TEST(contains(games, "[NoResult \"the person gave it up\"]"), games);
  BOOST_TEST(contains(games, "[Game \"2\"]"), games);
  BOOST_TEST(contains(games, "\n@0/\n"), games);
}

BOOST_AUTO_TEST_CASE(the_board_begins_where_the_person_sits_second) {
  const Outcome outcome = play("", duo + "builtin:blokus --seat 3");
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "\n1. builtin:blokus played "), outcome.output);
  const Outcome seat = play("", duo + "builtin:blokus --seat 5");
  BOOST_TEST(seat.status == 2);
  BOOST_TEST(contains(seat.output, "--seat 5: icfpt2014 has the seats 1 to 4."), seat.output);
}

BOOST_AUTO_TEST_CASE(a_board_that_breaks_a_rule_loses_and_a_new_game_can_begin) {
  const Outcome outcome =
      play("53e0\nmoves\nundo\n53e0\nnew\n53e0\nquit\n", duo + "'builtin:blokus?fault=wrong-start'");
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(times("The game is over: you won, illegal move", outcome.output) == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "The game is over: found \"moves\", allowed are undo, new, quit.\n"),
             outcome.output);
}

BOOST_AUTO_TEST_CASE(over_files_too) {
  const Outcome outcome =
      play("pattern19() ^ 5-5\nundo\npattern19() ^ 5-5\n", "--contest course --dut builtin:blokus");
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(times("2. builtin:blokus played pattern", outcome.output) == 2, outcome.output);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_reached_or_written_is_refused) {
  BOOST_TEST(play("", duo + "exec:/nowhere").status == 3);
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  std::ofstream(record) << "something\n";
  const Outcome there = play("", duo + "builtin:blokus --record " + record);
  BOOST_TEST(there.status == 2);
  BOOST_TEST(contains(there.output, "is there already"), there.output);
  BOOST_TEST(content_of(record) == "something\n");
}

/// `rig talk` as a user has it: lines from a pipe, to a player, to a program, to a simulated design.

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/text.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

/// What comes of these lines; with what comes behind `rig talk`.
Outcome talk(const std::string& lines, const std::string& options) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("lines")) << lines;
  return run("/bin/sh", {"-c", std::string("'") + RIG + "' talk " + options + " <" + folder.file("lines")});
}

const std::string duo = "--contest icfpt2014 --dut ";

}  // namespace

BOOST_AUTO_TEST_CASE(each_byte_comes_with_its_time_and_the_reply_is_judged) {
  const Outcome outcome = talk("hello\nfirst 5\nend\n", duo + "builtin:blokus");
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output,
                      "> hello\n  sent      30  \"0\"  the request 0, in 86.8 us\n  came      31  "
                      "\"1\"    +2.000 ms to +2.087 ms\n"),
             outcome.output);
  BOOST_TEST(
      contains(outcome.output, "  reply     a team code, \"RD\", after 2.26 ms; allowed are 1 s: in time\n"),
      outcome.output);
  BOOST_TEST(contains(outcome.output, "the request 2X"), outcome.output);
  BOOST_TEST(contains(outcome.output, "  reply     silence for 250 ms, as it must be\n"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_reply_that_does_not_parse_is_explained_by_its_byte) {
  const Outcome outcome = talk("hello\n", duo + "'builtin:blokus?fault=wrong-digit'");
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "  reply     not a team code: byte 1 is "), outcome.output);
}

BOOST_AUTO_TEST_CASE(bytes_are_sent_as_they_are_and_judged_where_they_are_a_request) {
  const Outcome outcome = talk("bytes \\x30\n\"zz\"\n", duo + "builtin:blokus");
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "  reply     a team code, \"RD\""), outcome.output);
  BOOST_TEST(
      contains(outcome.output, "  sent      7a 7a  \"zz\", in 174 us\n  reply     nothing within 1 s\n"),
      outcome.output);
}

BOOST_AUTO_TEST_CASE(a_design_has_a_wire_with_edges_glitches_and_a_rate) {
  const Outcome outcome = talk("hello\nglitch 3us\nrate +2%\nhello\nreset\nhello\n", duo + "rtl:blokus_duo");
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "  edges     low +"), outcome.output);
  BOOST_TEST(contains(outcome.output, "  glitch    low for 3.00 us\n  reply     nothing within 50 ms\n"),
             outcome.output);
  BOOST_TEST(contains(outcome.output, "in 85.1 us\n"),
             outcome.output);  // the second handshake, a little faster
  BOOST_TEST(outcome.output.rfind("in 86.8 us\n") > outcome.output.find("a new model"), outcome.output);
}

BOOST_AUTO_TEST_CASE(what_is_no_byte_is_printed_where_it_came) {
  const Outcome outcome = talk("hello\n", duo + "'rtl:blokus_duo?fault=no-stop-bit'");
  BOOST_TEST(outcome.status == 0, outcome.output);
  const std::size_t error =
      outcome.output.find("  no byte   a stop bit was low, with the data 31  \"1\", +0.088 ms\n");
  BOOST_TEST(error < outcome.output.find("  came      "), outcome.output);
}

BOOST_AUTO_TEST_CASE(what_was_done_is_saved_and_can_be_repeated) {
  const TemporaryFolder folder;
  const std::string file = folder.file("saved");
  const std::string program = duo + "'exec:" + BLOKUS_PLAYER + " --stdio'";
  const Outcome first =
      talk("# a comment\nhello\nhelp\n\nfirst a\nhistory\nreset\nhello\nsave " + file + "\n", program);
  BOOST_TEST(first.status == 0, first.output);
  BOOST_TEST(contains(first.output, "     1  hello                a team code, \"RD\", after "),
             first.output);
  const std::string saved = content_of(file);
  BOOST_TEST(saved.ends_with("\nhello\nfirst a\nreset\nhello\n"), saved);
  const Outcome again = run("/bin/sh", {"-c", std::string("'") + RIG + "' talk " + program + " <" + file});
  BOOST_TEST(again.status == 0, again.output);
  BOOST_TEST(contains(again.output, "> reset\n  reset     killed and started again\n> hello\n"),
             again.output);
  const Outcome over = talk("save " + file, duo + "builtin:blokus");
  BOOST_TEST(over.status == 2);
  BOOST_TEST(contains(over.output, "save: " + file + " is there already"), over.output);
  BOOST_TEST(content_of(file) == saved);
}

BOOST_AUTO_TEST_CASE(a_wrong_line_ends_it_with_its_number) {
  const Outcome unknown = talk("hello\n\nhelo\nend\n", duo + "builtin:blokus");
  BOOST_TEST(unknown.status == 2);
  BOOST_TEST(
      contains(unknown.output, "rig: Standard input, line 3: Unknown word \"helo\". Did you mean \"hello\"?"),
      unknown.output);
  BOOST_TEST(!contains(unknown.output, "> end"), unknown.output);
  const Outcome wireless = talk("glitch 3us\n", duo + "builtin:blokus");
  BOOST_TEST(wireless.status == 2);
  BOOST_TEST(contains(wireless.output, "line 1: builtin:blokus has no wire to disturb"), wireless.output);
}

BOOST_AUTO_TEST_CASE(a_program_that_has_gone_is_reported_and_one_that_does_not_start_is_status_3) {
  const Outcome gone = talk("hello\n", duo + "exec:/bin/true");
  BOOST_TEST(gone.status == 0, gone.output);
  BOOST_TEST(contains(gone.output, "  reply     not a team code: it hung up, exited with status 0\n"),
             gone.output);
  BOOST_TEST(talk("hello\n", duo + "exec:/nowhere").status == 3);
}

BOOST_AUTO_TEST_CASE(over_files_a_game_begins_before_a_move_is_asked_for) {
  const std::string course = "--contest course --dut builtin:blokus";
  const Outcome early = talk("move\n", course);
  BOOST_TEST(early.status == 2);
  BOOST_TEST(contains(early.output, "line 1: Over files a game has to begin"), early.output);
  const Outcome begun = talk("first\n", course);
  BOOST_TEST(begun.status == 0, begun.output);
  BOOST_TEST(contains(begun.output, "  reply     a move, \"pattern"), begun.output);
}

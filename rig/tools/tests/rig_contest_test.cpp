/// A contest in a file, as its organiser meets it: written, printed, certified, replayed without the file.

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

/// Moves may take two seconds, and the line is slow.
const std::string slow_text =
    "name = \"slow\"\ntitle = \"Slow\"\ninherits = \"icfpt2014\"\nbit-rate = 9600\n[limits]\nmove = 2\n";

}  // namespace

BOOST_AUTO_TEST_CASE(a_new_file_is_written_once_and_comes_to_what_it_inherits) {
  const TemporaryFolder folder;
  const std::string file = folder.file("mine.toml");
  const Outcome written = run(RIG, {"contest", "--new", "mine", "--like", "icfpt2014", "--output", file});
  BOOST_TEST(written.status == 0, written.output);
  const std::string text = content_of(file);
  BOOST_TEST(contains(text, "inherits = \"icfpt2014\""));
  BOOST_TEST(contains(text, "\n# bit-rate = 115200\n"));
  const Outcome again = run(RIG, {"contest", "--new", "mine", "--like", "icfpt2014", "--output", file});
  BOOST_TEST(again.status == 2);
  BOOST_TEST(contains(again.output, "is there already"), again.output);
  BOOST_TEST(content_of(file) == text);
  const Outcome printed = run(RIG, {"contest", file});
  BOOST_TEST(printed.status == 0, printed.output);
  BOOST_TEST(contains(printed.output, "\nbit-rate = 115200\n"), printed.output);
  BOOST_TEST(!contains(printed.output, "# inherited: 115200"), printed.output);
}

BOOST_AUTO_TEST_CASE(what_differs_is_printed_beside_what_was_inherited) {
  const TemporaryFolder folder;
  write(folder.file("slow.toml"), slow_text);
  const Outcome printed = run(RIG, {"contest", folder.file("slow.toml")});
  BOOST_TEST(printed.status == 0, printed.output);
  BOOST_TEST(contains(printed.output, "bit-rate = 9600  # inherited: 115200"), printed.output);
  BOOST_TEST(contains(printed.output, "move = 2  # inherited: 1"), printed.output);
  BOOST_TEST(contains(printed.output, "rtl:blokus_duo does not speak slow"), printed.output);
}

BOOST_AUTO_TEST_CASE(a_broken_file_ends_every_program_with_status_2_file_line_and_key) {
  const TemporaryFolder folder;
  const std::string file = folder.file("broken.toml");
  write(file, slow_text + "moves = 3\n");
  for (const Outcome& outcome :
       {run(RIG, {"contest", file}), run(RIG, {"check", "--contest", file, "53e0"}),
        run(CERTIFY, {"--contest", file, "--dut", "builtin:blokus", "--reports", ""}),
        run(BLOKUS_PLAYER, {"--contest", file, "--stdio"})}) {
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, file + ", line 7: Unknown key \"limits.moves\""), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_run_is_certified_and_replays_without_the_file) {
  const TemporaryFolder folder;
  const std::string file = folder.file("slow.toml");
  write(file, slow_text);
  const Outcome certified =
      run(CERTIFY, {"--contest", file, "--dut", "builtin:blokus", "--seed", "7", "--quiet", "--reports",
                    folder.file("reports"), "--filter", "Handshake.*,FirstMove.*"});
  BOOST_TEST(contains(certified.output, "partial"), certified.output);
  std::filesystem::remove(file);
  const std::string reports = folder.file("reports/slow_builtin-blokus");
  const Outcome replayed =
      run(CERTIFY, {"--dut", "transcript:" + reports + "/transcript.jsonl", "--quiet", "--reports", ""});
  BOOST_TEST(replayed.status == certified.status, replayed.output);
  BOOST_TEST(contains(content_of(reports + "/report.json"), "\"contest\""));
  BOOST_TEST(contains(content_of(reports + "/transcript.jsonl"), "contest-text"));
}

BOOST_AUTO_TEST_CASE(a_design_that_does_not_speak_it_is_refused_with_a_sentence) {
  const TemporaryFolder folder;
  write(folder.file("slow.toml"), slow_text);
  const Outcome outcome =
      run(CERTIFY, {"--contest", folder.file("slow.toml"), "--dut", "rtl:blokus_duo", "--reports", ""});
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output,
                      "does not speak slow: its description speaks icfpt2014, and slow differs in "
                      "bit-rate, limits.move."),
             outcome.output);
}

BOOST_AUTO_TEST_CASE(a_game_of_it_is_played_and_its_record_checked) {
  const TemporaryFolder folder;
  const std::string file = folder.file("slow.toml");
  write(file, slow_text);
  const std::string record = folder.file("games.jsonl");
  const Outcome played = run(RIG, {"match", "--contest", file, "--first", "builtin:blokus", "--second",
                                   "opponent:random", "--record", record});
  BOOST_TEST(played.status == 0, played.output);
  const Outcome checked = run(RIG, {"check", "--contest", file, record});
  BOOST_TEST(checked.status == 0, checked.output);
}

BOOST_AUTO_TEST_CASE(cases_about_the_end_of_a_game_are_not_applicable_where_no_request_tells_it) {
  const TemporaryFolder folder;
  const std::string file = folder.file("endless.toml");
  write(file,
        "name = \"endless\"\ntitle = \"Endless\"\ninherits = \"icfpt2014\"\n[four-letters]\nend = \"\"\n");
  const Outcome outcome = run(CERTIFY, {"--contest", file, "--dut", "builtin:blokus", "--reports", "",
                                        "--filter", "Spacing.EndAndHelloGlued"});
  BOOST_TEST(contains(outcome.output, "no request of this contest says"), outcome.output);
  BOOST_TEST(!contains(outcome.output, "error"), outcome.output);
}

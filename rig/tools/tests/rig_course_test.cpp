/// The lab tools on games of the course, their step logs, and games that are converted from contest to
/// contest.

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <sstream>
#include <utility>

#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/said.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tools/tests/rig_tool_fixtures.hpp"

using rig::contains;
using namespace conformance::testing_programs;

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

/// `rig convert` of this text, which lies in a file whose path is written FILE.
Outcome converted(const std::string& from, const std::string& to, const std::string& text) {
  TemporaryFolder folder;
  const std::string file = folder.file("game.txt");
  std::ofstream(file, std::ios::binary) << text;
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
  ended_saying(of_course("moves", {"pattern19() ^ 5-5", "pattern19() ^ 5-5"}), 2,
               "Ply 2, pattern19() ^ 5-5: illegal (occupied): square 5-5 is occupied.");
  BOOST_TEST(contains(of_course("check", {"--first", "Blue"}).output, "--first is not allowed here."));
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
    ended_saying(of_course("check", {"--set", setting, "PASS"}), 2, message);
  }
  ended_saying(run(RIG, {"show", "--contest", "icfpt2014", "--set", "tie=draw"}), 2,
               "icfpt2014 leaves nothing to the host by name");
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
  ended_saying(run(RIG, {"check", "--contest", "course", write("1 = R ^ pattern19() ^ 5-5\n3 = B ^ PASS")}),
               2, "StepLog.txt: line 2 is ");
}

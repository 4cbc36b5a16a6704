/// The console's lines for cases, and what it tells of a run when all have ended.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rig/base/visible.hpp"
#include "rig/report/board.hpp"
#include "rig/report/console/console.hpp"
#include "rig/report/tests/console_fixtures.hpp"
#include "rig/report/tests/sample_runs.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace {

std::string line_of(const CaseRecord& record, ConsoleOptions options = {}) {
  std::ostringstream out;
  Console(out, std::move(options)).case_ended(record);
  return out.str();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(console_lines)

BOOST_AUTO_TEST_CASE(tell_mark_id_title_and_latency_in_80_columns) {
  const std::string line = line_of(a_handshake(Verdict::pass));
  BOOST_TEST(line == "✓ Handshake.AnswersWithTeamCode    answers \"0\" with its team code  3.70 ms / 1 s\n");
  BOOST_TEST(columns(line) == 81U);  // and the newline
}

BOOST_AUTO_TEST_CASE(name_the_requirements_where_there_is_room) {
  BOOST_TEST(contains(line_of(a_handshake(Verdict::pass), {.width = 120}), "its team code  [INIT-1]"));
}

BOOST_AUTO_TEST_CASE(have_a_mark_for_each_verdict) {
  BOOST_TEST(line_of(a_handshake(Verdict::pass)).starts_with("✓ Handshake"));
  BOOST_TEST(line_of(a_handshake(Verdict::fail)).starts_with("✗ Handshake"));
  BOOST_TEST(line_of(a_handshake(Verdict::inconclusive)).starts_with("? Handshake"));
  BOOST_TEST(line_of(a_handshake(Verdict::error)).starts_with("! Handshake"));
  BOOST_TEST(line_of(a_handshake(Verdict::not_applicable)).starts_with("– Handshake"));
  BOOST_TEST(line_of(a_handshake(Verdict::not_run)).starts_with("· Handshake"));
}

BOOST_AUTO_TEST_CASE(say_at_once_what_went_wrong) {
  CaseRecord failed = a_handshake(Verdict::fail);
  failed.reason.clear();
  failed.findings = {{Verdict::inconclusive, "INIT-1", "the lesser one", {}},
                     {Verdict::fail, "INIT-1", "the worse one", {}}};
  const std::vector<std::string> lines = lines_of(line_of(failed));
  BOOST_REQUIRE(lines.size() == 2U);
  BOOST_TEST(lines[1] == "    the worse one");
}

BOOST_AUTO_TEST_CASE(show_the_latency_that_came_nearest_to_its_deadline) {
  CaseRecord one = a_handshake(Verdict::pass);
  one.samples.push_back({"4XXXX", std::chrono::seconds(10), {Duration(0), std::chrono::milliseconds(20)}});
  BOOST_TEST(contains(line_of(one), "3.70 ms / 1 s"));
  one.samples.push_back(
      {"4XXXX", std::chrono::milliseconds(30), {Duration(0), std::chrono::milliseconds(20)}});
  BOOST_TEST(contains(line_of(one), "20.0 ms / 30 ms"));
}

BOOST_AUTO_TEST_CASE(never_exceed_the_width) {
  for (const std::size_t width : {40U, 60U, 80U, 132U}) {
    for (const auto& [name, run] : samples::all_runs()) {
      for (const CaseRecord& one : run.cases) {
        for (const std::string& line : lines_of(line_of(one, {.width = width}))) {
          BOOST_TEST(columns(line) <= width, name << ": " << line);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(keep_an_id_whole_rather_than_a_title) {
  CaseRecord one = a_handshake(Verdict::pass);
  one.id = "Deadlines.AVeryLongNameThatLeavesNoRoomForAnyTitleAtAll";
  BOOST_TEST(contains(line_of(one), one.id));
  BOOST_TEST(contains(line_of(one), "3.70 ms / 1 s"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(console)

BOOST_AUTO_TEST_CASE(shows_a_failing_run_as_the_golden_text_does) {
  std::ifstream file("rig/report/tests/golden/console_failing.txt");
  BOOST_REQUIRE_MESSAGE(file, "run this from the top of the source tree");
  const std::vector<std::string> expected = lines_of({std::istreambuf_iterator<char>(file), {}});
  const std::vector<std::string> seen = lines_of(shown(samples::failing_run()));
  for (std::size_t i = 0; i < std::min(expected.size(), seen.size()); ++i) {
    BOOST_TEST(seen[i] == expected[i], "line " << i + 1 << ":\n"
                                               << seen[i] << "\ninstead of\n"
                                               << expected[i]);
  }
  BOOST_TEST(seen.size() == expected.size(), "write_sample_reports FOLDER writes failing.txt anew");
}

BOOST_AUTO_TEST_CASE(folds_a_field_of_cells_that_is_too_wide) {
  RunRecord run = samples::failing_run();
  for (int i = 0; i < 20; ++i) {
    run.cases[5].shmoo->columns.push_back(std::to_string(i));
    for (std::string& row : run.cases[5].shmoo->cells) row += Shmoo::answered;
  }
  RunRecord good = samples::certified_run();
  good.cases.front().shmoo = run.cases[5].shmoo;
  const std::string text = shown(good, {.width = 40});
  const std::string field =
      text.substr(text.find("Measurements"), text.find("Requirements") - text.find("Meas"));
  std::size_t answered = 0;
  for (std::size_t at = field.find("■"); at != std::string::npos; at = field.find("■", at + 1)) ++answered;
  BOOST_TEST(answered == 4U + 3U + 2U + 3U * 20U + 1U);  // and one in the legend
  for (const std::string& line : lines_of(field)) BOOST_TEST(columns(line) <= 40U, line);
}

BOOST_AUTO_TEST_CASE(ends_with_the_headline) {
  for (const auto& [name, run] : samples::all_runs()) {
    for (const bool quiet : {false, true}) {
      const std::string text = shown(run, {.quiet = quiet});
      if (run.gate) {  // what it says comes after
        BOOST_TEST(contains(text, "\n" + headline(run) + "\ngate failed: "), name);
      } else {
        BOOST_TEST(lines_of(text).back() == headline(run), name);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(tells_causes_the_likely_one_first_with_the_command_that_runs_its_case_again) {
  const std::string text = shown(samples::failing_run());
  std::size_t at = text.find("What went wrong");
  BOOST_REQUIRE(at != std::string::npos);
  for (const std::string_view expected :
       {"✗ ICFPT14-MOVE-2: ", "--filter Moves.", "✗ ICFPT14-MOVE-5: ", "--filter Deadlines.",
        "! the adapter vanished", "? ICFPT14-PASS-1: ", "✗ ICFPT14-WIRE-4: "}) {
    const std::size_t next = text.find(expected, at);
    BOOST_REQUIRE_MESSAGE(next != std::string::npos, expected);
    at = next;
  }
}

BOOST_AUTO_TEST_CASE(marks_a_case_that_passed_with_a_remark) {
  RunRecord run = samples::certified_run();
  BOOST_TEST(!contains(shown(run), "remark"));
  for (CaseRecord* one : {&run.cases.front(), &run.cases.back()})
    one->findings.push_back({Verdict::fail, "LESSER-1", "it hums while it thinks", {}});
  const std::string whole = shown(run);
  BOOST_TEST(contains(whole, "~ Handshake.AnswersWithTeamCode"), whole);
  const std::string remark = "    remark: LESSER-1: it hums while it thinks\n";
  BOOST_TEST(contains(whole, remark), whole);
  BOOST_TEST(whole.find(remark) == whole.rfind(remark), whole);  // once is enough
  BOOST_TEST(contains(whole, "  ✗ LESSER-1: it hums while it thinks\n"), whole);
}

BOOST_AUTO_TEST_CASE(tells_the_same_wrong_of_several_cases_once) {
  CaseRecord first = a_handshake(Verdict::fail);
  first.findings = {{Verdict::fail, "INIT-1", "\"0\" was answered after 1.02 s", {}}};
  CaseRecord second = a_handshake(Verdict::fail);
  second.id = "Handshake.AnswersEachTime";
  second.findings = {{Verdict::fail, "INIT-1", "\"2X\" was answered after 1.04 s", {}}};
  std::ostringstream out;
  Console console(out);
  console.case_ended(first);
  console.case_ended(second);
  BOOST_TEST(contains(out.str(), "    \"0\" was answered after 1.02 s\n✗ "), out.str());
  BOOST_TEST(!contains(out.str(), "1.04 s"), out.str());
  second.findings[0].requirement = "INIT-2";
  console.case_ended(second);
  BOOST_TEST(contains(out.str(), "    \"2X\" was answered after 1.04 s\n"), out.str());
}

/// A run of failing cases: so many with one cause each, and each cause seen in so many cases.
RunRecord run_with_causes(int causes, int cases_of_each) {
  RunRecord run;
  for (int i = 0; i < causes; ++i) {
    RequirementRecord& requirement = run.requirements.emplace_back();
    requirement.id = "REQ-" + std::to_string(i);
    requirement.text = "a clause";
    for (int j = 0; j < cases_of_each; ++j) {
      CaseRecord one = samples::failing_run().cases[1];
      one.id = "Group." + std::string(1, static_cast<char>('A' + i)) + std::to_string(j);
      one.findings[0].requirement = "REQ-" + std::to_string(i);
      one.again = "certify --filter " + one.id;
      run.cases.push_back(one);
    }
  }
  conclude(run);
  return run;
}

BOOST_AUTO_TEST_CASE(tells_a_cause_of_many_cases_once_and_names_some_of_the_others) {
  const std::string text = shown(run_with_causes(1, 12));
  BOOST_TEST(contains(text,
                      "also in 11 cases: Group.A1, Group.A2, Group.A3, Group.A4, Group.A5, Group.A6\n"
                      "    and 5 more\n"),
             text);
  BOOST_TEST(text.find("the move is marked") == text.rfind("the move is marked"), text);
  BOOST_TEST(contains(shown(run_with_causes(1, 2)), "    also in Group.A1\n"));
}

BOOST_AUTO_TEST_CASE(of_a_run_that_failed_is_at_most_120_lines) {
  for (const int causes : {1, 2, 5, 10, 25}) {
    for (const int cases : {1, 2, 5, 10, 45}) {
      if (causes * cases + causes > 60) continue;
      const std::string text = shown(run_with_causes(causes, cases));
      BOOST_TEST(lines_of(text).size() <= 120U,
                 causes << " causes in " << cases << " cases: " << lines_of(text).size());
      BOOST_TEST(contains(text, "again: certify --filter Group.A0\n"));  // the first in full
    }
  }
  BOOST_TEST(contains(shown(run_with_causes(25, 1)), " more\n"));
}

BOOST_AUTO_TEST_CASE(shows_the_part_of_a_board_around_the_move_where_the_whole_would_take_too_many_lines) {
  RunRecord run = samples::trax_run();
  const CaseRecord failed = run.cases[1];
  run.cases.assign(60, a_handshake(Verdict::pass));
  run.cases.push_back(failed);
  run.cases.back().findings.resize(1);
  const std::vector<std::string> lines = lines_of(shown(run));
  BOOST_TEST(lines.size() <= 120U, lines.size());
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  BOOST_TEST(contains(text, "[ . ]"), text);
  BOOST_TEST(contains(text, "    @    A    B "), text);
  BOOST_TEST(!contains(shown(samples::trax_run()), "the whole board is in the report"));
}

BOOST_AUTO_TEST_CASE(shows_where_in_the_life_of_a_dut_a_cause_was_seen_and_how_to_come_there) {
  RunRecord run = run_with_causes(1, 1);
  Finding& finding = run.cases[0].findings[0];
  finding.scene.emplace();
  finding.scene->game = 3;
  finding.scene->seat = "first on (5,5)";
  for (int i = 0; i < 30; ++i) finding.scene->moves.push_back("44d" + std::to_string(i % 8));
  finding.scene->check = "rig check --contest icfpt2014 --first 5 44d0";
  finding.scene->commands = {"./player Red BlokusBoard.txt"};
  finding.scene->folder = "reports/x/kept/7";
  finding.hints = {"legal with rows and columns swapped"};
  const std::string text = shown(run);
  for (const std::string_view expected :
       {"    in        Group.A0, game 3 since power-on, first on (5,5)\n", "    moves     44d0 44d1 ",
        "\n              44d", "    check: rig check --contest icfpt2014 --first 5 44d0\n",
        "    started: ./player Red BlokusBoard.txt\n", "    kept in   reports/x/kept/7\n",
        "    hint: legal with rows and columns swapped\n"}) {
    BOOST_TEST(contains(text, expected), expected << text);
  }
  for (int i = 0; i < 1500; ++i) finding.scene->moves.push_back("AB12+");
  finding.scene->check = std::string(9000, 'x');
  const std::string of_a_long_game = shown(run);
  BOOST_TEST(contains(of_a_long_game, "    moves     (1470 before these: see the report) AB12+ "),
             of_a_long_game);
  BOOST_TEST(contains(of_a_long_game, "    check     too long for a line"), of_a_long_game);
  BOOST_TEST(lines_of(of_a_long_game).size() <= 120U);
}

BOOST_AUTO_TEST_CASE(counts_what_held_where_something_went_wrong) {
  const std::string text = shown(samples::failing_run());
  BOOST_TEST(contains(text, "  ✓ 2X  4 replies  p50 ≤ 5.62 ms  p99 ≤ 15.4 ms  max 15.4 ms / 1 s\n"), text);
  BOOST_TEST(contains(text, "  ✗ 4XXXX  125 replies"), text);
  BOOST_TEST(contains(text, "beyond 100 s │"), text);  // late: drawn
  BOOST_TEST(contains(text, "others: 1 pass, 1 not testable\n"), text);
  BOOST_TEST(!contains(text, "gaps between bytes"), text);
  BOOST_TEST(contains(text, "✗ bit rate of the board"), text);
}

BOOST_AUTO_TEST_CASE(says_what_coverage_does_not_count_of_vhdl) {
  RunRecord run = samples::full_run();
  BOOST_REQUIRE(run.rtl_coverage);
  const std::string sentence = "  VHDL: its ports, signals and variables are counted";
  BOOST_TEST(!contains(shown(run), sentence));
  run.link_facts["ghdl"] = "GHDL 2.0.0";
  BOOST_TEST(contains(shown(run), sentence), shown(run));
}

BOOST_AUTO_TEST_CASE(names_the_reports_above_the_headline) {
  std::ostringstream out;
  Console(out).summary(samples::failing_run(), {"reports/x/report.html"});
  BOOST_TEST(contains(out.str(), "  report    reports/x/report.html\n"), out.str());
  BOOST_TEST(lines_of(out.str()).back() == "not conformant");
}

BOOST_AUTO_TEST_CASE(is_quiet_about_what_went_well) {
  BOOST_TEST(shown(samples::certified_run(), {.quiet = true}) == "certified\n");
  RunRecord remarkable = samples::certified_run();
  remarkable.cases.front().findings.push_back({Verdict::fail, "LESSER-1", "it hums", {}});
  BOOST_TEST(shown(remarkable, {.quiet = true}) == "certified\n");
}

BOOST_AUTO_TEST_CASE(tells_quietly_each_case_that_failed_in_one_line_with_the_command_that_runs_it_again) {
  std::ostringstream out;
  Console console(out, {.quiet = true});
  const RunRecord run = samples::failing_run();
  console.begin(run, run.cases.size());
  for (const CaseRecord& one : run.cases) console.case_ended(one);
  console.summary(run, {"report.html"});
  const std::vector<std::string> lines = lines_of(out.str());
  BOOST_REQUIRE(lines.size() == 7U);
  BOOST_TEST(
      lines[0] ==
      "✗ Moves.AreLegalInWholeGames  ICFPT14-MOVE-2: game 3, move 17: 76d0 covers squares that are taken"
      "  again: certify --contest icfpt2014 --dut serial:/dev/ttyUSB0 --seed 42 --filter "
      "Moves.AreLegalInWholeGames");
  BOOST_TEST(lines[2].starts_with("? Pass.OnlyWhenNothingFits  ICFPT14-PASS-1: "), lines[2]);
  BOOST_TEST(lines[3].starts_with("! Reset.ComesBackAfterPowerOn  the adapter vanished: "), lines[3]);
  BOOST_TEST(lines[5] == "not conformant");
  BOOST_TEST(lines[6] == "  report  report.html");
}

BOOST_AUTO_TEST_CASE(is_as_wide_as_COLUMNS_says_or_80_where_there_is_no_terminal) {
  for (const auto& [said, width] :
       {std::pair{"120", 121U}, {"", 81U}, {"many", 81U}, {"-5", 81U}, {"3", 41U}}) {
    ::setenv("COLUMNS", said, 1);
    BOOST_TEST(columns(line_of(a_handshake(Verdict::pass))) == width, said);
  }
  ::unsetenv("COLUMNS");
  BOOST_TEST(columns(line_of(a_handshake(Verdict::pass))) == 81U);
}

BOOST_AUTO_TEST_CASE(breaks_no_word_however_wide) {
  RunRecord run = samples::failing_run();
  run.dut = "exec:";
  for (int i = 0; i < 150; ++i) run.dut += "é";
  BOOST_TEST(contains(shown(run), run.dut));
}

BOOST_AUTO_TEST_CASE(marks_a_deadline_that_lies_within_a_row) {
  RunRecord run = samples::certified_run();
  for (CaseRecord& one : run.cases) {
    for (Sample& sample : one.samples) sample.deadline = std::chrono::milliseconds(120);
  }
  conclude(run);
  BOOST_TEST(contains(shown(run), "deadline 120 ms ┼┄ within the row above"));
}

BOOST_AUTO_TEST_CASE(draws_at_most_twelve_rows_and_every_reply) {
  RunRecord run;
  CaseRecord one = a_handshake(Verdict::pass);
  one.samples.clear();
  for (Duration time(50); time < std::chrono::seconds(500); time *= 3) {
    one.samples.push_back({"0", std::chrono::seconds(1), {time, time}});
  }
  run.cases = {one};
  conclude(run);
  std::size_t rows = 0;
  std::size_t replies = 0;
  for (const std::string& line : lines_of(shown(run))) {
    if (!contains(line, "│")) continue;
    ++rows;
    replies += std::stoul(line.substr(line.find_last_of(' ')));
  }
  BOOST_TEST(rows <= 14U);  // 12, below, beyond
  BOOST_TEST(replies == one.samples.size());
  BOOST_TEST(contains(shown(run), "overflow 1"));
  BOOST_TEST(contains(shown(run), "underflow 1"));
}

BOOST_AUTO_TEST_CASE(ends_no_line_with_a_blank) {
  for (const auto& [name, run] : samples::all_runs()) {
    for (const std::string& line : lines_of(shown(run)))
      BOOST_TEST(!line.ends_with(' '), name << ": " << line);
  }
}

BOOST_AUTO_TEST_CASE(shows_boards_of_tiles_unbroken_within_80_columns) {
  const RunRecord run = samples::trax_run();
  const std::string page = shown(run);
  std::size_t boards = 0;
  for (const Finding& finding : run.cases[1].findings) {
    if (!finding.board) continue;
    ++boards;
    for (const std::string& line : lines_of(*finding.board)) {
      BOOST_TEST(line.size() <= 72U, line);  // such lines are indented
      BOOST_TEST(contains(page, (line.empty() ? "" : "    ") + line + '\n'), line);
    }
  }
  BOOST_TEST(boards == 3U);
  BOOST_TEST(contains(page, "ply 9, White; o white, # red, [ ] the move\n"));
}

BOOST_AUTO_TEST_CASE(begins_with_the_name_of_the_team_and_the_label) {
  RunRecord run;
  run.team_name = "Rook\x1b";
  run.label = "rev B";
  const std::string text = shown(run);
  BOOST_TEST(contains(text, "team   Rook\\x1b\n"), text);
  BOOST_TEST(contains(text, "rev B\n"), text);
  BOOST_TEST(!contains(shown(RunRecord{}), "team"));
  BOOST_TEST(!contains(shown(RunRecord{}), "label"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report

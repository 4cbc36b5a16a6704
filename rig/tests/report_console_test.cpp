#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "rig/report/board.hpp"
#include "rig/report/console.hpp"
#include "rig/report/visible.hpp"
#include "rig/tests/sample_runs.hpp"

namespace rig::report {

namespace {

std::string shown(const RunRecord& run, ConsoleOptions options = {}) {
  std::ostringstream out;
  Console console(out, options);
  console.begin(run, run.cases.size());
  for (const CaseRecord& one : run.cases) console.case_ended(one);
  console.summary(run);
  return out.str();
}

std::string line_of(const CaseRecord& record, ConsoleOptions options = {}) {
  std::ostringstream out;
  Console(out, options).case_ended(record);
  return out.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

CaseRecord a_case(Verdict verdict) {
  CaseRecord one;
  one.id = "Handshake.AnswersWithTeamCode";
  one.title = "answers \"0\" with its team code";
  one.verdict = verdict;
  one.reason = "the reason";
  one.requirements = {{"INIT-1", {1, verdict}}};
  one.samples = {{"0", std::chrono::seconds(1), {Duration(3620000), Duration(3700000)}}};
  return one;
}

/// What a child writes that has a terminal for its standard output.
std::string shown_on_a_terminal(const char* no_color) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    no_color == nullptr ? ::unsetenv("NO_COLOR") : ::setenv("NO_COLOR", no_color, 1);
    Console console(std::cout);
    console.begin(RunRecord{}, 2);
    console.case_ended(a_case(Verdict::pass));
    std::cout.flush();
    ::_exit(0);
  }
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t got = 0; (got = ::read(terminal, piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  ::close(terminal);
  ::waitpid(child, nullptr, 0);
  return text;
}

/// The text without colours; anything else that begins with an escape stays.
std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find_first_not_of("0123456789;", at + 2);
    const bool colour = text.compare(at, 2, "\x1b[") == 0 && end != std::string::npos && text[end] == 'm';
    if (colour) {
      at = end + 1;
    } else {
      plain += text[at++];
    }
  }
  return plain;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(console_lines)

BOOST_AUTO_TEST_CASE(tell_mark_id_title_and_latency_in_80_columns) {
  const std::string line = line_of(a_case(Verdict::pass));
  BOOST_TEST(line == "✓ Handshake.AnswersWithTeamCode    answers \"0\" with its team code  3.70 ms / 1 s\n");
  BOOST_TEST(columns(line) == 81U);  // and the newline
}

BOOST_AUTO_TEST_CASE(name_the_requirements_where_there_is_room) {
  ConsoleOptions wide;
  wide.width = 120;
  BOOST_TEST(contains(line_of(a_case(Verdict::pass), wide), "its team code  [INIT-1]"));
}

BOOST_AUTO_TEST_CASE(have_a_mark_for_each_verdict) {
  BOOST_TEST(line_of(a_case(Verdict::pass)).starts_with("✓ Handshake"));
  BOOST_TEST(line_of(a_case(Verdict::fail)).starts_with("✗ Handshake"));
  BOOST_TEST(line_of(a_case(Verdict::inconclusive)).starts_with("? Handshake"));
  BOOST_TEST(line_of(a_case(Verdict::error)).starts_with("! Handshake"));
  BOOST_TEST(line_of(a_case(Verdict::not_applicable)).starts_with("– Handshake"));
  BOOST_TEST(line_of(a_case(Verdict::not_run)).starts_with("· Handshake"));
}

BOOST_AUTO_TEST_CASE(say_at_once_what_went_wrong) {
  CaseRecord failed = a_case(Verdict::fail);
  failed.reason.clear();
  failed.findings = {{Verdict::inconclusive, "INIT-1", "the lesser one", {}},
                     {Verdict::fail, "INIT-1", "the worse one", {}}};
  const std::vector<std::string> lines = lines_of(line_of(failed));
  BOOST_REQUIRE(lines.size() == 2U);
  BOOST_TEST(lines[1] == "    the worse one");
}

BOOST_AUTO_TEST_CASE(show_the_latency_that_came_nearest_to_its_deadline) {
  CaseRecord one = a_case(Verdict::pass);
  one.samples.push_back({"4XXXX", std::chrono::seconds(10), {Duration(0), std::chrono::milliseconds(20)}});
  BOOST_TEST(contains(line_of(one), "3.70 ms / 1 s"));
  one.samples.push_back(
      {"4XXXX", std::chrono::milliseconds(30), {Duration(0), std::chrono::milliseconds(20)}});
  BOOST_TEST(contains(line_of(one), "20.0 ms / 30 ms"));
}

BOOST_AUTO_TEST_CASE(never_exceed_the_width) {
  for (const std::size_t width : {40U, 60U, 80U, 132U}) {
    ConsoleOptions options;
    options.width = width;
    for (const auto& [name, run] : samples::all_runs()) {
      for (const CaseRecord& one : run.cases) {
        for (const std::string& line : lines_of(line_of(one, options))) {
          BOOST_TEST(columns(line) <= width, name << ": " << line);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(keep_an_id_whole_rather_than_a_title) {
  CaseRecord one = a_case(Verdict::pass);
  one.id = "Deadlines.AVeryLongNameThatLeavesNoRoomForAnyTitleAtAll";
  BOOST_TEST(contains(line_of(one), one.id));
  BOOST_TEST(contains(line_of(one), "3.70 ms / 1 s"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(console)

BOOST_AUTO_TEST_CASE(shows_a_failing_run_as_the_golden_text_does) {
  std::ifstream file("rig/tests/golden/console_failing.txt");
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
  ConsoleOptions narrow;
  narrow.width = 40;
  for (int i = 0; i < 20; ++i) {
    run.cases[5].shmoo->columns.push_back(std::to_string(i));
    for (std::string& row : run.cases[5].shmoo->cells) row += Shmoo::answered;
  }
  const std::string text = shown(run, narrow);
  const std::string field =
      text.substr(text.find("Measurements"), text.find("Requirements") - text.find("Meas"));
  std::size_t answered = 0;
  for (std::size_t at = field.find("■"); at != std::string::npos; at = field.find("■", at + 1)) ++answered;
  BOOST_TEST(answered == 4U + 3U + 2U + 3U * 20U + 1U);  // and one in the legend
  for (const std::string& line : lines_of(field)) BOOST_TEST(columns(line) <= 40U, line);
}

BOOST_AUTO_TEST_CASE(ends_with_the_headline) {
  for (const auto& [name, run] : samples::all_runs()) {
    BOOST_TEST(lines_of(shown(run)).back() == headline(run), name);
    ConsoleOptions quiet;
    quiet.quiet = true;
    BOOST_TEST(lines_of(shown(run, quiet)).back() == headline(run), name);
  }
}

BOOST_AUTO_TEST_CASE(repeats_failures_worst_first_with_the_command_that_runs_them_again) {
  const std::string text = shown(samples::failing_run());
  std::size_t at = text.find("What went wrong");
  BOOST_REQUIRE(at != std::string::npos);
  for (const std::string_view expected : {"✗ Moves.", "--filter Moves.", "✗ Deadlines.",
                                          "--filter Deadlines.", "! Reset.", "? Pass.", "✗ Wire."}) {
    const std::size_t next = text.find(expected, at);
    BOOST_REQUIRE_MESSAGE(next != std::string::npos, expected);
    at = next;
  }
}

BOOST_AUTO_TEST_CASE(tells_of_a_lesser_requirement_that_failed_where_the_case_passed) {
  RunRecord run = samples::certified_run();
  BOOST_TEST(!contains(shown(run), "with a remark"));
  for (CaseRecord* one : {&run.cases.front(), &run.cases.back()})  // once is enough
    one->findings.push_back({Verdict::fail, "LESSER-1", "it hums while it thinks", {}});
  const std::string whole = shown(run);
  BOOST_TEST(contains(whole, "pass, with a remark"), whole);
  BOOST_TEST(contains(whole, "LESSER-1: it hums while it thinks"), whole);
  BOOST_TEST(whole.find("LESSER-1") == whole.rfind("LESSER-1"), whole);
  ConsoleOptions quiet;
  quiet.quiet = true;
  BOOST_TEST(contains(shown(run, quiet), "LESSER-1: it hums while it thinks"), shown(run, quiet));
}

BOOST_AUTO_TEST_CASE(is_quiet_about_what_went_well) {
  ConsoleOptions quiet;
  quiet.quiet = true;
  BOOST_TEST(shown(samples::certified_run(), quiet) == "certified\n");
  const std::string text = shown(samples::failing_run(), quiet);
  BOOST_TEST(contains(text, "Moves.AreLegalInWholeGames"));
  BOOST_TEST(!contains(text, "Handshake.AnswersWithTeamCode"));
}

BOOST_AUTO_TEST_CASE(lets_nothing_from_the_record_reach_the_terminal_as_a_command) {
  ConsoleOptions coloured;
  coloured.colour = When::always;
  for (const std::string& text :
       {shown(samples::hostile_run()), without_colours(shown(samples::hostile_run(), coloured))}) {
    BOOST_TEST(is_utf8(text));
    for (const char one : text) {
      const auto byte = static_cast<unsigned char>(one);
      BOOST_TEST((one == '\n' || (byte >= 0x20 && byte != 0x7f)), static_cast<int>(byte));
    }
  }
}

BOOST_AUTO_TEST_CASE(colours_only_when_told_to_or_on_a_terminal) {
  ConsoleOptions coloured;
  coloured.colour = When::always;
  BOOST_TEST(contains(shown(samples::failing_run(), coloured), "\x1b[31m✗\x1b[0m"));
  BOOST_TEST(without_colours(shown(samples::failing_run(), coloured)) == shown(samples::failing_run()));
  BOOST_TEST(!contains(shown(samples::failing_run()), "\x1b"));
  BOOST_TEST(contains(shown_on_a_terminal(nullptr), "\x1b[32m✓"));
  BOOST_TEST(contains(shown_on_a_terminal(""), "\x1b[32m✓"));
}

BOOST_AUTO_TEST_CASE(heeds_no_color) {
  BOOST_TEST(!contains(shown_on_a_terminal("1"), "\x1b[32m"));
}

BOOST_AUTO_TEST_CASE(shows_progress_only_on_a_terminal_and_erases_it) {
  BOOST_TEST(contains(shown_on_a_terminal(nullptr), "  1 of 2"));
  BOOST_TEST(!contains(shown(samples::certified_run()), " of 5"));
  ConsoleOptions options;
  options.progress = When::always;
  const std::string text = shown(samples::certified_run(), options);
  BOOST_TEST(contains(text, "  0 of 5\r\x1b[K✓ Handshake"));
  BOOST_TEST(contains(text, "  4 of 5\r\x1b[K"));
  BOOST_TEST(!contains(text, "5 of 5"));
}

BOOST_AUTO_TEST_CASE(keeps_every_line_but_commands_to_be_copied_within_the_width) {
  for (const std::size_t width : {60U, 80U, 120U}) {
    ConsoleOptions options;
    options.width = width;
    for (const auto& [name, run] : samples::all_runs()) {
      for (const std::string& line : lines_of(shown(run, options))) {
        const bool fits = columns(line) <= width || line.starts_with("    again: ");
        BOOST_TEST(fits, name << " at " << width << ": " << line);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(breaks_a_word_that_is_wider_than_a_line_and_loses_nothing_of_it) {
  RunRecord run = samples::failing_run();
  run.dut = "exec:";
  for (int i = 0; i < 150; ++i) run.dut += "é";
  std::string text = shown(run);
  std::erase_if(text, [](char one) { return one == '\n' || one == ' '; });
  BOOST_TEST(contains(text, run.dut));
}

BOOST_AUTO_TEST_CASE(estimates_the_time_left_from_the_cases_that_have_ended) {
  const auto progress = [](Duration for_each_case) {
    Duration clock = std::chrono::hours(5);
    ConsoleOptions options;
    options.progress = When::always;
    options.now = [&] { return clock; };
    std::ostringstream out;
    Console console(out, options);
    console.begin(RunRecord{}, 40);
    for (int i = 0; i < 12; ++i) {
      clock += for_each_case;
      console.case_ended(a_case(Verdict::pass));
    }
    const std::string text = out.str();
    return text.substr(text.rfind('\n') + 1);
  };
  using std::chrono::milliseconds;
  BOOST_TEST(progress(milliseconds(10)) == "  12 of 40");
  BOOST_TEST(progress(milliseconds(100)) == "  12 of 40, about 3 s left");
  BOOST_TEST(progress(milliseconds(730)) == "  12 of 40, about 20 s left");
  BOOST_TEST(progress(milliseconds(1950)) == "  12 of 40, about 55 s left");
  BOOST_TEST(progress(milliseconds(2100)) == "  12 of 40, about 1 min left");
  BOOST_TEST(progress(milliseconds(30000)) == "  12 of 40, about 14 min left");
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
  CaseRecord one = a_case(Verdict::pass);
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

BOOST_AUTO_TEST_CASE(shows_boards_of_tiles_unbroken_within_80_columns) {
  const RunRecord run = samples::trax_run();
  const std::string page = shown(run);
  std::size_t boards = 0;
  for (const Finding& finding : run.cases[1].findings) {
    if (!finding.board) continue;
    ++boards;
    for (const std::string& line : lines_of(*finding.board)) {
      BOOST_TEST(line.size() <= 72U, line);  // such lines are indented by 8
      BOOST_TEST(contains(page, (line.empty() ? "" : "        ") + line + '\n'), line);
    }
  }
  BOOST_TEST(boards == 3U);
  BOOST_TEST(contains(page, "ply 9, White; o white, # red, [ ] the move\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report

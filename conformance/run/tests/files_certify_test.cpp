/// certify for the contests that are played over files, as its users run it: the builtin players in virtual
/// time, and the programs that come with the project.

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "conformance/run/tests/real_time.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;
namespace data = boost::unit_test::data;

namespace {

using Words = std::vector<std::string>;

const std::string course_player = std::string("files:") + BLOKUS_COURSE;
const std::string ustc_player = std::string("guifiles:") + BLOKUS_USTC;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Outcome certify(const Words& words) {
  return run(CERTIFY, words + Words{"--reports", "", "--seed", "5"});
}

json report_of(const Words& words, int status) {
  const TemporaryFolder folder;
  const Outcome outcome = certify(words + Words{"--quiet", "--json", folder.file("report.json")});
  BOOST_TEST(outcome.status == status, outcome.output);
  const std::string report = content_of(folder.file("report.json"));
  BOOST_TEST_REQUIRE(!report.empty(), outcome.output);
  return json::parse(report);
}

json verdict_of(const json& report, const std::string& requirement) {
  for (const json& one : report.at("requirements")) {
    if (one.at("id") == requirement) return one.at("verdict");
  }
  return nullptr;
}

void is_refused(const Words& words, const Words& told) {
  const Outcome outcome = certify(words);
  BOOST_TEST(outcome.status == 2, outcome.output);
  for (const std::string& part : told) BOOST_TEST(contains(outcome.output, part), outcome.output);
}

/// A contest with what is said of it, the program that plays it, and a few cases that take seconds.
struct Subject {
  Words words;
  std::string program;
  std::string filter;
};

const std::vector<Subject> subjects = {
    {{"--contest", "course"}, course_player, "FirstMove.*,Files.WhereTheyAreSaidToBe,Pass.IsForGood"},
    {{"--contest", "ustc"}, ustc_player, "FirstMove.WhenItBegins,Messages.KeepTheirForm"},
    {{"--contest", "ustc", "--board", "20"}, ustc_player, "FirstMove.WhenItBegins,Messages.KeepTheirForm"},
    {{"--contest", "ustc", "--set", "starts=figure"},
     ustc_player + " --starts figure",
     "FirstMove.WhenItBegins,FirstMove.WhenItIsSecond"},
};

std::ostream& operator<<(std::ostream& out, const Subject& subject) {
  for (const std::string& word : subject.words) out << word << ' ';
  return out << subject.program;
}

}  // namespace

BOOST_DATA_TEST_CASE(the_builtin_player_is_certified, data::make(subjects), subject) {
  const Outcome outcome = certify(subject.words + Words{"--dut", "builtin:blokus"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "\ncertified: "), outcome.output);
}

BOOST_DATA_TEST_CASE(the_program_passes_in_real_time, data::make(subjects), subject) {
  const TemporaryFolder folder;
  const std::string json_file = folder.file("report.json");
  const auto outcome = told(0, json_file, [&] {
    return certify(subject.words +
                   Words{"--dut", subject.program, "--filter", subject.filter, "--json", json_file});
  });
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(!contains(outcome->output, "not reached"), outcome->output);
}

BOOST_AUTO_TEST_CASE(what_the_contest_leaves_to_its_host_stands_in_the_report) {
  const json report = report_of({"--contest", "course", "--dut", "builtin:blokus", "--set", "tie=draw",
                                 "--filter", "FirstMove.WhenItBegins"},
                                0);
  bool told = false;
  for (const json& one : report.at("settings"))
    told = told || (one.at("name") == "tie" && one.at("value") == "draw");
  BOOST_TEST(told, report.at("settings").dump());
}

BOOST_AUTO_TEST_CASE(a_setting_that_does_not_exist_is_refused_with_those_that_do) {
  const Words course = {"--contest", "course", "--dut", "builtin:blokus", "--set"};
  is_refused(course + Words{"ties=draw"}, {"ties", "tie"});
  is_refused(course + Words{"tie=nobody"}, {"nobody", "second", "draw"});
  is_refused(course + Words{"tie"}, {"--set", "NAME=VALUE"});
  is_refused(course + Words{"time=0"}, {"time"});
  is_refused({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--set", "tie=draw"},
             {"icfpt2014", "tie"});
  is_refused({"--contest", "ustc", "--board", "15", "--dut", "builtin:blokus"}, {"15", "14", "20"});
}

BOOST_AUTO_TEST_CASE(a_dut_that_speaks_in_another_way_is_refused_with_the_one_that_fits) {
  is_refused({"--contest", "course", "--dut", "rtl:blokus_duo"}, {"files:COMMAND"});
  is_refused({"--contest", "course", "--dut", ustc_player}, {"files:COMMAND"});
  is_refused({"--contest", "ustc", "--dut", course_player}, {"guifiles:COMMAND"});
  is_refused({"--contest", "icfpt2014", "--dut", course_player}, {"serial line"});
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_an_error_of_the_run) {
  const Outcome outcome = certify({"--contest", "course", "--dut", "files:/nowhere/at/all"});
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "/nowhere/at/all"), outcome.output);
}

/// A defect that only a process has, and the requirement that it breaks.
struct Defect {
  const char* fault;
  const char* filter;
  const char* requirement;
  int status;
};

const std::vector<Defect> defects = {
    {"leaves-child", "Program.*", "COURSE-PROC-1", 0},
    {"fills-disk", "Program.LeavesNothingRunning", "COURSE-EXIT-2", 1},
    {"crashes-after-writing", "Program.LeavesNothingRunning", "COURSE-EXIT-2", 1},
    {"rewrites-log", "Files.LeavesRecordAlone", "COURSE-LOG-1", 1},
    {"forges-others-left", "Files.LeavesRecordAlone", "COURSE-LEFT-5", 1},
    {"platform-spelling-only", "Files.InBothSpellings,FirstMove.WhenItBegins", "COURSE-LEFT-6", 0},
    {"splits-paths", "Files.WhereTheyAreSaidToBe", "COURSE-ARGS-1", 1},
};

std::ostream& operator<<(std::ostream& out, const Defect& defect) {
  return out << defect.fault;
}

BOOST_DATA_TEST_CASE(a_defect_of_a_process_is_found, data::make(defects), defect) {
  const json report = report_of(
      {"--contest", "course", "--dut", course_player + " --fault " + defect.fault, "--filter", defect.filter},
      defect.status);
  BOOST_TEST(verdict_of(report, defect.requirement) == "fail", report.at("requirements").dump(1));
}

BOOST_AUTO_TEST_CASE(a_program_that_never_ends_is_stopped_and_its_turn_counts_as_a_pass) {
  const json report = report_of({"--contest", "course", "--dut", course_player + " --fault never-ends",
                                 "--filter", "FirstMove.WhenItBegins", "--timeout-scale", "0.2"},
                                3);  // whether it would place rightly was not seen
  BOOST_TEST(verdict_of(report, "COURSE-TIME-1") == "fail", report.at("cases").dump(1));
  BOOST_TEST(verdict_of(report, "COURSE-RULE-3") == "not applicable", report.at("cases").dump(1));
}

/// Each of its turns counts as a pass, which is allowed: but nothing was shown by any of them.
BOOST_AUTO_TEST_CASE(a_program_that_never_writes_anything_passes_no_clause_and_is_not_conformant) {
  const json report = report_of({"--contest", "course", "--dut", "builtin:blokus?fault=never-ends"}, 1);
  for (const json& one : report.at("requirements")) BOOST_TEST(one.at("verdict") != "pass", one.at("id"));
  BOOST_TEST(verdict_of(report, "COURSE-GAME-1") == "fail");
}

/// A player in virtual time, how its whole run ends, and what is said of two clauses.
struct Told {
  const char* contest;
  const char* fault;
  int status;
  const char* requirement;
  const char* other;  ///< a clause that it keeps; empty: none
};
std::ostream& operator<<(std::ostream& out, const Told& told) {
  return out << told.contest << " " << told.fault;
}

const std::vector<Told> unusual = {
    {"course", "text-spelling-only", 0, "COURSE-LEFT-6", "COURSE-GAME-1"},
    {"course", "platform-spelling-only", 0, "COURSE-LEFT-6", "COURSE-GAME-1"},
    {"course", "text-pass-only", 0, "COURSE-LOG-3", "COURSE-LEFT-6"},
    {"course", "pass-rewrites", 0, "COURSE-PASS-6", "COURSE-PASS-2"},
    {"course", "pass-writes", 1, "COURSE-PASS-2", "COURSE-LEFT-5"},
    {"course", "forges-others-left", 1, "COURSE-LEFT-5", "COURSE-LOG-1"},
    {"ustc", "cr-lf", 0, "USTC-MSG-11", "USTC-MSG-1"},
    {"ustc", "doubled-blanks", 1, "USTC-MSG-1", ""},  // no message of its can be read: nothing else is shown
    {"ustc", "late", 0, "USTC-TIME-3", "USTC-GAME-1"},
};

/// Where a text and its host differ, the way of either is right; what neither takes is not.
BOOST_DATA_TEST_CASE(an_unusual_program_is_told_what_binds_it, data::make(unusual), told) {
  const json report = report_of(
      {"--contest", told.contest, "--dut", std::string("builtin:blokus?fault=") + told.fault}, told.status);
  BOOST_TEST(verdict_of(report, told.requirement) == "fail", report.at("requirements").dump(1));
  if (*told.other != '\0')
    BOOST_TEST(verdict_of(report, told.other) == "pass", report.at("requirements").dump(1));
  for (const json& requirement : report.at("requirements")) {
    if (requirement.at("level") != "mandatory" || !requirement.at("testable").get<bool>()) continue;
    const json& verdict = requirement.at("verdict");  // the board of 14 has no colours to name
    if (told.status == 0) BOOST_TEST((verdict == "pass" || verdict == "not applicable"), requirement.dump(1));
  }
}

/// One that is late, never ends, or passes each time has not played, whatever else it did right.
BOOST_DATA_TEST_CASE(a_game_that_was_given_away_does_not_show_that_both_colours_are_played,
                     data::make({"late", "never-ends", "passes-early"}), fault) {
  const TemporaryFolder folder;
  const Outcome outcome =
      certify({"--contest", "course", "--dut", std::string("builtin:blokus?fault=") + fault, "--filter",
               "Checkpoint.BothColours", "--quiet", "--json", folder.file("report.json")});
  const json report = json::parse(content_of(folder.file("report.json")));
  BOOST_TEST(verdict_of(report, "COURSE-CHECK-1") != "pass", outcome.output);
}

BOOST_AUTO_TEST_CASE(a_player_that_writes_no_message_keeps_no_clause_about_messages) {
  const json silent = report_of({"--contest", "ustc", "--dut", "builtin:blokus?fault=no-move"}, 1);
  for (const char* id :
       {"USTC-MSG-1", "USTC-MSG-2", "USTC-MSG-5", "USTC-MSG-8", "USTC-MSG-11", "USTC-PROC-1", "USTC-GAME-1"})
    BOOST_TEST(verdict_of(silent, id) != "pass", id);
}

BOOST_AUTO_TEST_CASE(a_write_protected_record_cannot_be_written_even_by_root) {
  const json report =
      report_of({"--contest", "course", "--dut", course_player + " --fault opens-log-to-write", "--filter",
                 "Files.WriteProtected,FirstMove.WhenItBegins"},
                1);  // it crashes; where it may open the record for writing it plays on
  BOOST_TEST(verdict_of(report, "COURSE-LOG-2") == "fail", report.at("cases").dump(1));
  BOOST_TEST(verdict_of(report, "COURSE-RULE-3") == "pass", report.at("cases").dump(1));
}

BOOST_AUTO_TEST_CASE(nothing_is_left_of_a_run) {
  const TemporaryFolder folder;
  const Outcome outcome = run(CERTIFY,
                              {"--contest", "course", "--dut", course_player + " --fault leaves-child",
                               "--filter", "FirstMove.WhenItBegins", "--reports", ""},
                              {"TMPDIR=" + folder.file("")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(std::filesystem::is_empty(folder.file("")));
}

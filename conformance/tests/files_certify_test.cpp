/// certify for the contests that are played over files, as its users run it: the builtin players in virtual
/// time, and the programs that come with the project.

#define BOOST_TEST_MODULE files_certify
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "conformance/tests/real_time.hpp"

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

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
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
  BOOST_TEST(contains(outcome.output, "\ncertified\n"), outcome.output);
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
  BOOST_TEST(verdict_of(report, "COURSE-RULE-3") == "inconclusive", report.at("cases").dump(1));
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

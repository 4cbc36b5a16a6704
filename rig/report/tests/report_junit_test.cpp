#include <boost/test/unit_test.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rig/report/junit.hpp"
#include "rig/report/tests/markup_reader.hpp"
#include "rig/report/tests/sample_runs.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace {

const Element& test_case(const Element& report, std::string_view name) {
  for (const Element* one : report.all("testcase")) {
    if (one->attribute("name") == name) return *one;
  }
  throw std::runtime_error("no testcase " + std::string(name));
}

/// The properties of all suites; those of a case begin with its name and a dot.
std::map<std::string, std::string> properties_of(const Element& report) {
  std::map<std::string, std::string> properties;
  for (const Element* one : report.all("property"))
    properties[one->attribute("name")] = one->attribute("value");
  return properties;
}

std::map<std::string, std::string> properties_of_case(const Element& report, const std::string& name) {
  std::map<std::string, std::string> own;
  for (const auto& [key, value] : properties_of(report)) {
    if (key.starts_with(name + '.')) own[key.substr(name.size() + 1)] = value;
  }
  return own;
}

std::string counts_of(const Element& suite) {
  return suite.attribute("tests") + " tests, " + suite.attribute("failures") + " failures, " +
         suite.attribute("errors") + " errors, " + suite.attribute("skipped") + " skipped";
}

/// What the schema of Jenkins' xUnit plugin allows in an element, and what it asks for.
struct Allowed {
  std::set<std::string> children;
  std::set<std::string> attributes;
  std::set<std::string> needed;
  bool text = false;
};

const std::map<std::string, Allowed>& jenkins_schema() {
  static const std::map<std::string, Allowed> schema = {
      {"testsuites", {{"testsuite"}, {"name", "time", "tests", "failures", "errors"}, {}}},
      {"testsuite",
       {{"testsuite", "properties", "testcase", "system-out", "system-err"},
        {"name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id",
         "package", "file", "log", "url", "version"},
        {"name", "tests", "failures", "errors"}}},
      {"properties", {{"property"}, {}, {}}},
      {"property", {{}, {"name", "value"}, {"name", "value"}}},
      {"testcase",
       {{"skipped", "error", "failure", "system-out", "system-err"},
        {"name", "time", "classname", "group"},
        {"name"}}},
      {"skipped", {{}, {"type", "message"}, {}, true}},
      {"error", {{}, {"type", "message"}, {}, true}},
      {"failure", {{}, {"type", "message"}, {}, true}},
      {"system-out", {{}, {}, {}, true}},
      {"system-err", {{}, {}, {}, true}},
  };
  return schema;
}

/// Digits, with at most three decimals.
bool is_time(const std::string& text) {
  const std::size_t dot = text.find('.');
  const std::string digits = text.substr(0, dot) + (dot == std::string::npos ? "" : text.substr(dot + 1));
  const bool short_enough = dot == std::string::npos || text.size() - dot - 1 <= 3;
  return short_enough && digits.find_first_not_of("0123456789") == std::string::npos;
}

void check_element(const Element& one, const std::string& run) {
  BOOST_REQUIRE_MESSAGE(jenkins_schema().contains(one.name), run << " has a <" << one.name << ">");
  const Allowed& allowed = jenkins_schema().at(one.name);
  for (const auto& [name, value] : one.attributes) {
    BOOST_TEST(allowed.attributes.contains(name), run << ": <" << one.name << "> has " << name);
    if (name == "time") BOOST_TEST(is_time(value), run << ": time is " << value);
  }
  for (const std::string& name : allowed.needed)
    BOOST_TEST(one.attributes.contains(name), run << ": <" << one.name << "> lacks " << name);
  if (!allowed.text)
    BOOST_TEST(one.text.find_first_not_of(" \n") == std::string::npos,
               run << ": <" << one.name << "> has text");
  for (const Element& child : one.children) {
    BOOST_TEST(allowed.children.contains(child.name),
               run << ": <" << child.name << "> stands in <" << one.name << ">");
    check_element(child, run);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(junit)

BOOST_AUTO_TEST_CASE(is_well_formed_whatever_the_record_holds) {
  for (const auto& [name, run] : samples::all_runs()) {
    BOOST_CHECK_NO_THROW(read_markup(to_junit(run)));
    BOOST_TEST(read_markup(to_junit(run)).name == "testsuites", name);
  }
}

BOOST_AUTO_TEST_CASE(has_what_the_schema_of_jenkins_allows_and_where_it_does) {
  for (const auto& [name, run] : samples::all_runs()) check_element(read_markup(to_junit(run)), name);
}

BOOST_AUTO_TEST_CASE(has_a_suite_for_each_group_in_order) {
  const Element report = read_markup(to_junit(samples::failing_run()));
  std::vector<std::string> names;
  for (const Element* suite : report.all("testsuite")) names.push_back(suite->attribute("name"));
  const std::vector<std::string> expected = {"Handshake", "Moves", "Deadlines", "Pass", "Reset", "Wire"};
  BOOST_TEST(names == expected, boost::test_tools::per_element());
  BOOST_TEST(counts_of(report) == "7 tests, 2 failures, 2 errors,  skipped");
  BOOST_TEST(counts_of(*report.all("testsuite").back()) == "2 tests, 0 failures, 0 errors, 1 skipped");
}

BOOST_AUTO_TEST_CASE(names_cases_by_class_and_name_with_their_time) {
  const Element report = read_markup(to_junit(samples::failing_run()));
  const Element& one = test_case(report, "AnswersWithTeamCode");
  BOOST_TEST(one.attribute("classname") == "icfpt2014.Handshake");
  BOOST_TEST(one.attribute("time") == "0.212");
}

BOOST_AUTO_TEST_CASE(maps_each_verdict_to_an_outcome) {
  const Element report = read_markup(to_junit(samples::failing_run()));
  BOOST_TEST(test_case(report, "AnswersWithTeamCode").children.empty());
  const Element& failure = test_case(report, "AreLegalInWholeGames").first("failure");
  BOOST_TEST(failure.attribute("type") == "fail");
  BOOST_TEST(failure.attribute("message") == "game 3, move 17: 76d0 covers squares that are taken");
  BOOST_TEST(contains(failure.text, "\n7 . . . . 1 * * . 2 . . . . .\n"));
  BOOST_TEST(contains(failure.text, "again: certify --contest"));
  BOOST_TEST(test_case(report, "OnlyWhenNothingFits").first("error").attribute("type") == "inconclusive");
  BOOST_TEST(test_case(report, "ComesBackAfterPowerOn").first("error").attribute("type") == "error");
  const Element& skipped = test_case(report, "IgnoresGlitches").first("skipped");
  BOOST_TEST(skipped.attribute("type") == "not applicable");
  BOOST_TEST(skipped.attribute("message") == "this link cannot put a glitch on the wire");
  const Element interrupted = read_markup(to_junit(samples::interrupted_run()));
  BOOST_TEST(test_case(interrupted, "AreLegalInWholeGames").first("skipped").attribute("type") == "not run");
}

BOOST_AUTO_TEST_CASE(tells_a_lesser_failure_without_turning_red) {
  const Element report = read_markup(to_junit(samples::failing_run()));
  const Element& lesser = test_case(report, "ToleratesBitRateOffset");
  BOOST_TEST(lesser.all("failure").empty());
  BOOST_TEST(contains(lesser.first("system-out").text, "fail ICFPT14-WIRE-4: no reply at +2 %\n"));
  BOOST_TEST(contains(lesser.first("system-out").text, "again: certify --contest"));
}

BOOST_AUTO_TEST_CASE(tells_how_to_come_there_again_and_what_the_evidence_suggests) {
  RunRecord run = samples::failing_run();
  run.cases[1].findings[0].hints = {"one-based?"};
  run.cases[1].findings[0].scene =
      Scene{3, "first", {"65t2", "a9u0"}, "rig check 65t2", {"./player -W"}, "/tmp/kept"};
  const Element report = read_markup(to_junit(run));
  BOOST_TEST(contains(test_case(report, "AreLegalInWholeGames").first("failure").text,
                      "hint: one-based?\nmoves: 65t2 a9u0\nreplay: rig check 65t2\nstarted by: ./player "
                      "-W\nfiles kept in: /tmp/kept\n"));
}

BOOST_AUTO_TEST_CASE(tells_what_there_is_to_remark_of_a_case_that_passed) {
  RunRecord run = samples::failing_run();
  run.cases[0].findings = {run.cases[5].findings[0]};
  const Element report = read_markup(to_junit(run));
  const Element& remarked = test_case(report, "AnswersWithTeamCode");
  BOOST_TEST(contains(remarked.first("system-out").text, "no reply at +2 %"));
}

BOOST_AUTO_TEST_CASE(is_an_error_where_a_mandatory_clause_is_open_beside_a_lesser_failure) {
  RunRecord run = samples::failing_run();
  run.cases[5].requirements["ICFPT14-PASS-1"] = {0, Verdict::inconclusive};
  const Element report = read_markup(to_junit(run));
  BOOST_TEST(test_case(report, "ToleratesBitRateOffset").first("error").attribute("type") == "inconclusive");
}

BOOST_AUTO_TEST_CASE(gives_the_properties_of_a_case_in_its_suite) {
  const Element report = read_markup(to_junit(samples::failing_run()));
  const std::map<std::string, std::string> expected = {
      {"requirement", "ICFPT14-INIT-1, ICFPT14-INIT-3"},
      {"level", "mandatory"},
      {"seed", "16868782007732463526"},
      {"kind", "0"},
      {"deadline", "1.000000000"},
      {"p50", "0.003700000"},
      {"p99", "0.003700000"},
      {"max", "0.003700000"},
      {"uncertainty", "0.000080000"},
  };
  BOOST_TEST((properties_of_case(report, "AnswersWithTeamCode") == expected));
  std::map<std::string, std::string> wire = properties_of_case(report, "ToleratesBitRateOffset");
  BOOST_TEST(wire["level"] == "recommended");
  BOOST_TEST(wire["measured bit rate of the board"] == "+2.01 % (+1.98 to +2.04); ICFPT14-WIRE-3: ±2.5 %");
}

BOOST_AUTO_TEST_CASE(gives_the_plain_names_to_the_kind_nearest_to_its_deadline) {
  const Element report = read_markup(to_junit(samples::failing_run()));
  std::map<std::string, std::string> properties = properties_of_case(report, "AreLegalInWholeGames");
  BOOST_TEST(properties["kind"] == "4XXXX");
  BOOST_TEST(properties.contains("p99"));
  BOOST_TEST(properties.contains("p99 of 2X"));
}

BOOST_AUTO_TEST_CASE(gives_each_suite_the_run_and_its_requirements) {
  RunRecord run = samples::failing_run();
  run.team_name = "Team <&> \x1b";
  run.label = "rev B";
  const Element report = read_markup(to_junit(run));
  std::map<std::string, std::string> wire = properties_of(*report.all("testsuite").back());
  BOOST_TEST(wire["link"] == "serial:/dev/ttyUSB0");
  BOOST_TEST(wire["team name"] == "Team <&> \\x1b");
  BOOST_TEST(wire["label"] == "rev B");
  BOOST_TEST(wire["verdict on the run"] == "not conformant");
  BOOST_TEST(wire["requirement ICFPT14-WIRE-4"] == "recommended: fail");
  BOOST_TEST(!wire.contains("requirement ICFPT14-MOVE-2"));
  std::map<std::string, std::string> unnamed = properties_of(read_markup(to_junit(samples::failing_run())));
  BOOST_TEST(!unnamed.contains("team name"));
  BOOST_TEST(!unnamed.contains("label"));
}

BOOST_AUTO_TEST_CASE(turns_red_for_errors_outside_of_any_case) {
  const Element hostile = read_markup(to_junit(samples::hostile_run()));
  BOOST_TEST(contains(test_case(hostile, "Error1").first("error").attribute("message"), "worker 2 died"));
  const Element interrupted = read_markup(to_junit(samples::interrupted_run()));
  BOOST_TEST(contains(test_case(interrupted, "Error1").first("error").attribute("message"), "interrupted"));
}

BOOST_AUTO_TEST_CASE(shows_what_xml_forbids) {
  const Element hostile = read_markup(to_junit(samples::hostile_run()));
  BOOST_TEST(test_case(hostile, "AreLegalInWholeGames").first("failure").attribute("message") ==
             "received \\x01\\x02\\x7f\\x80\\xff </td></script> ]]> line\\nbreak");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report

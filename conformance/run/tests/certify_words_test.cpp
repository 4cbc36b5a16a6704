/// The words of certify's command line: what is refused and how, what narrows or ends a run, and its lists.

#include <boost/test/unit_test.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/run/tests/certify_fixtures.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/said.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;

BOOST_AUTO_TEST_CASE(unknown_values_are_answered_with_the_nearest_known) {
  const std::vector<std::pair<Words, std::string>> mistakes = {
      {{"--contest", "icfpt2041", "--dut", "builtin:blokus"}, "icfpt2014"},
      {{"--contest", "icfpt2014", "--dut", "bultin:blokus"}, "builtin"},
      {{"--contest", "icfpt2014", "--dut", "builtin:blokus?fault=lat"}, "late"},
      {{"--contest", "icfpt2014", "--dut", "builtin:blokus?fualt=late"}, "fault"},
      {{"--contest", "icfpt2014", "--dut", "builtin:blokas"}, "blokus"},
      {{"--contest", "icfpt2014", "--dut", "rtl:blokus_due"}, "blokus_duo"},
      {{"--contest", "icfpt2014", "--dut", "rtl:blokus_duo?fault=wrong-digits"}, "wrong-digit"},
      {{"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", "Handshake.AnswerEachTime"},
       "Handshake.AnswersEachTime"},
      {{"--contest", "icfpt2014", "--dut", "builtin:blokus", "--exclude", "ICFPT14-TREM-1"},
       "ICFPT14-TERM-1"},
      {{"--contest", "icfpt2014", "--dut", "builtin:blokus", "--level", "mandatry"}, "mandatory"},
      {{"--contest", "icfpt2014", "--dut", "builtin:blokus", "--fitler", "x"}, "--filter"},
  };
  for (const auto& [words, nearest] : mistakes) {
    ended_saying(run(CERTIFY, words), 2, "Did you mean \"" + nearest + "\"?");
  }
}

BOOST_AUTO_TEST_CASE(unusable_values_end_with_status_2) {
  const std::vector<Words> mistakes = {
      {"--contest", "icfpt2014"},                                                       // no DUT
      {"--dut", "builtin:blokus"},                                                      // no contest
      {"--contest", "icfpt2014", "--dut", "blokus"},                                    // no kind of link
      {"--contest", "icfpt2014", "--dut", "builtin:"},                                  // no name
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--games", "0"},            //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--games", "many"},         //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--jobs", "-1"},            //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--timeout-scale", "0"},    //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--team", "ABC"},           //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--exclude", "*"},          // nothing left
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "stray"},                   //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--timeout-scale", "nan"},  //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--seed", "-1"},            //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter", ","},           //
      {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--team", "\xff\xfe"},      //
      {"--dut", "transcript:/nonexistent"},                                             //
  };
  for (const Words& words : mistakes) {
    const Outcome outcome = run(CERTIFY, words);
    BOOST_TEST(outcome.status == 2, outcome.status << " " << outcome.output);
    BOOST_TEST(outcome.output.size() > 20);
  }
}

BOOST_AUTO_TEST_CASE(a_filter_is_a_list_of_patterns_and_none_is_refused) {
  const Words listing = {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--reports", "", "--jobs", "1"};
  const auto with = [&](const Words& words) {
    Words all = words;
    all.insert(all.end(), listing.begin(), listing.end());
    return run(CERTIFY, all);
  };
  const Outcome two = with({"--filter", "Handshake.AnswersEachTime,,ICFPT14-TERM-1,"});
  BOOST_TEST(contains(two.output, "Handshake.AnswersEachTime"), two.output);
  BOOST_TEST(contains(two.output, "Termination.StaysSilent"), two.output);
  BOOST_TEST(contains(two.output, "2 pass"), two.output);
  for (const char* option : {"--filter", "--exclude"}) {
    for (const char* list : {"", ","}) {
      BOOST_TEST_CONTEXT(option << " \"" << list << '"')
      ended_saying(with({option, list}), 2, "--filter and --exclude need a pattern; see --list.");
    }
  }
}

BOOST_AUTO_TEST_CASE(the_environment_cannot_empty_a_run) {
  ended_saying(
      run(CERTIFY,
          {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--reports", "", "--filter", "Handshake.*"},
          {"GTEST_FILTER=Nothing.*", "GTEST_TOTAL_SHARDS=7", "GTEST_SHARD_INDEX=6",
           "TESTBRIDGE_TEST_ONLY=Nothing.*", "GTEST_REPEAT=0", "GTEST_OUTPUT=xml:/nonexistent/x.xml",
           "GTEST_SHUFFLE=1"}),
      0, "5 pass");
}

BOOST_AUTO_TEST_CASE(a_narrowed_run_is_no_certificate) {
  int status = -1;
  json report = report_of({"--dut", "builtin:blokus", "--filter", "Handshake.*"}, &status);
  BOOST_TEST(status == 0);
  BOOST_TEST(report.at("partial").size() == 1);
  BOOST_TEST(contains(report.at("headline").get<std::string>(), "partial, not a certificate"));
  report = report_of({"--dut", "builtin:blokus", "--exclude", "WholeGame.*"});
  BOOST_TEST(report.at("partial").size() == 1);
  const Outcome outcome = certify({"--dut", "builtin:blokus", "--filter", "Handshake.*"});
  BOOST_TEST(contains(outcome.output, "partial"), outcome.output);
  BOOST_TEST(!contains(outcome.output, "\ncertified"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_selection_of_which_nothing_applies_says_why_it_could_not_tell) {
  ended_saying(certify({"--dut", "builtin:blokus", "--filter", "Line.AfterGlitch"}), 3,
               "could not tell: nothing applies, for this link has no wire");
}

namespace {

std::map<std::string, int> verdicts_of(const json& report) {
  std::map<std::string, int> count;
  for (const json& one : report.at("cases")) ++count[one.at("verdict").get<std::string>()];
  return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_run_stops_after_as_many_failures_as_it_was_told) {
  int status = 0;
  const json fast = report_of(
      {"--dut", "builtin:blokus?fault=own-edge", "--seed", "7", "--jobs", "1", "--fail-fast"}, &status);
  BOOST_TEST(status == 1);
  BOOST_TEST(verdicts_of(fast)["fail"] == 1);
  BOOST_TEST(fast.at("partial").at(0) == "--max-failures 1: stopped after 1 failure");
  for (const json& one : fast.at("cases")) {
    if (one.at("verdict") == "not run") BOOST_TEST(one.at("reason") == "stopped after 1 failure");
  }
  const json three = report_of(
      {"--dut", "builtin:blokus?fault=own-edge", "--seed", "7", "--jobs", "1", "--max-failures", "3"});
  BOOST_TEST(verdicts_of(three)["fail"] == 3);
  const json two_workers = report_of(
      {"--dut", "builtin:blokus?fault=own-edge", "--seed", "7", "--jobs", "2", "--max-failures", "3"});
  BOOST_TEST(verdicts_of(two_workers)["fail"] >= 3);
  BOOST_TEST(verdicts_of(two_workers)["fail"] <= 4);  // the other worker ends its case
  BOOST_TEST(verdicts_of(two_workers)["not run"] > 0);
}

BOOST_AUTO_TEST_CASE(a_good_board_is_certified_whatever_failures_would_have_stopped) {
  int status = 1;
  const json report = report_of({"--dut", "builtin:blokus", "--seed", "7", "--fail-fast"}, &status);
  BOOST_TEST(status == 0);
  BOOST_TEST(report.at("partial").empty());
}

BOOST_AUTO_TEST_CASE(numbers_of_failures_that_are_none_are_refused) {
  for (const char* number : {"0", "-1", "many", "1.5"})
    BOOST_TEST(certify({"--dut", "builtin:blokus", "--max-failures", number}).status == 2, number);
  BOOST_TEST(certify({"--dut", "builtin:blokus", "--max-failures", "2", "--fail-fast"}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_report_that_cannot_be_written_is_an_error_and_loses_nothing_else) {
  const TemporaryFolder folder;
  ended_saying(certify({"--dut", "builtin:blokus", "--json", "/dev/full", "--html", folder.file("r.html")}),
               3, "/dev/full");
  BOOST_TEST(content_of(folder.file("r.html")).size() > 1000);
}

BOOST_AUTO_TEST_CASE(lists_tell_cases_requirements_and_faults) {
  ended_saying(certify({"--list"}), 0, "Handshake.AnswersWithTeamCode");
  const Outcome requirements = certify({"--requirements"});
  BOOST_TEST(requirements.status == 0);
  BOOST_TEST(contains(requirements.output, "ICFPT14-INIT-1  mandatory"));
  BOOST_TEST(contains(requirements.output, "not testable: "));
  ended_saying(run(CERTIFY, {"--list-faults"}), 0, "caught by FirstMove.WhenItBegins as ICFPT14-FIRST-1");
}

BOOST_AUTO_TEST_CASE(the_page_of_clauses_is_of_the_contest_that_is_named) {
  const Outcome page = certify({"--requirements", "--markdown"});
  BOOST_TEST(page.status == 0, page.output);
  BOOST_TEST(contains(page.output, "\n## icfpt2014: "), page.output);
  BOOST_TEST(contains(page.output, "| ICFPT14-INIT-1 | "), page.output);
  BOOST_TEST(contains(page.output, "(../conformance/suite/cases/handshake.cpp#L"), page.output);
  BOOST_TEST(contains(page.output, "`wrong-digit` → Handshake.AnswersWithTeamCode"), page.output);
  BOOST_TEST(!contains(page.output, "## course"), page.output);
  BOOST_TEST(contains(run(CERTIFY, {"--requirements", "--markdown"}).output, "\n## course: "));
}

BOOST_AUTO_TEST_CASE(markdown_is_a_form_of_the_requirements_alone) {
  ended_saying(certify({"--list", "--markdown"}), 2, "--markdown needs --requirements");
}

BOOST_AUTO_TEST_CASE(lists_are_of_all_contests_where_none_is_named) {
  for (const char* list : {"--list", "--requirements", "--list-faults"}) {
    const Outcome outcome = run(CERTIFY, {list});
    BOOST_TEST(outcome.status == 0, outcome.output);
    for (const char* contest : {"icfpt2014  ", "heart-trax  ", "aut-trax  ", "course  ", "ustc  "})
      BOOST_TEST(contains(outcome.output, contest), list << " leaves out " << contest);
  }
  BOOST_TEST(run(CERTIFY, {"--list", "--filter", "Pass.*"}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_team_name_and_a_label_stand_in_every_report) {
  const TemporaryFolder folder;
  const Outcome outcome =
      certify({"--dut", "builtin:blokus", "--filter", "Handshake.AnswersWithTeamCode", "--team-name",
               "Rook & <b>Bishop\x1b", "--label", "rev B", "--json", folder.file("r.json"), "--junit",
               folder.file("r.xml"), "--html", folder.file("r.html")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "Rook & <b>Bishop\\x1b\n"), outcome.output);
  BOOST_TEST(contains(outcome.output, "rev B\n"), outcome.output);
  const json report = json::parse(content_of(folder.file("r.json")));
  BOOST_TEST(report.at("team_name") == "Rook & <b>Bishop\\x1b");
  BOOST_TEST(report.at("label") == "rev B");
  for (const char* file : {"r.xml", "r.html"}) {
    BOOST_TEST(contains(content_of(folder.file(file)), "Rook &amp; &lt;b&gt;Bishop\\x1b"), file);
    BOOST_TEST(contains(content_of(folder.file(file)), "rev B"), file);
  }
}

BOOST_AUTO_TEST_CASE(a_team_name_or_a_label_that_no_certificate_has_room_for_is_refused) {
  for (const char* option : {"--team-name", "--label"}) {
    const auto name = [&](const std::string& text) {
      return certify({"--dut", "builtin:blokus", "--filter", "Handshake.AnswersWithTeamCode", option, text});
    };
    std::string longest;
    for (int i = 0; i < 80; ++i) longest += "é";
    BOOST_TEST(name(longest).status == 0);
    ended_saying(name(longest + "e"), 2,
                 std::string(option) + ": the text has 81 characters; the certificate has room for 80.");
  }
}

/// `certify --referee` for the contests of Trax: our own referee, the stand-ins for others, and wrong ones.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/referee/tests/stand_ins.hpp"
#include "conformance/referee/tests/wrong_referees.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/real_time.hpp"
#include "conformance/suite/faults.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

const std::string own_referee = "fixtures/referees/rig-match.toml";
const std::vector<std::string> contests = {"heart-trax", "aut-trax", "trax-jp"};

Outcome certify(const std::string& contest, std::vector<std::string> words) {
  words.insert(words.begin(), {"--contest", contest, "--seed", "1", "--reports", ""});
  return run(CERTIFY, words);
}

/// The clauses that were not assessed because they do not apply.
std::set<std::string> not_applicable(const nlohmann::json& report) {
  std::set<std::string> ids;
  for (const auto& one : report.at("requirements")) {
    if (one.at("verdict") == "not applicable") ids.insert(one.at("id"));
  }
  return ids;
}

/// The findings of a report on this clause.
std::set<std::string> findings_on(const nlohmann::json& report, const std::string& requirement) {
  std::set<std::string> summaries;
  for (const auto& one : report.at("cases")) {
    for (const auto& finding : one.at("findings")) {
      if (finding.at("requirement") == requirement) summaries.insert(finding.at("summary"));
    }
  }
  return summaries;
}

}  // namespace

BOOST_DATA_TEST_CASE(the_own_referee_is_certified, boost::unit_test::data::make(contests), contest) {
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const auto outcome = told(0, report, [&] {
    return certify(contest, {"--referee", own_referee, "--json", report});
  });
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(contains(outcome->output, "certified: a referee"), outcome->output);
  for (const std::string& id : not_applicable(report_at(report)))  // it plays one game a run
    BOOST_TEST(id.ends_with("-REF-NEXT-1"), id << "\n" << outcome->output);
}

BOOST_AUTO_TEST_CASE(a_judge_as_the_text_of_aut_trax_has_it_is_certified) {
  const StandIn judge(STAND_INS, "aut-trax-judge");
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const auto outcome = told(0, report, [&] {
    return certify("aut-trax", {"--referee", judge.path(), "--json", report});
  });
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(contains(outcome->output, "certified: a referee"), outcome->output);
}

/// What it leaves to people is not held against it, and stands as a reservation.
BOOST_AUTO_TEST_CASE(a_host_of_trax_jp_that_judges_nothing_is_certified_with_reservations_on_the_rules) {
  const StandIn host(STAND_INS, "trax-jp-host");
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const auto outcome = told(0, report, [&] {
    return certify("trax-jp", {"--referee", host.path(), "--json", report});
  });
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(contains(outcome->output, "certified with reservations on "), outcome->output);
  BOOST_TEST(contains(outcome->output, "leaves-out: rules"), outcome->output);
  const std::set<std::string> open = not_applicable(report_at(report));
  for (const char* id : {"TRAXJP-REF-RULE-7", "TRAXJP-REF-WIN-1", "TRAXJP-REF-MOVE-3"})
    BOOST_TEST(open.contains(id), id);
  for (const char* id : {"TRAXJP-REF-MOVE-1", "TRAXJP-REF-ROLE-2", "TRAXJP-REF-TIME-2"})
    BOOST_TEST(!open.contains(id), id);
}

/// The same host, had it claimed to judge: it is found out.
BOOST_AUTO_TEST_CASE(a_host_that_claims_to_judge_and_does_not_fails) {
  const StandIn host(STAND_INS, "trax-jp-host");
  std::string text = content_of(host.path());
  text.replace(text.find("leaves-out"), std::string("leaves-out = [\"rules\"]").size(), "");
  std::ofstream(host.path()) << text;
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const auto outcome = told(1, report, [&] {
    return certify("trax-jp",
                   {"--referee", host.path(), "--filter", "RefereeIllegal.OccupiedSquare", "--json", report});
  });
  if (!outcome) return;
  BOOST_TEST(outcome->status == 1, outcome->output);
  BOOST_TEST(!findings_on(report_at(report), "TRAXJP-REF-RULE-4").empty(), outcome->output);
}

BOOST_DATA_TEST_CASE(every_wrong_referee_is_caught_by_its_case, boost::unit_test::data::make(contests),
                     contest) {
  expect_wrong_referees_caught(contest);
}

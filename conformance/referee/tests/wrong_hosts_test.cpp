/// `certify --referee` for hosts that are wrong in one way, each as its author may have misread the text:
/// each is found out under the clause that it breaks, and under no other.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/referee/tests/stand_ins.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/real_time.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

/// A wrong host: the stand-in, the contest, what is wrong with it, the cases that are run, and the clause
/// that it breaks; empty: none.
struct WrongHost {
  std::string stand_in;
  std::string contest;
  std::string odd;
  std::vector<std::string> cases;
  std::string clause;
  int status = clause.empty() ? 0 : 1;  ///< 0 where the clause is only recommended
};

std::ostream& operator<<(std::ostream& out, const WrongHost& one) {
  return out << one.stand_in << " of " << one.contest << ": " << one.odd;
}

const std::vector<std::string> of_messages = {"RefereeHandshake.*", "RefereeOpening.*", "RefereeForward.*",
                                              "RefereeEnd.SaysNothingMore"};
const std::vector<std::string> of_wins = {"RefereeWin.Loop", "RefereeWin.Line", "RefereeWin.BothAtOnce"};
const std::vector<std::string> of_starts = {"RefereeIllegal.StartSquare", "RefereeOpening.*"};

const std::vector<WrongHost> quick = {
    {"aut-trax-judge", "aut-trax", "any-name", {"RefereeHandshake.*"}, "AUT-REF-START-3", 0},
    {"series-host", "icfpt2014", "any-start", of_starts, "ICFPT14-REF-RULE-6"},
};

const std::vector<WrongHost> others = {
    {"aut-trax-judge", "aut-trax", "takes-occupied", of_messages, "AUT-REF-RULE-4"},
    {"heart-trax-judge", "heart-trax", "takes-occupied", of_messages, "HEART-REF-RULE-4"},
    {"heart-trax-judge", "heart-trax", "", of_wins, ""},
    {"heart-trax-judge", "heart-trax", "misses-forced-loop", {"RefereeWin.Loop"}, "HEART-REF-WIN-1"},
    {"heart-trax-judge", "heart-trax", "reads-on", {"RefereeTime.Dripping"}, "HEART-REF-TIME-4"},
    {"heart-trax-judge",
     "heart-trax",
     "short-names",
     {"RefereeHandshake.*", "RefereeOpening.*"},
     "HEART-REF-HELLO-1",
     0},
    {"heart-trax-judge", "heart-trax", "misses-forced-loop-white", {"RefereeWin.Loop"}, "HEART-REF-WIN-1"},
    {"heart-trax-judge", "heart-trax", "misses-forced-loop-red", {"RefereeWin.Loop"}, "HEART-REF-WIN-1"},
    {"heart-trax-judge", "heart-trax", "small-loops", {"RefereeWin.Loop"}, "HEART-REF-WIN-1"},
    {"heart-trax-judge", "heart-trax", "round-loops", {"RefereeWin.Loop"}, "HEART-REF-WIN-1"},
    {"heart-trax-judge", "heart-trax", "misses-forced-line", {"RefereeWin.Line"}, "HEART-REF-WIN-2"},
    {"heart-trax-judge", "heart-trax", "level-lines", {"RefereeWin.Line"}, "HEART-REF-WIN-2"},
    {"heart-trax-judge", "heart-trax", "lines-across", {"RefereeWin.Line"}, "HEART-REF-WIN-2"},
    {"heart-trax-judge", "heart-trax", "lines-down", {"RefereeWin.Line"}, "HEART-REF-WIN-2"},
    {"heart-trax-judge", "heart-trax", "loop-before-line", of_wins, "HEART-REF-WIN-3"},
    {"aut-trax-judge", "aut-trax", "misses-forced-loop", {"RefereeWin.Loop"}, "AUT-REF-WIN-1"},
    {"aut-trax-judge", "aut-trax", "small-loops", {"RefereeWin.Loop"}, "AUT-REF-WIN-1"},
};

nlohmann::json report_on(const WrongHost& host, const std::string& seed, const std::string& description) {
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  std::vector<std::string> words = {"--contest", host.contest, "--seed",    seed,     "--reports",
                                    "",          "--referee",  description, "--json", report};
  for (const std::string& name : host.cases) words.insert(words.end(), {"--filter", name});
  const auto outcome = told(host.status, report, [&] { return run(CERTIFY, words); });
  if (!outcome) return nullptr;
  BOOST_TEST(outcome->status == host.status, outcome->output);
  return report_at(report);
}

void expect_found_out(const WrongHost& host) {
  const std::string odd = host.odd.empty() ? "" : ", \"--odd\", \"" + host.odd + "\"";
  const StandIn program(STAND_INS, host.stand_in, "", odd);
  for (const char* seed : {"1", "2"}) {
    const nlohmann::json report = report_on(host, seed, program.path());
    if (report.is_null()) return;
    std::set<std::string> failed;
    for (const auto& one : report.at("requirements")) {
      if (one.at("verdict") == "fail") failed.insert(one.at("id"));
    }
    std::string told;
    for (const auto& one : report.at("cases")) {
      for (const auto& finding : one.at("findings")) told += finding.at("summary").get<std::string>() + "\n";
    }
    const std::set<std::string> wanted =
        host.clause.empty() ? std::set<std::string>() : std::set<std::string>{host.clause};
    BOOST_TEST(failed == wanted, told << boost::test_tools::per_element());
  }
}

}  // namespace

BOOST_DATA_TEST_CASE(a_wrong_host_breaks_its_own_clause, boost::unit_test::data::make(quick), host) {
  expect_found_out(host);
}

BOOST_DATA_TEST_CASE(each_wrong_host_breaks_its_own_clause, boost::unit_test::data::make(others), host) {
  expect_found_out(host);
}

/// A host that prints the squares left is described so, and its winners are assessed all the same.
BOOST_AUTO_TEST_CASE(a_host_that_counts_squares_left_is_described_by_a_key_of_its_own) {
  for (const std::string key : {"score", "squares-left"}) {
    const StandIn program(STAND_INS, "series-host", R"(, "--contest", "icfpt2013", "--odd", "squares-left")");
    std::string text = content_of(program.path());
    text.replace(text.find("icfpt2014"), 9, "icfpt2013");
    text.replace(text.find("\nscore ="), 7, "\n" + key + " ");
    std::ofstream(program.path()) << text;
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    const auto outcome = told(0, report, [&] {
      return run(CERTIFY,
                 {"--contest", "icfpt2013", "--seed", "1", "--reports", "", "--referee", program.path(),
                  "--json", report, "--filter", "RefereeScore.*", "--filter", "RefereeResult.*"});
    });
    if (!outcome) return;
    BOOST_TEST(outcome->status == 0, outcome->output);
    std::set<std::string> found;
    const nlohmann::json told_all = report_at(report);
    for (const auto& one : told_all.at("requirements")) {
      if (one.at("verdict") == "fail") found.insert(one.at("id"));
      if (one.at("id") == "ICFPT13-REF-SCORE-1" || one.at("id") == "ICFPT13-REF-SCORE-4")
        BOOST_TEST(one.at("verdict") == "pass", key << "\n" << outcome->output);
    }
    const std::set<std::string> failed =
        key == "score" ? std::set<std::string>{"ICFPT13-REF-SCORE-3"} : std::set<std::string>();
    BOOST_TEST(found == failed, boost::test_tools::per_element());
  }
}

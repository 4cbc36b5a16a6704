#include "conformance/referee/tests/wrong_referees.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "conformance/referee/tests/stand_ins.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/real_time.hpp"
#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/faults.hpp"
#include "rig/tests/contains.hpp"

namespace conformance::testing_programs {

namespace {

bool is_found(const nlohmann::json& report, const Fault& fault) {
  const auto& cases = report.at("cases");
  return std::any_of(cases.begin(), cases.end(), [&](const auto& one) {
    const auto& findings = one.at("findings");
    return std::any_of(findings.begin(), findings.end(), [&](const auto& finding) {
      return finding.at("verdict") == "fail" && finding.at("requirement") == fault.requirement &&
             rig::contains(finding.at("summary").template get<std::string>(), fault.finding);
    });
  });
}

/// What such a run ends with: what is recommended alone is no verdict on a referee.
int status_of(const nlohmann::json& report) {
  bool passed = false;
  for (const auto& one : report.at("requirements")) {
    if (one.at("level") != "mandatory") continue;
    if (one.at("verdict") == "fail") return 1;
    passed = passed || one.at("verdict") == "pass";
  }
  return passed ? 0 : 3;
}

}  // namespace

void expect_wrong_referees_caught(const std::string& contest, const std::vector<std::string>& more) {
  const Catalogue catalogue = load_catalogue(contest + "-referee");
  for (const Fault& fault : faults_that_show(contest + "-referee")) {
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    std::vector<std::string> words = {
        "--contest", contest,      "--referee", fault.duts.front() + "?fault=" + fault.name,
        "--filter",  fault.killer, "--seed",    "1",
        "--reports", "",           "--json",    report};
    words.insert(words.end(), more.begin(), more.end());
    if (fault.board) words.insert(words.end(), {"--board", std::to_string(*fault.board)});
    const bool binds = catalogue.by_id(fault.requirement)->level == rig::report::Level::mandatory;
    const auto outcome = told_when(
        [&](const Outcome& told) {
          return told.status == status_of(report_at(report)) && is_found(report_at(report), fault);
        },
        report, [&] { return run(CERTIFY, words); });
    if (!outcome) continue;
    const int status = status_of(report_at(report));
    BOOST_TEST(outcome->status == status, fault.name << "\n" << outcome->output);
    BOOST_TEST((status == 1 || !binds), fault.name << "\n" << outcome->output);
    BOOST_TEST(is_found(report_at(report), fault), fault.name << " is not found under " << fault.requirement
                                                              << "\n"
                                                              << outcome->output);
  }
}

}  // namespace conformance::testing_programs

/// Conclusions are taken back where the defect behind them shows whatever a case is about, and only there.

#include "conformance/run/consequences.hpp"

#include <boost/test/unit_test.hpp>

using namespace conformance;
using rig::Verdict;
using rig::report::CaseRecord;
using rig::report::Finding;
using rig::report::RunRecord;

namespace {

constexpr const char* edge = "ICFPT14-EDGE-1";
constexpr const char* spacing = "ICFPT14-LINE-4";
constexpr const char* whole_games = "ICFPT14-MOVE-2";
constexpr const char* touches = "edge contact with its own colour";

Finding finding(const char* requirement, const char* kind, bool with_evidence) {
  Finding one;
  one.requirement = requirement;
  one.kind = kind;
  one.summary = requirement;
  if (with_evidence) one.evidence.emplace();
  return one;
}

/// A case in which a reply touched its own colour, and from which it concluded these.
CaseRecord broken(const std::vector<const char*>& concluded = {}, std::uint64_t passes = 0) {
  CaseRecord one;
  one.verdict = Verdict::fail;
  one.findings.push_back(finding(edge, touches, true));
  one.requirements[edge] = {passes, Verdict::fail};
  for (const char* requirement : concluded) {
    one.findings.push_back(finding(requirement, touches, false));
    one.requirements[requirement] = {passes, Verdict::fail};
  }
  return one;
}

/// A case that looked at the same clause and found it kept.
CaseRecord sound() {
  CaseRecord one;
  one.verdict = Verdict::pass;
  one.requirements[edge] = {1, Verdict::pass};
  return one;
}

/// What the first of these cases has found, after all.
std::vector<std::string> found_in_the_first(std::vector<CaseRecord> cases) {
  RunRecord run;
  run.contest = "icfpt2014";
  run.cases = std::move(cases);
  take_back_consequences(run, load_catalogue(run.contest));
  std::vector<std::string> ids;
  for (const Finding& one : run.cases.front().findings) ids.push_back(one.requirement);
  return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(a_conclusion)

BOOST_AUTO_TEST_CASE(from_what_most_cases_show_is_taken_back) {
  BOOST_TEST(
      found_in_the_first({broken({spacing}), broken(), broken(), broken(), sound(), sound()}) == Ids{edge},
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(from_what_few_cases_show_stands) {
  const Ids both = {edge, spacing};
  BOOST_TEST(found_in_the_first({broken({spacing}), broken(), broken()}) == both,
             boost::test_tools::per_element());
  BOOST_TEST(found_in_the_first(
                 {broken({spacing}), broken(), broken(), broken(), sound(), sound(), sound()}) == both,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_another_kind_stands) {
  CaseRecord first = broken();
  first.findings.push_back(finding(spacing, "late reply", false));
  first.requirements[spacing] = {0, Verdict::fail};
  const Ids both = {edge, spacing};
  BOOST_TEST(found_in_the_first({first, broken(), broken(), broken()}) == both,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(that_is_shown_by_itself_stands) {
  CaseRecord first = broken();
  first.findings.push_back(finding(spacing, touches, true));
  const Ids both = {edge, spacing};
  BOOST_TEST(found_in_the_first({first, broken(), broken(), broken()}) == both,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(about_whole_games_stands) {
  const Ids both = {edge, whole_games};
  BOOST_TEST(found_in_the_first({broken({whole_games}), broken(), broken(), broken()}) == both,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(that_is_taken_back_leaves_its_clause_as_it_was_found_otherwise) {
  for (const std::uint64_t passes : {0U, 2U}) {
    RunRecord run;
    run.contest = "icfpt2014";
    run.cases = {broken({spacing}, passes), broken(), broken(), broken()};
    take_back_consequences(run, load_catalogue(run.contest));
    const CaseRecord& first = run.cases.front();
    BOOST_TEST((first.requirements.at(spacing).worst == (passes > 0 ? Verdict::pass : Verdict::not_run)));
    BOOST_TEST((first.requirements.at(edge).worst == Verdict::fail));
    BOOST_TEST((first.verdict == Verdict::fail));
    BOOST_TEST_REQUIRE(first.findings.front().details.size() == 1U);
    BOOST_TEST(first.findings.front().details.front() ==
               "not counted against ICFPT14-LINE-4: most other cases failed in the same way, so one defect "
               "explains them");
  }
}

BOOST_AUTO_TEST_CASE(that_is_taken_back_leaves_what_else_broke_its_clause) {
  CaseRecord first = broken({spacing});
  first.findings.push_back(finding(spacing, "late reply", true));
  RunRecord run;
  run.contest = "icfpt2014";
  run.cases = {first, broken(), broken(), broken()};
  take_back_consequences(run, load_catalogue(run.contest));
  BOOST_TEST((run.cases.front().requirements.at(spacing).worst == Verdict::fail));
  BOOST_TEST(run.cases.front().findings.size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

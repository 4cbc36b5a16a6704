#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "rig/report/causes.hpp"
#include "rig/report/tests/sample_runs.hpp"

namespace rig::report {

namespace {

/// Something seen in an exchange: the request tells exchanges apart.
Finding seen(const std::string& requirement, const std::string& summary, const std::string& request = "0") {
  Finding finding;
  finding.requirement = requirement;
  finding.summary = summary;
  finding.evidence.emplace();
  finding.evidence->sent = Bytes(request.begin(), request.end());
  return finding;
}

Finding concluded(const std::string& requirement, const std::string& summary) {
  Finding finding = seen(requirement, summary);
  finding.evidence.reset();
  return finding;
}

Finding with_verdict(Finding finding, Verdict verdict) {
  finding.verdict = verdict;
  return finding;
}

CaseRecord a_case(const std::string& id, std::vector<Finding> findings) {
  CaseRecord one;
  one.id = id;
  one.verdict = Verdict::fail;
  one.findings = std::move(findings);
  return one;
}

RequirementRecord a_requirement(const std::string& id, Level level, std::vector<std::string> cases) {
  RequirementRecord one;
  one.id = id;
  one.level = level;
  one.cases = std::move(cases);
  return one;
}

/// BOARD, MOVE and LOST are cited by three cases, PASS and TILE by one, HINT is recommended.
RunRecord a_run(std::vector<CaseRecord> cases) {
  RunRecord run;
  run.cases = std::move(cases);
  const std::vector<std::string> three = {"A.1", "A.2", "A.3"};
  for (const std::string id : {"BOARD", "MOVE", "LOST"})
    run.requirements.push_back(a_requirement(id, Level::mandatory, three));
  for (const std::string id : {"PASS", "TILE"})
    run.requirements.push_back(a_requirement(id, Level::mandatory, {"A.1"}));
  run.requirements.push_back(a_requirement("HINT", Level::recommended, {"A.1"}));
  run.requirements.push_back(a_requirement("OPEN", Level::informational, {"A.1"}));
  return run;
}

std::string order_of(const RunRecord& run) {
  std::string order;
  for (const Cause& cause : causes_of(run)) order += (order.empty() ? "" : " ") + cause.requirement;
  return order;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(causes)

BOOST_AUTO_TEST_CASE(put_findings_of_one_requirement_and_kind_together) {
  const RunRecord run = a_run({a_case("A.1", {seen("BOARD", "73o6: square (6,3) is occupied"),
                                              seen("BOARD", "54o6: square (5,4) is occupied")}),
                               a_case("A.2", {seen("BOARD", "12a0: square (1,2) is occupied")}),
                               a_case("A.3", {seen("BOARD", "12a0: tile a leaves the board")}),
                               a_case("A.4", {seen("MOVE", "12a0: square (1,2) is occupied")})});
  const std::vector<Cause> found = causes_of(run);
  BOOST_REQUIRE(found.size() == 3U);
  BOOST_TEST(found[0].requirement == "BOARD");
  BOOST_TEST(found[0].finding.summary == "73o6: square (6,3) is occupied");
  BOOST_TEST((found[0].in_case == &run.cases[0]));
  BOOST_TEST(found[0].also_in == std::vector<std::string>{"A.2"}, boost::test_tools::per_element());
  BOOST_TEST(found[0].count == 3U);
}

BOOST_AUTO_TEST_CASE(are_told_apart_by_their_kind_where_it_is_named) {
  Finding one = seen("BOARD", "square (6,3) is occupied");
  Finding other = seen("BOARD", "the other tile lies there");
  one.kind = other.kind = "occupied square";
  BOOST_TEST(causes_of(a_run({a_case("A.1", {one}), a_case("A.2", {other})})).size() == 1U);
  other.kind = "off the board";
  BOOST_TEST(causes_of(a_run({a_case("A.1", {one}), a_case("A.2", {other})})).size() == 2U);
}

BOOST_AUTO_TEST_CASE(leave_numbers_quotations_and_codes_out_of_a_kind) {
  BOOST_TEST(kind_of(seen("", "\"4aa t1\" was not answered within 2.00 s")) ==
             "\"\" was not answered within # s");
  BOOST_TEST(kind_of(seen("", "the reply to \"@0/\" is A2\\: no move")) == "the reply to \"\" is # no move");
  BOOST_TEST(kind_of(seen("", "it says \" and nothing else")) == "it says \" and nothing else");
}

BOOST_AUTO_TEST_CASE(stand_in_the_order_of_levels_and_verdicts) {
  const RunRecord run =
      a_run({a_case("A.1", {seen("OPEN", "a"), seen("HINT", "b"),
                            with_verdict(seen("MOVE", "c"), Verdict::inconclusive),
                            with_verdict(concluded("", "the cable"), Verdict::error), seen("BOARD", "d"),
                            with_verdict(seen("PASS", "e"), Verdict::pass)}),
             a_case("A.2", {seen("OPEN", "a"), seen("HINT", "b")})});
  BOOST_TEST(order_of(run) == "BOARD  MOVE PASS HINT OPEN");
}

BOOST_AUTO_TEST_CASE(begin_with_what_comes_first_in_most_cases) {
  BOOST_TEST(order_of(a_run({a_case("A.1", {seen("MOVE", "late"), seen("BOARD", "off", "1")}),
                             a_case("A.2", {seen("BOARD", "off"), seen("MOVE", "late", "1")}),
                             a_case("A.3", {seen("BOARD", "off"), seen("MOVE", "late", "1")})})) ==
             "BOARD MOVE");
}

BOOST_AUTO_TEST_CASE(prefer_what_seldom_holds_of_what_was_seen_in_one_exchange) {
  RunRecord run = a_run({a_case("A.1", {seen("MOVE", "no reply"), seen("PASS", "no pass")}),
                         a_case("A.2", {seen("MOVE", "no reply"), seen("PASS", "no pass")})});
  run.cases[0].requirements["MOVE"].passes = 200;
  BOOST_TEST(order_of(run) == "PASS MOVE");
  for (CaseRecord& one : run.cases) one.findings[1].evidence->sent = {0x31};  // in a later exchange
  BOOST_TEST(order_of(run) == "MOVE PASS");
}

BOOST_AUTO_TEST_CASE(begin_with_what_spoiled_the_rest_of_its_exchange) {
  RunRecord run = a_run({a_case("A.1", {seen("MOVE", "a byte came early"), seen("PASS", "no code")}),
                         a_case("A.2", {seen("MOVE", "a byte came early"), seen("PASS", "no code")})});
  run.cases[0].requirements["MOVE"].passes = 200;
  BOOST_TEST(order_of(run) == "PASS MOVE");
  for (const std::string kind : {"early byte", "misread move of the other"}) {
    for (CaseRecord& one : run.cases) one.findings[0].kind = kind;
    BOOST_TEST(order_of(run) == "MOVE PASS");
  }
}

BOOST_AUTO_TEST_CASE(do_not_begin_with_what_follows_from_anything) {
  RunRecord run = a_run({a_case("A.1", {concluded("LOST", "the game was lost")}),
                         a_case("A.2", {concluded("LOST", "the game was lost")}),
                         a_case("A.3", {seen("MOVE", "late"), concluded("LOST", "the game was lost")})});
  run.cases[2].requirements["MOVE"].passes = 9;
  BOOST_TEST(order_of(run) == "MOVE LOST");
}

BOOST_AUTO_TEST_CASE(end_with_what_always_followed_a_failure_of_any_level) {
  RunRecord run = a_run({a_case("A.1", {seen("HINT", "hums"), concluded("LOST", "the game was lost")})});
  BOOST_TEST(order_of(run) == "HINT LOST");
  run.cases.push_back(a_case("A.2", {concluded("LOST", "the game was lost")}));
  BOOST_TEST(order_of(run) == "LOST HINT");
}

BOOST_AUTO_TEST_CASE(begin_with_what_a_case_of_its_own_concludes_where_what_was_seen_nearly_always_holds) {
  RunRecord run = a_run({a_case("A.1", {seen("BOARD", "off"), concluded("TILE", "has it misread a code?")})});
  BOOST_TEST(order_of(run) == "BOARD TILE");
  run.cases[0].requirements["BOARD"].passes = 400;
  BOOST_TEST(order_of(run) == "TILE BOARD");
}

BOOST_AUTO_TEST_CASE(begin_with_the_subject_of_the_only_case_that_went_wrong) {
  const auto order = [](const std::string& in) {
    return order_of(
        a_run({a_case(in, {seen("MOVE", "late"), concluded("TILE", "a game with it went wrong")})}));
  };
  BOOST_TEST(order("A.4") == "TILE MOVE");
  BOOST_TEST(order("A.1") == "MOVE TILE");  // its own clause, too
  const RunRecord two =
      a_run({a_case("A.4", {seen("MOVE", "late"), concluded("TILE", "a game with it went wrong")}),
             a_case("A.5", {seen("MOVE", "late")})});
  BOOST_TEST(order_of(two) == "MOVE TILE");
  BOOST_TEST(order_of(a_run({a_case(
                 "A.4", {seen("MOVE", "late"), concluded("LOST", "the game was lost")})})) == "MOVE LOST");
}

/// One that misreads a code is seen by its own illegal move, in cases that are not about illegal moves.
BOOST_AUTO_TEST_CASE(begin_with_the_subject_where_cases_about_what_was_seen_found_it_right) {
  const auto run_with = [](const std::string& second) {
    RunRecord run =
        a_run({a_case("A.4", {seen("MOVE", "late"), concluded("TILE", "has it misread a code?")}),
               a_case(second, {seen("MOVE", "late"), concluded("PASS", "it went wrong after a pass")}),
               a_case("A.2", {})});
    run.cases[2].verdict = Verdict::pass;
    run.cases[2].requirements["MOVE"].passes = 1;
    run.cases[2].requirements["MOVE"].worst = Verdict::pass;
    return run;
  };
  BOOST_TEST(order_of(run_with("A.5")) == "TILE MOVE PASS");  // the subject that was seen first
  BOOST_TEST(order_of(run_with("A.3")) == "MOVE TILE PASS");  // a case about it found it wrong
  RunRecord unknown = run_with("A.5");
  unknown.cases.pop_back();
  BOOST_TEST(order_of(unknown) == "MOVE TILE PASS");  // no case about it ran
  RunRecord many = run_with("A.5");
  many.cases.push_back(a_case("A.6", {seen("MOVE", "late")}));
  BOOST_TEST(order_of(many) == "MOVE TILE PASS");
}

BOOST_AUTO_TEST_CASE(begin_with_what_was_overlooked_rather_than_with_the_move_that_shows_it) {
  RunRecord run = a_run({a_case("A.1", {seen("BOARD", "a tile lies there"), seen("PASS", "it was forced")}),
                         a_case("A.2", {seen("BOARD", "a tile lies there"), seen("PASS", "it was forced")})});
  run.cases[0].requirements["PASS"].passes = 200;
  BOOST_TEST(order_of(run) == "BOARD PASS");
  for (CaseRecord& one : run.cases) one.findings[1].kind = "forced overlooked";
  BOOST_TEST(order_of(run) == "PASS BOARD");
  for (CaseRecord& one : run.cases) one.findings[1].evidence->sent = {0x31};  // of another reply
  BOOST_TEST(order_of(run) == "BOARD PASS");
}

BOOST_AUTO_TEST_CASE(stand_by_the_number_of_their_cases_where_none_leads) {
  BOOST_TEST(
      order_of(a_run({a_case("A.1", {seen("PASS", "no pass"), concluded("LOST", "the game was lost"),
                                     concluded("MOVE", "the turn was lost")}),
                      a_case("A.2", {seen("PASS", "no pass"), concluded("MOVE", "the turn was lost")})})) ==
      "PASS MOVE LOST");
}

BOOST_AUTO_TEST_CASE(are_told_by_a_case_in_which_they_lead) {
  const RunRecord run = a_run({a_case("A.1", {seen("MOVE", "late"), seen("BOARD", "off", "1")}),
                               a_case("A.2", {seen("BOARD", "off", "2")})});
  for (const Cause& cause : causes_of(run)) {
    const bool board = cause.requirement == "BOARD";
    BOOST_TEST(cause.in_case->id == (board ? "A.2" : "A.1"));
    if (board) BOOST_TEST(cause.also_in.front() == "A.1");
  }
}

BOOST_AUTO_TEST_CASE(include_a_case_that_ended_badly_without_a_finding) {
  CaseRecord broken = a_case("A.1", {});
  broken.verdict = Verdict::error;
  broken.reason = "the adapter vanished";
  broken.requirements["BOARD"].worst = Verdict::error;
  CaseRecord open = a_case("A.2", {});
  open.verdict = Verdict::inconclusive;
  open.reason = "the game ended too soon";
  open.requirements["PASS"].worst = Verdict::inconclusive;
  const std::vector<Cause> found = causes_of(a_run({broken, open}));
  BOOST_REQUIRE(found.size() == 2U);
  BOOST_TEST(found[0].finding.summary == "the adapter vanished");
  BOOST_TEST(found[0].requirement.empty());
  BOOST_TEST(found[1].requirement == "PASS");
  BOOST_TEST((found[1].verdict == Verdict::inconclusive));
}

BOOST_AUTO_TEST_CASE(are_none_where_nothing_went_wrong) {
  BOOST_TEST(causes_of(samples::certified_run()).empty());
  BOOST_TEST(causes_of(samples::empty_run()).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report

/// What is said of a run when all of its cases have ended.

#include "conformance/run/whole_run.hpp"

#include <boost/test/unit_test.hpp>
#include <utility>

#include "conformance/suite/silence.hpp"

using namespace conformance;
using rig::Duration;
using rig::ReplySpan;
using rig::Verdict;
using rig::report::CaseRecord;
using rig::report::RunRecord;
using std::chrono::microseconds;

namespace {

constexpr const char* whole_games = "ICFPT14-MOVE-2";

/// A run in two cases; in each the bytes of ten replies took so long.
RunRecord run_in_which_four_bytes_took(microseconds first, microseconds second) {
  RunRecord run;
  for (const microseconds time : {first, second}) {
    CaseRecord one;
    for (int i = 0; i < 10; ++i) {
      rig::report::Sample sample;
      sample.span = ReplySpan{4, time - microseconds(2), time + microseconds(2)};
      one.samples.push_back(sample);
    }
    run.cases.push_back(one);
  }
  return run;
}

/// A case that played so many games, with so many moves of the DUT's own in all.
CaseRecord played(std::uint64_t games, std::uint64_t moves) {
  CaseRecord one;
  one.verdict = Verdict::pass;
  one.counts = {{"games", games}, {"moves", moves}};
  return one;
}

/// … that cites the clause on whole games.
CaseRecord played_whole_games(std::uint64_t games, std::uint64_t moves) {
  CaseRecord one = played(games, moves);
  one.requirements[whole_games] = {1, Verdict::pass};
  return one;
}

/// A case before which the DUT was given up.
CaseRecord given_up() {
  CaseRecord one = played(5, 5);
  one.verdict = Verdict::not_run;
  one.reason = does_not_answer;
  return one;
}

CaseRecord with(Verdict verdict, const std::string& reason, CaseRecord one) {
  one.verdict = verdict;
  one.reason = reason;
  return one;
}

RunRecord judged(std::vector<CaseRecord> cases, std::vector<std::string> partial = {}) {
  RunRecord run;
  run.contest = "icfpt2014";
  run.cases = std::move(cases);
  run.partial = std::move(partial);
  judge_whole_run(run);
  return run;
}

std::size_t findings_in(const RunRecord& run) {
  std::size_t count = 0;
  for (const CaseRecord& one : run.cases) count += one.findings.size();
  return count;
}

std::string drift_in(const RunRecord& run) {
  const auto fact = run.link_facts.find(rig::report::fact_wire_drift);
  return fact == run.link_facts.end() ? std::string() : fact->second;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(moves_of_a_run)

BOOST_AUTO_TEST_CASE(of_which_there_is_none_fail_the_first_case_of_whole_games) {
  const RunRecord run = judged({played(1, 0), played_whole_games(2, 0), played_whole_games(0, 0)});
  BOOST_TEST((run.cases[0].verdict == Verdict::pass));
  BOOST_TEST((run.cases[1].verdict == Verdict::fail));
  BOOST_TEST((run.cases[1].requirements.at(whole_games).worst == Verdict::fail));
  BOOST_TEST((run.cases[2].verdict == Verdict::pass));
  BOOST_TEST_REQUIRE(findings_in(run) == 1U);
  const auto& found = run.cases[1].findings.front();
  BOOST_TEST((found.verdict == Verdict::fail));
  BOOST_TEST(found.requirement == whole_games);
  BOOST_TEST(found.summary == "the DUT made no move in 3 games (passes are not counted)");
  BOOST_TEST(found.kind == "no move of its own");
}

BOOST_AUTO_TEST_CASE(are_missed_where_there_was_a_single_game) {
  BOOST_TEST(findings_in(judged({played_whole_games(1, 0)})) == 1U);
}

BOOST_AUTO_TEST_CASE(are_not_missed_where_there_is_one_or_no_game) {
  BOOST_TEST(findings_in(judged({played_whole_games(2, 0), played_whole_games(2, 1)})) == 0U);
  BOOST_TEST(findings_in(judged({played_whole_games(0, 0)})) == 0U);
}

BOOST_AUTO_TEST_CASE(are_not_missed_in_a_part_of_a_run_or_where_a_case_is_missing) {
  const CaseRecord silent = played_whole_games(2, 0);
  BOOST_TEST(findings_in(judged({silent}, {"--filter x"})) == 0U);
  BOOST_TEST(findings_in(judged({silent, with(Verdict::error, "", silent)})) == 0U);
  BOOST_TEST(findings_in(judged({silent, with(Verdict::not_run, "the run was stopped", silent)})) == 0U);
}

BOOST_AUTO_TEST_CASE(of_cases_before_which_the_dut_was_given_up_do_not_count) {
  const RunRecord run = judged({given_up(), played(2, 0), played_whole_games(1, 0)});
  BOOST_TEST_REQUIRE(findings_in(run) == 1U);
  BOOST_TEST((run.cases[0].verdict == Verdict::not_run));
  BOOST_TEST((run.cases[1].verdict == Verdict::fail));  // whatever it is about
  BOOST_TEST(run.cases[1].findings.front().summary ==
             "the DUT made no move in 3 games (passes are not counted)");
}

BOOST_AUTO_TEST_CASE(of_a_case_in_which_the_dut_was_given_up_count) {
  const CaseRecord broken_off = with(Verdict::fail, does_not_answer, played_whole_games(1, 1));
  BOOST_TEST(findings_in(judged({played_whole_games(1, 0), broken_off})) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(clocks_of_a_run)

BOOST_AUTO_TEST_CASE(are_told_where_there_is_a_wire) {
  RunRecord run = run_in_which_four_bytes_took(microseconds(260), microseconds(260));
  compare_clocks(run);
  BOOST_TEST(drift_in(run) == "no drift above 1.6 % (20 replies)");
  BOOST_TEST(run.errors.empty());
}

BOOST_AUTO_TEST_CASE(are_not_told_where_there_is_none) {
  RunRecord run = run_in_which_four_bytes_took(microseconds(260), microseconds(260));
  for (CaseRecord& one : run.cases) {
    for (auto& sample : one.samples) sample.span.reset();
  }
  compare_clocks(run);
  BOOST_TEST(drift_in(run).empty());
}

BOOST_AUTO_TEST_CASE(that_drift_as_an_oscillator_may_are_told_and_no_more) {
  RunRecord run = run_in_which_four_bytes_took(microseconds(260), microseconds(268));
  compare_clocks(run);
  BOOST_TEST(drift_in(run).starts_with("a byte of the board took +1.5 % to +4.7 % longer"), drift_in(run));
  BOOST_TEST(run.errors.empty());
}

BOOST_AUTO_TEST_CASE(that_may_drift_further_and_may_not_are_told_and_no_more) {
  RunRecord run = run_in_which_four_bytes_took(microseconds(260), microseconds(272));
  compare_clocks(run);
  BOOST_TEST(drift_in(run).starts_with("a byte of the board took +3.1 % to +6.2 % longer"), drift_in(run));
  BOOST_TEST(run.errors.empty());
}

BOOST_AUTO_TEST_CASE(of_several_boards_are_told_board_by_board) {
  RunRecord run = run_in_which_four_bytes_took(microseconds(260), microseconds(260));
  RunRecord other = run_in_which_four_bytes_took(microseconds(272), microseconds(272));
  for (CaseRecord& one : run.cases) one.board = "serial:/dev/ttyUSB0";
  for (CaseRecord& one : other.cases) one.board = "serial:/dev/ttyUSB1";
  run.cases.insert(run.cases.end(), other.cases.begin(), other.cases.end());
  compare_clocks(run);
  BOOST_TEST(drift_in(run).starts_with("no drift above"), drift_in(run));
}

BOOST_AUTO_TEST_CASE(that_are_hardly_known_are_told_and_no_more) {
  RunRecord run = run_in_which_four_bytes_took(microseconds(260), microseconds(260));
  for (CaseRecord& one : run.cases) {
    for (auto& sample : one.samples) sample.span = ReplySpan{4, microseconds(200), microseconds(300)};
  }
  compare_clocks(run);
  BOOST_TEST(drift_in(run) == "no drift above 50 % (20 replies)");
  BOOST_TEST(run.errors.empty());
}

BOOST_AUTO_TEST_CASE(that_drift_further_leave_no_time_to_be_trusted) {
  for (const auto& [first, second] : {std::pair{260, 290}, std::pair{290, 260}}) {
    RunRecord run = run_in_which_four_bytes_took(microseconds(first), microseconds(second));
    compare_clocks(run);
    BOOST_TEST_REQUIRE(run.errors.size() == 1U);
    BOOST_TEST(run.errors.front().find("No time of this run can be trusted") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(are_not_blamed_for_a_board_that_pauses_in_one_kind_of_reply_alone) {
  RunRecord run = run_in_which_four_bytes_took(microseconds(260), microseconds(400));
  for (auto& sample : run.cases[0].samples) sample.kind = "4XXXX";
  for (auto& sample : run.cases[1].samples) sample.kind = "0";  // each kind in one half of the run
  compare_clocks(run);
  BOOST_TEST(run.errors.empty());
  run = run_in_which_four_bytes_took(microseconds(260), microseconds(400));
  RunRecord steady = run_in_which_four_bytes_took(microseconds(260), microseconds(260));
  for (std::size_t i : {0U, 1U}) {
    for (auto& sample : steady.cases[i].samples) {
      sample.kind = "0";
      run.cases[i].samples.push_back(sample);
    }
  }
  compare_clocks(run);
  BOOST_TEST(run.errors.empty());
  BOOST_TEST(drift_in(run).starts_with("cannot be compared"), drift_in(run));
}

BOOST_AUTO_TEST_SUITE_END()

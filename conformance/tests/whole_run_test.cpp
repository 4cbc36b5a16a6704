/// What is said of a run when all of its cases have ended.

#include "conformance/whole_run.hpp"

#include <boost/test/unit_test.hpp>

using namespace conformance;
using rig::Duration;
using rig::ReplySpan;
using rig::report::CaseRecord;
using rig::report::RunRecord;
using std::chrono::microseconds;

namespace {

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

std::string drift_in(const RunRecord& run) {
  const auto fact = run.link_facts.find(rig::report::fact_wire_drift);
  return fact == run.link_facts.end() ? std::string() : fact->second;
}

}  // namespace

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

/// The replies that a case has measured: kept whole, and beyond some number counted.

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <optional>
#include <string>

#include "rig/report/digest.hpp"
#include "rig/report/gate/cycles.hpp"
#include "rig/report/html/html.hpp"
#include "rig/report/json.hpp"
#include "rig/tests/contains.hpp"

namespace rig::report {

namespace {

/// Replies of a long soak: each takes a moment more than the one before, and two took very long.
constexpr int replies_of_a_soak = 200'000;
constexpr int late_reply = 150'000;
constexpr int lost_reply = 150'001;

Duration taken_by(int reply) {
  if (reply == late_reply) return std::chrono::milliseconds(1700);
  if (reply == lost_reply) return std::chrono::seconds(250);
  return std::chrono::microseconds(100) + Duration(reply);
}

CaseRecord soaked(int replies) {
  CaseRecord record;
  record.id = "Soak.AgainstDrawnOpponents";
  for (int i = 0; i < replies; ++i) {
    const Duration took = taken_by(i);
    add_sample(record, {"4XXXX", std::chrono::seconds(1), {took, took}, std::to_string(i), "35336530", {}});
    if (i % 100 == 0) add_sample(record, {"0", std::chrono::seconds(1), {}, "30", "315031", {}});
  }
  return record;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(replies_of_a_case)

BOOST_AUTO_TEST_CASE(of_ten_thousand_replies_of_a_kind_keeps_each) {
  const CaseRecord record = soaked(10'000);
  BOOST_TEST(record.samples.size() == 10'100U);
  BOOST_TEST(record.more_samples.empty());
  BOOST_TEST(!contains(to_json(record), "more_samples"));
}

BOOST_AUTO_TEST_CASE(of_a_long_soak_stays_small_and_loses_no_reply) {
  RunRecord run;
  run.cases = {soaked(replies_of_a_soak)};
  const CaseRecord& record = run.cases.front();
  BOOST_TEST(record.samples.size() == 10'000U + 2'000U);
  BOOST_REQUIRE(record.more_samples.size() == 1U);
  const CountedSamples& more = record.more_samples.at("4XXXX");
  BOOST_TEST(more.histogram.count() == 190'000U);
  BOOST_TEST(more.histogram.overflow() == 1U);
  BOOST_REQUIRE(more.worst.size() == 100U);
  BOOST_TEST(more.worst[0].request == "150001");
  BOOST_TEST(more.worst[1].request == "150000");
  BOOST_TEST(more.worst[2].request == "199999");
  const std::string line = to_json(record);
  BOOST_TEST(line.size() < 3'000'000U);
  BOOST_TEST(to_json(case_from_json(line)) == line);

  conclude(run);
  BOOST_REQUIRE(run.latencies.size() == 2U);
  const LatencyRecord& latencies = run.latencies[1];
  BOOST_TEST(latencies.histogram.count() == 200'000U);
  BOOST_TEST((latencies.histogram.maximum() == std::chrono::seconds(250)));
  BOOST_TEST((latencies.histogram.minimum() == taken_by(0)));
  BOOST_TEST(latencies.histogram.overflow() == 1U);
  BOOST_TEST((latencies.histogram.quantile(0.5) >= taken_by(100'000)));
  BOOST_TEST((latencies.verdict == Verdict::fail));
  BOOST_TEST(tightest(record)->request == "150001");
  BOOST_TEST(latencies_of(record)[1].histogram.count() == 200'000U);
  BOOST_TEST(to_html(run).size() < 300'000U);
}

BOOST_AUTO_TEST_CASE(of_a_long_soak_of_a_design_has_its_extremes_in_clock_cycles) {
  RunRecord run;
  run.clock = "simulated";
  run.link_facts["clock_hz"] = "50000000";
  run.cases = {soaked(replies_of_a_soak)};
  const std::optional<CycleSummary> cycles = cycles_of_kind(run, "4XXXX");
  BOOST_REQUIRE(cycles.has_value());
  BOOST_TEST(cycles->least == cycles_in({{}, taken_by(0)}, 50'000'000));
  BOOST_TEST(cycles->most == cycles_in({{}, taken_by(lost_reply)}, 50'000'000));
  BOOST_TEST(cycles->p50 >= cycles_in({{}, taken_by(100'000)}, 50'000'000));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report

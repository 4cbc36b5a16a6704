/// The whole suite of the contests of Trax over every kind of link in real time.

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <future>
#include <iterator>

#include "conformance/run/tests/wires.hpp"

using namespace conformance::testing_programs;

namespace {

std::vector<Way> ways_of(const std::string& contest) {
  std::vector<Way> ways;
  std::ranges::copy_if(trax_ways(), std::back_inserter(ways),
                       [&](const Way& way) { return way.contest == contest; });
  return ways;
}

std::optional<Outcome> certify_whole(const Way& way) {
  return told_over(0, way, {});
}

void is_certified(const Way& way, const std::optional<Outcome>& outcome) {
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, way << "\n" << outcome->output);
  BOOST_TEST(outcome->output.find("\ncertified") != std::string::npos, way << "\n" << outcome->output);
}

}  // namespace

BOOST_DATA_TEST_CASE(a_good_board_of_heart_trax_is_certified,
                     boost::unit_test::data::make(ways_of("heart-trax")), way) {
  is_certified(way, certify_whole(way));
}

// Deadlines of ten seconds: such a run mostly waits for silence to last, so that they can go on together.
BOOST_AUTO_TEST_CASE(good_boards_of_aut_trax_are_certified) {
  const std::vector<Way> ways = ways_of("aut-trax");
  std::vector<std::future<std::optional<Outcome>>> runs;
  runs.reserve(ways.size());
  for (const Way& way : ways) runs.push_back(std::async(std::launch::async, certify_whole, way));
  for (std::size_t i = 0; i < ways.size(); ++i) is_certified(ways[i], runs[i].get());
}

/// The good players pass every case on every link in real time, over twenty seeds, without one false alarm.

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <future>
#include <iterator>
#include <string>
#include <vector>

#include "conformance/run/tests/wires.hpp"

using namespace conformance::testing_programs;

namespace {

constexpr int seeds = 20;
/// Such runs mostly wait; so many of them leave two processors idle half of the time.
constexpr int at_once = 5;

/// One way to a board for each kind of link.
std::vector<Way> every_link() {
  std::vector<Way> ways{{"a player on pipes", {}, std::string("exec:") + BLOKUS_PLAYER + " --stdio"}};
  std::ranges::copy_if(all_ways(), std::back_inserter(ways),
                       [](const Way& way) { return way.one_of_its_kind; });
  return ways;
}

std::optional<Outcome> certify_seed(const Way& way, int seed) {
  return told_over(0, way, {"--seed", std::to_string(seed), "--quiet"});
}

}  // namespace

BOOST_DATA_TEST_CASE(a_good_board_is_never_accused, boost::unit_test::data::make(every_link()), way) {
  for (int first = 1; first <= seeds; first += at_once) {
    std::vector<std::future<std::optional<Outcome>>> runs;
    for (int seed = first; seed < first + at_once; ++seed)
      runs.push_back(std::async(std::launch::async, certify_seed, way, seed));
    for (int i = 0; i < at_once; ++i) {
      const std::optional<Outcome> outcome = runs[static_cast<std::size_t>(i)].get();
      if (!outcome) continue;
      BOOST_TEST(outcome->status == 0, way << ", seed " << first + i << ":\n" << outcome->output);
    }
  }
}

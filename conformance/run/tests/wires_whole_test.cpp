/// The whole suite over every way to a board in real time.

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "conformance/run/tests/wires.hpp"

using namespace conformance::testing_programs;

BOOST_DATA_TEST_CASE(a_good_board_is_certified, boost::unit_test::data::make(all_ways()), way) {
  const std::optional<Outcome> outcome = told_over(0, way, {});
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(outcome->output.find("\ncertified") != std::string::npos, outcome->output);
}

BOOST_AUTO_TEST_CASE(a_player_on_pipes_is_certified) {
  const Way way{"a player on pipes", {}, std::string("exec:") + BLOKUS_PLAYER + " --stdio"};
  const std::optional<Outcome> outcome = told_over(0, way, {});
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(outcome->output.find("\ncertified") != std::string::npos, outcome->output);
}

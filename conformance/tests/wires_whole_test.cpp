/// The whole suite over every way to a board in real time.

#define BOOST_TEST_MODULE wires_whole
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "conformance/tests/wires.hpp"

using namespace conformance::testing_programs;

BOOST_DATA_TEST_CASE(a_good_board_is_certified, boost::unit_test::data::make(all_ways()), way) {
  const TemporaryFolder folder;
  const Outcome outcome = certify_over(way, folder, {"--reports", folder.file("reports")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(outcome.output.find("\ncertified: ") != std::string::npos, outcome.output);
}

BOOST_AUTO_TEST_CASE(a_player_on_pipes_is_certified) {
  const Outcome outcome = run(CERTIFY, {"--contest", "icfpt2014", "--dut",
                                        std::string("exec:") + BLOKUS_PLAYER + " --stdio", "--reports", ""});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(outcome.output.find("\ncertified: ") != std::string::npos, outcome.output);
}

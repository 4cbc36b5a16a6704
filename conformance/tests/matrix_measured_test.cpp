/// The matrix of faults that stands in every report is the one that is measured now.

#define BOOST_TEST_MODULE matrix_measured
#include <boost/test/unit_test.hpp>

#include "conformance/tests/programs.hpp"

using namespace conformance::testing_programs;

BOOST_AUTO_TEST_CASE(the_matrix_that_is_kept_is_the_one_that_is_measured) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run(CERTIFY, {"--contest", "icfpt2014", "--fault-matrix", folder.file("matrix.txt"), "--seed", "7"});
  BOOST_TEST_REQUIRE(outcome.status == 0, outcome.output);
  BOOST_TEST(content_of(folder.file("matrix.txt")) == content_of(RIG_SOURCE_DIR "/fixtures/fault-matrix.txt"),
             "fixtures/fault-matrix.txt is out of date; its first lines tell how to measure it again");
}

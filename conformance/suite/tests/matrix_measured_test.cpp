/// The matrix of faults that stands in every report is the one that is measured now.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "conformance/run/tests/programs.hpp"

using namespace conformance::testing_programs;

BOOST_DATA_TEST_CASE(the_matrix_that_is_kept_is_the_one_that_is_measured,
                     boost::unit_test::data::make({"icfpt2014", "heart-trax", "aut-trax", "icfpt2013",
                                                   "trax-jp"}),
                     contest) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run(CERTIFY, {"--contest", contest, "--fault-matrix", folder.file("matrix.txt"), "--seed", "7"});
  BOOST_TEST_REQUIRE(outcome.status == 0, outcome.output);
  const auto folder_of = [](const std::string& name) {
    return name.find("trax") == std::string::npos ? std::string("blokus") : std::string("trax");
  };
  const std::string kept =
      std::string(RIG_SOURCE_DIR "/games/") + folder_of(contest) + "/faults/" + contest + "-matrix.txt";
  BOOST_TEST((content_of(folder.file("matrix.txt")) == content_of(kept)), kept << " is out of date");
}

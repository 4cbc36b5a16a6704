/// The whole suite of the contests of Trax over every kind of link in real time. Such a run mostly waits for
/// silence to last, so those of one contest go on beside each other.

#define BOOST_TEST_MODULE wires_whole_trax
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <future>

#include "conformance/tests/wires.hpp"

using namespace conformance::testing_programs;

namespace {

Outcome certify_whole(const Way& way) {
  const TemporaryFolder folder;
  return certify_over(way, folder, {"--reports", folder.file("reports")});
}

}  // namespace

BOOST_DATA_TEST_CASE(a_good_board_is_certified, boost::unit_test::data::make({"heart-trax", "aut-trax"}),
                     contest) {
  std::vector<std::pair<Way, std::future<Outcome>>> runs;
  for (const Way& way : trax_ways()) {
    if (way.contest == contest) runs.emplace_back(way, std::async(std::launch::async, certify_whole, way));
  }
  for (auto& [way, run] : runs) {
    const Outcome outcome = run.get();
    BOOST_TEST(outcome.status == 0, way << "\n" << outcome.output);
    BOOST_TEST(outcome.output.find("\ncertified\n") != std::string::npos, way << "\n" << outcome.output);
  }
}

/// The builtin Trax players pass every case in virtual time, over many seeds.

#include <boost/test/unit_test.hpp>

#include "conformance/run/tests/false_alarms.hpp"

using namespace conformance::testing_programs;

namespace {

constexpr int seeds = 20;
const std::vector<int> boards = {0, 8, 20};
// A move that lets both colours win (HEART-OVER-2, AUT-OVER-2) comes up in some of the seeds.
const std::vector<std::string> rare_in_heart_trax = {"HEART-OVER-1", "HEART-FORCED-2", "HEART-NAMES-1",
                                                     "HEART-NAMES-2"};

}  // namespace

BOOST_AUTO_TEST_CASE(the_builtin_player_of_heart_trax_is_never_accused) {
  certify_seeds({"heart-trax", "builtin:trax", {}, rare_in_heart_trax}, seeds);
}

BOOST_AUTO_TEST_CASE(the_builtin_player_of_aut_trax_is_never_accused) {
  certify_seeds({"aut-trax", "builtin:trax", boards, {"AUT-OVER-1", "AUT-LINES-1"}}, seeds);
}

/// The good Trax player in hardware passes every case over many seeds. A simulated board of aut-trax costs
/// most time, hence a test of its own.

#include <boost/test/unit_test.hpp>

#include "conformance/run/tests/false_alarms.hpp"

using namespace conformance::testing_programs;

BOOST_AUTO_TEST_CASE(the_rtl_player_of_heart_trax_is_never_accused) {
  certify_seeds({"heart-trax", "rtl:trax"}, 20);
}

BOOST_AUTO_TEST_CASE(the_rtl_player_of_aut_trax_is_never_accused) {
  certify_seeds({"aut-trax", "rtl:trax", {0, 8, 20}}, 20);
}

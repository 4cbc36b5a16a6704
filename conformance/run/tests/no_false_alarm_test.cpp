/// The good Blokus players pass every case on the links that keep their own time, over many seeds.

#include <boost/test/unit_test.hpp>

#include "conformance/run/tests/false_alarms.hpp"

using namespace conformance::testing_programs;

BOOST_AUTO_TEST_CASE(the_builtin_player_is_never_accused) {
  certify_seeds({"icfpt2014", "builtin:blokus", {}, {"ICFPT14-PASS-1", "ICFPT14-PASS-5"}}, 40);
}

BOOST_AUTO_TEST_CASE(the_rtl_player_is_never_accused) {
  certify_seeds({"icfpt2014", "rtl:blokus_duo", {}, {"ICFPT14-PASS-1", "ICFPT14-PASS-5"}}, 20);
}

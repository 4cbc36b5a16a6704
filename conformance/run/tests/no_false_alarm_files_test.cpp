/// The players of contests over files pass every case, over many seeds in virtual time and over a few as
/// programs in real time.

#include <boost/test/unit_test.hpp>

#include "conformance/run/tests/false_alarms.hpp"

using namespace conformance::testing_programs;

namespace {

constexpr int seeds = 20;
constexpr int seeds_in_real_time = 2;
const std::vector<int> both_boards = {14, 20};

}  // namespace

BOOST_AUTO_TEST_CASE(the_builtin_player_of_course_is_never_accused) {
  certify_seeds({"course", "builtin:blokus"}, seeds);
}

BOOST_AUTO_TEST_CASE(the_builtin_player_of_ustc_is_never_accused) {
  certify_seeds({"ustc", "builtin:blokus", both_boards}, seeds);
}

BOOST_AUTO_TEST_CASE(the_program_of_course_is_never_accused) {
  certify_seeds({"course", "files:" BLOKUS_COURSE}, seeds_in_real_time);
}

BOOST_AUTO_TEST_CASE(the_program_of_ustc_is_never_accused) {
  certify_seeds({"ustc", "guifiles:" BLOKUS_USTC, both_boards}, seeds_in_real_time);
}

/// A program that two contests of one name were added to, as by a copied folder, is refused.

#include <boost/test/unit_test.hpp>

#include "rig/base/errors.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"

namespace rig::protocol {
namespace {

std::vector<Contest> page() {
  std::vector<Contest> two(2);
  two[0].name = "chess-2031";
  two[1].name = "chess-cup";
  return two;
}

std::vector<Contest> copied_page() {
  std::vector<Contest> one(1);
  one[0].name = "chess-cup";
  return one;
}

BOOST_AUTO_TEST_CASE(two_contests_of_one_name_are_refused) {
  add_contests(page);
  add_contests(copied_page);
  for (int time = 0; time < 2; ++time)
    BOOST_CHECK_EXCEPTION(contests(), RigError, saying({"Two contests", "\"chess-cup\""}));
}

}  // namespace
}  // namespace rig::protocol

/// What a player does wrong, and when, as its traits say it.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "rig/base/errors.hpp"
#include "rig/player/device_fault.hpp"
#include "rig/tests/contains.hpp"

namespace rig::player {
namespace {

namespace data = boost::unit_test::data;
using namespace std::chrono_literals;

struct Row {
  const char* traits;
  Moment moment;
  bool does;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.traits << " at move " << row.moment.move << " of game " << row.moment.game;
}

const std::vector<Row> rows = {
    {"does=pass", {}, true},
    {"does=late", {}, false},
    {"does=pass&move=5", {4}, false},
    {"does=pass&move=5", {5}, true},
    {"does=pass&move=5", {6}, false},
    {"does=pass&from=3", {2}, false},
    {"does=pass&from=3", {9}, true},
    {"does=pass&from=3&until=8", {9}, false},
    {"does=pass&game=2", {1, 1}, false},
    {"does=pass&game=2", {1, 3}, true},
    {"does=pass&only-game=2", {1, 2}, true},
    {"does=pass&only-game=2", {1, 3}, false},
    {"does=pass&seat=secondA", {1, 1, "secondA"}, true},
    {"does=pass&seat=secondA", {1, 1, "second5"}, false},
    {"does=pass&seen=j1", {1, 1, "", "53j1"}, true},
    {"does=pass&seen=j1", {1, 1, "", "53j7"}, false},
};

BOOST_AUTO_TEST_SUITE(slips)

BOOST_DATA_TEST_CASE(are_made_when_their_traits_say_so, data::make(rows), row) {
  BOOST_TEST(Slip(Traits(row.traits)).is("pass", row.moment) == row.does);
}

BOOST_AUTO_TEST_CASE(of_one_name_do_what_the_table_says) {
  const std::vector<DeviceFault> table = {{"late", "is late"},
                                          {"slow", "takes a second", "does=take&time=1s"}};
  BOOST_TEST(slip_named(table, "").does() == "nothing");
  BOOST_TEST(slip_named(table, "late").does() == "late");
  BOOST_TEST(slip_named(table, "slow").does() == "take");
  BOOST_TEST((slip_named(table, "slow").time() == 1s));
  BOOST_CHECK_EXCEPTION(slip_named(table, "lat"), UsageError, saying({"\"lat\"", "late"}));
}

BOOST_AUTO_TEST_CASE(with_traits_that_say_nothing_are_refused) {
  for (const char* traits : {"does=late&time=1s", "does=late&mov=3"}) {
    const std::vector<DeviceFault> table = {{"odd", "has an odd trait", traits}};
    BOOST_CHECK_THROW(slip_named(table, "odd"), UsageError);
  }
  BOOST_CHECK_THROW(Slip(Traits("does=lat"), {"late"}), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::player

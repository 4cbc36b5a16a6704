// What a live page shows, as its readers are told of it.
#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>
#include <vector>

#include "rig/live/hub.hpp"

namespace rig::live {

using namespace std::chrono_literals;

namespace {

/// `a=1 b=2`: the changes after `seen`, without waiting.
std::string told(const Hub& hub, std::uint64_t& seen) {
  std::string text;
  for (const Hub::Change& change : hub.changes(seen, 0s))
    text += (text.empty() ? "" : " ") + change.name + "=" + change.part->html();
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hub)

BOOST_AUTO_TEST_CASE(a_reader_is_told_the_newest_of_each_part_in_the_order_of_changes) {
  Hub hub;
  hub.show("b", std::string("1"));
  hub.show("a", std::string("2"));
  hub.show("b", std::string("3"));
  std::uint64_t seen = 0;
  BOOST_TEST(told(hub, seen) == "a=2 b=3");
  BOOST_TEST(told(hub, seen) == "");
  hub.show("c/1", std::string("4"));
  BOOST_TEST(told(hub, seen) == "c/1=4");
  std::uint64_t other = 0;
  BOOST_TEST(told(hub, other) == "a=2 b=3 c/1=4");
}

BOOST_AUTO_TEST_CASE(a_part_keeps_the_place_of_its_first_state) {
  Hub hub;
  hub.show("a", std::string("1"));
  hub.show("b", std::string("2"));
  hub.show("a", std::string("3"));
  std::uint64_t seen = 0;
  const std::vector<Hub::Change> changes = hub.changes(seen, 0s);
  BOOST_REQUIRE(changes.size() == 2U);
  BOOST_TEST(changes[0].name == "b");
  BOOST_TEST(changes[1].order < changes[0].order);
}

BOOST_AUTO_TEST_CASE(a_part_is_drawn_once_and_only_for_a_reader) {
  Hub hub;
  int drawn = 0;
  hub.show("a", [&] { return std::to_string(++drawn); });
  hub.show("a", [&] { return std::to_string(10 * ++drawn); });
  BOOST_TEST(drawn == 0);
  std::uint64_t one = 0;
  std::uint64_t other = 0;
  BOOST_TEST(told(hub, one) == "a=10");
  BOOST_TEST(told(hub, other) == "a=10");
  BOOST_TEST(drawn == 1);
}

BOOST_AUTO_TEST_CASE(who_waits_is_woken_by_a_change_and_by_the_end) {
  Hub hub;
  std::uint64_t seen = 0;
  std::vector<std::string> heard;
  std::thread reader([&] {
    while (!hub.is_closed()) {
      for (const Hub::Change& change : hub.changes(seen, 60s)) heard.push_back(change.part->html());
    }
  });
  hub.show("a", std::string("x"));
  while (true) {  // it has to be read before the end, or with it
    std::uint64_t mine = 0;
    if (!hub.changes(mine, 1s).empty()) break;
  }
  hub.close();
  reader.join();
  for (const Hub::Change& change : hub.changes(seen, 0s)) heard.push_back(change.part->html());
  BOOST_TEST(heard == std::vector<std::string>{"x"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::live

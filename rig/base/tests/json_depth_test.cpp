/// How deep JSON may be nested.

#include "rig/base/json_depth.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <vector>

using rig::why_too_deep;
namespace data = boost::unit_test::data;

namespace {

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

const std::vector<std::string> not_too_deep = {
    "",
    repeated("[", 32),
    repeated("[]", 100),
    repeated("[", 32) + repeated("]", 32) + repeated("{", 32),
    "]]]" + repeated("[", 32),
    '"' + repeated("[", 100) + '"',
    "\"a\\\"" + repeated("[", 100) + '"',
    "\"a",
    "\"a\\",
};

}  // namespace

BOOST_DATA_TEST_CASE(json_may_be_nested, data::make(not_too_deep), text) {
  BOOST_TEST(why_too_deep(text).empty(), why_too_deep(text));
}

BOOST_AUTO_TEST_CASE(json_is_nested_too_deeply) {
  BOOST_TEST(why_too_deep(repeated("[", 33)) == "JSON is nested 33 deep at byte 33; allowed: at most 32");
  BOOST_TEST(why_too_deep(repeated("{\"a\":", 33)) ==
             "JSON is nested 33 deep at byte 161; allowed: at most 32");
  BOOST_TEST(why_too_deep(repeated("[\"\\\\\", ", 33)) ==
             "JSON is nested 33 deep at byte 225; allowed: at most 32");
}

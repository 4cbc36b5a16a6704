/// Spans of time, as users write and read them.

#include "rig/base/span.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

using namespace std::chrono_literals;

namespace rig {

BOOST_AUTO_TEST_SUITE(a_time)

BOOST_AUTO_TEST_CASE(is_hours_minutes_and_seconds) {
  const std::pair<const char*, Duration> times[] = {{"90s", 90s},     {"15m", 15min},     {"8h", 8h},
                                                    {"1h30m", 90min}, {"1h30m5s", 5405s}, {"1h5s", 3605s},
                                                    {"720h", 720h},   {"1s", 1s}};
  for (const auto& [text, time] : times) {
    BOOST_TEST((time_from("budget", text) == time), text);
    BOOST_TEST((span_from(text) == time), text);
    BOOST_TEST((time_from("budget", text_of_time(time)) == time), text);
  }
  BOOST_TEST(text_of_time(90s) == "1m30s");
  BOOST_TEST(text_of_time(0s).empty());
  BOOST_TEST((span_from("0s") == Duration{}));
}

// 5124096h are 2^64 nanoseconds and 25 minutes.
BOOST_AUTO_TEST_CASE(of_another_form_is_refused_with_the_forms_that_are_allowed) {
  for (const std::string text : {"15", "1h30", "-3m", "", "m", "5m1h", "1m1m", "1.5h", "721h", "720h1s",
                                 "10 m", "2d", "99999999999s", "4294967295h", "5124096h"}) {
    BOOST_TEST(!span_from(text), text);
    BOOST_CHECK_EXCEPTION(time_from("budget", text), UsageError,
                          saying({"--budget: found \"" + text + '"', "90s, 15m or 1h30m"}));
  }
  BOOST_CHECK_THROW(time_from("budget", "0s"), UsageError);
}

BOOST_AUTO_TEST_CASE(is_told_to_the_minute_where_it_is_long) {
  BOOST_TEST(rough_time(45400ms) == "45 s");
  BOOST_TEST(rough_time(200s) == "3 min 20 s");
  BOOST_TEST(rough_time(2466s) == "41 min");
  BOOST_TEST(rough_time(43500s) == "12 h 5 min");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig

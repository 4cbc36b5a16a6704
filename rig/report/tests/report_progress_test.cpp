#include <boost/test/unit_test.hpp>
#include <string>

#include "rig/base/visible.hpp"
#include "rig/report/console/progress.hpp"

namespace rig::report {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// 12 of 40 cases have ended, each after so long.
Progress after_twelve(Duration each) {
  Progress progress;
  progress.ended = 12;
  progress.planned = 40;
  progress.testing = 12 * each;
  progress.elapsed = progress.testing + seconds(100);  // the model was built first
  return progress;
}

std::string estimate(Duration each) {
  const auto left = time_left(after_twelve(each));
  return left ? estimate_text(*left) : "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(progress)

BOOST_AUTO_TEST_CASE(estimates_the_time_left_from_the_cases_that_have_ended) {
  BOOST_TEST(estimate(milliseconds(10)).empty());
  BOOST_TEST(estimate(milliseconds(100)) == "about 3 s");
  BOOST_TEST(estimate(milliseconds(730)) == "about 20 s");
  BOOST_TEST(estimate(milliseconds(1950)) == "about 55 s");
  BOOST_TEST(estimate(milliseconds(2100)) == "about 1 min");
  BOOST_TEST(estimate(seconds(30)) == "about 14 min");
  BOOST_TEST(estimate(seconds(300)) == "about 2.3 h");
}

BOOST_AUTO_TEST_CASE(estimates_nothing_before_a_case_has_ended_and_when_all_have) {
  Progress progress = after_twelve(seconds(10));
  progress.ended = 0;
  BOOST_TEST(!time_left(progress));
  progress.ended = 40;
  BOOST_TEST(!time_left(progress));
}

BOOST_AUTO_TEST_CASE(tells_time_as_a_clock_does) {
  BOOST_TEST(clock_text(milliseconds(900)) == "0 s");
  BOOST_TEST(clock_text(seconds(59)) == "59 s");
  BOOST_TEST(clock_text(seconds(65)) == "1:05 min");
  BOOST_TEST(clock_text(seconds(7400)) == "2:03:20 h");
}

BOOST_AUTO_TEST_CASE(line_tells_what_is_done_and_how_far_it_is) {
  Progress progress;
  BOOST_TEST(progress_line(progress, 80).empty());
  progress.doing = "building the model blokus_duo";
  progress.elapsed = seconds(3);
  BOOST_TEST(progress_line(progress, 80) == "  3 s: building the model blokus_duo");
  progress = after_twelve(seconds(1));
  progress.running = {"Pass.WhenItMust"};
  BOOST_TEST(progress_line(progress, 80) == "  12 of 40, 1:52 min, about 30 s left: Pass.WhenItMust");
  progress.ended = 40;
  BOOST_TEST(progress_line(progress, 80).empty());
}

BOOST_AUTO_TEST_CASE(speed_of_a_simulation_is_in_clocks_and_against_real_time) {
  BOOST_TEST(speed_text(50'000'000, milliseconds(700), seconds(1)) == "35.0 Mcycles/s, 0.70 x real time");
  BOOST_TEST(speed_text(50'000'000, seconds(300), seconds(1)) == "15000 Mcycles/s, 300 x real time");
  BOOST_TEST(speed_text(12'000'000, milliseconds(500), seconds(60)) == "0.10 Mcycles/s, 0.01 x real time");
  BOOST_TEST(speed_text(0, seconds(1), seconds(1)).empty());  // nothing is simulated
  BOOST_TEST(speed_text(50'000'000, {}, seconds(1)).empty());
  BOOST_TEST(speed_text(50'000'000, seconds(1), {}).empty());
}

BOOST_AUTO_TEST_CASE(line_tells_as_much_of_the_speed_as_leaves_room_for_a_name) {
  Progress progress = after_twelve(seconds(1));
  progress.running = {"Pass.WhenItMust"};
  progress.clock_hz = 50'000'000;
  progress.simulated = progress.testing / 4;
  const std::string begin = "  12 of 40, 1:52 min, about 30 s left";
  BOOST_TEST(progress_line(progress, 110) == begin + ", 12.5 Mcycles/s, 0.25 x real time: Pass.WhenItMust");
  BOOST_TEST(progress_line(progress, 90) == begin + ", 0.25 x real time: Pass.WhenItMust");
  BOOST_TEST(progress_line(progress, 70) == begin + ": Pass.WhenItMust");
}

BOOST_AUTO_TEST_CASE(line_names_the_cases_that_fit_and_counts_the_others) {
  Progress progress = after_twelve({});
  progress.running = {"Pass.WhenItMust", "Line.Shmoo", "WholeGame.TwentyInARow"};
  BOOST_TEST(progress_line(progress, 80) ==
             "  12 of 40, 1:40 min: Pass.WhenItMust, Line.Shmoo, WholeGame.TwentyInARow");
  BOOST_TEST(progress_line(progress, 60) == "  12 of 40, 1:40 min: Pass.WhenItMust, Line.Shmoo +1");
  BOOST_TEST(progress_line(progress, 44) == "  12 of 40, 1:40 min: Pass.WhenItMust +2");
  BOOST_TEST(progress_line(progress, 40) == "  12 of 40, 1:40 min: Pass.WhenItMu… +2");
}

BOOST_AUTO_TEST_CASE(line_is_never_wider_than_it_may_be) {
  for (std::size_t width = 1; width <= 200; ++width) {
    Progress progress = after_twelve(seconds(30));
    progress.running = {std::string(250, 'a'), std::string(3, 'b'), std::string(40, 'c')};
    BOOST_TEST(columns(progress_line(progress, width)) <= width);
    progress.doing = "opening " + std::string(300, 'd');
    BOOST_TEST(columns(progress_line(progress, width)) <= width);
  }
}

BOOST_AUTO_TEST_CASE(line_shows_bytes_that_a_terminal_would_obey) {
  Progress progress;
  progress.doing = "opening \x1b[2J";
  BOOST_TEST(progress_line(progress, 80) == "  0 s: opening \\x1b[2J");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rig::report

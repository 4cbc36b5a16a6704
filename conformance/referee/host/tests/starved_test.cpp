/// Of the time for which a referee had no processor that alone counts which lies between a request and the
/// decision on its reply.

#include "conformance/referee/host/starved.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>

#include "rig/link/stream/monotonic.hpp"
#include "rig/protocol/contest.hpp"

using namespace rig;
using namespace rig::host;
using namespace std::chrono_literals;
using protocol::Request;
using protocol::RequestKind;

namespace {

const protocol::Contest& icfpt2014() {
  return protocol::find_contest("icfpt2014");
}

Happening at(Duration when, Happening::Kind kind, const Request& request = {}) {
  const bool is_request = kind == Happening::Kind::request;
  return {kind, monotonic_interval(when, when), is_request ? icfpt2014().dialect->encode(request) : Bytes{},
          request};
}

/// A sample each 20 ms for two seconds; no processor in the spans that end within these.
Starvation starved_within(const std::vector<std::pair<Duration, Duration>>& waits) {
  Starvation starvation;
  starvation.begin({0ms, 2, {{7, {}}}});
  Duration waited{};
  for (Duration now = 20ms; now <= 2s; now += 20ms) {
    for (const auto& [from, until] : waits) {
      if (now > from && now <= until) waited += 20ms;
    }
    starvation.add({now, 2, {{7, {0ms, waited}}}});
  }
  return starvation;
}

/// Greeted at 500 ms and 510 ms; asked at 600 ms; what it said at 800 ms was forwarded at 1 s.
Played a_game() {
  using Kind = Happening::Kind;
  Played played;
  played.boards[0].happenings = {at(500ms, Kind::request, icfpt2014().hello), at(520ms, Kind::said),
                                 at(600ms, Kind::request, {RequestKind::first, "5", {}}),
                                 at(800ms, Kind::said)};
  played.boards[1].happenings = {at(510ms, Kind::request, icfpt2014().hello), at(530ms, Kind::said),
                                 at(1s, Kind::request, {RequestKind::second, "A", {{"65u2"}}})};
  return played;
}

std::array<Duration, 4> noted(const std::vector<std::pair<Duration, Duration>>& waits) {
  Played played = a_game();
  note_starvation(played, *icfpt2014().dialect, starved_within(waits), 2s);
  const auto& one = played.boards[0].happenings;
  return {one[0].starved, one[2].starved, played.boards[1].happenings[2].starved, played.starved};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(time_without_a_processor_that_matters)

BOOST_AUTO_TEST_CASE(is_none_before_the_first_request) {
  BOOST_TEST((noted({{0ms, 480ms}}) == std::array<Duration, 4>{}));
}

BOOST_AUTO_TEST_CASE(is_of_the_request_that_it_follows) {
  BOOST_TEST((noted({{700ms, 900ms}}) == std::array<Duration, 4>{0ms, 200ms, 20ms * 5, 200ms}));
}

BOOST_AUTO_TEST_CASE(may_come_between_the_time_that_a_host_takes_and_its_request) {
  BOOST_TEST((noted({{540ms, 580ms}}) == std::array<Duration, 4>{40ms, 40ms, 0ms, 40ms}));
}

BOOST_AUTO_TEST_CASE(lasts_to_the_end_where_a_request_was_the_last) {
  BOOST_TEST((noted({{1100ms, 1300ms}}) == std::array<Duration, 4>{0ms, 0ms, 200ms, 200ms}));
}

BOOST_AUTO_TEST_SUITE_END()

/// What a case makes of what the rig itself noticed: a busy machine, one that slept, bytes that the host
/// lost.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>

#include <array>
#include <functional>
#include <ostream>
#include <utility>

#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Verdict;

BOOST_AUTO_TEST_SUITE(the_frame)

BOOST_AUTO_TEST_CASE(gives_what_lasted_more_than_10_ms_as_the_reason_of_a_doubt) {
  const auto reason_with = [](const std::function<void(OddLink&)>& change) {
    const auto link = odd(good_player());
    change(*link);
    return run(*link, {.checks = {"ICFPT14-INIT-1"}},
               [](Toy& toy) {
                 toy.greet();
                 toy.found(Verdict::inconclusive, "hello.deadline", "a made-up doubt");
               })
        .reason;
  };
  BOOST_TEST(reason_with([](OddLink& link) { link.stall_for(10ms), link.starve_for(10ms); }).empty());
  BOOST_TEST(reason_with([](OddLink& link) { link.stall_for(10001us); }) ==
             "the rig itself stalled for 10.0 ms");
  BOOST_TEST(reason_with([](OddLink& link) { link.starve_for(10001us); }) ==
             "the machine was busy: the tested program waited 10.0 ms for a processor");
}

// The machine was busy in one of these ways; or it was not, and a late reply is late.
struct Busy {
  const char* how;
  std::function<void(OddLink&)> make;
  bool repeated;
};
std::ostream& operator<<(std::ostream& out, const Busy& busy) {
  return out << busy.how;
}
const std::vector<Busy> busy_machines = {
    {"quiet", [](OddLink& link) { link.load(100); }, false},
    {"the rig stood still", [](OddLink& link) { link.stall_for(11ms); }, true},
    {"the program waited for a processor", [](OddLink& link) { link.starve_for(11ms); }, true},
    {"more to run than processors", [](OddLink& link) { link.load(101); }, true},
    {"cannot be reset", [](OddLink& link) { link.load(400), link.cannot_be_reset(); }, false},
    {"reset by hand", [](OddLink& link) { link.load(400), link.is_reset_by_hand(); }, false},
};
BOOST_DATA_TEST_CASE(that_had_a_late_reply_on_a_busy_machine_is_repeated_from_power_on,
                     boost::unit_test::data::make(busy_machines), busy) {
  for (const int late_starts : {2, 100}) {  // a link is powered on when it is made, and when the case begins
    int starts = 0;
    const auto link = odd(changed(
        [&](std::uint8_t request, std::vector<Action>& answer) {
          for (Action& action : answer)
            action.after += request == '0' && starts <= late_starts ? 1100ms : 0ms;
        },
        [&] { ++starts; }));
    busy.make(*link);
    const auto record = run(*link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
    const bool passes = busy.repeated && late_starts == 2;
    BOOST_TEST((record.verdict == (passes ? Verdict::pass : Verdict::fail)), late_starts << " late starts");
    BOOST_TEST(record.counts.contains("repeats-under-load") == busy.repeated);
    BOOST_TEST_REQUIRE(record.measurements.empty() != busy.repeated);
    if (busy.repeated)
      BOOST_TEST(record.measurements.front().value.starts_with("\"0\" was answered after 1.10"),
                 record.measurements.front().value);
  }
}

// Held up now and then, a program is late in other places each time; a slow one is late where it was before.
BOOST_AUTO_TEST_CASE(that_is_late_in_another_place_when_it_is_repeated_is_inconclusive) {
  constexpr int greeting = 1, first_move = 2, nowhere = 0;
  struct Places {
    std::array<int, 3> late;  // of the replies in the case, in its first repeat and in its second
    Verdict verdict;
  };
  for (const Places& places : {Places{{greeting, greeting, nowhere}, Verdict::fail},
                               Places{{greeting, nowhere, greeting}, Verdict::fail},
                               Places{{greeting, first_move, nowhere}, Verdict::inconclusive},
                               Places{{first_move, nowhere, greeting}, Verdict::inconclusive},
                               Places{{first_move, nowhere, nowhere}, Verdict::pass}}) {
    std::size_t runs = 0;
    int replies = 0;
    const auto link = odd(changed([&](std::uint8_t, std::vector<Action>& answer) {
      if (answer.empty() || runs == 0 || ++replies != places.late.at(runs - 1)) return;
      for (Action& action : answer) action.after += 1100ms;
    }));
    link->load(400);
    const auto record =
        run(*link, {.checks = {.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-FIRST-1"}}}, [&](Toy& toy) {
          ++runs;
          replies = 0;
          if (toy.greet()) toy.plays(1);
        });
    BOOST_TEST((record.verdict == places.verdict), places.late.at(0)
                                                       << places.late.at(1) << places.late.at(2));
  }
}

// What was wrong otherwise is no matter of time.
BOOST_AUTO_TEST_CASE(that_failed_for_another_reason_too_is_not_repeated) {
  const auto link = odd(changed([](std::uint8_t request, std::vector<Action>& answer) {
    for (Action& action : answer) action.after += request == '0' ? 1100ms : 0ms;
  }));
  link->load(400);
  const auto record =
      run(*link, {.checks = {.subject = "ICFPT14-INIT-1", .also = {"ICFPT14-INIT-2"}}}, [](Toy& toy) {
        toy.greet();
        toy.failed("hello.format", "a made-up failure", {.kind = "made up"});
      });
  BOOST_TEST(!record.counts.contains("repeats-under-load"));
  BOOST_TEST((record.verdict == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(bears_a_machine_that_sleeps_for_100_ms) {
  for (const auto& [sleep, verdict] :
       {std::pair(100000us, Verdict::pass), std::pair(100001us, Verdict::inconclusive)}) {
    const auto link = odd(good_player());
    link->sleep_for(sleep);
    const auto record = run(*link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
    BOOST_TEST((record.verdict == verdict), sleep.count() << " us");
  }
}

BOOST_AUTO_TEST_CASE(fails_on_a_recommended_clause_too_though_the_machine_slept) {
  const auto link = odd(good_player());
  link->sleep_for(200ms);
  const auto record = run(link, {.checks = {"ICFPT14-INIT-4"}}, [](Toy& toy) {
    toy.greet();
    toy.failed("hello.repeated", "a made-up failure");
  });
  BOOST_TEST((record.verdict == Verdict::fail));
}

BOOST_AUTO_TEST_CASE(does_not_fail_on_a_doubt_because_the_machine_slept) {
  const auto link = odd(good_player());
  link->sleep_for(200ms);
  const auto record = run(link, {.checks = {"ICFPT14-INIT-2"}}, [](Toy& toy) {
    toy.found(Verdict::inconclusive, "hello.format", "a made-up doubt");
    throw BrokenOff{};
  });
  BOOST_TEST((record.verdict == Verdict::inconclusive));
  BOOST_TEST((record.requirements.at("ICFPT14-INIT-2").worst == Verdict::inconclusive));
}

BOOST_AUTO_TEST_CASE(tells_each_kind_of_error_that_the_ports_driver_counted) {
  struct Told {
    rig::LineErrorCounts counts;
    std::string words;
    std::string kind;
  };
  const std::vector<Told> all = {
      {{.framing = 3}, "the port's driver counted 3 framing errors", "framing error"},
      {{.parity = 1}, "the port's driver counted 1 parity error", "parity error"},
      {{.breaks = 2}, "the port's driver counted 2 breaks", "break on the line"},
  };
  for (const Told& told : all) {
    const auto link = odd(good_player());
    link->count_line_errors(told.counts);
    const auto record = run(*link, {.checks = {"ICFPT14-LINE-2"}}, [](Toy& toy) { toy.greet(); });
    BOOST_TEST_REQUIRE(record.findings.size() == 1U, told.words);
    BOOST_TEST(record.findings.front().kind == told.kind);
    BOOST_TEST(record.findings.front().summary == told.words);
    BOOST_TEST((record.findings.front().verdict == Verdict::fail), told.words);
  }
}

/// Bytes that the host lost may have been the answer.
BOOST_AUTO_TEST_CASE(cannot_tell_what_did_not_come_where_the_host_lost_bytes) {
  const auto link = odd(mute());
  link->lose_bytes(2);
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, greets_alone);
  BOOST_TEST((record.verdict == Verdict::inconclusive));
  BOOST_TEST(failed_on(record).empty());
}

BOOST_AUTO_TEST_SUITE_END()

/// Silence that a request of a case calls for, and listening while nothing is asked, against devices that do
/// one odd thing.

#include <utility>

#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;
using rig::report::CaseRecord;

BOOST_AUTO_TEST_SUITE(an_exchange)

BOOST_AUTO_TEST_CASE(that_calls_for_silence_may_leave_a_stray_as_well) {
  const auto link = script([](const std::string& heard) {
    return heard.ends_with('9') ? rig::text_after(250300us, "x") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-1"}}, [](Toy& toy) {
    toy.say_end();
    toy.say_end();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "one byte came after \"9\", which allows no reply: \"x\""));
}

BOOST_AUTO_TEST_CASE(that_calls_for_silence_may_bring_a_line_end) {
  const auto link = changed([](std::uint8_t request, std::vector<Action>& answer) {
    if (request == '9') answer = rig::text_after(1ms, "\r");
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-1"}}, [](Toy& toy) {
    if (toy.greet()) toy.say_end();
  });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().requirement == "ICFPT14-CODE-3");
  BOOST_TEST(record.findings.front().summary == "CR or LF came after a reply");
  BOOST_TEST((record.verdict == Verdict::pass));
  BOOST_TEST(times(record, "repeats") == 0U);
  // Twice the end of a match, and the time after each.
  BOOST_TEST(record.requirements.at("ICFPT14-TERM-1").passes == 4U);
}

BOOST_AUTO_TEST_CASE(that_calls_for_silence_passes_where_it_is_kept_and_in_the_pause_after_it) {
  for (const auto begin : {rig::dut::Begin::after_a_pause, rig::dut::Begin::in_the_last_stop_bit}) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-TERM-1"}}, [&](Toy& toy) {
      toy.greet();
      toy.say_end();
      toy.ask(toy.contest().hello, {.begin = begin});
      throw BrokenOff{};
    });
    const bool listens = begin == rig::dut::Begin::after_a_pause;
    BOOST_TEST(record.requirements.at("ICFPT14-TERM-1").passes == (listens ? 2U : 1U));
  }
}

BOOST_AUTO_TEST_CASE(that_calls_for_silence_is_answered_by_a_line_end_before_the_far_end_goes_away) {
  const auto link = changed([](std::uint8_t request, std::vector<Action>& answer) {
    if (request == '9') answer = {{1ms, rig::SendByte{'\r'}}, {2ms, rig::HangUp{}}};
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-1"}}, [](Toy& toy) { toy.greet(), toy.say_end(); });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-1"}, boost::test_tools::per_element());
}

/// A line end that nobody asked for breaks no silence; any other byte does.
BOOST_AUTO_TEST_CASE(that_is_followed_by_a_line_end_alone_is_followed_by_silence) {
  for (const auto& [after, passes] : {std::pair("\r", 1U), std::pair("x", 0U)}) {
    const auto link = script([after = after](const std::string& heard) {
      return heard == "0" ? rig::text_after(1ms, "1AA") + rig::text_after(10ms, after)
                          : std::vector<Action>();
    });
    const auto record = run(link, {.checks = {"ICFPT14-TERM-1"}}, [](Toy& toy) {
      toy.greet();
      toy.expect_silence("end.silence", 50ms);
      throw BrokenOff{};
    });
    BOOST_TEST(record.requirements.at("ICFPT14-TERM-1").passes == passes);
  }
}

BOOST_AUTO_TEST_CASE(that_calls_for_silence_fails_on_that_where_the_far_end_goes_away) {
  const auto leaves = [](char at) {
    return [at](std::uint8_t request, std::vector<Action>& answer) {
      if (request == static_cast<std::uint8_t>(at)) answer = {{1ms, rig::HangUp{}}};
    };
  };
  const auto at_the_end = run(changed(leaves('9')), {.checks = {"X-1"}, .catalogue = R"(
[[requirement]]
id = "X-1"
text = "The end is not answered, and there is no next match."
source = "a test"
level = "mandatory"
aspect = "end.silence"
)"},
                              [](Toy& toy) { toy.greet(), toy.say_end(); });
  BOOST_TEST(failed_on(at_the_end) == Strings{"X-1"}, boost::test_tools::per_element());

  const auto as_black = run(changed_trax(leaves('B')), {"heart-trax", {"HEART-BLACK-1"}}, [](Toy& toy) {
    toy.greet();
    toy.plays(1, 1);
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(as_black).front() == "HEART-BLACK-1");
}

/// A contest that has a clause on the end of a match and one on the next match, or on the first alone.
Stage stage_of_ends(bool has_a_next_match) {
  return {.checks = {"X-1"},
          .catalogue = std::string(R"(
[[requirement]]
id = "X-1"
text = "The end is not answered."
source = "a test"
level = "mandatory"
aspect = "end.silence"
)") + (has_a_next_match ? R"(
[[requirement]]
id = "X-2"
text = "The next match is played."
source = "a test"
level = "mandatory"
aspect = "end.rematch"
)"
                        : "")};
}

BOOST_AUTO_TEST_CASE(that_ends_a_match_is_no_reason_to_go_away_before_the_next_where_there_is_one) {
  for (const bool has_a_next_match : {true, false}) {
    for (const rig::Duration when : {1ms, 300ms}) {  // in the silence that the end calls for, and after it
      const auto link = changed([&](std::uint8_t request, std::vector<Action>& answer) {
        if (request == '9') answer = {{when, rig::HangUp{}}};
      });
      const auto record = run(link, stage_of_ends(has_a_next_match), [](Toy& toy) {
        toy.greet();
        toy.say_end();
        toy.expect_silence("end.silence", 200ms);
        throw BrokenOff{};
      });
      BOOST_TEST_REQUIRE(!record.findings.empty());
      BOOST_TEST(record.findings.front().requirement == (has_a_next_match ? "X-2" : "X-1"));
    }
  }
}

BOOST_AUTO_TEST_CASE(that_never_was_has_not_ended_a_match_where_the_far_end_goes_away) {
  rig::FakeLink link;
  link.events = {rig::HungUp{"closed the line", link.at(1ms)}};
  const auto record = run(link, {.checks = {"ICFPT14-INIT-5"}}, [](Toy& toy) {
    BOOST_TEST(!toy.expect_silence("silence.unasked", 10ms));
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-INIT-5"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_silence)

/// Does `listen` while the device says a CR and the link makes of it what `twist` does.
CaseRecord listen(OddLink::Twist twist, rig::HangUp* gone = nullptr) {
  const auto link = odd(changed([&](std::uint8_t request, std::vector<Action>& answer) {
                          if (request != '0') return;
                          answer.push_back({9ms, rig::SendByte{'\r'}});
                          if (gone != nullptr) answer.push_back({9ms, *gone});
                        }),
                        std::move(twist));
  return run(link, {.checks = {"ICFPT14-INIT-5"}}, [](Toy& toy) {
    if (toy.greet()) toy.count("kept", toy.expect_silence("silence.unasked", 50ms) ? 1 : 0);
  });
}

bool is_cr(const Event& event) {
  const auto* byte = std::get_if<rig::Byte>(&event);
  return byte != nullptr && byte->value == '\r';
}

BOOST_AUTO_TEST_CASE(is_kept_by_a_line_end_alone) {
  BOOST_TEST(times(listen([](const Event& event) { return std::vector{event}; }), "kept") == 1U);
}

BOOST_AUTO_TEST_CASE(is_kept_by_who_says_nothing) {
  run(good_player(), {.checks = {"ICFPT14-INIT-5"}}, [](Toy& toy) {
    BOOST_TEST(toy.expect_silence("silence.unasked", 5ms));
    throw BrokenOff{};
  });
}

/// What comes in it breaks this silence, and not the one that the host listens to before its next request.
BOOST_AUTO_TEST_CASE(that_was_broken_is_another_one_than_that_after_the_last_reply) {
  const auto link = script([](const std::string& heard) {
    if (heard == "9") return rig::text_after(300ms, "x");
    return heard == "0" ? rig::text_after(1ms, "1AA") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-1"}}, [](Toy& toy) {
    toy.greet();
    toy.say_end();
    BOOST_TEST(!toy.expect_silence("silence.unasked", 100ms));
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(record.requirements.at("ICFPT14-TERM-1").passes == 2U);
}

BOOST_AUTO_TEST_CASE(is_broken_by_what_is_no_byte) {
  const auto record = listen([](const Event& event) {
    return is_cr(event) ? std::vector<Event>{error_at(event)} : std::vector{event};
  });
  BOOST_TEST(times(record, "kept") == 0U);
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-LINE-2"}, boost::test_tools::per_element());
  BOOST_TEST(tells(record, "the idle line carried a framing error or a break"));
}

BOOST_AUTO_TEST_CASE(is_broken_by_what_is_no_byte_after_a_line_end) {
  const auto record = listen([](const Event& event) {
    return is_cr(event) ? std::vector<Event>{event, error_at(event)} : std::vector{event};
  });
  BOOST_TEST(times(record, "kept") == 0U);
}

BOOST_AUTO_TEST_CASE(is_broken_by_a_hang_up_after_a_line_end) {
  rig::HangUp gone;
  const auto record = listen([](const Event& event) { return std::vector{event}; }, &gone);
  BOOST_TEST(times(record, "kept") == 0U);
  BOOST_TEST(tells(record, "hung up while no request was open: closed the line"));
}

BOOST_AUTO_TEST_SUITE_END()

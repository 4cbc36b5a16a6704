/// A case and a DUT that does not answer, or did not in cases before: what it is still asked, and how long it
/// is waited for.

#include <utility>

#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;

BOOST_AUTO_TEST_SUITE(the_frame)

/// A replay gives up where the recorded run did, whatever it has seen itself.
BOOST_AUTO_TEST_CASE(knows_of_its_dut_what_the_recorded_run_knew) {
  Stage stage{.checks = {"ICFPT14-INIT-1"}};
  stage.recorded = given_up();
  const auto record = run(good_player(), stage, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(record.reason == does_not_answer);
}

BOOST_AUTO_TEST_CASE(notes_for_its_replay_what_is_known_of_its_dut) {
  for (const bool known : {true, false}) {
    const auto link = odd(good_player());
    const Silence silence = known ? impatient() : Silence();
    run(*link, {.checks = {"ICFPT14-INIT-1"}, .silence = silence}, [](Toy& toy) { toy.greet(); });
    const Strings notes = known ? Strings{*silence.note()} : Strings();
    BOOST_TEST(link->notes() == notes, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(does_not_speak_at_its_end_to_a_dut_that_was_given_up) {
  const auto record = run(mute(), {.checks = {"ICFPT14-INIT-2"}, .silence = given_up()},
                          [](Toy& toy) { toy.failed("hello.format", "a made-up failure"); });
  BOOST_TEST(times(record, "exchanges") == 0U);
}

BOOST_AUTO_TEST_CASE(speaks_to_a_silent_dut_at_its_end_only_if_it_asked_nothing) {
  const auto listens = [](Toy& toy) { toy.expect_silence("silence.unasked", 1ms); };
  const Stage stage{.checks = {"ICFPT14-INIT-5"}, .silence = impatient()};
  BOOST_TEST(times(run(mute(), stage, listens), "exchanges") == 2U);  // the end of a match, and a handshake
  const auto asks = [](Toy& toy) { toy.greet(); };
  BOOST_TEST(times(run(mute(), stage, asks), "exchanges") == 1U);
}

BOOST_AUTO_TEST_CASE(speaks_to_a_dut_at_its_end_that_has_said_its_name) {
  const auto link = script([](const std::string& heard) {
    return heard == "0" ? rig::text_after(1ms, "1AA") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    for (int i = 0; i < rig::dut::Patience::unanswered_at_most; ++i)
      toy.ask({rig::protocol::RequestKind::first, "5", {}});
  });
  BOOST_TEST(times(record, "exchanges") == 6U);
}

BOOST_AUTO_TEST_CASE(is_not_run_though_something_passed_before_it_would_ask_in_vain) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}, .silence = given_up()}, [](Toy& toy) {
    toy.passed("hello.deadline");
    toy.greet();
  });
  BOOST_TEST((record.verdict == Verdict::not_run));
  BOOST_TEST(record.reason == does_not_answer);
}

BOOST_AUTO_TEST_CASE(asks_a_program_that_was_given_up_for_no_first_move_in_either_seat) {
  for (const std::size_t seat : {0U, 1U}) {
    const auto record = run(ustc_program(), {"ustc", {"USTC-MSG-1"}, BoardWish::as_usual, given_up()},
                            [&](Toy& toy) { toy.plays(1, seat); });
    BOOST_TEST(record.reason == does_not_answer, "seat " << seat);
    BOOST_TEST(times(record, "exchanges") == 0U);
  }
}

BOOST_AUTO_TEST_CASE(tries_no_spelling_on_a_program_that_was_given_up) {
  const auto program = rig::make_callback_exchange(
      {"builtin:odd", "", true}, rig::player::new_course_device({.fault = {}, .think = 1s}));
  const auto record = run(program, {"course", {"COURSE-BOARD-2"}, BoardWish::as_usual, given_up()},
                          [](Toy& toy) { toy.plays(1); });
  BOOST_TEST(record.reason == does_not_answer);
  BOOST_TEST((record.link_time == 0ns));
}

BOOST_AUTO_TEST_CASE(counts_the_waiting_for_a_program_whose_spelling_it_tried) {
  const auto program = rig::make_callback_exchange(
      {"builtin:odd", "", true}, rig::player::new_course_device({.fault = {}, .think = 60s}));
  Silence afterwards;
  const Stage stage{.contest = "course", .checks = {"COURSE-BOARD-2"}, .afterwards = &afterwards};
  const auto record = run(program, stage, [](Toy& toy) { toy.plays(1); });
  BOOST_TEST(times(record, "probes") == 2U);
  BOOST_TEST(
      afterwards.note().value_or("") ==
      "silent before this case: requests 3, beyond deadlines 15000000000 ns; cases 1, in 30000000000 ns");
}

BOOST_AUTO_TEST_CASE(tries_no_spelling_on_a_program_whose_answers_it_does_not_wait_for_any_more) {
  const auto record = run(course_program(), {"course", {"COURSE-BOARD-2"}, BoardWish::as_usual, impatient()},
                          [](Toy& toy) { toy.plays(1); });
  BOOST_TEST(times(record, "games") > 0U);
  BOOST_TEST(times(record, "probes") == 0U);
}

BOOST_AUTO_TEST_CASE(tries_no_spelling_where_the_contest_has_one) {
  const auto record = run(ustc_program(), {"ustc", {"USTC-MSG-1"}}, [](Toy& toy) { toy.plays(1); });
  BOOST_TEST(times(record, "games") > 0U);
  BOOST_TEST(times(record, "probes") == 0U);
}

BOOST_AUTO_TEST_CASE(asks_again_once_a_dut_that_was_given_up_has_spoken_late) {
  Silence before = given_up();
  for (int i = 0; i < rig::dut::Patience::unanswered_at_most; ++i) before.patience().not_heard(1s);
  const auto link = script([](const std::string& heard) {
    if (heard == "25") return rig::text_after(1000300us, "55a0");
    return heard.ends_with('0') ? rig::text_after(1ms, "1AA") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}, .silence = before}, [](Toy& toy) {
    toy.ask({rig::protocol::RequestKind::first, "5", {}});
    toy.say_end();
    toy.count("names", toy.greet() ? 1 : 0);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "names") == 1U);
}

BOOST_AUTO_TEST_CASE(plays_on_in_bytes_though_nobody_answers) {
  const auto record = run(mute(), {.checks = {"ICFPT14-INIT-1"}, .silence = impatient()}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.count("goes on");
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "goes on") == 1U);
}

BOOST_AUTO_TEST_CASE(asks_nothing_together_of_a_dut_that_was_given_up) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}, .silence = given_up()}, [](Toy& toy) {
    toy.ask_together({*toy.contest().end, toy.contest().hello});
  });
  BOOST_TEST(record.reason == does_not_answer);
  BOOST_TEST(times(record, "exchanges") == 0U);
}

/// What is known of a DUT after a case that greets it and then does this.
std::string known_after(const std::unique_ptr<rig::Link>& link, const Toy::Body& then) {
  Silence afterwards;
  run(link, {.checks = {"ICFPT14-INIT-1"}, .afterwards = &afterwards}, [&](Toy& toy) {
    toy.greet();
    then(toy);
    throw BrokenOff{};
  });
  return afterwards.note().value_or("nothing");
}

BOOST_AUTO_TEST_CASE(is_answered_by_any_sign_of_life_where_a_match_is_opened_and_by_none_elsewhere) {
  const auto nothing_more = [](Toy&) {};
  const auto hangs_up = script([](const std::string&) { return std::vector<Action>{{1ms, rig::HangUp{}}}; });
  BOOST_TEST(known_after(hangs_up, nothing_more) == "nothing");
  const std::unique_ptr<rig::Link> sends_no_byte =
      odd(good_player(), [](const Event& event) { return std::vector<Event>{error_at(event)}; });
  BOOST_TEST(known_after(sends_no_byte, nothing_more) == "nothing");

  const auto moves_alone = script([](const std::string& heard) {
    return heard.ends_with("25") ? rig::text_after(1ms, "55a0") : std::vector<Action>();
  });
  BOOST_TEST(known_after(moves_alone, [](Toy& toy) {
               toy.ask({rig::protocol::RequestKind::first, "5", {}});
             }) == "silent before this case: requests 0, beyond deadlines 0 ns; cases 1, in 2000000000 ns");

  const auto answers_once = script([done = false](const std::string&) mutable {
    return std::exchange(done, true) ? std::vector<Action>() : rig::text_after(1ms, "1AA");
  });
  BOOST_TEST(known_after(answers_once, [](Toy& toy) { toy.greet(); }) ==
             "silent before this case: requests 1, beyond deadlines 1000000000 ns; cases 0, in 0 ns");
}

BOOST_AUTO_TEST_SUITE_END()

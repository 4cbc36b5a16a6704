/// The frame of a case, against devices that do one odd thing: how it begins and ends, and what it makes of
/// what the rig itself noticed.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>

#include <algorithm>
#include <array>

#include "conformance/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;
using rig::report::CaseRecord;

// how a case begins and ends

BOOST_AUTO_TEST_SUITE(the_frame)

BOOST_AUTO_TEST_CASE(begins_only_if_the_run_lets_it) {
  for (const bool may : {true, false}) {
    const auto link = good_player();
    const auto record = try_to_run(*link, {.may_begin = [&](const std::string&) { return may; }},
                                   [](Toy& toy) { toy.greet(); });
    BOOST_TEST(record.has_value() == may);
  }
}

BOOST_AUTO_TEST_CASE(does_not_begin_once_the_way_to_the_dut_is_lost_or_the_run_was_stopped) {
  const auto link = good_player();
  std::string lost = "the adapter is gone";
  int asked = 0;
  Stage stage{.may_begin = [&](const std::string&) { return ++asked > 0; }};
  stage.lost = &lost;
  BOOST_TEST(!try_to_run(*link, stage, [](Toy& toy) { toy.greet(); }).has_value());
  stage.lost = nullptr;
  stage.stopped = true;
  BOOST_TEST(!try_to_run(*link, stage, [](Toy& toy) { toy.greet(); }).has_value());
  BOOST_TEST(asked == 0);
}

BOOST_AUTO_TEST_CASE(does_not_begin_if_there_is_no_time_for_it_alone) {
  for (const bool is_left_out : {true, false}) {
    const auto link = good_player();
    Stage stage{.may_begin = [](const std::string&) { return true; }};
    if (is_left_out) stage.left_out = {"Toy.OnItsOwn"};
    BOOST_TEST(try_to_run(*link, stage, [](Toy& toy) { toy.greet(); }).has_value() != is_left_out);
  }
}

BOOST_AUTO_TEST_CASE(tells_at_once_that_something_failed_and_when) {
  std::vector<std::optional<rig::Duration>> wrongs;
  Stage stage{.checks = {"ICFPT14-INIT-1"}};
  stage.wrongs = &wrongs;
  run(good_player(), stage, [&](Toy& toy) {
    toy.greet();
    BOOST_TEST(wrongs.empty());
    toy.failed("hello.format", "a made-up failure");
    BOOST_TEST(wrongs.size() == 1U);
  });
  BOOST_TEST_REQUIRE(wrongs.size() == 1U);
  BOOST_TEST(!wrongs.front().has_value());  // of what it is not known when it was

  wrongs.clear();
  run(good_player(), stage, [](Toy& toy) {
    toy.found(Verdict::inconclusive, "hello.format", "a made-up doubt");
    toy.failed("line.host-rate", "a made-up failure of what is but recommended");
    throw BrokenOff{};
  });
  BOOST_TEST(wrongs.empty());

  run(mute(), stage, [](Toy& toy) { toy.greet(); });
  BOOST_TEST_REQUIRE(!wrongs.empty());
  BOOST_TEST_REQUIRE(wrongs.front().has_value());
  BOOST_TEST((*wrongs.front() > 0ns));
}

BOOST_AUTO_TEST_CASE(leaves_its_title_and_how_long_it_took) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(record.title == "a toy");
  BOOST_TEST((record.wall_time > 0ns));
}

/// A run is repeated by its seed: what a seed draws stays as it is.
BOOST_AUTO_TEST_CASE(draws_its_board_from_the_seed) {
  const Stage stage{"aut-trax", {"AUT-BOARD-4"}, BoardWish::drawn};
  run(mute(), stage, [](Toy& toy) {
    BOOST_TEST(toy.contest().board == 14);
    throw BrokenOff{};
  });
}

BOOST_AUTO_TEST_CASE(powers_its_dut_on_from_the_seed) {
  const auto link = odd(good_player());
  run(*link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(link->seeds() == std::vector<std::uint64_t>{12858485926522677383U},
             boost::test_tools::per_element());
}

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
             "the rig itself stood still for 10.0 ms");
  BOOST_TEST(reason_with([](OddLink& link) { link.starve_for(10001us); }) ==
             "the machine was busy: others kept the program from running for 10.0 ms");
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
    {"others kept the program from running", [](OddLink& link) { link.starve_for(11ms); }, true},
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

/// For a millisecond after its last reply, that of the handshake at the end of the case.
BOOST_AUTO_TEST_CASE(listens_a_moment_longer_at_its_end) {
  for (const auto& [after, told] : {std::pair(500us, true), std::pair(1500us, false)}) {
    const auto link = script([after = after, asked = 0](const std::string& heard) mutable {
      if (!heard.ends_with('0')) return std::vector<Action>();
      const bool last = ++asked == 2;
      return rig::text_after(1ms, "1AA") +
             (last ? rig::text_after(1ms + 3 * 87us + after, "x") : std::vector<Action>());
    });
    const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
    BOOST_TEST(times(record, "exchanges") == 3U);
    BOOST_TEST(record.findings.empty() != told, after.count() << " us");
  }
}

BOOST_AUTO_TEST_CASE(does_not_apply_where_it_cannot_start_the_board_anew) {
  const auto link = odd(good_player());
  link->cannot_be_reset();
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.hard_reset(); });
  BOOST_TEST((record.verdict == Verdict::not_applicable));
  BOOST_TEST(record.reason == "this link cannot reset the board");
}

BOOST_AUTO_TEST_CASE(says_that_it_has_begun) {
  Strings begun;
  Stage stage{.checks = {"ICFPT14-INIT-1"}};
  stage.begun = &begun;
  run(good_player(), stage, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(begun == Strings{"Toy.OnItsOwn"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(is_an_error_that_keeps_what_was_found_where_the_way_to_the_dut_is_lost) {
  std::string lost;
  Stage stage{.checks = {"ICFPT14-INIT-2"}};
  stage.lost = &lost;
  const auto record = run(good_player(), stage, [](Toy& toy) {
    toy.failed("hello.format", "a made-up failure");
    throw rig::LinkLost("the adapter is gone");
  });
  BOOST_TEST(lost == "the adapter is gone");
  BOOST_TEST((record.verdict == Verdict::error));
  BOOST_TEST(record.reason == "the adapter is gone");
  BOOST_TEST(record.findings.size() == 2U);
}

BOOST_AUTO_TEST_CASE(does_not_speak_at_its_end_to_a_dut_that_was_given_up) {
  const auto record = run(mute(), {.checks = {"ICFPT14-INIT-2"}, .silence = given_up()},
                          [](Toy& toy) { toy.failed("hello.format", "a made-up failure"); });
  BOOST_TEST(times(record, "exchanges") == 0U);
}

BOOST_AUTO_TEST_CASE(has_not_looked_at_what_its_contest_has_no_clause_on) {
  run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    BOOST_TEST(toy.looked_at("hello.deadline"));
    BOOST_TEST(!toy.looked_at("left.format"));
  });
}

BOOST_AUTO_TEST_CASE(leaves_what_was_not_reached_to_be_weighed) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-PASS-1"}}, [](Toy& toy) {
    toy.greet();
    toy.not_reached("pass.when-stuck", 3);
  });
  const auto& tally = record.requirements.at("ICFPT14-PASS-1");
  BOOST_TEST(tally.why == "not reached, 3 tries");
  BOOST_TEST((tally.unassessed == rig::report::Unassessed::reservation));
}

/// What a case did not come to after a stall, whatever the stall was about, is not left out: it is not known.
BOOST_AUTO_TEST_CASE(does_not_know_what_it_did_not_come_to_after_something_inconclusive) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-PASS-1"}}, [](Toy& toy) {
    toy.found(rig::Verdict::inconclusive, "hello.repeated", "the rig stood still");
  });
  BOOST_TEST((record.requirements.at("ICFPT14-PASS-1").worst == rig::Verdict::inconclusive));
  BOOST_TEST((record.verdict == rig::Verdict::inconclusive));
  BOOST_TEST(record.reason.ends_with(", since the rig stood still"), record.reason);
}

/// Without a kind of its own what a case concludes follows from what went wrong before; a line end is no
/// cause of anything.
BOOST_AUTO_TEST_CASE(concludes_from_the_last_wrong_that_has_consequences) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    toy.failed("hello.format", "a made-up failure", {.kind = "an odd kind"});
    toy.failed("reply.line-end", "CR or LF came with a reply", {.kind = "line end around a reply"});
    toy.conclude("hello.deadline", false, "it follows");
  });
  BOOST_TEST(record.findings.back().kind == "an odd kind");
}

BOOST_AUTO_TEST_CASE(concludes_from_what_came_where_silence_was_due) {
  const auto concluded = [](const rig::match::Overheard& heard) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-TERM-1"}}, [&](Toy& toy) {
      toy.greet();
      BOOST_TEST(!toy.conclude("end.silence", heard, "\"9\""));
      throw BrokenOff{};
    });
    return record.findings.back().summary;
  };
  const rig::LineError error{rig::LineError::Kind::framing, 0, {}};
  rig::match::Overheard heard;
  heard.line_errors = {error};
  BOOST_TEST(concluded(heard) == "\"9\" was followed by something on the line that is no byte");
  heard.bytes = {{'1', {}, {}}};
  BOOST_TEST(concluded(heard) == "\"9\" was answered");
}

BOOST_AUTO_TEST_CASE(shows_the_times_of_the_first_bytes_of_a_flood) {
  const auto link = script([](const std::string& heard) {
    return heard == "0" ? rig::text_after(1ms, std::string(20, '1')) : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-2"}}, [](Toy& toy) {
    toy.greet();
    toy.expect_silence("silence.unasked", 100ms);
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().evidence->received.size() > 8U);
  BOOST_TEST(record.findings.front().evidence->times.size() == 8U);
}

/// Bytes that the host lost may have been the answer.
BOOST_AUTO_TEST_CASE(cannot_tell_what_did_not_come_where_the_host_lost_bytes) {
  const auto link = odd(mute());
  link->lose_bytes(2);
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST((record.verdict == Verdict::inconclusive));
  BOOST_TEST(failed_on(record).empty());
}

class AnyStart final : public rig::FileStart {
 public:
  Strings commands() const override { return {"started"}; }
  std::optional<Strings> keep_in(const std::filesystem::path&) const override { return std::nullopt; }
};

BOOST_AUTO_TEST_CASE(shows_how_the_program_was_started_that_went_wrong) {
  const Catalogue catalogue = load_catalogue("course");
  const RunOptions options;
  Findings findings(options, catalogue, {});
  std::shared_ptr<const rig::FileStart> shown;
  findings.set({[] { return std::nullopt; },
                [&](const std::shared_ptr<const rig::FileStart>& start) {
                  shown = start;
                  return KeptStart{{"as it was started"}, {}};
                }});
  const auto start = std::make_shared<const AnyStart>();
  findings.set_program({}, start);
  findings.failed("left.format", "a made-up failure", {.evidence = rig::report::Evidence{}});
  BOOST_TEST((shown == start));
  BOOST_TEST(findings.record().findings.front().scene->commands == Strings{"as it was started"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(is_an_error_without_a_verdict) {
  const auto record = run(good_player(), {}, [](Toy&) {});
  BOOST_TEST((record.verdict == Verdict::error));
  BOOST_TEST(record.reason == "The case ended without a verdict.");
}

BOOST_AUTO_TEST_CASE(plays_on_the_usual_board_where_the_contest_has_one_alone) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}, .board = BoardWish::smallest},
                          [](Toy& toy) { toy.greet(); });
  BOOST_TEST((record.verdict == Verdict::pass));
  BOOST_TEST(std::none_of(record.counts.begin(), record.counts.end(),
                          [](const auto& count) { return count.first.starts_with("board of"); }));
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
    for (int i = 0; i < rig::match::Patience::unanswered_at_most; ++i)
      toy.ask({rig::contest::RequestKind::first, "5", {}});
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
  for (int i = 0; i < rig::match::Patience::unanswered_at_most; ++i) before.patience().not_heard(1s);
  const auto link = script([](const std::string& heard) {
    if (heard == "25") return rig::text_after(1000300us, "55a0");
    return heard.ends_with('0') ? rig::text_after(1ms, "1AA") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}, .silence = before}, [](Toy& toy) {
    toy.ask({rig::contest::RequestKind::first, "5", {}});
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
               toy.ask({rig::contest::RequestKind::first, "5", {}});
             }) == "silent before this case: requests 0, beyond deadlines 0 ns; cases 1, in 2000000000 ns");

  const auto answers_once = script([done = false](const std::string&) mutable {
    return std::exchange(done, true) ? std::vector<Action>() : rig::text_after(1ms, "1AA");
  });
  BOOST_TEST(known_after(answers_once, [](Toy& toy) { toy.greet(); }) ==
             "silent before this case: requests 1, beyond deadlines 1000000000 ns; cases 0, in 0 ns");
}

BOOST_AUTO_TEST_CASE(is_repeated_until_it_has_seen_what_it_cites) {
  const Stage stage{.checks = {"ICFPT14-INIT-4", {"ICFPT14-TERM-5"}}};
  const auto right = run(good_player(), stage, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(times(right, "repeats") == 3U);
  const auto doubtful = run(good_player(), stage, [](Toy& toy) {
    toy.greet();
    toy.found(Verdict::inconclusive, "hello.repeated", "a made-up doubt");
  });
  BOOST_TEST(times(doubtful, "repeats") == 0U);
  BOOST_TEST((doubtful.requirements.at("ICFPT14-TERM-5").worst == Verdict::not_run));  // it was broken off
}

BOOST_AUTO_TEST_CASE(is_not_repeated_with_a_dut_that_has_gone) {
  const auto link = changed([](std::uint8_t request, std::vector<Action>& answer) {
    if (request == '9') answer = {{1ms, rig::HangUp{}}};
  });
  const auto record = run(link, {.checks = {"X-1", {"X-2"}}, .catalogue = R"(
[[requirement]]
id = "X-1"
text = "The handshake is answered in time."
source = "a test"
level = "mandatory"
aspect = "hello.deadline"
[[requirement]]
id = "X-2"
text = "It passes where there is no move."
source = "a test"
level = "mandatory"
aspect = "pass.when-stuck"
)"},
                          [](Toy& toy) { toy.greet(), toy.say_end(); });
  BOOST_TEST((record.verdict == Verdict::pass));
  BOOST_TEST(record.reason == "not reached in 0 games");
  BOOST_TEST(times(record, "repeats") == 0U);
}

BOOST_AUTO_TEST_CASE(tells_in_how_many_games_a_clause_was_not_reached) {
  for (const int games : {1, 2}) {
    int left = games;
    const auto record = run(good_player(), {.checks = {"ICFPT14-TERM-7"}}, [&](Toy& toy) {
      if (toy.greet() && left-- > 0) toy.plays(2);
    });
    BOOST_TEST(record.reason == (games == 1 ? "not reached in 1 game" : "not reached in 2 games"),
               record.reason);
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

BOOST_AUTO_TEST_CASE(is_unsound_once_a_mandatory_clause_is_in_doubt) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-2"}}, [](Toy& toy) {
    toy.found(Verdict::inconclusive, "hello.format", "a made-up doubt");
    toy.count("sound", toy.sound() ? 1 : 0);
    throw NotAsked{};
  });
  BOOST_TEST(times(record, "sound") == 0U);
  BOOST_TEST((record.verdict == Verdict::inconclusive));  // though it was not asked any more
}

BOOST_AUTO_TEST_CASE(is_unsound_once_a_mandatory_clause_was_violated) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-2"}}, [](Toy& toy) {
    toy.count("before", toy.sound() ? 1 : 0);
    toy.failed("reply.line-end", "a made-up remark");
    toy.found(Verdict::pass, "hello.format", "a made-up success");
    toy.count("after a remark", toy.sound() ? 1 : 0);
    toy.failed("hello.format", "a made-up failure");
    toy.count("after a failure", toy.sound() ? 1 : 0);
  });
  BOOST_TEST(times(record, "before") == 1U);
  BOOST_TEST(times(record, "after a remark") == 1U);
  BOOST_TEST(times(record, "after a failure") == 0U);
}

BOOST_AUTO_TEST_CASE(starts_the_board_anew_only_after_a_game_that_was_cut_short) {
  for (const int turns : {2, 1000}) {
    int starts = 0;
    const auto link = changed([](std::uint8_t, std::vector<Action>&) {}, [&] { ++starts; });
    int after_the_match = 0;
    run(link, {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
      toy.greet();
      toy.plays(turns);
      const int before = starts;
      toy.end_match();
      toy.end_match();  // of no game
      after_the_match = starts - before;
      throw BrokenOff{};
    });
    BOOST_TEST(after_the_match == (turns == 2 ? 1 : 0), turns << " turns");
  }
}

BOOST_AUTO_TEST_CASE(starts_the_board_anew_after_a_game_that_went_wrong) {
  int starts = 0;
  const auto link = changed(
      [](std::uint8_t, std::vector<Action>& answer) {
        if (is_a_move(answer)) spoil(answer);
      },
      [&] { ++starts; });
  Starts counted;
  run(link, {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
    counted = starts_in_a_match(toy, starts, 1);
    throw BrokenOff{};
  });
  BOOST_TEST(counted.at_its_end == 1);
}

BOOST_AUTO_TEST_CASE(plays_on_with_a_board_that_it_cannot_start_anew) {
  const auto link = odd(good_player());
  link->cannot_be_reset();
  const Stage stage{.checks = {"ICFPT14-INIT-1", {"ICFPT14-TERM-5"}}};
  const auto record = run(link, stage, [](Toy& toy) {
    toy.greet();
    toy.plays(2);
    toy.end_match();
  });
  BOOST_TEST(record.reason.starts_with("not reached in "), record.reason);
}

BOOST_AUTO_TEST_CASE(goes_on_with_a_board_that_a_reset_has_brought_back) {
  const auto link = changed([&](std::uint8_t request, std::vector<Action>& answer) {
    if (request == '9') answer = {{1ms, rig::HangUp{}}};
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
    toy.greet();
    toy.say_end();
    toy.hard_reset();
  });
  BOOST_TEST(times(record, "exchanges") == 3U);  // with the end of a match at its own end
}

BOOST_AUTO_TEST_CASE(does_not_start_a_board_anew_that_has_gone) {
  const auto starts_at_the_end = [](bool leaves, const Toy::Body& end) {
    int starts = 0;
    const auto link = changed(
        [&](std::uint8_t request, std::vector<Action>& answer) {
          if (leaves && request == '9') answer = {{1ms, rig::HangUp{}}};
        },
        [&] { ++starts; });
    int after_the_match = 0;
    run(link, {.checks = {"ICFPT14-INIT-1"}, .resets = ResetPolicy::declared}, [&](Toy& toy) {
      toy.greet();
      const int before = starts;
      end(toy);
      after_the_match = starts - before;
      throw BrokenOff{};
    });
    return after_the_match;
  };
  for (const bool leaves : {false, true}) {
    const int expected = leaves ? 0 : 1;
    BOOST_TEST(starts_at_the_end(leaves, [](Toy& toy) { toy.end_match(); }) == expected);
    BOOST_TEST(starts_at_the_end(leaves, [](Toy& toy) { toy.end_match_without_reset(); }) == expected);
  }
}

BOOST_AUTO_TEST_SUITE_END()

int main(int argc, char** argv) {
  int google_argc = 1;
  testing::InitGoogleTest(&google_argc, argv);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());  // what it says of failures is meant
  return boost::unit_test::unit_test_main([] { return true; }, argc, argv);
}

/// A case by itself, against devices that do one odd thing: what it finds, to what it attributes that, and
/// how often it tries.

#include "conformance/tests/toy_case.hpp"
#include "rig/base/crypto/sha256.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;
using rig::report::CaseRecord;

namespace {

Silence given_up() {
  Silence silence;
  for (int i = 0; i < Silence::cases_at_most; ++i) silence.case_unanswered(1s);
  return silence;
}

Silence impatient() {
  Silence silence;
  for (int i = 0; i < rig::match::Patience::unanswered_at_most; ++i) silence.patience().not_heard(1s);
  return silence;
}

}  // namespace

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

BOOST_AUTO_TEST_CASE(bears_a_machine_that_sleeps_for_100_ms) {
  for (const auto& [sleep, verdict] :
       {std::pair(100000us, Verdict::pass), std::pair(100001us, Verdict::inconclusive)}) {
    const auto link = odd(good_player());
    link->sleep_for(sleep);
    const auto record = run(*link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
    BOOST_TEST((record.verdict == verdict), sleep.count() << " us");
  }
}

BOOST_AUTO_TEST_CASE(tells_errors_of_parity_apart_from_those_of_framing) {
  const auto link = odd(good_player());
  link->count_parity_errors(1);
  const auto record = run(*link, {.checks = {"ICFPT14-LINE-2"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST_REQUIRE(record.findings.size() == 1U);
  BOOST_TEST(record.findings.front().kind == "parity error");
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
  const auto program =
      rig::make_callback_exchange({"builtin:odd", "", true}, rig::player::new_course_device({.think = 1s}));
  const auto record = run(program, {"course", {"COURSE-BOARD-2"}, BoardWish::as_usual, given_up()},
                          [](Toy& toy) { toy.plays(1); });
  BOOST_TEST(record.reason == does_not_answer);
  BOOST_TEST((record.link_time == 0ns));
}

BOOST_AUTO_TEST_CASE(counts_the_waiting_for_a_program_whose_spelling_it_tried) {
  const auto program =
      rig::make_callback_exchange({"builtin:odd", "", true}, rig::player::new_course_device({.think = 60s}));
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

// what exchanges show

BOOST_AUTO_TEST_SUITE(an_exchange)

BOOST_AUTO_TEST_CASE(without_a_reply_has_the_hints_of_its_link) {
  const auto link = odd(mute());
  link->suggest("its output may be buffered");
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().hints == Strings{"its output may be buffered"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(suggests_another_protocol_only_in_a_case_that_failed) {
  const Stage stage{.checks = {"ICFPT14-INIT-2"}, .changes = [](rig::contest::Contest& contest) {
                      contest.hints = [](std::span<const rig::contest::Heard>) {
                        return Strings{"like another"};
                      };
                    }};
  for (const bool fails : {false, true}) {
    const auto link = changed([](std::uint8_t request, std::vector<Action>& answer) {
      if (request == '0') answer.insert(answer.begin(), {1ms, rig::SendByte{'\r'}});  // that is but a remark
    });
    const auto record = run(link, stage, [&](Toy& toy) {
      toy.greet();
      if (fails) toy.failed("hello.format", "a made-up failure");
    });
    BOOST_TEST_REQUIRE(!record.findings.empty());
    BOOST_TEST(record.findings.front().requirement == "ICFPT14-CODE-3");
    BOOST_TEST(record.findings.front().hints.size() == (fails ? 1U : 0U));
  }
}

BOOST_AUTO_TEST_CASE(has_hints_of_the_protocol_where_it_failed_and_the_contest_knows_any) {
  for (const bool knows : {true, false}) {
    const Stage stage{.checks = {"ICFPT14-INIT-1"}, .changes = [knows](rig::contest::Contest& contest) {
                        contest.hints = nullptr;
                        if (!knows) return;
                        contest.hints = [](std::span<const rig::contest::Heard>) {
                          return Strings{"like another"};
                        };
                      }};
    const auto record = run(mute(), stage, [](Toy& toy) {
      toy.found(Verdict::inconclusive, "hello.format", "a made-up doubt",
                {.evidence = rig::report::Evidence{}});
      toy.greet();
      throw BrokenOff{};
    });
    BOOST_TEST((record.verdict == Verdict::fail));
    BOOST_TEST_REQUIRE(record.findings.size() == 2U);
    BOOST_TEST(record.findings[0].hints.empty());
    BOOST_TEST(record.findings[1].hints.size() == (knows ? 1U : 0U));
  }
}

/// A wire on which nobody looks.
class NoEdges : public rig::WireControl {
 public:
  void set_bit_rate_offset(std::int32_t) override {}
  void set_gap_between_bytes(rig::Duration) override {}
  rig::Sent glitch(rig::Duration, rig::Duration) override { return {}; }
  rig::Sent send_break(rig::Duration) override { return {}; }
  rig::Sent send_with_framing_error(std::uint8_t) override { return {}; }
  void watch_line() override {}
  std::vector<rig::LineEdge> take_edges() override { return {}; }
};

BOOST_AUTO_TEST_CASE(is_heard_with_what_came_after_it_where_hints_are_sought) {
  std::vector<rig::contest::Heard> all;
  const Stage stage{.checks = {"ICFPT14-INIT-1"}, .changes = [&](rig::contest::Contest& contest) {
                      contest.hints = [&](std::span<const rig::contest::Heard> heard) {
                        all.assign(heard.begin(), heard.end());
                        return Strings();
                      };
                    }};
  const auto link = script([](const std::string& heard) {
    if (heard == "0") return rig::text_after(1ms, "1AA") + rig::text_after(1500us, "x");
    return heard == "9" ? rig::text_after(1ms, "y") : std::vector<Action>();
  });
  run(link, stage, [](Toy& toy) {
    toy.greet();
    toy.say_end();
    toy.failed("hello.format", "a made-up failure");
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(all.size() == 2U);
  BOOST_TEST((all[0].request.kind == rig::contest::RequestKind::hello));
  BOOST_TEST(all[0].answer == "1AA");
  BOOST_TEST(all[0].afterwards == "x");
  BOOST_TEST((all[1].request.kind == rig::contest::RequestKind::end));
  BOOST_TEST(all[1].answer == "y");
}

/// A reply is known by its bytes, or by the hash of more than 64.
BOOST_AUTO_TEST_CASE(is_known_by_what_was_asked_or_by_the_hash_of_much) {
  for (const std::size_t ends : {63U, 64U}) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
      std::vector<rig::contest::Request> requests(ends, *toy.contest().end);
      requests.push_back(toy.contest().hello);
      toy.ask_together(requests);
      throw BrokenOff{};
    });
    BOOST_TEST_REQUIRE(record.samples.size() == 1U);
    std::string digits;
    for (std::size_t i = 0; i < ends; ++i) digits += "39";
    const std::string hash = "sha256:" + rig::sha256_hex(rig::to_bytes(std::string(ends, '9') + "0"));
    BOOST_TEST(record.samples.front().request == (ends == 63 ? digits + "30" : hash));
  }
}

BOOST_AUTO_TEST_CASE(is_as_long_as_its_bytes_took_on_a_real_wire_alone) {
  for (const bool has_wire : {false, true}) {
    for (const rig::ClockKind clock :
         {rig::ClockKind::virtual_time, rig::ClockKind::simulated, rig::ClockKind::monotonic}) {
      const auto link = odd(good_player());
      if (has_wire) link->carry_bits(std::make_unique<NoEdges>());
      link->tells_time_by(clock);
      const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
        toy.greet();
        throw BrokenOff{};
      });
      BOOST_TEST_REQUIRE(record.samples.size() == 1U);
      const bool is_real = has_wire && clock == rig::ClockKind::monotonic;
      BOOST_TEST(record.samples.front().span.has_value() == is_real);
    }
  }
}

BOOST_AUTO_TEST_CASE(may_be_followed_by_another_after_a_program_for_each_move_has_crashed) {
  const auto record =
      run(course_program("crashes-after-writing"), {"course", {"COURSE-EXIT-2"}}, [](Toy& toy) {
        BOOST_TEST(!toy.plays(1).sound);
        toy.count("goes on", toy.greet() ? 1 : 0);
      });
  BOOST_TEST(times(record, "goes on") == 1U);
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
  BOOST_TEST(record.findings.front().scene->game == 0);  // each move is another process: there is no power-on
}

/// A board whose first name comes in two parts, the second when a host without patience has stopped waiting;
/// later ones come at once.
std::unique_ptr<rig::Link> late_at_first(const std::string& in_time, const std::string& late) {
  return script([=, asked = 0](const std::string& heard) mutable {
    if (heard.back() != '0') return std::vector<Action>();
    if (asked++ > 0) return rig::text_after(1ms, "1AA");
    return rig::text_after(10ms, in_time) + rig::text_after(1000300us, late);
  });
}

BOOST_AUTO_TEST_CASE(that_was_answered_in_part_leaves_the_rest_as_a_stray) {
  const Stage stage{.checks = {"ICFPT14-INIT-1"}, .silence = impatient()};
  const auto twice = [](Toy& toy) { toy.greet(), toy.greet(); };
  const char* stray = "2 bytes came after \"0\" had gone without a whole reply";
  BOOST_TEST(tells(run(late_at_first("1", "AA"), stage, twice), stray));
  const auto whole = run(late_at_first("", "1AA"), stage, twice);
  BOOST_TEST(std::none_of(whole.findings.begin(), whole.findings.end(), [](const auto& finding) {
    return finding.summary.find("bytes came") != std::string::npos;
  }));
}

BOOST_AUTO_TEST_CASE(that_is_answered_after_the_host_has_stopped_waiting_leaves_a_stray) {
  const auto link = script([](const std::string& heard) {
    return heard == "0" ? rig::text_after(2000300us, "1AA") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    toy.say_end();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "3 bytes came after \"0\" had gone without a whole reply"));
}

BOOST_AUTO_TEST_CASE(that_calls_for_silence_may_leave_a_stray_as_well) {
  const auto link = script([](const std::string& heard) {
    return heard.ends_with('9') ? rig::text_after(250300us, "x") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-1"}}, [](Toy& toy) {
    toy.say_end();
    toy.say_end();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "one byte came after \"9\", which calls for silence: \"x\""));
}

BOOST_AUTO_TEST_CASE(that_is_answered_too_late_is_a_sign_of_life) {
  Silence before = impatient();
  for (int i = 1; i < Silence::cases_at_most; ++i) before.case_unanswered(1s);
  const auto greets_and_ends = [](Toy& toy) { toy.greet(), toy.say_end(); };
  Silence afterwards;
  const Stage stage{.checks = {"ICFPT14-INIT-1"}, .silence = before, .afterwards = &afterwards};
  run(late_at_first("", "1AA"), stage, greets_and_ends);
  BOOST_TEST(!afterwards.is_given_up());
  const auto silent = run(mute(), stage, greets_and_ends);
  BOOST_TEST(afterwards.is_given_up());
  BOOST_TEST(times(silent, "exchanges") == 2U);
}

BOOST_AUTO_TEST_CASE(of_several_requests_at_once_may_open_a_match) {
  Silence before;
  for (int i = 1; i < Silence::cases_at_most; ++i) before.case_unanswered(1s);
  Silence afterwards;
  run(mute(), {.checks = {"ICFPT14-INIT-1"}, .silence = before, .afterwards = &afterwards}, [](Toy& toy) {
    const rig::contest::Contest& contest = toy.contest();
    toy.ask_together({*contest.end, contest.hello});
    throw BrokenOff{};
  });
  BOOST_TEST(afterwards.is_given_up());
}

/// One byte 0x55 at nominal rate after each reply.
class EdgesOfAByte final : public NoEdges {
 public:
  explicit EdgesOfAByte(const rig::Link& link) : link_(link) {}
  std::vector<rig::LineEdge> take_edges() override {
    std::vector<rig::LineEdge> edges;
    for (int bit = 0; bit < 10; ++bit)
      edges.push_back({rig::Instant::exactly(link_.info().clock, bit * 8681ns), bit % 2 == 1});
    return edges;
  }

 private:
  const rig::Link& link_;
};

BOOST_AUTO_TEST_CASE(on_a_line_that_is_watched_leaves_its_edges) {
  const auto link = odd(good_player());
  link->carry_bits(std::make_unique<EdgesOfAByte>(*link));
  WatchingToy toy;
  try_to_run(*link, {.checks = {"ICFPT14-INIT-1"}}, toy);
  BOOST_TEST(toy.frames == 4U);  // a handshake and three turns
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
  for (const auto begin : {rig::match::Begin::after_a_pause, rig::match::Begin::in_the_last_stop_bit}) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-TERM-1"}}, [&](Toy& toy) {
      toy.greet();
      toy.say_end();
      toy.ask(toy.contest().hello, {.begin = begin});
      throw BrokenOff{};
    });
    const bool listens = begin == rig::match::Begin::after_a_pause;
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

BOOST_AUTO_TEST_CASE(in_which_a_stop_bit_is_bad_does_not_pass_for_its_good_bytes) {
  const auto link = odd(good_player(), [done = false](const Event& event) mutable {
    const auto* const byte = std::get_if<rig::Byte>(&event);
    if (byte == nullptr || std::exchange(done, true)) return std::vector{event};
    return std::vector<Event>{event, error_at(event)};
  });
  const auto record = run(link, {.checks = {"ICFPT14-LINE-2"}}, [](Toy& toy) {
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-LINE-2"}, boost::test_tools::per_element());
  BOOST_TEST(record.requirements.at("ICFPT14-LINE-2").passes == 0U);
}

BOOST_AUTO_TEST_CASE(that_calls_for_silence_fails_on_that_where_the_far_end_goes_away) {
  const auto leaves = [](char at) {
    return [at](std::uint8_t request, std::vector<Action>& answer) {
      if (request == at) answer = {{1ms, rig::HangUp{}}};
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

BOOST_AUTO_TEST_CASE(over_files_does_not_bring_back_a_program_that_has_gone) {
  for (const bool is_asked_again : {false, true}) {
    OddProgram program(ustc_program(),
                       [done = false](const auto& request, rig::FileOutcome& outcome) mutable {
                         if (std::exchange(done, true)) return;
                         outcome.files = request.files;
                         outcome.hung_up = rig::HungUp{"crashed", outcome.answered};
                       });
    const auto record = run(program, {"ustc", {"USTC-MSG-1"}}, [&](Toy& toy) {
      toy.plays(1);
      if (is_asked_again) toy.plays(1);
      toy.expect_silence("process.ended", 1ms);
      toy.count("there", toy.greet() ? 1 : 0);
      throw BrokenOff{};
    });
    BOOST_TEST(times(record, "there") == 0U, is_asked_again);
  }
}

BOOST_AUTO_TEST_CASE(with_a_name_passes_each_time) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-3"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(record.requirements.at("ICFPT14-INIT-3").passes == 2U);  // and at the end of the case
}

BOOST_AUTO_TEST_CASE(with_a_name_passes_for_its_form_and_without_a_line_end) {
  const Stage stage{.checks = {"ICFPT14-INIT-2", {"ICFPT14-CODE-3"}}};
  const auto record = run(good_player(), stage, [](Toy& toy) {
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(record.requirements.at("ICFPT14-INIT-2").passes == 1U);
  BOOST_TEST(record.requirements.at("ICFPT14-CODE-3").passes == 1U);
}

BOOST_AUTO_TEST_CASE(with_the_name_that_was_assigned_passes) {
  const auto link = script([](const std::string& heard) {
    return heard.ends_with('0') ? rig::text_after(1ms, "1AA") : std::vector<Action>();
  });
  Stage stage{.checks = {"ICFPT14-INIT-3"}};
  stage.team = "AA";
  const auto record = run(link, stage, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(record.findings.empty());
  BOOST_TEST(record.team.value_or("") == "\"AA\"");
}

/// It names itself otherwise each time.
std::unique_ptr<rig::Link> changes_its_name() {
  return script([names = 0](const std::string& heard) mutable {
    if (!heard.ends_with('0')) return std::vector<Action>();
    return rig::text_after(1ms, "1A" + std::string(1, static_cast<char>('A' + names++)));
  });
}

BOOST_AUTO_TEST_CASE(with_a_name_is_held_against_the_name_before_where_the_contest_assigns_any) {
  for (const std::size_t longest : {0U, 1U, 2U}) {
    const Stage stage{.checks = {"ICFPT14-INIT-6"},
                      .changes = [&](rig::contest::Contest& contest) { contest.team.longest = longest; }};
    const auto greets_twice = [](Toy& toy) {
      toy.greet();
      toy.greet();
      throw BrokenOff{};
    };
    BOOST_TEST(failed_on(run(changes_its_name(), stage, greets_twice)).empty() == (longest == 0));
    const auto alike = run(good_player(), stage, greets_twice);
    BOOST_TEST(alike.requirements.at("ICFPT14-INIT-6").passes == (longest == 0 ? 0U : 1U));
  }
}

BOOST_AUTO_TEST_CASE(with_another_name_is_nobody_elses_fault) {
  const auto record = run(changes_its_name(), {.checks = {"ICFPT14-INIT-6"}}, [](Toy& toy) {
    toy.greet();
    toy.lay_blame_on("line.host-rate");
    toy.ask(toy.contest().hello);
    toy.failed("hello.format", "a made-up failure");
    throw BrokenOff{};
  });
  const Strings ids = {"ICFPT14-INIT-6", "ICFPT14-LINE-5"};
  BOOST_TEST(failed_on(record) == ids, boost::test_tools::per_element());
}

/// The kinds that findings are put together by.
BOOST_AUTO_TEST_CASE(that_goes_wrong_has_a_kind) {
  const auto kind_of_answer = [](const std::string& answer, const std::string& team = {}) {
    const auto link = script([=](const std::string& heard) {
      return heard.ends_with('0') ? rig::text_after(1ms, answer) : std::vector<Action>();
    });
    Stage stage{.checks = {"ICFPT14-INIT-3"}};
    stage.team = team;
    const auto record = run(link, stage, [](Toy& toy) {
      toy.greet();
      throw BrokenOff{};
    });
    BOOST_TEST_REQUIRE(!record.findings.empty());
    return record.findings.front().kind;
  };
  BOOST_TEST(kind_of_answer("2AA") == "malformed reply");
  BOOST_TEST(kind_of_answer("1A\x7f") == "team code that is not printable");
  BOOST_TEST(kind_of_answer("1AA", "BB") == "another team code");
}

BOOST_AUTO_TEST_CASE(that_was_answered_whole_leaves_the_rest_as_a_stray_after_the_reply) {
  const auto link = script([](const std::string& heard) {
    return heard == "0" ? rig::text_after(1ms, "1AA") + rig::text_after(1500us, "x") : std::vector<Action>();
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "one byte came after the reply was whole: \"x\""));
}

BOOST_AUTO_TEST_CASE(shows_what_is_no_byte_only_where_the_link_has_bits) {
  const auto bytes_alone = run(good_player(), {.checks = {"ICFPT14-LINE-2"}}, [](Toy& toy) { toy.greet(); });
  BOOST_TEST(bytes_alone.requirements.at("ICFPT14-LINE-2").why ==
             "this link carries bytes and no bits: it has no framing to see");
  const auto link = odd(good_player(), [done = false](const Event& event) mutable {
    if (std::exchange(done, true)) return std::vector{event};
    rig::LineError error = error_at(event);
    error.kind = rig::LineError::Kind::line_break;
    return std::vector<Event>{error, event};
  });
  const auto record = run(link, {.checks = {"ICFPT14-LINE-2"}}, [](Toy& toy) {
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "a break: the line was held low for longer than a byte"));
}

BOOST_AUTO_TEST_CASE(with_a_name_that_cannot_be_printed_fails) {
  for (const auto& [name, fails] :
       {std::pair("A~", false), std::pair("A!", false), std::pair("A\x7f", true), std::pair("A ", true)}) {
    const auto link = script([name = name](const std::string& heard) {
      return heard.ends_with('0') ? rig::text_after(1ms, std::string("1") + name) : std::vector<Action>();
    });
    const auto record = run(link, {.checks = {"ICFPT14-INIT-3"}}, [](Toy& toy) { toy.greet(); });
    BOOST_TEST(tells(record, "the team code \"A") == fails, name);
  }
}

BOOST_AUTO_TEST_CASE(over_files_is_counted_when_half_a_message_was_answered) {
  for (const auto& [fault, early] : {std::pair("takes-half-message", true), std::pair("", false)}) {
    const auto record = run(ustc_program(fault), {"ustc", {"USTC-MSG-1"}}, [](Toy& toy) {
      for (const auto& seat : toy.contest().seats)
        toy.play(seat, *toy.opponent("random"), {4, {.gap = 500ms}});
      toy.count("early", toy.early_answers() > 0 ? 1 : 0);
    });
    BOOST_TEST(times(record, "early") == (early ? 1U : 0U), fault);
  }
}

BOOST_AUTO_TEST_CASE(over_files_is_counted_once_for_each_message) {
  const auto record = run(ustc_program("takes-half-message"), {"ustc", {"USTC-MSG-1"}}, [](Toy& toy) {
    toy.play(toy.contest().seats.front(), *toy.opponent("random"), {1, {.gap = 500ms}});
    toy.count("early", static_cast<std::uint64_t>(toy.early_answers()));
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "early") == 1U);
}

BOOST_AUTO_TEST_CASE(over_files_shows_no_board_outside_of_a_game) {
  const auto record = run(course_program("two-pieces"), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) {
    toy.ask({rig::contest::RequestKind::first, "Red", {}});
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(!record.findings.front().board.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

// listening while nothing is asked

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
  BOOST_TEST(tells(record, "the idle line carried something that is no byte"));
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
  BOOST_TEST(tells(record, "hung up while nothing was asked: closed the line"));
}

BOOST_AUTO_TEST_SUITE_END()

// games

BOOST_AUTO_TEST_SUITE(a_game)

BOOST_AUTO_TEST_CASE(ends_when_its_board_has_grown_far_enough_in_one_direction) {
  for (const bool by_rows : {true, false}) {
    const auto link = changed_trax([](std::uint8_t, std::vector<Action>&) {});
    GameReport game;
    run(link, {"heart-trax", {"HEART-WHITE-1"}}, [&](Toy& toy) {
      toy.greet();
      const auto other = toy.opponent("long-games");
      GamePlan plan;
      (by_rows ? plan.far_enough.rows : plan.far_enough.columns) = 4;
      game = toy.play(toy.contest().seats.front(), *other, plan);
    });
    BOOST_TEST(!game.finished);
    BOOST_TEST((by_rows ? game.extent.rows : game.extent.columns) >= 4);
    BOOST_TEST((by_rows ? game.extent.rows : game.extent.columns) <= 8);  // a cascade may reach past it
  }
}

BOOST_AUTO_TEST_CASE(tells_who_has_won_and_what_was_remarkable) {
  for (const std::size_t seat : {0U, 2U}) {
    GameReport game;
    run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [&](Toy& toy) {
      toy.greet();
      game = toy.plays(1000, seat);
      throw BrokenOff{};
    });
    BOOST_TEST(game.finished);
    BOOST_TEST(game.won);  // the reference player against one that plays anything
    BOOST_TEST(!game.lost);
  }
  const auto trax = changed_trax([](std::uint8_t, std::vector<Action>&) {});
  const auto record = run(trax, {"heart-trax", {"HEART-WHITE-1"}}, [](Toy& toy) {
    toy.greet();
    toy.play(toy.contest().seats.front(), *toy.opponent("long-games"));
    throw BrokenOff{};
  });
  BOOST_TEST(std::any_of(record.counts.begin(), record.counts.end(),
                         [](const auto& count) { return count.first.starts_with("opponent: "); }));
}

BOOST_AUTO_TEST_CASE(is_not_begun_where_the_handshake_is_not_answered) {
  const auto record = run(mute(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.interrupt_games("end.mid-game", toy.contest().seats.back());
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "exchanges") == 1U);
}

/// In each of the four seats three games of 4, 1 and 5 to 10 turns (in the last of 12 to 17), and after each
/// one of 4 turns; a handshake before and the end after them.
BOOST_AUTO_TEST_CASE(is_interrupted_early_at_once_and_deep_in_every_seat) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.interrupt_games("end.mid-game", toy.contest().seats.back());
    throw BrokenOff{};
  });
  constexpr std::uint64_t deep = 36;  // the four of them, as this seed draws them
  BOOST_TEST(times(record, "games") == 4U * 6);
  BOOST_TEST(times(record, "moves") == 4U * (4 + 4 + 1 + 4 + 4) + deep);
  BOOST_TEST(times(record, "exchanges") == 4U * 2 + times(record, "moves"));
}

/// A board that misplays from its fifth move in a match, in the game that was begun in the middle of another,
/// and one that does so from its ninth, in the game after that.
BOOST_AUTO_TEST_CASE(that_goes_wrong_in_the_midst_of_another_is_laid_at_that_and_the_next_is_not) {
  const Catalogue catalogue = load_catalogue("icfpt2014");
  const std::string mid_game = catalogue.by_aspect("end.mid-game")->id;
  const std::string rematch = catalogue.by_aspect("end.rematch")->id;
  for (const bool in_the_midst : {true, false}) {
    Games since_power_on;
    const auto link = changed(
        [&](std::uint8_t request, std::vector<Action>& answer) {
          since_power_on.heard(request, answer);
          if (since_power_on.moves_of_this > (in_the_midst ? 4 : 8) && is_a_move(answer)) spoil(answer);
        },
        [&] { since_power_on.powered(); });
    const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
      toy.interrupt_games("end.mid-game", toy.contest().seats.back());
      throw BrokenOff{};
    });
    BOOST_TEST(failed_on(record) == Strings{in_the_midst ? mid_game : rematch},
               boost::test_tools::per_element());
    BOOST_TEST(times(record, "games") == (in_the_midst ? 2U : 3U));
  }
}

BOOST_AUTO_TEST_CASE(is_played_in_every_seat_as_often_as_the_run_wants) {
  for (const int games : {1, 2}) {
    Stage stage{.checks = {"ICFPT14-MOVE-2"}};
    stage.games = games;
    const auto link = odd(good_player());
    const auto record = run(*link, stage, [](Toy& toy) {
      toy.play_in_every_seat("random");
      throw BrokenOff{};
    });
    BOOST_TEST(times(record, "games") == static_cast<std::uint64_t>(4 * games));
    BOOST_TEST(std::count(link->sent().begin(), link->sent().end(), "9") == 4 * games);
  }
}

BOOST_AUTO_TEST_CASE(is_played_in_no_other_seat_after_one_that_went_wrong) {
  const auto games_with = [](const std::unique_ptr<rig::Link>& link) {
    const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
      toy.play_in_every_seat("random");
      throw BrokenOff{};
    });
    return std::pair(times(record, "games"), times(record, "exchanges"));
  };
  const auto wrong = changed([](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) spoil(answer);
  });
  BOOST_TEST((games_with(wrong) == std::pair<std::uint64_t, std::uint64_t>(1, 2)));
  BOOST_TEST((games_with(mute()) == std::pair<std::uint64_t, std::uint64_t>(0, 1)));
}

BOOST_AUTO_TEST_CASE(counts_the_codes_that_were_answered_in_each_seat) {
  const auto link = changed([](std::uint8_t, std::vector<Action>&) {});
  run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    const auto& second = toy.contest().seats.at(2);
    const auto& other = toy.contest().seats.at(0);
    BOOST_TEST(toy.codes_answered(second) == 0U);
    for (const std::string opening : {"a8e0", "aaa0", "aaa0"}) {
      toy.greet();
      Recited opponent({opening});
      toy.play(second, opponent, {1, {}});
      toy.end_match();
    }
    BOOST_TEST(toy.codes_answered(second) == 2U);
    BOOST_TEST(toy.codes_answered(other) == 0U);
    throw BrokenOff{};
  });
}

/// A run is repeated by its seed: what a seed draws stays as it is.
BOOST_AUTO_TEST_CASE(has_opponents_that_draw_from_the_seed) {
  run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    const auto game = toy.contest().new_game(toy.contest().seats.front());
    BOOST_TEST(toy.opponent("random")->choose(*game).text == "55h2");
    BOOST_TEST(toy.opponent("blocker")->choose(*game).text != toy.opponent("random")->choose(*game).text);
    throw BrokenOff{};
  });
}

BOOST_AUTO_TEST_CASE(that_went_wrong_is_not_interrupted) {
  const auto link = changed([](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) spoil(answer);
  });
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.interrupt_games("end.mid-game", toy.contest().seats.back());
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "games") == 1U);
}

BOOST_AUTO_TEST_CASE(counts_the_moves_of_the_dut) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.greet();
    toy.plays(3);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "moves") == 3U);
}

/// The opponent's last tile makes the row as wide as the board.
BOOST_AUTO_TEST_CASE(shows_what_a_dut_does_after_what_its_opponent_did) {
  const Stage stage{"aut-trax", {"AUT-BOARD-4"}, BoardWish::smallest};
  for (const bool answers : {true, false}) {
    const auto link = script([answers, turn = 0](const std::string& heard) mutable {
      if (!heard.ends_with('\n')) return std::vector<Action>();
      const Strings replies = {"@0+\n", "C1+\n", "E1+\n", "G1+\n", answers ? "A2+\n" : ""};
      return rig::text_after(1ms, replies.at(static_cast<std::size_t>(turn++)));
    });
    const auto record = run(link, stage, [](Toy& toy) {
      Recited black({"B1+", "D1+", "F1+", "H1+"});
      toy.play(toy.contest().seats.front(), black, {5, {}});
      throw BrokenOff{};
    });
    BOOST_TEST(record.requirements.at("AUT-BOARD-4").passes == (answers ? 1U : 0U));
    const Strings failed = failed_on(record);
    BOOST_TEST(std::count(failed.begin(), failed.end(), "AUT-BOARD-4") == (answers ? 0 : 1));
  }
}

BOOST_AUTO_TEST_CASE(that_no_host_would_go_on_with_leaves_open_what_was_not_seen_in_it) {
  const auto link = script([](const std::string& heard) {
    return heard.ends_with('\n') ? rig::text_after(1ms, "@0\\\n") : std::vector<Action>();
  });
  const auto record = run(link, {"aut-trax", {"AUT-GAME-1"}}, [](Toy& toy) {
    toy.plays(1);
    throw BrokenOff{};
  });
  const Strings laid_at_its_opening = {"AUT-MOVE-5", "AUT-MOVE-5"};
  BOOST_TEST(failed_on(record) == laid_at_its_opening, boost::test_tools::per_element());
  BOOST_TEST(record.reason == "a game that it opened in a way that the host refuses could not go on");
  BOOST_TEST((record.requirements.at("AUT-GAME-1").unassessed == rig::report::Unassessed::reservation));
}

BOOST_AUTO_TEST_CASE(without_a_move_shows_nothing) {
  for (const int turns : {0, 1}) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-TERM-2"}}, [&](Toy& toy) {
      toy.greet();
      toy.conclude("end.rematch", toy.plays(turns), "it went wrong");
      throw BrokenOff{};
    });
    BOOST_TEST(record.requirements.at("ICFPT14-TERM-2").passes == static_cast<std::uint64_t>(turns));
  }
}

/// A late answer gives the turn away: the game goes on, and is not one that was played.
BOOST_AUTO_TEST_CASE(that_is_given_away_by_late_answers_is_no_whole_game) {
  GameReport game;
  const auto record = run(course_program("late"), {"course", {"COURSE-GAME-1"}}, [&](Toy& toy) {
    game = toy.plays(GamePlan().dut_turns);
    throw BrokenOff{};
  });
  BOOST_TEST(game.late_passes > 0);
  BOOST_TEST(game.finished);
  BOOST_TEST(record.requirements.at("COURSE-GAME-1").passes == 0U);
}

BOOST_AUTO_TEST_CASE(that_is_given_away_says_nothing_of_how_files_were_laid_out) {
  run(course_program("late"), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) {
    BOOST_TEST(!toy.plays_with({}));
    throw BrokenOff{};
  });
}

BOOST_AUTO_TEST_CASE(over_files_knows_no_requests_in_one_send) {
  const auto record = run(course_program(), {"course", {"COURSE-BOARD-2"}},
                          [](Toy& toy) { toy.ask_together({rig::contest::asks_after({})}); });
  BOOST_TEST((record.verdict == Verdict::not_applicable));
  BOOST_TEST(record.reason == "this contest is played over files");
}

BOOST_AUTO_TEST_CASE(reports_what_it_measured) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    toy.measured({"a length", "3 ns", "", std::nullopt});
  });
  BOOST_TEST_REQUIRE(record.measurements.size() == 1U);
}

BOOST_AUTO_TEST_CASE(over_bytes_leaves_no_files) {
  run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    BOOST_TEST((toy.last_files() == nullptr));
    toy.greet();
    BOOST_TEST((toy.last_files() == nullptr));
  });
}

/// Bytes after the reply to a request of any kind are bytes too many after a move.
BOOST_AUTO_TEST_CASE(in_which_a_reply_is_too_long_fails_on_that_whatever_was_asked) {
  const auto link = changed([](std::uint8_t, std::vector<Action>& answer) {
    if (!is_a_move(answer)) return;
    answer.push_back(answer.back());
    answer.back().what = rig::SendByte{'x'};
  });
  constexpr std::size_t second = 2;
  const auto record = run(link, {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    toy.plays(2, second);
    throw BrokenOff{};
  });
  const Strings failed = failed_on(record);
  const std::string too_long = load_catalogue("icfpt2014").by_aspect("move.extra")->id;
  BOOST_TEST(std::count(failed.begin(), failed.end(), too_long) == 1);
}

BOOST_AUTO_TEST_CASE(that_went_wrong_is_shown_to_be_checked_again) {
  const auto link = changed([](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) spoil(answer);
  });
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
  BOOST_TEST(record.findings.front().scene->seat == "first on (5,5)");
  BOOST_TEST(record.findings.front().scene->check.find("rig check") != std::string::npos,
             record.findings.front().scene->check);
}

BOOST_AUTO_TEST_CASE(that_went_wrong_has_hints_where_an_illegal_move_is_shown_on_its_board) {
  const auto link = changed([](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) answer = rig::text_after(1ms, "66a0");  // counts from 1, as it seems
  });
  const Stage stage{.checks = {"ICFPT14-MOVE-2"},
                    .changes = [](rig::contest::Contest& contest) { contest.hints = nullptr; }};
  const auto record = run(link, stage, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.failed("hello.format", "a made-up consequence without a board");
    toy.failed("hello.same", "a made-up failure with a board",
               {.board = rig::contest::BoardPicture{}, .kind = "of another kind"});
    throw BrokenOff{};
  });
  const std::string kind = record.findings.front().kind;
  std::size_t hints = 0;
  for (const auto& finding : record.findings) {
    const bool shows_the_move = finding.kind == kind && finding.board;
    BOOST_TEST(finding.hints.size() == (shows_the_move ? 1U : 0U), finding.summary);
    hints += finding.hints.size();
  }
  BOOST_TEST(hints > 0U);
  BOOST_TEST(record.findings.size() == hints + 3);
  BOOST_TEST(tells(record, "the game was lost on ply 1 (first on (5,5))"));
}

/// Three moves of Trax make a loop of four tiles.
Toy::Body shortest_game(std::size_t seat, const Strings& moves, GameReport& report) {
  return [seat, moves, &report](Toy& toy) {
    Recited other(moves);
    report = toy.play(toy.contest().seats.at(seat), other);
    throw BrokenOff{};
  };
}

BOOST_AUTO_TEST_CASE(of_one_move_of_its_own_is_a_whole_game) {
  const auto link = script([](const std::string& heard) {
    return heard.ends_with("@0/\n") ? rig::text_after(1ms, "A2\\\n") : std::vector<Action>();
  });
  GameReport game;
  const auto record = run(link, {"heart-trax", {"HEART-GAME-1"}}, shortest_game(1, {"@0/", "B1\\"}, game));
  BOOST_TEST(game.finished);
  BOOST_TEST(game.moves == 1);
  BOOST_TEST_REQUIRE(game.untold.has_value());
  BOOST_TEST(game.untold->text == "B1\\");
  BOOST_TEST(record.requirements.at("HEART-GAME-1").passes == 1U);
}

/// The board reaches no further when the game is over, which is its end all the same.
BOOST_AUTO_TEST_CASE(that_is_over_has_not_stopped_at_the_capacity_of_a_board) {
  const auto link = script([turn = 0](const std::string& heard) mutable {
    const Strings replies = {"@0/\n", "B1\\\n"};
    return heard.ends_with('\n') ? rig::text_after(1ms, replies.at(static_cast<std::size_t>(turn++)))
                                 : std::vector<Action>();
  });
  GameReport game;
  Stage stage{"heart-trax", {"HEART-GAME-1"}};
  stage.capacity = 3;
  run(link, stage, shortest_game(0, {"A2\\"}, game));
  BOOST_TEST(game.finished);
  BOOST_TEST(!game.stopped_at_capacity);
}

BOOST_AUTO_TEST_CASE(stops_where_a_board_has_no_more_columns_however_many_rows) {
  const auto link = odd(script([turn = 0](const std::string& heard) mutable {
    const Strings replies = {"@0+\n", "C1+\n"};
    return heard.ends_with('\n') ? rig::text_after(1ms, replies.at(static_cast<std::size_t>(turn++)))
                                 : std::vector<Action>();
  }));
  link->state(rig::fact_columns, "4");
  link->state(rig::fact_rows, "100");
  GameReport game;
  run(link, {"heart-trax", {"HEART-GAME-1"}}, shortest_game(0, {"B1+"}, game));
  BOOST_TEST(game.stopped_at_capacity);
  BOOST_TEST(game.moves == 2);
}

BOOST_AUTO_TEST_CASE(that_is_won_is_not_lost_in_any_seat) {
  run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    for (std::size_t seat = 0; seat < toy.contest().seats.size(); ++seat) {
      toy.greet();
      const GameReport game = toy.plays(GamePlan().dut_turns, seat);
      BOOST_TEST(game.won, "in seat " << seat);
      BOOST_TEST(!game.lost, "in seat " << seat);
      toy.end_match();
    }
  });
}

BOOST_AUTO_TEST_CASE(that_is_given_away_by_a_late_answer_is_not_repeated) {
  const auto record = run(course_program("late"), {"course", {"COURSE-TIME-1", {"COURSE-PASS-4"}}},
                          [](Toy& toy) { toy.plays(3); });
  BOOST_TEST(times(record, "repeats") == 0U);
  BOOST_TEST(failed_on(record).front() == "COURSE-TIME-1");
}

BOOST_AUTO_TEST_CASE(that_is_given_away_leaves_open_what_was_not_seen_in_it) {
  const auto record =
      run(course_program("late"), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) { toy.plays(1); });
  BOOST_TEST(record.reason == "the DUT passed permanently before this clause could be exercised");
  BOOST_TEST(times(record, "repeats") == 0U);  // it would only be late again
}

BOOST_AUTO_TEST_CASE(counts_the_passes_of_its_opponent) {
  int passes = -1;
  run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
    toy.greet();
    passes = toy.plays(3).opponents_passes;
  });
  BOOST_TEST(passes == 0);  // both have moves for so long
  run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
    toy.greet();
    Recited other({"0000"});
    passes = toy.play(toy.contest().seats.front(), other, {2, {}}).opponents_passes;
    throw BrokenOff{};
  });
  BOOST_TEST(passes == 1);
}

BOOST_AUTO_TEST_CASE(tells_a_move_when_the_opponent_has_thought) {
  int moves = 0;
  const auto link = changed([&](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) ++moves;
  });
  std::vector<int> moves_before;
  run(link, {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
    toy.greet();
    GamePlan plan{3, {}};
    plan.meanwhile = [&] {
      moves_before.push_back(moves);
      return true;
    };
    toy.play(toy.contest().seats.front(), *toy.opponent("random"), plan);
    throw BrokenOff{};
  });
  const std::vector<int> none_before_the_first = {1, 2};
  BOOST_TEST(moves_before == none_before_the_first, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(says_nothing_of_a_pass_after_a_pass_where_the_answer_was_late) {
  OddProgram program(course_program(), [asked = 0](const auto& request, rig::FileOutcome& outcome) mutable {
    if (++asked == 1) return;
    outcome.files = request.files;
    outcome.exit_status.reset();
    outcome.timed_out = true;
  });
  const auto record = run(program, {"course", {"COURSE-PASS-4"}}, [](Toy& toy) {
    toy.ask({rig::contest::RequestKind::first, "Red", {}});
    toy.ask_after_its_pass("pass.absorbing");
    throw BrokenOff{};
  });
  BOOST_TEST(!record.findings.empty());
  BOOST_TEST((record.requirements.at("COURSE-PASS-4").worst == Verdict::not_run));
}

BOOST_AUTO_TEST_CASE(counts_the_codes_that_it_tells) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [&](Toy& toy) {
    toy.greet();
    Recited other({"bah2"});
    toy.play(toy.contest().seats.at(2), other, {1, {}});
    toy.end_match();
    toy.greet();
    toy.plays(1);  // first: it is told nothing
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "code h2") == 1U);
  BOOST_TEST(!record.counts.contains("code "));
}

BOOST_AUTO_TEST_CASE(passes_each_rule_by_each_move) {
  GameReport game;
  const auto record = run(good_player(), {.checks = {"ICFPT14-CODE-1"}}, [&](Toy& toy) {
    toy.greet();
    game = toy.plays(3);
    throw BrokenOff{};
  });
  BOOST_TEST(game.asked_again == 0);
  BOOST_TEST(record.requirements.at("ICFPT14-CODE-1").passes == 3U);
}

BOOST_AUTO_TEST_CASE(passes_the_rules_by_a_late_move_where_no_deadline_binds) {
  const auto link = changed([](std::uint8_t, std::vector<Action>& answer) {
    if (!is_a_move(answer)) return;
    for (Action& one : answer) one.after = 1500ms;
  });
  const Stage stage{.checks = {"X-1"}, .catalogue = R"(
[[requirement]]
id = "X-1"
text = "A move is written as the text says."
source = "a test"
level = "mandatory"
aspect = "move.malformed"
)"};
  GameReport game;
  const auto record = run(link, stage, [&](Toy& toy) {
    toy.greet();
    game = toy.plays(1);
    throw BrokenOff{};
  });
  BOOST_TEST(game.sound);
  BOOST_TEST(record.requirements.at("X-1").passes == 1U);
}

BOOST_AUTO_TEST_CASE(shows_that_a_dut_is_asked_again_after_its_pass) {
  const auto link = changed([moves = 0](std::uint8_t, std::vector<Action>& answer) mutable {
    if (is_a_move(answer) && ++moves > 1) answer = rig::text_after(1ms, "0000");
  });
  GameReport game;
  const auto record = run(link, {.checks = {"ICFPT14-PASS-5"}}, [&](Toy& toy) {
    toy.greet();
    game = toy.plays(3);
    throw BrokenOff{};
  });
  BOOST_TEST(game.passes == 2);
  BOOST_TEST(game.asked_again == 1);
  BOOST_TEST(record.requirements.at("ICFPT14-PASS-5").passes == 1U);
}

BOOST_AUTO_TEST_CASE(shows_by_moves_and_by_passes_that_it_must_make_what_a_dut_has_understood) {
  const auto link = plays_by_the_rules(std::make_shared<Asked>(), [](const rig::contest::Ruling& game) {
    const auto legal = game.legal_moves();
    return legal.empty() ? game.pass().text : legal.front().text;
  });
  GameReport game;
  const auto record = run(link, {.checks = {"ICFPT14-EDGE-2", {"ICFPT14-PASS-1"}}}, [&](Toy& toy) {
    toy.greet();
    game = toy.plays(1000);
    throw BrokenOff{};
  });
  BOOST_TEST(game.finished);
  BOOST_TEST(game.forced_passes > 0);
  BOOST_TEST(record.requirements.at("ICFPT14-PASS-1").passes ==
             static_cast<std::uint64_t>(game.forced_passes));
  const int edges = game.opponents_features["edge"];
  BOOST_TEST(edges > 0);
  BOOST_TEST(record.requirements.at("ICFPT14-EDGE-2").passes == static_cast<std::uint64_t>(edges));
  BOOST_TEST(game.features["edge"] > 0);
  BOOST_TEST(times(record, "board: edge") == static_cast<std::uint64_t>(game.features["edge"]));
  BOOST_TEST(game.moves == game.dut_turns - game.passes);
}

BOOST_AUTO_TEST_CASE(is_neither_whole_nor_won_by_a_pass_alone) {
  for (const std::size_t seat : {0U, 1U}) {
    OddProgram program(course_program(), [asked = 0](const auto& request, rig::FileOutcome& outcome) mutable {
      constexpr int spellings = 2;  // that are tried first
      if (++asked <= spellings) return;
      outcome.files = request.files;
      outcome.exit_status = 1;
    });
    GameReport game;
    const auto record = run(program, {"course", {"COURSE-GAME-1"}}, [&](Toy& toy) {
      game = toy.plays(1000, seat);
      throw BrokenOff{};
    });
    BOOST_TEST(game.finished);
    BOOST_TEST(game.moves == 0);
    BOOST_TEST(!game.won);
    BOOST_TEST(game.lost);
    BOOST_TEST(record.requirements.at("COURSE-GAME-1").passes == 0U);
  }
}

BOOST_AUTO_TEST_CASE(that_was_given_away_after_a_move_is_no_whole_game_either) {
  constexpr int second_move = 4;  // after it was tried in two spellings
  OddProgram program(course_program(), [asked = 0](const auto& request, rig::FileOutcome& outcome) mutable {
    if (++asked != second_move) return;
    outcome.files = request.files;
    outcome.exit_status.reset();
    outcome.timed_out = true;
  });
  GameReport game;
  const auto record = run(program, {"course", {"COURSE-GAME-1"}}, [&](Toy& toy) {
    game = toy.plays(1000);
    throw BrokenOff{};
  });
  BOOST_TEST(game.finished);
  BOOST_TEST(game.moves == 1);
  BOOST_TEST(record.requirements.at("COURSE-GAME-1").passes == 0U);
}

BOOST_AUTO_TEST_CASE(that_is_opened_wrongly_leaves_nothing_open_where_the_text_says_how) {
  const auto link = changed_trax([](std::uint8_t, std::vector<Action>& answer) {
    if (!answer.empty() && answer.size() < 10) answer = rig::text_after(1ms, "A1+\n");
  });
  const auto record = run(link, {"heart-trax", {"HEART-MOVE-5", {"HEART-MOVE-7"}}}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(record).front() == "HEART-MOVE-5");
  BOOST_TEST((record.requirements.at("HEART-MOVE-7").worst == Verdict::not_run));
}

BOOST_AUTO_TEST_CASE(over_files_tells_what_cannot_be_read_and_not_that_nothing_came) {
  const auto record = run(course_program("two-pieces"), {"course", {"COURSE-PASS-3"}}, [](Toy& toy) {
    Recited other({"PASS"});
    toy.play(toy.contest().seats.at(1), other, {1, {}});
    throw BrokenOff{};
  });
  BOOST_TEST(!record.findings.empty());
  BOOST_TEST(!tells(record, "no reply"));
}

BOOST_AUTO_TEST_CASE(ends_where_it_cannot_tell_whether_an_answer_was_a_pass) {
  constexpr int second_move = 4;  // after it was tried in two spellings
  OddProgram program(course_program(), [asked = 0](const auto&, rig::FileOutcome& outcome) mutable {
    if (++asked != second_move) return;
    outcome.answered.earliest = outcome.asked.earliest + 4900ms;
    outcome.answered.latest = outcome.asked.latest + 5100ms;
  });
  GameReport game;
  run(program, {"course", {"COURSE-BOARD-2"}}, [&](Toy& toy) {
    game = toy.plays(3);
    throw BrokenOff{};
  });
  BOOST_TEST(!game.sound);
  BOOST_TEST(game.dut_turns == 2);
  BOOST_TEST(!game.finished);
}

BOOST_AUTO_TEST_CASE(goes_on_where_an_answer_that_never_comes_is_a_pass) {
  constexpr int second_move = 4;  // after it was tried in two spellings
  OddProgram program(course_program(), [asked = 0](const auto& request, rig::FileOutcome& outcome) mutable {
    if (++asked != second_move) return;
    outcome.files = request.files;
    outcome.exit_status.reset();
    outcome.timed_out = true;
  });
  GameReport game;
  run(program, {"course", {"COURSE-BOARD-2"}}, [&](Toy& toy) {
    game = toy.plays(2);
    throw BrokenOff{};
  });
  BOOST_TEST(game.sound);
  BOOST_TEST(game.late_passes == 1);
}

BOOST_AUTO_TEST_CASE(that_was_not_sound_passes_nothing) {
  for (const bool sound : {true, false}) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-4"}}, [&](Toy& toy) {
      GameReport game;
      game.sound = sound;
      game.moves = 1;
      toy.conclude("hello.repeated", game, "the game went wrong");
      throw BrokenOff{};
    });
    BOOST_TEST(record.requirements.at("ICFPT14-INIT-4").passes == (sound ? 1U : 0U));
    BOOST_TEST(record.findings.empty());
  }
}

/// Ends before a board grows past what its description says, unless the contest's own is smaller.
BOOST_AUTO_TEST_CASE(ends_where_the_board_of_the_dut_does) {
  const auto stops = [](int board, std::optional<int> capacity) {
    rig::player::TraxDeviceOptions options;
    options.contest = "aut-trax";
    const auto link = link_to(rig::player::new_trax_device(options));
    bool stopped = false;
    const Stage stage{.contest = "aut-trax",
                      .checks = {"AUT-GAME-1"},
                      .changes =
                          [board](auto& contest) {
                            contest = rig::contest::find_contest("aut-trax", {board, {}});
                          },
                      .capacity = capacity};
    run(link, stage, [&](Toy& toy) {
      toy.greet();
      const auto other = toy.opponent("long-games");
      stopped = toy.play(toy.contest().seats.front(), *other).stopped_at_capacity;
      throw BrokenOff{};
    });
    return stopped;
  };
  BOOST_TEST(!stops(8, 8));
  BOOST_TEST(stops(8, 5));
  BOOST_TEST(stops(0, 5));
  BOOST_TEST(!stops(8, std::nullopt));
}

BOOST_AUTO_TEST_CASE(that_a_pass_ended_too_soon_leaves_open_what_was_not_seen_in_it) {
  for (const auto& [fault, reason] :
       {std::pair("passes-early", "the DUT passed permanently before this clause could be exercised"),
        std::pair("", "not reached in 4 games")}) {
    const auto record =
        run(course_program(fault), {"course", {"COURSE-PASS-4"}}, [](Toy& toy) { toy.plays(1000); });
    BOOST_TEST(record.reason == reason);
  }
}

BOOST_AUTO_TEST_CASE(may_have_deadlines_of_which_the_catalogue_says_nothing) {
  const Stage stage{.checks = {"X-1"}, .catalogue = R"(
[[requirement]]
id = "X-1"
text = "The second match is played."
source = "a test"
level = "mandatory"
aspect = "end.rematch"
)"};
  const auto record = run(good_player(), stage, [](Toy& toy) {
    toy.greet();
    toy.conclude("end.rematch", toy.plays(2), "it went wrong");
  });
  BOOST_TEST((record.verdict == Verdict::pass));
}

BOOST_AUTO_TEST_CASE(that_a_program_has_given_away_is_asked_about_again) {
  const auto record =
      run(course_program("crashes-after-writing"), {"course", {"COURSE-PASS-4"}}, [](Toy& toy) {
        toy.plays(1);
        toy.ask_after_its_pass("pass.absorbing");
      });
  BOOST_TEST(tells(record, "asked again after its pass, there was no answer that can be read"));
  BOOST_TEST(record.findings.back().kind == "no pass after its pass");
}

BOOST_AUTO_TEST_CASE(is_spelled_as_the_program_reads_it) {
  for (const auto& [fault, by_the_platform] : {std::pair("text-pass-only", 0U), std::pair("", 2U)}) {
    const auto record = run(course_program(fault), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) {
      for (int game = 0; game < 4; ++game) toy.plays(1);
      throw BrokenOff{};
    });
    BOOST_TEST(times(record, "games spelled as by the platform") == by_the_platform, fault);
    BOOST_TEST(times(record, "games spelled as in the text") == 4 - by_the_platform, fault);
    BOOST_TEST(times(record, "probes") == 2U, fault);
  }
}

BOOST_AUTO_TEST_CASE(is_not_begun_by_a_program_whose_first_placement_is_late_or_wrong) {
  for (const auto& [fault, places] : {std::pair("late", 0U), std::pair("passes-early", 0U),
                                      std::pair("off-start", 0U), std::pair("", 1U)}) {
    const auto record = run(course_program(fault), {"course", {"COURSE-TIME-2"}}, [](Toy& toy) {
      toy.count("places", toy.places_first({}, toy.contest().seats.back()) ? 1 : 0);
    });
    BOOST_TEST(times(record, "places") == places, fault);
  }
}

BOOST_AUTO_TEST_CASE(over_files_has_them_laid_out_as_the_case_wants) {
  for (const bool newline : {true, false}) {
    std::string board;
    run(course_program(),
        {.contest = "course",
         .checks = {"COURSE-BOARD-2"},
         .changes = [](rig::contest::Contest& contest) { contest.two_spellings = false; }},
        [&](Toy& toy) {
          toy.lay_out_files({.final_newline = newline});
          toy.plays(1);
          board = toy.last_files()->request.files.at("BlokusBoard.txt");
        });
    BOOST_TEST(board.ends_with('\n') == newline);
  }
}

BOOST_AUTO_TEST_CASE(begins_without_the_kind_of_what_was_found_before_it) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-2"}}, [](Toy& toy) {
    toy.failed("hello.format", "a made-up failure", {.kind = "a kind"});
    toy.failed("hello.format", "what follows from it");
    toy.plays(1);
    toy.failed("hello.format", "another failure");
    toy.failed("hello.format", "a further one", {.kind = "another kind"});
    toy.greet();
    toy.failed("hello.format", "one after a handshake");
  });
  BOOST_TEST_REQUIRE(record.findings.size() == 5U);
  BOOST_TEST(record.findings[1].kind == "a kind");
  BOOST_TEST(record.findings[2].kind.empty());
  BOOST_TEST(record.findings[4].kind.empty());
}

BOOST_AUTO_TEST_CASE(over_bytes_has_no_files_to_lay_out) {
  const auto record =
      run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.lay_out_files({}); });
  BOOST_TEST((record.verdict == Verdict::not_applicable));
  BOOST_TEST(record.reason == "this contest is not played over files");
}

BOOST_AUTO_TEST_SUITE_END()

int main(int argc, char** argv) {
  int google_argc = 1;
  testing::InitGoogleTest(&google_argc, argv);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());  // what it says of failures is meant
  return boost::unit_test::unit_test_main([] { return true; }, argc, argv);
}

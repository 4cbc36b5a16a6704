/// The frame of a case, against devices that do one odd thing: how it begins and ends.

#include <algorithm>
#include <filesystem>
#include <utility>

#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Verdict;

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
  const auto concluded = [](const rig::dut::Overheard& heard) {
    const auto record = run(good_player(), {.checks = {"ICFPT14-TERM-1"}}, [&](Toy& toy) {
      toy.greet();
      BOOST_TEST(!toy.conclude("end.silence", heard, "\"9\""));
      throw BrokenOff{};
    });
    return record.findings.back().summary;
  };
  const rig::LineError error{rig::LineError::Kind::framing, 0, {}};
  rig::dut::Overheard heard;
  heard.line_errors = {error};
  BOOST_TEST(concluded(heard) == "\"9\" was followed by a framing error or a break on the line");
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

class AnyStart final : public rig::FileStart {
 public:
  Strings commands() const override { return {"started"}; }
  std::optional<Strings> keep_in(const std::filesystem::path&) const override { return std::nullopt; }
};

class KeepsEachStart final : public Findings::Setting {
 public:
  explicit KeepsEachStart(std::shared_ptr<const rig::FileStart>& shown) : shown_(shown) {}
  KeptStart started(const std::shared_ptr<const rig::FileStart>& start) const override {
    shown_ = start;
    return {{"as it was started"}, {}};
  }

 private:
  std::shared_ptr<const rig::FileStart>& shown_;
};

BOOST_AUTO_TEST_CASE(shows_how_the_program_was_started_that_went_wrong) {
  const Catalogue catalogue = load_catalogue("course");
  const RunOptions options;
  Findings findings(options, catalogue, {});
  std::shared_ptr<const rig::FileStart> shown;
  findings.set(std::make_unique<KeepsEachStart>(shown));
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

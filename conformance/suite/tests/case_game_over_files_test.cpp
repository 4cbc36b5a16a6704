/// Games of a case over files, against programs that do one odd thing: answers that are late or never come,
/// passes, and how the files are laid out.

#include <functional>
#include <utility>

#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Verdict;

BOOST_AUTO_TEST_SUITE(a_game)

constexpr int second_move = 4;  // after it was tried in two spellings

/// A program to some of whose questions, counted from 1, no answer comes.
std::unique_ptr<OddProgram> does_not_answer_where(std::function<bool(int)> where) {
  return std::make_unique<OddProgram>(
      course_program(), [where = std::move(where), asked = 0](const auto& request, auto& outcome) mutable {
        if (!where(++asked)) return;
        outcome.files = request.files;
        outcome.exit_status.reset();
        outcome.timed_out = true;
      });
}

/// A late answer gives the turn away: the game goes on, and is not one that was played.
BOOST_AUTO_TEST_CASE(that_is_given_away_by_late_answers_is_no_whole_game) {
  const auto [game, record] =
      one_game(course_program("late"), {"course", {"COURSE-GAME-1"}}, GamePlan().dut_turns);
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

BOOST_AUTO_TEST_CASE(that_is_given_away_by_a_late_answer_is_not_repeated) {
  const auto record = run(course_program("late"), {"course", {"COURSE-TIME-1", {"COURSE-PASS-4"}}},
                          [](Toy& toy) { toy.plays(3); });
  BOOST_TEST(times(record, "repeats") == 0U);
  BOOST_TEST(failed_on(record).front() == "COURSE-TIME-1");
}

BOOST_AUTO_TEST_CASE(that_is_given_away_leaves_open_what_was_not_seen_in_it) {
  const auto record =
      run(course_program("late"), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) { toy.plays(1); });
  BOOST_TEST(record.reason ==
             "the DUT had passed for the rest of the game before this clause could be exercised");
  BOOST_TEST(times(record, "repeats") == 0U);  // it would only be late again
}

BOOST_AUTO_TEST_CASE(that_a_pass_ended_too_soon_leaves_open_what_was_not_seen_in_it) {
  for (const auto& [fault, reason] :
       {std::pair("passes-early",
                  "the DUT had passed for the rest of the game before this clause could be exercised"),
        std::pair("", "not reached in 4 games")}) {
    const auto record =
        run(course_program(fault), {"course", {"COURSE-PASS-4"}}, [](Toy& toy) { toy.plays(1000); });
    BOOST_TEST(record.reason == reason);
  }
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

BOOST_AUTO_TEST_CASE(says_nothing_of_a_pass_after_a_pass_where_the_answer_was_late) {
  const auto program = does_not_answer_where([](int asked) { return asked > 1; });
  const auto record = run(program, {"course", {"COURSE-PASS-4"}}, [](Toy& toy) {
    toy.ask({rig::protocol::RequestKind::first, "Red", {}});
    toy.ask_after_its_pass("pass.absorbing");
    throw BrokenOff{};
  });
  BOOST_TEST(!record.findings.empty());
  BOOST_TEST((record.requirements.at("COURSE-PASS-4").worst == Verdict::not_run));
}

BOOST_AUTO_TEST_CASE(is_neither_whole_nor_won_by_a_pass_alone) {
  for (const std::size_t seat : {0U, 1U}) {
    OddProgram program(course_program(), [asked = 0](const auto& request, rig::FileOutcome& outcome) mutable {
      constexpr int spellings = 2;  // that are tried first
      if (++asked <= spellings) return;
      outcome.files = request.files;
      outcome.exit_status = 1;
    });
    const auto [game, record] = one_game(program, {"course", {"COURSE-GAME-1"}}, 1000, seat);
    BOOST_TEST(game.finished);
    BOOST_TEST(game.moves == 0);
    BOOST_TEST(!game.won);
    BOOST_TEST(game.lost);
    BOOST_TEST(record.requirements.at("COURSE-GAME-1").passes == 0U);
  }
}

BOOST_AUTO_TEST_CASE(that_was_given_away_after_a_move_is_no_whole_game_either) {
  const auto program = does_not_answer_where([](int asked) { return asked == second_move; });
  const auto [game, record] = one_game(program, {"course", {"COURSE-GAME-1"}}, 1000);
  BOOST_TEST(game.finished);
  BOOST_TEST(game.moves == 1);
  BOOST_TEST(record.requirements.at("COURSE-GAME-1").passes == 0U);
}

BOOST_AUTO_TEST_CASE(goes_on_where_an_answer_that_never_comes_is_a_pass) {
  const auto program = does_not_answer_where([](int asked) { return asked == second_move; });
  const GameReport game = one_game(program, {"course", {"COURSE-BOARD-2"}}, 2).game;
  BOOST_TEST(game.sound);
  BOOST_TEST(game.late_passes == 1);
}

BOOST_AUTO_TEST_CASE(ends_where_it_cannot_tell_whether_an_answer_was_a_pass) {
  OddProgram program(course_program(), [asked = 0](const auto&, rig::FileOutcome& outcome) mutable {
    if (++asked != second_move) return;
    outcome.answered.earliest = outcome.asked.earliest + 4900ms;
    outcome.answered.latest = outcome.asked.latest + 5100ms;
  });
  const GameReport game = one_game(program, {"course", {"COURSE-BOARD-2"}}, 3).game;
  BOOST_TEST(!game.sound);
  BOOST_TEST(game.dut_turns == 2);
  BOOST_TEST(!game.finished);
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

BOOST_AUTO_TEST_CASE(over_files_tells_what_cannot_be_read_and_not_that_nothing_came) {
  const auto record = run(course_program("two-pieces"), {"course", {"COURSE-PASS-3"}}, [](Toy& toy) {
    Recited other({"PASS"});
    toy.play(toy.contest().seats.at(1), other, {1, {}});
    throw BrokenOff{};
  });
  BOOST_TEST(!record.findings.empty());
  BOOST_TEST(!tells(record, "no reply"));
}

BOOST_AUTO_TEST_CASE(over_files_has_them_laid_out_as_the_case_wants) {
  for (const bool newline : {true, false}) {
    std::string board;
    const Stage stage{.contest = "course", .checks = {"COURSE-BOARD-2"}, .changes = [](auto& contest) {
                        contest.two_spellings = false;
                      }};
    run(course_program(), stage, [&](Toy& toy) {
      toy.lay_out_files({.final_newline = newline});
      toy.plays(1);
      board = toy.last_files()->request.files.at("BlokusBoard.txt");
    });
    BOOST_TEST(board.ends_with('\n') == newline);
  }
}

BOOST_AUTO_TEST_CASE(over_files_knows_no_requests_in_one_send) {
  const auto record = run(course_program(), {"course", {"COURSE-BOARD-2"}},
                          [](Toy& toy) { toy.ask_together({rig::protocol::asks_after({})}); });
  BOOST_TEST((record.verdict == Verdict::not_applicable));
  BOOST_TEST(record.reason == "this contest is played over files");
}

BOOST_AUTO_TEST_CASE(over_bytes_has_no_files_to_lay_out) {
  const auto record =
      run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) { toy.lay_out_files({}); });
  BOOST_TEST((record.verdict == Verdict::not_applicable));
  BOOST_TEST(record.reason == "this contest is not played over files");
}

BOOST_AUTO_TEST_CASE(over_bytes_leaves_no_files) {
  run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    BOOST_TEST((toy.last_files() == nullptr));
    toy.greet();
    BOOST_TEST((toy.last_files() == nullptr));
  });
}

/// Its answers are whole and legal: nothing is wrong with them or with their time, but that it has ended.
BOOST_AUTO_TEST_CASE(over_files_in_which_the_program_has_ended_after_its_answer_fails_on_that_alone) {
  OddProgram program(ustc_program(), [](const rig::FileRequest&, rig::FileOutcome& outcome) {
    outcome.hung_up = rig::HungUp{"crashed", outcome.answered};
  });
  const auto record = one_game(program, {"ustc", {"USTC-MSG-1", {"USTC-PROC-1"}}}, 1).record;
  BOOST_TEST(failed_on(record) == Strings{"USTC-PROC-1"}, boost::test_tools::per_element());
  BOOST_TEST(times(record, "moves") == 1U);
}

/// Between the host's last look and the end of its waiting.
BOOST_AUTO_TEST_CASE(over_files_in_which_an_answer_was_whole_when_nobody_waited_any_more_is_lost) {
  OddProgram program(ustc_program(),
                     [](const rig::FileRequest&, rig::FileOutcome& outcome) { outcome.timed_out = true; });
  const auto record = one_game(program, {"ustc", {"USTC-TIME-1"}}, 1).record;
  const Strings ids = {"USTC-TIME-1", "USTC-GAME-1"};
  BOOST_TEST(failed_on(record) == ids, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

/// Games of a case, against devices that do one odd thing: what they show, how they end, how often they are
/// played.

#include <fmt/format.h>

#include <algorithm>

#include "conformance/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;
using rig::report::CaseRecord;

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

/// In each of three seats three games of 4, 1 and 5 to 10 turns, in the last one of 12 to 17, and after each
/// one of 4 turns; a handshake before and the end after them.
BOOST_AUTO_TEST_CASE(is_interrupted_early_at_once_and_deep_in_every_seat) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.interrupt_games("end.mid-game", toy.contest().seats.back());
    throw BrokenOff{};
  });
  constexpr std::uint64_t deep = 36;  // the four of them, as this seed draws them
  BOOST_TEST(times(record, "games") == std::uint64_t{3} * 6 + 2);
  BOOST_TEST(times(record, "moves") == std::uint64_t{3} * (4 + 4 + 1 + 4 + 4) + 4 + deep);
  BOOST_TEST(times(record, "exchanges") == std::uint64_t{4} * 2 + times(record, "moves"));
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

BOOST_AUTO_TEST_CASE(is_played_in_as_many_drawn_seats_as_asked_for) {
  Stage stage{.checks = {"ICFPT14-MOVE-2"}};
  stage.games = 2;
  const auto record = run(good_player(), stage, [](Toy& toy) {
    toy.play_in_drawn_seats("random", 2);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "games") == 4U);
}

BOOST_AUTO_TEST_CASE(draws_seats_that_begin_and_that_do_not_in_turn) {
  std::set<std::string> first_drawn;
  run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [&](Toy& toy) {
    for (int i = 0; i < 50; ++i) {
      const auto seats = toy.drawn_seats(3);
      std::set<std::string> names;
      for (const rig::contest::Seat& seat : seats) names.insert(seat.name);
      BOOST_TEST(names.size() == 3U);
      for (std::size_t k = 1; k < seats.size(); ++k)
        BOOST_TEST(seats[k].moves_first != seats[k - 1].moves_first);
      first_drawn.insert(toy.drawn_seats(1).front().name);
    }
    throw BrokenOff{};
  });
  BOOST_TEST(first_drawn.size() == 4U);
}

BOOST_AUTO_TEST_CASE(ends_when_nothing_more_is_to_be_learnt) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    const auto enough = [](const GameReport& game) { return game.moves == 3; };
    const GameReport game =
        toy.play(toy.contest().seats.front(), *toy.opponent("random"), {.enough = enough});
    BOOST_TEST(game.moves == 3);
    BOOST_TEST(game.sound);
    BOOST_TEST(!game.finished);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "games") == 1U);
}

BOOST_AUTO_TEST_CASE(is_played_until_every_code_was_met_in_every_seat) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TILE-2"}}}, [](Toy& toy) {
    toy.play_until_every_code_was_met(*toy.opponent("coverage"), toy.contest().seats);
    for (const rig::contest::Seat& seat : toy.contest().seats)
      BOOST_TEST(toy.codes_answered(seat) == toy.contest().codes);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "games") >= 4U * 8U);  // a game has each tile once, and each tile eight codes
  BOOST_TEST(record.requirements.at("ICFPT14-TILE-2").passes == 1U);
  // What these games would have shown is known: of most codes whether they are overlooked, of some whether
  // they are turned.
  constexpr std::uint64_t all = std::uint64_t{4} * 168;
  BOOST_TEST(times(record, "codes-hardly-tested") < all / 4);
  BOOST_TEST(times(record, "codes-hardly-tested-if-turned") < all * 3 / 4);
}

BOOST_AUTO_TEST_CASE(is_not_said_to_have_met_every_code_where_no_more_may_be_played) {
  // Each seat may have 28 games; in one nobody meets every code.
  for (const auto& [played_before, games] : {std::pair(26, 8U), std::pair(27, 4U), std::pair(28, 0U)}) {
    const int before = played_before;
    const auto record = run(good_player(), {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TILE-2"}}}, [&](Toy& toy) {
      toy.play_until_every_code_was_met(*toy.opponent("coverage"), toy.contest().seats, before);
      throw BrokenOff{};
    });
    BOOST_TEST(times(record, "games") == games);
    const auto& tally = record.requirements.at("ICFPT14-TILE-2");
    BOOST_TEST(tally.passes == 0U);
    BOOST_TEST(tally.why == fmt::format("not reached, {} tries", games));
  }
}

BOOST_AUTO_TEST_CASE(is_followed_by_no_other_where_a_code_may_have_been_misread) {
  const auto wrong = changed([](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) spoil(answer);
  });
  const auto record = run(wrong, {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TILE-2"}}}, [](Toy& toy) {
    toy.play_until_every_code_was_met(*toy.opponent("coverage"), toy.contest().seats);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "games") == 1U);
  BOOST_TEST(record.requirements.at("ICFPT14-TILE-2").passes == 0U);
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

BOOST_AUTO_TEST_CASE(counts_the_codes_that_were_answered_by_two_moves_in_each_seat) {
  const auto link = changed([](std::uint8_t, std::vector<Action>&) {});
  run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    const auto& second = toy.contest().seats.at(2);
    const auto& other = toy.contest().seats.at(0);
    const auto begin_with = [&](const std::string& opening, int turns) {
      toy.greet();
      Recited opponent({opening, "0000"});
      toy.play(second, opponent, {turns, {}});
      toy.end_match();
    };
    begin_with("a8e0", 1);
    begin_with("aaa0", 1);  // the one before is not counted in this game
    BOOST_TEST(toy.codes_answered(second) == 0U);
    for (const char* opening : {"a8e0", "aaa0", "aaa0"}) begin_with(opening, 2);
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
  const Catalogue catalogue = load_catalogue("icfpt2014");
  const std::string too_long = catalogue.by_aspect("move.extra")->id;
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

/// Its answers are whole and legal: nothing is wrong with them or with their time, but that it has ended.
BOOST_AUTO_TEST_CASE(over_files_in_which_the_program_has_ended_after_its_answer_fails_on_that_alone) {
  OddProgram program(ustc_program(), [](const rig::FileRequest&, rig::FileOutcome& outcome) {
    outcome.hung_up = rig::HungUp{"crashed", outcome.answered};
  });
  const auto record = run(program, {"ustc", {"USTC-MSG-1", {"USTC-PROC-1"}}}, [](Toy& toy) {
    toy.plays(1);
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(record) == Strings{"USTC-PROC-1"}, boost::test_tools::per_element());
  BOOST_TEST(times(record, "moves") == 1U);
}

/// Between the host's last look and the end of its waiting.
BOOST_AUTO_TEST_CASE(over_files_in_which_an_answer_was_whole_when_nobody_waited_any_more_is_lost) {
  OddProgram program(ustc_program(),
                     [](const rig::FileRequest&, rig::FileOutcome& outcome) { outcome.timed_out = true; });
  const auto record = run(program, {"ustc", {"USTC-TIME-1"}}, [](Toy& toy) {
    toy.plays(1);
    throw BrokenOff{};
  });
  const Strings ids = {"USTC-TIME-1", "USTC-GAME-1"};
  BOOST_TEST(failed_on(record) == ids, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

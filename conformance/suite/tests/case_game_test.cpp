/// Games of a case, against devices that do one odd thing: what they show, and how they end.

#include <algorithm>

#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Verdict;

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
    const GameReport game = one_game(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, 1000, seat).game;
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

BOOST_AUTO_TEST_CASE(counts_the_moves_of_the_dut) {
  const auto record = one_game(good_player(), {.checks = {"ICFPT14-MOVE-2"}}, 3).record;
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
  BOOST_TEST(record.reason == "the host rejects its first move, so the game could not go on");
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

BOOST_AUTO_TEST_CASE(reports_what_it_measured) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-INIT-1"}}, [](Toy& toy) {
    toy.greet();
    toy.measured({"a length", "3 ns", "", std::nullopt});
  });
  BOOST_TEST_REQUIRE(record.measurements.size() == 1U);
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
  const auto record = one_game(spoils_its_moves(), {.checks = {"ICFPT14-MOVE-2"}}, 1).record;
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
                    .changes = [](rig::protocol::Contest& contest) { contest.hints = nullptr; }};
  const auto record = run(link, stage, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.failed("hello.format", "a made-up consequence without a board");
    toy.failed("hello.same", "a made-up failure with a board",
               {.board = rig::protocol::BoardPicture{}, .kind = "of another kind"});
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

BOOST_AUTO_TEST_CASE(passes_each_rule_by_each_move) {
  const auto [game, record] = one_game(good_player(), {.checks = {"ICFPT14-CODE-1"}}, 3);
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
  const auto [game, record] = one_game(link, stage, 1);
  BOOST_TEST(game.sound);
  BOOST_TEST(record.requirements.at("X-1").passes == 1U);
}

BOOST_AUTO_TEST_CASE(shows_that_a_dut_is_asked_again_after_its_pass) {
  const auto link = changed([moves = 0](std::uint8_t, std::vector<Action>& answer) mutable {
    if (is_a_move(answer) && ++moves > 1) answer = rig::text_after(1ms, "0000");
  });
  const auto [game, record] = one_game(link, {.checks = {"ICFPT14-PASS-5"}}, 3);
  BOOST_TEST(game.passes == 2);
  BOOST_TEST(game.asked_again == 1);
  BOOST_TEST(record.requirements.at("ICFPT14-PASS-5").passes == 1U);
}

BOOST_AUTO_TEST_CASE(shows_by_moves_and_by_passes_that_it_must_make_what_a_dut_has_understood) {
  const auto link = plays_by_the_rules(std::make_shared<Asked>(), [](const rig::protocol::Ruling& game) {
    const auto legal = game.legal_moves();
    return legal.empty() ? game.pass().text : legal.front().text;
  });
  auto [game, record] = one_game(link, {.checks = {"ICFPT14-EDGE-2", {"ICFPT14-PASS-1"}}}, 1000);
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

BOOST_AUTO_TEST_CASE(that_is_opened_wrongly_leaves_nothing_open_where_the_text_says_how) {
  const auto link = changed_trax([](std::uint8_t, std::vector<Action>& answer) {
    if (!answer.empty() && answer.size() < 10) answer = rig::text_after(1ms, "A1+\n");
  });
  const auto record = one_game(link, {"heart-trax", {"HEART-MOVE-5", {"HEART-MOVE-7"}}}, 1).record;
  BOOST_TEST(failed_on(record).front() == "HEART-MOVE-5");
  BOOST_TEST((record.requirements.at("HEART-MOVE-7").worst == Verdict::not_run));
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
                            contest = rig::protocol::find_contest("aut-trax", {board, {}});
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

BOOST_AUTO_TEST_SUITE_END()

/// How that which is to blame for a second match that goes wrong is tried again from power-on.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "conformance/suite/tests/blame_fixtures.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;

BOOST_AUTO_TEST_SUITE(a_trial_from_power_on)

/// Its second match goes wrong. It plays otherwise in each game, so that it is tried eight times.
BOOST_AUTO_TEST_CASE(begins_with_the_very_game_and_then_varies_where_its_opponent_places_the_same_tile) {
  const auto& contest = rig::protocol::find_contest("icfpt2014");
  const auto& opponents_seat = contest.seats.at(1);
  const std::string opening = "bah2";
  Strings openings;  // of the opponent's, in each game
  std::string heard;
  Games seen;
  const auto link = counting(seen, [&](std::uint8_t byte, std::vector<Action>& answer) {
    heard += static_cast<char>(byte);
    if (!is_a_move(answer)) return;
    openings.push_back(heard.substr(heard.size() - 4));
    auto game = contest.new_game(opponents_seat);
    game->play({openings.back()});
    const auto legal = game->legal_moves();
    say(answer, legal.at(openings.size() % legal.size()).text);
    if (seen.games == 2) spoil(answer);
  });
  run(link, {.checks = rematch}, [&](Toy& toy) {
    Recited other({opening});
    for (int match = 0; match < 2; ++match) {
      toy.greet();
      toy.play(toy.contest().seats.at(2), other, {1, {}});
      toy.say_end();
    }
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(openings.size() == 10U);  // two matches and eight trials
  BOOST_TEST(openings[2] == opening);
  const std::set<std::string> varied(openings.begin() + 3, openings.end());
  BOOST_TEST(varied.size() > 1U);
  const auto ruling = contest.new_game(opponents_seat);
  for (const std::string& one : varied) BOOST_TEST(ruling->code_of({one}) == ruling->code_of({opening}));
}

/// Trax: in its first trial the DUT lays its second tile elsewhere, and leaves no room for the recorded
/// answer.
BOOST_AUTO_TEST_CASE(plays_another_move_where_the_one_before_would_break_a_rule) {
  const auto& contest = rig::protocol::find_contest("heart-trax");
  std::unique_ptr<rig::protocol::Ruling> game;
  int games = 0;
  std::size_t told = 0;  // moves of the opponent's in the first trial
  const auto link = script([&](const std::string& heard) {
    if (!heard.ends_with('\n') || heard.ends_with("-B\n")) return std::vector<Action>();
    if (heard.ends_with("-W\n")) {
      ++games;
      game = contest.new_game(contest.seats.front());
    } else {
      const rig::protocol::Move move{heard.substr(0, heard.size() - 1)};
      BOOST_TEST(game->judge(move).legal, move.text);
      game->play(move);
      if (games == 3 && game->ply() < 5) ++told;
    }
    const Strings recorded = {"@0+", "C1+", games == 1 ? "E1+" : "E5+"};
    std::string reply = game->legal_moves().front().text;
    if (games <= 2) reply = recorded.at(static_cast<std::size_t>(game->ply()) / 2);
    if (games == 3 && game->ply() == 2) reply = "A2+";
    game->play({reply});
    return rig::text_after(1ms, reply + "\n");
  });
  const Stage stage{
      .contest = "heart-trax", .checks = {"HEART-ROLE-2"}, .changes = [](auto& one) { one.greets = false; }};
  const auto record = run(link, stage, [](Toy& toy) {
    Recited other({"B1+", "D1+"});
    for (int match = 0; match < 2; ++match) toy.play(toy.contest().seats.front(), other, {3, {}});
    throw BrokenOff{};
  });
  BOOST_TEST(told == 2U);
  BOOST_TEST(times(record, "trials") == 8U);
}

/// Its second match goes wrong, and no other.
std::unique_ptr<rig::Link> wrong_in_a_second_match(int* starts = nullptr) {
  const auto games = std::make_shared<int>(0);
  return changed(
      [games](std::uint8_t, std::vector<Action>& answer) {
        if (is_a_move(answer) && ++*games == 2) spoil(answer);
      },
      [starts] {
        if (starts != nullptr) ++*starts;
      });
}

BOOST_AUTO_TEST_CASE(is_made_with_the_gaps_of_the_game_unless_these_are_to_blame) {
  for (const bool gaps_are_to_blame : {true, false}) {
    const auto link = odd(wrong_in_a_second_match());
    run(link, {.checks = rematch}, [&](Toy& toy) {
      const GamePlan plan{1, {.gap = 1ms}};
      for (int match = 0; match < 2; ++match) {
        toy.greet();
        if (match == 1 && gaps_are_to_blame) toy.lay_blame_on("line.spacing");
        toy.play(toy.contest().seats.front(), *toy.opponent("random"), plan);
        if (match == 0) toy.say_end();
      }
      throw BrokenOff{};
    });
    const bool any_in_one_piece = std::any_of(link->sent().begin(), link->sent().end(),
                                              [](const auto& sent) { return sent.size() > 1; });
    BOOST_TEST(any_in_one_piece == gaps_are_to_blame);
  }
}

/// Trax: its second match goes wrong. From power-on it plays well, but may speak where it is told that it is
/// second.
BOOST_AUTO_TEST_CASE(goes_wrong_where_silence_is_not_kept) {
  const auto& contest = rig::protocol::find_contest("heart-trax");
  for (const bool speaks : {false, true}) {
    const auto link = script([&, games = 0](const std::string& heard) mutable {
      if (!heard.ends_with('\n')) return std::vector<Action>();
      if (heard.ends_with("-B\n")) {
        const bool is_a_trial = ++games > 2;
        return is_a_trial && speaks ? rig::text_after(1ms, "x\n") : std::vector<Action>();
      }
      if (games == 2) return rig::text_after(1ms, "zz\n");
      const std::size_t opening = heard.size() - std::string_view("@0/\n").size();
      const auto game = contest.new_game(contest.seats.front());
      game->play({heard.substr(opening, 3)});
      return rig::text_after(1ms, game->legal_moves().front().text + "\n");
    });
    const Stage stage{.contest = "heart-trax",
                      .checks = {"HEART-MOVE-2", {"HEART-ROLE-2"}},
                      .changes = [](auto& one) { one.greets = false; }};
    const auto record = run(link, stage, [](Toy& toy) {
      Recited other({"@0/"});
      for (int match = 0; match < 2; ++match) toy.play(toy.contest().seats.at(1), other, {1, {}});
      throw BrokenOff{};
    });
    BOOST_TEST(times(record, "trials") >= 1U);
    BOOST_TEST((failed_on(record).front() == "HEART-ROLE-2") == !speaks, failed_on(record).front());
  }
}

/// It never plays alike, so that late in a trial a tile of its opponent's has no place any more.
BOOST_AUTO_TEST_CASE(plays_another_tile_where_the_one_before_has_no_place) {
  constexpr int late = 14;
  const auto asked = std::make_shared<Asked>();
  rig::Random random(3);
  const auto link = plays_by_the_rules(asked, [&](const rig::protocol::Ruling& game) -> std::string {
    if (asked->games == 2 && asked->turns == late) return "zzzz";
    const auto legal = game.legal_moves();
    return legal.empty() ? game.pass().text
                         : legal[random.below(static_cast<std::uint32_t>(legal.size()))].text;
  });
  const auto record = run_two_matches(*link, late);
  BOOST_TEST(times(record, "trials") == 8U);
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
}

/// What the blame falls on when a second match went wrong at its third move, and a first one does so
/// `later`. One that plays alike answers the same moves with the same, and others with others.
Strings blamed_where_it_goes_wrong(int later, bool plays_alike, std::vector<std::string>* details = nullptr,
                                   int trial_that_goes_wrong = 0) {
  constexpr int turns = 3;
  const auto asked = std::make_shared<Asked>();
  rig::Random random(3);
  int trials = -1;  // the first match is none
  const auto link = plays_by_the_rules(asked, [&](const rig::protocol::Ruling& game) -> std::string {
    if (asked->turns == 1 && asked->games == 1) ++trials;
    const bool in_this_trial = trials > 0 && trials == trial_that_goes_wrong;
    if (asked->turns == (asked->games == 2 || in_this_trial ? turns : turns + later)) return "zzzz";
    const auto legal = game.legal_moves();
    std::size_t chosen = 0;  // by the position, or at random
    for (const auto& move : legal)
      chosen = chosen * 31 + static_cast<std::size_t>(move.text[0] + move.text[1]);
    if (!plays_alike) chosen = random.below(static_cast<std::uint32_t>(legal.size()));
    return legal.at(chosen % legal.size()).text;
  });
  const auto record = run_two_matches(*link, turns);
  if (details != nullptr) *details = record.findings.front().details;
  return failed_on(record);
}

BOOST_AUTO_TEST_CASE(is_longer_than_the_game_where_the_dut_does_not_play_alike) {
  constexpr int further_turns = 8;
  const Strings left_over{"ICFPT14-TERM-2"};
  std::vector<std::string> details;
  for (const int later : {1, further_turns}) {
    const Strings failed = blamed_where_it_goes_wrong(later, false, &details);
    BOOST_TEST(std::ranges::count(failed, left_over.front()) == 0, later);
    BOOST_TEST(details.back() ==
               "game 2 since power-on; a game like it, in which the DUT made other moves, begun from "
               "power-on, goes wrong as well");
  }
  BOOST_TEST(blamed_where_it_goes_wrong(further_turns + 1, false, &details) == left_over,
             boost::test_tools::per_element());
  BOOST_TEST(
      details.back() ==
      "the violated requirement: ICFPT14-CODE-1; games like it, begun from power-on, go right (the DUT "
      "made other moves in them)");
  BOOST_TEST(blamed_where_it_goes_wrong(1, true, &details) == left_over, boost::test_tools::per_element());
  BOOST_TEST(details.back() ==
             "the violated requirement: ICFPT14-CODE-1; the same, begun from power-on, goes right");
}

BOOST_AUTO_TEST_CASE(says_whether_the_dut_played_alike_in_the_one_that_went_wrong) {
  constexpr int never_else = 100;
  for (const auto& [trial, words] :
       {std::pair(1, "the same"), std::pair(3, "a game like it, in which the DUT made other moves")}) {
    std::vector<std::string> details;
    const Strings failed = blamed_where_it_goes_wrong(never_else, true, &details, trial);
    BOOST_TEST(std::ranges::count(failed, "ICFPT14-TERM-2") == 0);
    BOOST_TEST(details.back() ==
               fmt::format("game 2 since power-on; {}, begun from power-on, goes wrong as well", words));
  }
}

BOOST_AUTO_TEST_CASE(is_told_though_the_dut_is_not_asked_any_more) {
  const auto record = run(wrong_in_a_second_match(), {.checks = rematch}, [](Toy& toy) {
    for (int match = 0; match < 2; ++match) {
      toy.greet();
      toy.plays(1);
      if (match == 0) toy.say_end();
    }
    throw NotAsked{};
  });
  BOOST_TEST(failed_on(record).size() == 1U);
  BOOST_TEST(failed_on(record).front() == "ICFPT14-TERM-2");
}

BOOST_AUTO_TEST_CASE(is_told_by_itself_where_the_case_concludes_on_something_else) {
  const auto record = run(wrong_in_a_second_match(), {.checks = rematch}, [](Toy& toy) {
    for (int match = 0; match < 2; ++match) {
      toy.greet();
      toy.plays(1);
      toy.say_end();
    }
    toy.conclude("hello.format", false, "a made-up failure");
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "a made-up failure"));
  BOOST_TEST(failed_on(record).size() == 2U);
}

BOOST_AUTO_TEST_CASE(that_cannot_be_made_leaves_the_second_match_to_blame_as_well) {
  const auto link = odd(wrong_in_a_second_match());
  link->cannot_be_reset();
  const auto record = run_two_matches(*link, 1);
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST(failed_on(record).back() == "ICFPT14-TERM-2");
}

BOOST_AUTO_TEST_CASE(is_not_made_where_a_person_would_have_to_start_it) {
  const auto link = odd(wrong_in_a_second_match());
  link->is_reset_by_hand();
  const auto record = run_two_matches(*link, 1);
  BOOST_TEST(times(record, "trials") == 0U);
}

BOOST_AUTO_TEST_CASE(is_not_made_where_the_contest_knows_no_second_match) {
  const Stage stage{.checks = {"X-1"}, .catalogue = R"(
[[requirement]]
id = "X-1"
text = "A move is written as the text says."
source = "a test"
level = "mandatory"
aspect = "move.malformed"
)"};
  const auto record = run_two_matches(*wrong_in_a_second_match(), 1, stage);
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST(failed_on(record) == Strings{"X-1"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(shows_what_is_to_blame_and_tells_why) {
  const auto left_over = run_two_matches(*wrong_in_a_second_match(), 1);
  BOOST_TEST_REQUIRE(left_over.findings.size() == 1U);
  const auto& found = left_over.findings.front();
  BOOST_TEST(found.kind == "state left over from before");
  BOOST_TEST(found.details.back() ==
             "the violated requirement: ICFPT14-CODE-1; the same, begun from power-on, goes right");
  const auto link = changed([games = 0](std::uint8_t, std::vector<Action>& answer) mutable {
    if (is_a_move(answer) && ++games > 1) spoil(answer);
  });
  Blame blame = Blame::unknown;
  const auto its_own = run(link, {.checks = rematch}, [&](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.say_end();
    toy.greet();
    blame = toy.plays(1).blame;
    throw BrokenOff{};
  });
  BOOST_TEST((blame == Blame::own_clause));
  BOOST_TEST_REQUIRE(!its_own.findings.empty());
  BOOST_TEST(its_own.findings.front().details.back() ==
             "game 2 since power-on; the same, begun from power-on, goes wrong as well");
}

BOOST_AUTO_TEST_CASE(has_nothing_to_say_of_a_game_that_went_well_or_of_remarks) {
  const auto link = changed([games = 0](std::uint8_t, std::vector<Action>& answer) mutable {
    if (is_a_move(answer) && ++games == 2) answer.insert(answer.begin(), {1ms, rig::SendByte{'\r'}});
  });
  Blame well = Blame::own_clause;
  Blame remarked = Blame::own_clause;
  const auto record = run(link, {.checks = rematch}, [&](Toy& toy) {
    toy.greet();
    well = toy.plays(1).blame;
    toy.say_end();
    toy.greet();
    remarked = toy.plays(1).blame;
    throw BrokenOff{};
  });
  BOOST_TEST((well == Blame::unknown));
  BOOST_TEST((remarked == Blame::unknown));
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST((record.findings.front().verdict == Verdict::fail));
  BOOST_TEST(times(record, "trials") == 0U);
}

BOOST_AUTO_TEST_CASE(leaves_a_board_that_was_started_anew_and_no_game_open) {
  int starts = 0;
  Starts counted;
  run(wrong_in_a_second_match(&starts), {.checks = rematch}, [&](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.say_end();
    counted = starts_in_a_match(toy, starts, 1);
    throw BrokenOff{};
  });
  BOOST_TEST(counted.in_the_game == 9);  // before each trial, and after the last
  BOOST_TEST(counted.at_its_end == 0);
}

BOOST_AUTO_TEST_CASE(is_told_before_the_blame_is_laid_elsewhere) {
  const auto record = run(wrong_in_a_second_match(), {.checks = rematch}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.say_end();
    toy.greet();
    toy.plays(1);
    toy.lay_no_blame();
    toy.failed("hello.format", "a made-up failure");
    throw BrokenOff{};
  });
  const Strings in_this_order = {"ICFPT14-TERM-2", "ICFPT14-INIT-2"};
  BOOST_TEST(failed_on(record) == in_this_order, boost::test_tools::per_element());
}

/// Its second match goes wrong in its second turn, and so does the first game after it, which it opens
/// otherwise.
BOOST_AUTO_TEST_CASE(ends_with_the_first_game_that_goes_wrong) {
  const auto& contest = rig::protocol::find_contest("icfpt2014");
  Games seen;
  const auto link = counting(seen, [&, games = 0](std::uint8_t, std::vector<Action>& answer) mutable {
    if (!is_a_move(answer)) return;
    if (seen.moves_of_this == 1) ++games;
    if (games == 3 && seen.moves_of_this == 1)
      say(answer, contest.new_game(contest.seats.front())->legal_moves().front().text);
    if ((games == 2 || games == 3) && seen.moves_of_this == 2) spoil(answer);
  });
  const auto record = run_two_matches(*link, 2);
  BOOST_TEST(times(record, "trials") == 1U);
  BOOST_TEST(failed_on(record).front() == "ICFPT14-CODE-1");
}

/// From power-on its name comes with framing errors.
BOOST_AUTO_TEST_CASE(goes_wrong_where_the_name_is_told_out_of_order) {
  for (const bool in_order : {true, false}) {
    int games = 0;
    auto player = changed([&](std::uint8_t, std::vector<Action>& answer) {
      if (is_a_move(answer) && ++games == 2) spoil(answer);
    });
    const auto link = odd(std::move(player), [&](const Event& event) {
      if (games != 2 || in_order) return std::vector{event};
      return std::vector<Event>{error_at(event), event};
    });
    const auto record = run_two_matches(*link, 1);
    BOOST_TEST((failed_on(record).back() == "ICFPT14-TERM-2") == in_order);
  }
}

/// Its second handshake is not answered.
BOOST_AUTO_TEST_CASE(of_a_handshake_leaves_a_board_that_was_started_anew_and_no_game_open) {
  int starts = 0;
  const auto link = changed(
      [names = 0](std::uint8_t request, std::vector<Action>& answer) mutable {
        if (request == '0' && answer.size() == 3 && ++names == 2) answer.clear();
      },
      [&] { ++starts; });
  int after_the_name = 0;
  int after_the_match = 0;
  run(link, {.checks = rematch}, [&](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.say_end();
    int before = starts;
    toy.greet();
    after_the_name = starts - before;
    before = starts;
    toy.end_match();
    after_the_match = starts - before;
    throw BrokenOff{};
  });
  BOOST_TEST(after_the_name == 2);
  BOOST_TEST(after_the_match == 0);
}

/// Its second match goes wrong; from power-on it plays well, but may not say its name.
BOOST_AUTO_TEST_CASE(goes_wrong_where_the_name_is_not_told) {
  for (const bool tells_its_name : {true, false}) {
    Games seen;
    bool went_wrong = false;
    const auto link = changed(
        [&](std::uint8_t request, std::vector<Action>& answer) {
          if (went_wrong && !tells_its_name && request == '0' && answer.size() == 3) answer.clear();
          seen.heard(request, answer);
          if (!is_a_move(answer) || seen.games < 2) return;
          spoil(answer);
          went_wrong = true;
        },
        [&] { seen.powered(); });
    const auto record = run_two_matches(*link, 1);
    BOOST_TEST((failed_on(record).front() == "ICFPT14-TERM-2") == tells_its_name, failed_on(record).front());
  }
}

BOOST_AUTO_TEST_SUITE_END()

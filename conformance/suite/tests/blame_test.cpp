/// What is to blame for a game or a handshake that goes wrong after something else.

#include <functional>
#include <utility>

#include "conformance/suite/tests/blame_fixtures.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;
using rig::report::CaseRecord;

BOOST_AUTO_TEST_SUITE(the_blame)

/// Two matches, in the second of which the case does something while the opponent thinks.
CaseRecord while_the_opponent_thinks(const std::function<void(Toy&)>& meanwhile) {
  return run(good_player(), {.checks = rematch}, [&](Toy& toy) {
    for (int match = 0; match < 2; ++match) {
      toy.greet();
      GamePlan plan{2, {}};
      if (match == 1) {
        plan.meanwhile = [&] {
          meanwhile(toy);
          return true;
        };
      }
      toy.play(toy.contest().seats.front(), *toy.opponent("random"), plan);
      if (match == 0) toy.say_end();
    }
    throw BrokenOff{};
  });
}

BOOST_AUTO_TEST_CASE(for_a_doubt_is_not_sought) {
  const auto record = while_the_opponent_thinks(
      [](Toy& toy) { toy.found(Verdict::inconclusive, "hello.format", "a made-up doubt"); });
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST_REQUIRE(record.findings.size() == 1U);
  BOOST_TEST((record.findings.front().verdict == Verdict::inconclusive));
}

BOOST_AUTO_TEST_CASE(is_left_where_it_was_found_if_the_dut_is_not_asked_any_more) {
  const auto record = while_the_opponent_thinks([](Toy& toy) {
    toy.failed("hello.format", "a made-up failure");
    throw NotAsked{};
  });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-INIT-2"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(for_a_time_that_was_not_measured_is_sought_as_well) {
  const auto record =
      while_the_opponent_thinks([](Toy& toy) { toy.failed("move.deadline", "a made-up failure"); });
  BOOST_TEST(times(record, "trials") == 1U);
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
}

/// Makes the last byte of a move begin before its request has ended.
std::vector<Event> early(const Event& event) {
  const rig::Instant at = rig::instant_of(event);
  return {rig::Byte{std::get<rig::Byte>(event).value, at + -2400us, at}};
}

/// In the second match since power-on a byte comes early.
std::unique_ptr<OddLink> early_in_a_second_match(Games& seen, Change change) {
  return odd(counting(seen, std::move(change)), [&seen, bytes = 0](const Event& event) mutable {
    bytes = seen.games == 2 ? bytes + 1 : 0;
    return bytes == 4 ? early(event) : std::vector{event};
  });
}

const Checks unasked = {"ICFPT14-INIT-5", {"ICFPT14-TERM-2"}};

BOOST_AUTO_TEST_CASE(is_sought_first_in_the_very_game_that_went_wrong) {
  Strings openings;  // of the opponent's, as each game told them
  std::string heard;
  Games seen;
  const auto link = early_in_a_second_match(seen, [&](std::uint8_t byte, std::vector<Action>& answer) {
    heard += static_cast<char>(byte);
    if (is_a_move(answer)) openings.push_back(heard.substr(heard.size() - 4));
  });
  run(link, {.checks = unasked}, [](Toy& toy) {
    constexpr std::size_t second_seat = 2;
    two_matches(toy, 1, second_seat);
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(openings.size() == 3U);
  BOOST_TEST(openings[2] == openings[1]);
}

/// One that does not play alike begins each of its games with another move.
BOOST_AUTO_TEST_CASE(is_sought_once_where_a_player_plays_alike_and_else_eight_times) {
  const auto& contest = rig::protocol::find_contest("icfpt2014");
  const auto openings = contest.new_game(contest.seats.front())->legal_moves();
  for (const bool varies : {false, true}) {
    Games seen;
    std::size_t opening = 0;
    const auto link = early_in_a_second_match(seen, [&](std::uint8_t, std::vector<Action>& answer) {
      if (is_a_move(answer) && varies) say(answer, openings.at(++opening % openings.size()).text);
    });
    const auto record = run(link, {.checks = unasked}, [](Toy& toy) { two_matches(toy, 1); });
    BOOST_TEST(times(record, "trials") == (varies ? 8U : 1U));
    BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
  }
}

/// It opens otherwise in each game and goes on alike; in the second match since power-on a byte comes early.
BOOST_AUTO_TEST_CASE(is_sought_eight_times_where_a_player_has_played_otherwise_before_it_plays_alike) {
  const auto& contest = rig::protocol::find_contest("icfpt2014");
  const rig::protocol::Move second{"44a0"};
  Strings openings;  // after which that is a legal second move
  for (const auto& move : contest.new_game(contest.seats.front())->legal_moves()) {
    const auto game = contest.new_game(contest.seats.front());
    game->play(move);
    game->play(game->legal_moves().front());
    if (game->judge(second).legal) openings.push_back(move.text);
  }
  BOOST_TEST_REQUIRE(openings.size() > 10U);
  const auto asked = std::make_shared<Asked>();
  auto player = plays_by_the_rules(asked, [&, games = std::size_t{0}](const auto& game) mutable {
    if (asked->turns > 2) return game.legal_moves().front().text;
    return asked->turns == 1 ? openings[games++] : second.text;
  });
  const auto link = odd(std::move(player), [&, bytes = 0](const Event& event) mutable {
    constexpr int of_name_and_move = 7;
    bytes = asked->games == 2 ? bytes + 1 : 0;
    if (bytes != of_name_and_move) return std::vector{event};
    const rig::Instant at = rig::instant_of(event);
    const rig::Instant while_it_is_asked = at + -1450us;  // its reply begins 1 ms after the request
    return std::vector<Event>{rig::Byte{std::get<rig::Byte>(event).value, while_it_is_asked, at}};
  });
  const auto record = run_two_matches(*link, 2, {.checks = unasked});
  BOOST_TEST(times(record, "trials") == 8U);
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(is_sought_without_a_hand_shake_where_the_contest_has_none) {
  int games = 0;
  const auto link = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        if (request == '0' && answer.size() == 3) answer.clear();
        if (is_a_move(answer) && ++games == 2) spoil(answer);
      },
      [&] { games = 0; });
  const Stage stage{.checks = rematch, .changes = [](auto& contest) { contest.greets = false; }};
  const auto record = run(link, stage, [](Toy& toy) {
    toy.plays(1);
    toy.say_end();
    toy.conclude("end.rematch", toy.plays(1), "the second match went wrong");
  });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
}

/// Its second match goes wrong. From power-on it plays rightly, but for what `oddity` does to the last byte
/// of its first move.
Strings blamed_when_the_trial_shows(const OddLink::Twist& oddity) {
  Games seen;
  bool went_wrong = false;
  auto player = counting(seen, [&](std::uint8_t, std::vector<Action>& answer) {
    if (!is_a_move(answer) || seen.games < 2) return;
    spoil(answer);
    went_wrong = true;
  });
  const auto link = odd(std::move(player), [&, bytes = 0](const Event& event) mutable {
    bytes = went_wrong && seen.games == 1 && seen.moves_of_this == 1 ? bytes + 1 : 0;
    return bytes == 4 ? oddity(event) : std::vector{event};
  });
  const auto record = run(link, {.checks = rematch}, [](Toy& toy) { two_matches(toy, 2); });
  BOOST_TEST(times(record, "trials") >= 1U);
  return failed_on(record);
}

BOOST_AUTO_TEST_CASE(is_the_clauses_own_where_a_trial_is_out_of_order) {
  const auto is_own = [](const OddLink::Twist& oddity) {
    const Strings ids = blamed_when_the_trial_shows(oddity);
    BOOST_TEST_REQUIRE(!ids.empty());
    return ids.front() != "ICFPT14-TERM-2";
  };
  BOOST_TEST(!is_own([](const Event& event) { return std::vector{event}; }));
  BOOST_TEST(is_own([](const Event& event) {
               return std::vector<Event>{error_at(event), event};
             }),
             "a line error");
  BOOST_TEST(is_own([](const Event& event) {
               const rig::Instant at = rig::instant_of(event);
               return std::vector<Event>{event, rig::Byte{'x', at, at}};
             }),
             "a byte too many");
  BOOST_TEST(is_own(early), "an early byte");
}

BOOST_AUTO_TEST_CASE(is_not_the_clauses_own_by_what_comes_a_while_after_the_trial) {
  const auto comes = [](rig::Duration later) {
    return [later](const Event& event) {
      const rig::Instant at = rig::instant_of(event) + later;
      return std::vector<Event>{event, rig::Byte{'x', at, at}};
    };
  };
  BOOST_TEST(blamed_when_the_trial_shows(comes(900us)).front() != "ICFPT14-TERM-2");
  BOOST_TEST(blamed_when_the_trial_shows(comes(1500us)).front() == "ICFPT14-TERM-2");
}

BOOST_AUTO_TEST_CASE(for_passes_is_not_sought_where_the_first_game_has_them_too) {
  Games seen;
  const auto link = counting(seen, [&](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer) && seen.moves_of_this > 1) say(answer, "0000");
  });
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) { two_matches(toy, 3); });
  BOOST_TEST(times(record, "trials") == 0U);
}

BOOST_AUTO_TEST_CASE(is_not_sought_in_the_first_game_after_a_reset) {
  int games = 0;
  const auto link = changed([&](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer) && ++games == 2) spoil(answer);
  });
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    for (int i = 0; i < 2; ++i) {
      toy.hard_reset();
      toy.greet();
      toy.plays(1);
    }
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
  BOOST_TEST(record.findings.front().scene->game == 1);
}

BOOST_AUTO_TEST_CASE(of_one_match_is_told_before_the_next_begins) {
  bool spoils = true;
  bool drops = false;
  const auto link = changed([&](std::uint8_t request, std::vector<Action>& answer) {
    if (is_a_move(answer) && std::exchange(spoils, false)) spoil(answer);
    if (request == '0' && answer.size() == 3 && std::exchange(drops, false)) answer.clear();
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-2"}}, [&](Toy& toy) {
    toy.greet();
    toy.lay_blame_on("end.rematch");
    toy.plays(1);
    drops = true;
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "in game 1 since power-on: "));
  BOOST_TEST(tells(record, "in the handshake: "));
}

BOOST_AUTO_TEST_CASE(of_one_game_is_told_before_the_next_begins) {
  std::string wrong = "zzzz";
  const auto link = changed([&](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer) && !wrong.empty()) say(answer, std::exchange(wrong, {}));
  });
  const auto record = run(link, {.checks = {"ICFPT14-TERM-2"}}, [&](Toy& toy) {
    toy.greet();
    toy.lay_blame_on("end.rematch");
    toy.plays(1);
    wrong = "yyyy";
    toy.plays(1);
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(record).size() == 2U);
}

BOOST_AUTO_TEST_CASE(for_a_game_that_was_given_up_before_a_turn_is_sought_without_a_turn) {
  const auto record = run(good_player(), {.checks = rematch}, [](Toy& toy) {
    for (int match = 0; match < 2; ++match) {
      toy.greet();
      GamePlan plan{1, {}};
      if (match == 1) {
        plan.meanwhile = [&] {
          toy.failed("hello.format", "a made-up failure");
          return false;
        };
      }
      toy.play(toy.contest().seats.at(2), *toy.opponent("random"), plan);
      if (match == 0) toy.say_end();
    }
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "trials") == 1U);
  // Two names, a move and the end of a match; and in the trial a name.
  BOOST_TEST(times(record, "exchanges") == 5U);
}

BOOST_AUTO_TEST_CASE(knows_the_game_since_a_power_on_that_a_person_brought) {
  const auto link = odd(spoils_its_moves());
  link->is_reset_by_hand();
  const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.hard_reset();
    toy.greet();
    toy.plays(1);
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
  BOOST_TEST(record.findings.front().scene->game == 1);
}

BOOST_AUTO_TEST_CASE(knows_no_game_since_a_power_on_that_never_was) {
  for (const bool can_reset : {true, false}) {
    const auto link = odd(spoils_its_moves());
    if (!can_reset) link->cannot_be_reset();
    const auto record = one_game(link, {.checks = {"ICFPT14-MOVE-2"}}, 1).record;
    BOOST_TEST_REQUIRE(!record.findings.empty());
    BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
    BOOST_TEST(record.findings.front().scene->game == (can_reset ? 1 : 0));
  }
}

BOOST_AUTO_TEST_CASE(is_not_sought_over_files_where_there_is_no_power_on) {
  const auto record = run(course_program("two-pieces"), {"course", {"COURSE-BOARD-2"}}, [](Toy& toy) {
    toy.lay_blame_on("pass.absorbing");
    toy.plays(1);
  });
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST_REQUIRE(!record.findings.empty());
}

/// A player that lays its first tile once more with its second move, in the games after the first.
std::unique_ptr<rig::Link> uses_a_tile_twice_in_later_games() {
  const auto asked = std::make_shared<Asked>();
  const auto first = std::make_shared<std::string>();
  return plays_by_the_rules(asked, [=](const rig::protocol::Ruling& game) {
    if (asked->games > 1 && asked->turns == 2) return *first;
    std::string move = game.legal_moves().back().text;
    if (asked->turns == 1) *first = move;
    return move;
  });
}

BOOST_AUTO_TEST_CASE(for_a_broken_rule_is_added_to_its_own_clause) {
  const auto record = run_two_matches(*uses_a_tile_twice_in_later_games(), 2);
  const Strings both = {"ICFPT14-TILE-1", "ICFPT14-TERM-2"};
  BOOST_TEST(failed_on(record) == both, boost::test_tools::per_element());
}

/// Hosts abort games, and a board that does not stand it breaks no mandatory clause.
BOOST_AUTO_TEST_CASE(for_a_broken_rule_takes_its_place_where_it_binds_less) {
  const auto record = run(uses_a_tile_twice_in_later_games(), {.checks = {"ICFPT14-TERM-6"}}, [](Toy& toy) {
    if (!toy.greet()) return;
    toy.plays(1);
    toy.lay_blame_on("end.mid-game");
    toy.say_end();
    toy.greet();
    toy.plays(2);
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-6"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

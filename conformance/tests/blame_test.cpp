/// What is to blame for a game or a handshake that goes wrong after something else, and how that is tried
/// again from power-on.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/tests/toy_case.hpp"

using namespace conformance;
using namespace std::chrono_literals;
using rig::Action;
using rig::Event;
using rig::Verdict;
using rig::report::CaseRecord;

namespace {

const Checks rematch = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}};

/// A player that does something to its moves; it is told of the game since power-on.
std::unique_ptr<rig::Link> changes_its_moves(std::function<void(const Games&, std::vector<Action>&)> change) {
  const auto games = std::make_shared<Games>();
  return changed(
      [games, change = std::move(change)](std::uint8_t request, std::vector<Action>& answer) {
        games->heard(request, answer);
        if (is_a_move(answer)) change(*games, answer);
      },
      [games] { games->powered(); });
}

void say(std::vector<Action>& answer, const std::string& move) {
  for (std::size_t i = 0; i < move.size(); ++i)
    answer.at(i).what = rig::SendByte{static_cast<std::uint8_t>(move[i])};
}

void play_matches(Toy& toy, int matches, int turns) {
  for (int match = 0; match < matches; ++match) {
    if (!toy.greet()) return;
    toy.plays(turns);
    toy.say_end();
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(the_blame)

/// A Trax player that answers its name in a game's wake by what `odd` makes of the answer, once.
std::unique_ptr<rig::Link> odd_between_games(std::function<void(std::vector<Action>&)> odd) {
  return changed_trax([odd = std::move(odd), played = false, done = false](
                          std::uint8_t request, std::vector<Action>& answer) mutable {
    played = played || request == 'W';
    const bool is_name = answer.size() > 10;  // a move is shorter
    if (is_name && played && !std::exchange(done, true)) odd(answer);
  });
}

const Checks name_checks = {"HEART-NAME-1", {"HEART-NAME-6"}};

BOOST_AUTO_TEST_CASE(for_no_name_between_games_is_its_own_clauses) {
  for (const bool can_reset : {true, false}) {
    const auto link = odd(odd_between_games([](std::vector<Action>& answer) { answer.clear(); }));
    if (!can_reset) link->cannot_be_reset();
    const auto record = run(link, {"heart-trax", name_checks}, [&](Toy& toy) {
      toy.greet();
      toy.plays(1);
      BOOST_TEST(toy.greet() == can_reset);  // from power-on it was asked once more
      toy.failed("hello.answered", "a made-up failure");
    });
    // Where it cannot be tried from power-on, its deadline is no less binding than the clause between games.
    const Strings sought = {"HEART-NAME-1", "HEART-NAME-6"};
    const Strings found = {"HEART-NAME-6", "HEART-NAME-4", "HEART-NAME-1"};
    BOOST_TEST(failed_on(record) == (can_reset ? sought : found), boost::test_tools::per_element());
    BOOST_TEST(times(record, "trials") == (can_reset ? 1U : 0U));
  }
}

BOOST_AUTO_TEST_CASE(for_no_name_is_asked_again_only_where_the_name_came_from_power_on) {
  const auto link = odd(odd_between_games([](std::vector<Action>& answer) { answer.clear(); }));
  link->cannot_be_reset();
  const auto record = run(link, {"heart-trax", name_checks}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "exchanges") == 3U);
}

BOOST_AUTO_TEST_CASE(for_a_wrong_name_between_games_is_found_without_asking_again) {
  const auto exchanges = [](std::function<void(std::vector<Action>&)> oddity) {
    const auto link = odd_between_games(std::move(oddity));
    const auto record = run(link, {"heart-trax", {"HEART-NAME-1"}}, [](Toy& toy) {
      toy.greet();
      toy.plays(1);
      toy.greet();
    });
    const Strings ids = failed_on(record);
    return std::pair(times(record, "exchanges"), ids.empty() ? "none" : ids.front());
  };
  const auto [right, nothing] = exchanges([](std::vector<Action>&) {});
  const auto [empty, blamed] =
      exchanges([](std::vector<Action>& answer) { answer = rig::text_after(1ms, "\n"); });
  BOOST_TEST(empty == right + 1);  // the trial from power-on
  BOOST_TEST(nothing == "none");
  BOOST_TEST(blamed == "HEART-ROLE-2");
}

BOOST_AUTO_TEST_CASE(for_no_name_is_the_handshakes_own_where_nothing_but_names_was_asked) {
  const auto link = changed_trax([names = 0](std::uint8_t, std::vector<Action>& answer) mutable {
    constexpr std::size_t longest_move = 10;
    if (answer.size() > longest_move && ++names == 2) answer.clear();
  });
  const auto record = run(link, {"heart-trax", name_checks}, [](Toy& toy) {
    toy.greet();
    toy.greet();
    throw BrokenOff{};
  });
  const Strings ids = {"HEART-NAME-1", "HEART-NAME-4"};
  BOOST_TEST(failed_on(record) == ids, boost::test_tools::per_element());
  BOOST_TEST(times(record, "trials") == 0U);
}

/// A contest whose name between games binds less than its form and its deadline.
constexpr const char* names_between_games = R"(
[[requirement]]
id = "X-1"
text = "The name comes in time."
source = "a test"
level = "mandatory"
aspect = "hello.deadline"
[[requirement]]
id = "X-2"
text = "The name comes between games too."
source = "a test"
level = "recommended"
aspect = "hello.between-games"
[[requirement]]
id = "X-3"
text = "The name is a line."
source = "a test"
level = "mandatory"
aspect = "hello.format"
)";

BOOST_AUTO_TEST_CASE(for_no_name_between_games_binds_as_that_clause_does_and_for_a_wrong_one_more) {
  const auto front = [](std::function<void(std::vector<Action>&)> oddity) {
    const auto link = odd(odd_between_games(std::move(oddity)));
    link->cannot_be_reset();
    const Stage stage{.contest = "heart-trax", .checks = {"X-1"}, .catalogue = names_between_games};
    const auto record = run(link, stage, [](Toy& toy) {
      toy.greet();
      toy.plays(1);
      toy.greet();
      throw BrokenOff{};
    });
    const Strings ids = failed_on(record);
    return ids.empty() ? "none" : ids.front();
  };
  BOOST_TEST(front([](std::vector<Action>& answer) { answer.clear(); }) == "X-2");
  BOOST_TEST(front([](std::vector<Action>& answer) { answer = rig::text_after(1ms, "\n"); }) == "X-3");
}

BOOST_AUTO_TEST_CASE(for_another_name_in_a_second_match_is_not_sought) {
  const auto link = changed([names = 0](std::uint8_t request, std::vector<Action>& answer) mutable {
    const bool is_name = request == '0' && answer.size() == 3;
    if (is_name && ++names == 2) answer.back().what = rig::SendByte{'~'};
  });
  const auto record = run(link, {.checks = {"ICFPT14-INIT-6", {"ICFPT14-TERM-2"}}}, [](Toy& toy) {
    toy.greet();
    toy.plays(1);
    toy.say_end();
    toy.greet();
    throw BrokenOff{};
  });
  BOOST_TEST(failed_on(record) == Strings{"ICFPT14-INIT-6"}, boost::test_tools::per_element());
  BOOST_TEST(times(record, "trials") == 0U);
}

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

/// In the second match since power-on a byte comes early. `varies`: each of its games begins with another
/// move.
CaseRecord early_in_a_second_match(bool varies) {
  const auto& contest = rig::contest::find_contest("icfpt2014");
  const auto openings = contest.new_game(contest.seats.front())->legal_moves();
  Games seen;
  std::size_t opening = 0;
  auto player = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        seen.heard(request, answer);
        if (!is_a_move(answer) || !varies) return;
        const std::string& move = openings.at(++opening % openings.size()).text;
        for (std::size_t i = 0; i < move.size(); ++i)
          answer[i].what = rig::SendByte{static_cast<std::uint8_t>(move[i])};
      },
      [&] { seen.powered(); });
  const auto link = odd(std::move(player), [&, bytes = 0](const Event& event) mutable {
    bytes = seen.games == 2 ? bytes + 1 : 0;
    return bytes == 4 ? early(event) : std::vector{event};
  });
  return run(link, {.checks = {"ICFPT14-INIT-5", {"ICFPT14-TERM-2"}}}, [](Toy& toy) { two_matches(toy, 1); });
}

BOOST_AUTO_TEST_CASE(is_sought_first_in_the_very_game_that_went_wrong) {
  Strings openings;  // of the opponent's, as each game told them
  std::string heard;
  Games seen;
  auto player = changed(
      [&](std::uint8_t byte, std::vector<Action>& answer) {
        seen.heard(byte, answer);
        heard += static_cast<char>(byte);
        if (is_a_move(answer)) openings.push_back(heard.substr(heard.size() - 4));
      },
      [&] { seen.powered(); });
  const auto link = odd(std::move(player), [&, bytes = 0](const Event& event) mutable {
    bytes = seen.games == 2 ? bytes + 1 : 0;
    return bytes == 4 ? early(event) : std::vector{event};
  });
  run(link, {.checks = {"ICFPT14-INIT-5", {"ICFPT14-TERM-2"}}}, [](Toy& toy) {
    constexpr std::size_t second_seat = 2;
    two_matches(toy, 1, second_seat);
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(openings.size() == 3U);
  BOOST_TEST(openings[2] == openings[1]);
}

BOOST_AUTO_TEST_CASE(is_sought_once_where_a_player_plays_alike_and_else_eight_times) {
  for (const bool varies : {false, true}) {
    const auto record = early_in_a_second_match(varies);
    BOOST_TEST(times(record, "trials") == (varies ? 8U : 1U));
    BOOST_TEST(failed_on(record) == Strings{"ICFPT14-TERM-2"}, boost::test_tools::per_element());
  }
}

/// It opens otherwise in each game and goes on alike; in the second match since power-on a byte comes early.
BOOST_AUTO_TEST_CASE(is_sought_eight_times_where_a_player_has_played_otherwise_before_it_plays_alike) {
  const auto& contest = rig::contest::find_contest("icfpt2014");
  const rig::contest::Move second{"44a0"};
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
  const auto record = run(link, {.checks = {"ICFPT14-INIT-5", {"ICFPT14-TERM-2"}}}, [](Toy& toy) {
    two_matches(toy, 2);
    throw BrokenOff{};
  });
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
  const auto record = run(link,
                          {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}},
                           .changes = [](rig::contest::Contest& contest) { contest.greets = false; }},
                          [](Toy& toy) {
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
  auto player = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        seen.heard(request, answer);
        if (!is_a_move(answer) || seen.games < 2) return;
        spoil(answer);
        went_wrong = true;
      },
      [&] { seen.powered(); });
  const auto link = odd(std::move(player), [&, bytes = 0](const Event& event) mutable {
    bytes = went_wrong && seen.games == 1 && seen.moves_of_this == 1 ? bytes + 1 : 0;
    return bytes == 4 ? oddity(event) : std::vector{event};
  });
  const auto record =
      run(link, {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}}}, [](Toy& toy) { two_matches(toy, 2); });
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
  const auto link = changed(
      [&](std::uint8_t request, std::vector<Action>& answer) {
        seen.heard(request, answer);
        if (!is_a_move(answer) || seen.moves_of_this == 1) return;
        for (Action& one : answer) one.what = rig::SendByte{'0'};
      },
      [&] { seen.powered(); });
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
  BOOST_TEST(tells(record, "game 1 since power-on went wrong"));
  BOOST_TEST(tells(record, "the handshake went wrong"));
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
  const auto link = odd(changed([](std::uint8_t, std::vector<Action>& answer) {
    if (is_a_move(answer)) spoil(answer);
  }));
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
    const auto link = odd(changed([](std::uint8_t, std::vector<Action>& answer) {
      if (is_a_move(answer)) spoil(answer);
    }));
    if (!can_reset) link->cannot_be_reset();
    const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
      toy.greet();
      toy.plays(1);
      throw BrokenOff{};
    });
    BOOST_TEST_REQUIRE(!record.findings.empty());
    BOOST_TEST_REQUIRE(record.findings.front().scene.has_value());
    BOOST_TEST(record.findings.front().scene->game == (can_reset ? 1 : 0));
  }
}

BOOST_AUTO_TEST_CASE(is_told_in_the_words_of_the_case) {
  rig::player::BlokusDeviceOptions options;
  options.fault = "hello-once";
  const auto record =
      run(link_to(rig::player::new_blokus_device(options)), {.checks = {"ICFPT14-TERM-2"}}, [](Toy& toy) {
        toy.greet();
        toy.plays(1);
        toy.conclude("end.rematch", toy.greet(), "no second name");
        throw BrokenOff{};
      });
  BOOST_TEST_REQUIRE(!record.findings.empty());
  BOOST_TEST(record.findings.front().requirement == "ICFPT14-TERM-2");
  BOOST_TEST(record.findings.front().summary.starts_with("no second name: "),
             record.findings.front().summary);
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
  return plays_by_the_rules(asked, [=](const rig::contest::Ruling& game) {
    if (asked->games > 1 && asked->turns == 2) return *first;
    const std::string move = game.legal_moves().back().text;
    if (asked->turns == 1) *first = move;
    return move;
  });
}

BOOST_AUTO_TEST_CASE(for_a_broken_rule_is_added_to_its_own_clause) {
  const auto record = run(uses_a_tile_twice_in_later_games(), {.checks = rematch}, [](Toy& toy) {
    two_matches(toy, 2);
    throw BrokenOff{};
  });
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

BOOST_AUTO_TEST_SUITE(a_trial_from_power_on)

/// Its second match goes wrong. It plays otherwise in each game, so that it is tried eight times.
BOOST_AUTO_TEST_CASE(begins_with_the_very_game_and_then_varies_where_its_opponent_places_the_same_tile) {
  const auto& contest = rig::contest::find_contest("icfpt2014");
  const auto& opponents_seat = contest.seats.at(1);
  const std::string opening = "bah2";
  Strings openings;  // of the opponent's, in each game
  std::string heard;
  Games seen;
  const auto link = changed(
      [&](std::uint8_t byte, std::vector<Action>& answer) {
        seen.heard(byte, answer);
        heard += static_cast<char>(byte);
        if (!is_a_move(answer)) return;
        openings.push_back(heard.substr(heard.size() - 4));
        auto game = contest.new_game(opponents_seat);
        game->play({openings.back()});
        const auto legal = game->legal_moves();
        say(answer, legal.at(openings.size() % legal.size()).text);
        if (seen.games == 2) spoil(answer);
      },
      [&] { seen.powered(); });
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
  const auto& contest = rig::contest::find_contest("heart-trax");
  std::unique_ptr<rig::contest::Ruling> game;
  int games = 0;
  std::size_t told = 0;  // moves of the opponent's in the first trial
  const auto link = script([&](const std::string& heard) {
    if (!heard.ends_with('\n') || heard.ends_with("-B\n")) return std::vector<Action>();
    if (heard.ends_with("-W\n")) {
      ++games;
      game = contest.new_game(contest.seats.front());
    } else {
      const rig::contest::Move move{heard.substr(0, heard.size() - 1)};
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
  const Stage stage{.contest = "heart-trax",
                    .checks = {"HEART-ROLE-2"},
                    .changes = [](rig::contest::Contest& one) { one.greets = false; }};
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
  const auto& contest = rig::contest::find_contest("heart-trax");
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
                      .changes = [](rig::contest::Contest& one) { one.greets = false; }};
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
  const auto link = plays_by_the_rules(asked, [&](const rig::contest::Ruling& game) -> std::string {
    if (asked->games == 2 && asked->turns == late) return "zzzz";
    const auto legal = game.legal_moves();
    return legal.empty() ? game.pass().text
                         : legal[random.below(static_cast<std::uint32_t>(legal.size()))].text;
  });
  const auto record = run(link, {.checks = rematch}, [](Toy& toy) {
    two_matches(toy, late);
    throw BrokenOff{};
  });
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
  const auto link = plays_by_the_rules(asked, [&](const rig::contest::Ruling& game) -> std::string {
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
  const auto record = run(link, {.checks = rematch}, [](Toy& toy) {
    two_matches(toy, turns);
    throw BrokenOff{};
  });
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
  BOOST_TEST(details.back() ==
             "what was violated: ICFPT14-CODE-1; games like it, begun from power-on, go right (the DUT made "
             "other moves in them)");
  BOOST_TEST(blamed_where_it_goes_wrong(1, true, &details) == left_over, boost::test_tools::per_element());
  BOOST_TEST(details.back() ==
             "what was violated: ICFPT14-CODE-1; the same, begun from power-on, goes right");
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
  const auto record =
      run(wrong_in_a_second_match(), {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}}}, [](Toy& toy) {
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
    play_matches(toy, 2, 1);
    toy.conclude("hello.format", false, "a made-up failure");
    throw BrokenOff{};
  });
  BOOST_TEST(tells(record, "a made-up failure"));
  BOOST_TEST(failed_on(record).size() == 2U);
}

BOOST_AUTO_TEST_CASE(that_cannot_be_made_leaves_the_second_match_to_blame_as_well) {
  const auto link = odd(wrong_in_a_second_match());
  link->cannot_be_reset();
  const auto record = run(link, {.checks = rematch}, [](Toy& toy) {
    two_matches(toy, 1);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST(failed_on(record).back() == "ICFPT14-TERM-2");
}

BOOST_AUTO_TEST_CASE(is_not_made_where_a_person_would_have_to_start_it) {
  const auto link = odd(wrong_in_a_second_match());
  link->is_reset_by_hand();
  const auto record = run(link, {.checks = rematch}, [](Toy& toy) {
    two_matches(toy, 1);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "trials") == 0U);
}

BOOST_AUTO_TEST_CASE(is_not_made_where_the_contest_knows_no_second_match) {
  const auto record = run(wrong_in_a_second_match(), {.checks = {"X-1"}, .catalogue = R"(
[[requirement]]
id = "X-1"
text = "A move is written as the text says."
source = "a test"
level = "mandatory"
aspect = "move.malformed"
)"},
                          [](Toy& toy) {
                            two_matches(toy, 1);
                            throw BrokenOff{};
                          });
  BOOST_TEST(times(record, "trials") == 0U);
  BOOST_TEST(failed_on(record) == Strings{"X-1"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(shows_what_is_to_blame_and_tells_why) {
  const auto left_over = run(wrong_in_a_second_match(), {.checks = rematch}, [](Toy& toy) {
    two_matches(toy, 1);
    throw BrokenOff{};
  });
  BOOST_TEST_REQUIRE(left_over.findings.size() == 1U);
  const auto& found = left_over.findings.front();
  BOOST_TEST(found.kind == "state left over from before");
  BOOST_TEST(found.details.back() ==
             "what was violated: ICFPT14-CODE-1; the same, begun from power-on, goes right");
  const auto link = changes_its_moves([games = 0](const Games&, std::vector<Action>& answer) mutable {
    if (++games > 1) spoil(answer);
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
  const auto& contest = rig::contest::find_contest("icfpt2014");
  const auto link = changes_its_moves([&, games = 0](const Games& seen, std::vector<Action>& answer) mutable {
    if (seen.moves_of_this == 1) ++games;
    if (games == 3 && seen.moves_of_this == 1)
      say(answer, contest.new_game(contest.seats.front())->legal_moves().front().text);
    if ((games == 2 || games == 3) && seen.moves_of_this == 2) spoil(answer);
  });
  const auto record = run(link, {.checks = rematch}, [](Toy& toy) {
    two_matches(toy, 2);
    throw BrokenOff{};
  });
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
    const auto record = run(link, {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TERM-2"}}}, [](Toy& toy) {
      two_matches(toy, 1);
      throw BrokenOff{};
    });
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
    const auto record = run(link, {.checks = rematch}, [](Toy& toy) {
      two_matches(toy, 1);
      throw BrokenOff{};
    });
    BOOST_TEST((failed_on(record).front() == "ICFPT14-TERM-2") == tells_its_name, failed_on(record).front());
  }
}

BOOST_AUTO_TEST_SUITE_END()

/// How often a case plays, in which seats, against whom and until when: games that are interrupted, and games
/// until every code was met.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "conformance/suite/tests/toy_case.hpp"

using namespace conformance;
using rig::Action;

namespace {

/// A contest of which a board plays one game after each start.
const Stage one_game_a_start = {.checks = {"ICFPT14-MOVE-2"}, .changes = [](rig::protocol::Contest& contest) {
                                  contest.next_match = rig::protocol::NextMatch::after_a_start;
                                }};

}  // namespace

BOOST_AUTO_TEST_SUITE(a_game)

BOOST_AUTO_TEST_CASE(is_begun_by_a_new_start_where_a_board_plays_one_game_after_each) {
  int starts = 0;
  const auto board = changed([](std::uint8_t, std::vector<Action>&) {}, [&] { ++starts; });
  run(board, one_game_a_start, [&](Toy& toy) {
    const int before = starts;
    for (int game = 0; game < 3; ++game) {
      toy.greet();
      toy.plays(2);
    }
    BOOST_TEST(starts - before == 2);
    toy.hard_reset();
    toy.greet();
    toy.plays(2);
    BOOST_TEST(starts - before == 3);
    throw BrokenOff{};
  });
}

BOOST_AUTO_TEST_CASE(that_needs_a_new_start_is_not_played_where_the_link_cannot_start_a_board) {
  const auto link = odd(good_player());
  link->cannot_be_reset();
  const auto record = run(*link, one_game_a_start, [&](Toy& toy) {
    toy.greet();
    BOOST_TEST(toy.plays(2).sound);
    toy.greet();
    toy.plays(2);
    BOOST_TEST(false, "a second game was begun");
  });
  BOOST_TEST(times(record, "games") == 1U);
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
    const auto link = counting(since_power_on, [&](std::uint8_t, std::vector<Action>& answer) {
      if (since_power_on.moves_of_this > (in_the_midst ? 4 : 8) && is_a_move(answer)) spoil(answer);
    });
    const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
      toy.interrupt_games("end.mid-game", toy.contest().seats.back());
      throw BrokenOff{};
    });
    BOOST_TEST(failed_on(record) == Strings{in_the_midst ? mid_game : rematch},
               boost::test_tools::per_element());
    BOOST_TEST(times(record, "games") == (in_the_midst ? 2U : 3U));
  }
}

BOOST_AUTO_TEST_CASE(that_went_wrong_is_not_interrupted) {
  const auto record = run(spoils_its_moves(), {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
    toy.interrupt_games("end.mid-game", toy.contest().seats.back());
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "games") == 1U);
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
      for (const rig::protocol::Seat& seat : seats) names.insert(seat.name);
      BOOST_TEST(names.size() == 3U);
      for (std::size_t k = 1; k < seats.size(); ++k)
        BOOST_TEST(seats[k].moves_first != seats[k - 1].moves_first);
      first_drawn.insert(toy.drawn_seats(1).front().name);
    }
    throw BrokenOff{};
  });
  BOOST_TEST(first_drawn.size() == 4U);
}

BOOST_AUTO_TEST_CASE(is_played_in_no_other_seat_after_one_that_went_wrong) {
  const auto games_with = [](const std::unique_ptr<rig::Link>& link) {
    const auto record = run(link, {.checks = {"ICFPT14-MOVE-2"}}, [](Toy& toy) {
      toy.play_in_every_seat("random");
      throw BrokenOff{};
    });
    return std::pair(times(record, "games"), times(record, "exchanges"));
  };
  BOOST_TEST((games_with(spoils_its_moves()) == std::pair<std::uint64_t, std::uint64_t>(1, 2)));
  BOOST_TEST((games_with(mute()) == std::pair<std::uint64_t, std::uint64_t>(0, 1)));
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

BOOST_AUTO_TEST_CASE(is_played_until_every_code_was_met_in_every_seat) {
  const auto record = run(good_player(), {.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TILE-2"}}}, [](Toy& toy) {
    toy.codes().play_until_every_code_was_met(*toy.opponent("coverage"), toy.contest().seats);
    for (const rig::protocol::Seat& seat : toy.contest().seats)
      BOOST_TEST(toy.codes().answered(seat) == toy.contest().codes);
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
      toy.codes().play_until_every_code_was_met(*toy.opponent("coverage"), toy.contest().seats, before);
      throw BrokenOff{};
    });
    BOOST_TEST(times(record, "games") == games);
    const auto& tally = record.requirements.at("ICFPT14-TILE-2");
    BOOST_TEST(tally.passes == 0U);
    BOOST_TEST(tally.why == fmt::format("not reached, {} tries", games));
  }
}

BOOST_AUTO_TEST_CASE(is_followed_by_no_other_where_a_code_may_have_been_misread) {
  const Stage stage{.checks = {"ICFPT14-MOVE-2", {"ICFPT14-TILE-2"}}};
  const auto record = run(spoils_its_moves(), stage, [](Toy& toy) {
    toy.codes().play_until_every_code_was_met(*toy.opponent("coverage"), toy.contest().seats);
    throw BrokenOff{};
  });
  BOOST_TEST(times(record, "games") == 1U);
  BOOST_TEST(record.requirements.at("ICFPT14-TILE-2").passes == 0U);
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
    BOOST_TEST(toy.codes().answered(second) == 0U);
    for (const char* opening : {"a8e0", "aaa0", "aaa0"}) begin_with(opening, 2);
    BOOST_TEST(toy.codes().answered(second) == 2U);
    BOOST_TEST(toy.codes().answered(other) == 0U);
    throw BrokenOff{};
  });
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

BOOST_AUTO_TEST_SUITE_END()

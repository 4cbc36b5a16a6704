/// The rig's own players against each other in every contest, opened as a user would.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "rig/arbiter/far_ends.hpp"
#include "rig/arbiter/house.hpp"
#include "rig/arbiter/series/series.hpp"
#include "rig/arbiter/tests/referee_tools.hpp"
#include "rig/base/errors.hpp"
#include "rig/tests/contains.hpp"

namespace rig::arbiter {
namespace {

namespace data = boost::unit_test::data;
using protocol::Player;
using State = protocol::Result::State;

std::vector<std::string> names_of_contests() {
  std::vector<std::string> names;
  for (const protocol::Contest& contest : protocol::contests()) names.push_back(contest.name);
  return names;
}

/// So many games, the seats in turn.
std::vector<SeriesGame> play(const protocol::Contest& contest, const std::string& first,
                             const std::string& second, int games, int most_plies = 60) {
  const auto sides = open_sides({.contest = contest, .names = {first, second}, .seed = 1});
  std::vector<SeriesGame> played;
  for (int number = 1; number <= games; ++number) {
    const protocol::Seat& seat = seat_in_game(contest, number);
    played.push_back({number, seat.player,
                      play_game(contest, seat, *sides[0], *sides[1], {}, {.most_plies = most_plies})});
  }
  return played;
}

/// Its moves, judged by the contest's rules anew, make the result that it has.
void check(const protocol::Contest& contest, const GameReport& game) {
  const auto ruling = contest.new_game(game.seats[game.seats[0].moves_first ? 0 : 1]);
  for (const Ply& ply : game.plies) {
    BOOST_TEST(ruling->to_move() == ply.player);
    BOOST_REQUIRE(ruling->judge(ply.move).legal);
    ruling->play(ply.move);
  }
  if (game.result.why.starts_with("given up")) return;
  BOOST_TEST(ruling->result().state == game.result.state);
  BOOST_TEST((ruling->result().score == game.result.score));
}

BOOST_AUTO_TEST_SUITE(whole_games)

BOOST_DATA_TEST_CASE(builtin_against_builtin_breaks_no_rule, data::make(names_of_contests()), name) {
  const protocol::Contest& contest = protocol::find_contest(name);
  const std::string player = "builtin:" + contest.game;
  const std::vector<SeriesGame> games =
      play(contest, player, player, static_cast<int>(contest.seats.size()) + 1);
  for (const SeriesGame& one : games) {
    BOOST_TEST(!one.game.loss.has_value());
    BOOST_TEST(one.game.remarks.empty());
    BOOST_TEST((one.game.result.state != State::open));
    for (const Ply& ply : one.game.plies) BOOST_TEST(ply.took.has_value());
    check(contest, one.game);
  }
}

BOOST_DATA_TEST_CASE(builtin_against_an_opponent_ends_by_the_rules, data::make(names_of_contests()), name) {
  const protocol::Contest& contest = protocol::find_contest(name);
  for (const SeriesGame& one : play(contest, "opponent:random", "builtin:" + contest.game, 4, 400)) {
    BOOST_TEST(!one.game.loss.has_value());
    BOOST_TEST(one.game.remarks.empty());
    check(contest, one.game);
  }
}

BOOST_AUTO_TEST_CASE(the_simple_player_loses_in_every_seat_and_breaks_no_rule) {
  const protocol::Contest& contest = protocol::find_contest("icfpt2014");
  for (const SeriesGame& one : play(contest, "opponent:simple", "builtin:blokus", 4)) {
    BOOST_TEST(!one.game.loss.has_value());
    BOOST_TEST((one.outcome() == SeriesGame::Outcome::second_won));
    check(contest, one.game);
  }
}

BOOST_AUTO_TEST_CASE(boards_of_other_sizes_are_played_to_their_ends) {
  const protocol::Contest& eight = protocol::find_contest("aut-trax", {.board = 8});
  for (const SeriesGame& one : play(eight, "builtin:trax", "builtin:trax", 2, 1000)) {
    BOOST_TEST(ending_of(one.game) == "path");
    BOOST_TEST(one.game.result.score[0] > 0);
    check(eight, one.game);
  }
  const protocol::Contest& twenty = protocol::find_contest("ustc", {.board = 20});
  for (const SeriesGame& one : play(twenty, "builtin:blokus", "builtin:blokus", 2, 1000)) {
    BOOST_TEST(ending_of(one.game) == "all passed");
    check(twenty, one.game);
  }
}

BOOST_AUTO_TEST_CASE(a_seed_gives_the_same_games_again_and_another_seed_others) {
  const protocol::Contest& contest = protocol::find_contest("heart-trax");
  const auto moves = [&](std::uint64_t seed) {
    const auto sides =
        open_sides({.contest = contest, .names = {"opponent:random", "opponent:random"}, .seed = seed});
    std::string text;
    for (const Ply& ply : play_game(contest, contest.seats[0], *sides[0], *sides[1]).plies)
      text += ply.move.text;
    return text;
  };
  BOOST_TEST(moves(1) == moves(1));
  BOOST_TEST(moves(1) != moves(2));
}

BOOST_AUTO_TEST_CASE(the_two_sides_draw_from_different_seeds) {
  const protocol::Contest& contest = protocol::find_contest("heart-trax");
  const auto moves_with_random_as_white = [&](const std::array<std::string, 2>& names, std::size_t seat) {
    const auto sides = open_sides({.contest = contest, .names = names, .seed = 1});
    std::string text;
    for (const Ply& ply : play_game(contest, contest.seats[seat], *sides[0], *sides[1]).plies)
      text += ply.move.text;
    return text;
  };
  BOOST_TEST(moves_with_random_as_white({"opponent:random", "opponent:winner"}, 0) !=
             moves_with_random_as_white({"opponent:winner", "opponent:random"}, 1));
}

struct Faulty {
  std::string contest;
  std::string fault;
  LossKind kind;
  std::string aspect;
};
std::ostream& operator<<(std::ostream& out, const Faulty& one) {
  return out << one.contest << " " << one.fault;
}

const std::vector<Faulty> faulty_players = {
    {"icfpt2014", "late", LossKind::time_out, "second.deadline"},
    {"icfpt2014", "drip", LossKind::time_out, "second.deadline"},
    {"icfpt2014", "hang-up", LossKind::hang_up, "move.deadline"},
    {"icfpt2014", "own-edge", LossKind::illegal_move, "move.edge"},
    {"icfpt2014", "used-tile", LossKind::illegal_move, "move.used"},
    {"icfpt2014", "off-board", LossKind::illegal_move, "move.occupied"},
    {"icfpt2014", "no-corner", LossKind::illegal_move, "move.corner"},
    {"icfpt2014", "wrong-start", LossKind::illegal_move, "move.start"},
    {"icfpt2014", "no-pass", LossKind::time_out, "move.deadline"},
    {"icfpt2014", "wrong-digit", LossKind::wrong_reply, "hello.format"},
    {"icfpt2014", "short-hello", LossKind::time_out, "hello.deadline"},
    {"heart-trax", "names-not-shifted", LossKind::illegal_move, "move.isolated"},
    {"course", "row-without-board", LossKind::wrong_reply, "board.difference"},
    {"course", "two-pieces", LossKind::wrong_reply, "board.difference"},
    {"course", "board-without-row", LossKind::wrong_reply, "left.difference"},
    {"ustc", "wrong-id", LossKind::illegal_move, "move.shape"},
    {"ustc", "flag-1-for-giving-up", LossKind::wrong_reply, "message.flag"},
};

BOOST_DATA_TEST_CASE(a_faulty_player_loses_by_its_fault_and_the_next_game_goes_on, data::make(faulty_players),
                     one) {
  const protocol::Contest& contest = protocol::find_contest(one.contest);
  const std::string player = "builtin:" + contest.game;
  const std::string good = contest.game == "trax" ? "opponent:winner" : player;
  const std::vector<SeriesGame> games = play(contest, good, player + "?fault=" + one.fault, 1, 400);
  BOOST_REQUIRE(games[0].game.loss.has_value());
  const Loss& loss = *games[0].game.loss;
  BOOST_TEST(loss.player == Player::two);
  BOOST_TEST(loss.breach.kind == one.kind);
  BOOST_TEST(loss.breach.aspect == one.aspect, loss.breach.aspect << ": " << loss.breach.words);
  BOOST_TEST((games[0].outcome() == SeriesGame::Outcome::first_won));
}

/// As the contest's host looks for it: y = 1 .. e, x = 1 .. e, tile a .. u, rotation 0 .. 7.
std::string first_code_of_all(const protocol::Ruling& ruling) {
  const std::string coordinates = "123456789abcde";
  for (const char y : coordinates) {
    for (const char x : coordinates) {
      for (char tile = 'a'; tile <= 'u'; ++tile) {
        for (char rotation = '0'; rotation <= '7'; ++rotation) {
          std::string code = {x, y, tile, rotation};
          if (ruling.judge({code}).legal) return code;
        }
      }
    }
  }
  return "0000";
}

BOOST_AUTO_TEST_CASE(the_simple_player_takes_the_first_code_in_its_order) {
  const protocol::Contest& contest = protocol::find_contest("icfpt2014");
  const auto ruling = contest.new_game(contest.seats[0]);
  const auto simple = simple_player(protocol::find_contest("icfpt2014"));
  for (int ply = 0; ply < 10; ++ply) {
    const std::string expected = first_code_of_all(*ruling);
    BOOST_TEST(simple->choose(*ruling).text == expected);
    ruling->play({expected});
  }
}

BOOST_AUTO_TEST_CASE(names_that_mean_nothing_are_refused) {
  const protocol::Contest& contest = protocol::find_contest("icfpt2014");
  const std::vector<std::pair<std::array<std::string, 2>, std::string>> wrong = {
      {{"builtin:blokus", "opponent:radnom"}, "Did you mean \"random\"?"},
      {{"builtin:blokus", "biultin:blokus"}, "Did you mean \"builtin\"?"},
      {{"serial:/dev/null", "serial:/dev/null"}, "one far end, not two"},
  };
  for (const auto& [names, why] : wrong) {
    try {
      check_sides(contest, names);
      BOOST_ERROR("taken: " << names[1]);
    } catch (const UsageError& error) {
      BOOST_TEST(contains(error.what(), why), error.what());
    }
  }
  BOOST_CHECK_NO_THROW(check_sides(contest, {"builtin:blokus", "builtin:blokus"}));
  BOOST_CHECK_THROW(house_side(protocol::find_contest("heart-trax"), "simple", Random(1)), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::arbiter

/// The table of directed games of Trax, held against the oracle by way of the contests' rulings.

#include "games/trax/cases/referee_games.hpp"

#include <boost/test/unit_test.hpp>

#include "rig/protocol/contest.hpp"

using namespace conformance;
using rig::protocol::Contest;
using rig::protocol::Player;
using rig::protocol::Result;

namespace {

/// How a game ends; it must be legal, open until its last move, and over then.
struct End {
  Player mover = Player::one;
  Result result;
};

End end_of(const Contest& contest, const TraxGame& game) {
  const auto ruling = contest.new_game(contest.seats.front());
  End end;
  for (const std::string& move : moves_of(game)) {
    BOOST_TEST((ruling->result().state == Result::State::open), game.moves << " before " << move);
    BOOST_TEST(ruling->judge({move}).legal, game.moves << ": " << move);
    end.mover = ruling->to_move();
    ruling->play({move});
  }
  end.result = ruling->result();
  BOOST_TEST((end.result.state != Result::State::open), game.moves);
  return end;
}

/// Whether what is said of a game names its mover and its winner.
bool is_told_rightly(const std::string& what, const End& end) {
  const std::string mover = end.mover == Player::one ? "player 1" : "player 2";
  const std::string winner = end.result.state == Result::State::one_won ? "player 1" : "player 2";
  if (!what.starts_with(mover)) return false;
  const std::size_t of = what.find(" of player ");
  return of == std::string::npos || what.substr(of + 4, winner.size()) == winner;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_game_of_a_loop_is_won_by_it) {
  for (const char* name : {"aut-trax", "heart-trax", "trax-jp"}) {
    for (const TraxGame& game : loop_games()) {
      const End end = end_of(rig::protocol::find_contest(name), game);
      BOOST_TEST(end.result.why == "loop", game.moves);
      BOOST_TEST(is_told_rightly(game.what, end), game.what << ": " << game.moves);
    }
  }
}

BOOST_AUTO_TEST_CASE(each_game_of_a_line_is_won_by_it) {
  for (const TraxGame& game : line_games()) {
    const End end = end_of(rig::protocol::find_contest("heart-trax"), game);
    BOOST_TEST(end.result.why == "line", game.moves);
    BOOST_TEST(is_told_rightly(game.what, end), game.what << ": " << game.moves);
  }
}

BOOST_AUTO_TEST_CASE(the_mover_wins_each_game_of_two_wins) {
  const auto is_of_the_mover = [](const char* contest, const TraxGame& game) {
    const End end = end_of(rig::protocol::find_contest(contest), game);
    return (end.result.state == Result::State::one_won) == (end.mover == Player::one);
  };
  for (const TraxGame& game : games_of_two_loops()) {
    BOOST_TEST(is_of_the_mover("aut-trax", game), game.what << ": " << game.moves);
    BOOST_TEST(is_of_the_mover("heart-trax", game), game.what << ": " << game.moves);
  }
  for (const TraxGame& game : games_of_two_wins_with_lines())
    BOOST_TEST(is_of_the_mover("heart-trax", game), game.what << ": " << game.moves);
}

// The walk over all turns makes the boards that `try_turn` makes, and leaves each board as it was.
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/trax/rules/laying.hpp"
#include "games/trax/rules/perft.hpp"
#include "games/trax/rules/position.hpp"
#include "rig/base/random.hpp"

namespace rig::trax {
namespace {

/// The picture, what the last turn laid and made, and what could be played next.
std::string told(Position& position) {
  const Board& board = position.board();
  std::string text = draw(position);
  for (const Laid& laid : position.last_turn()) {
    text += to_string(laid.cell) + std::string(edges(laid.tile)) + " ";
  }
  text += "made " + std::to_string(board.made()) + (board.stuck() ? ", stuck, " : ", ");
  text += std::to_string(position.count_legal()) + " legal moves, longest paths " +
          std::to_string(position.longest_path(Colour::white)) + " " +
          std::to_string(position.longest_path(Colour::red));
  return text;
}

std::multiset<std::string> by_walk(Position& position) {
  std::multiset<std::string> found;
  position.board().for_each_turn([&] { found.insert(told(position)); });
  return found;
}

std::multiset<std::string> one_by_one(Position& position) {
  std::multiset<std::string> found;
  std::vector<Choice> choices;
  position.board().for_each_legal([&](Choice choice) { choices.push_back(choice); });
  for (const Choice& choice : choices) {
    BOOST_TEST(position.board().try_turn(choice));
    found.insert(told(position));
    position.board().take_back();
  }
  return found;
}

/// Random games, in which moves that end them are played last; some are long enough for lines and pages.
void compare_all_along(Rules rules, std::uint64_t seed) {
  constexpr int longest = 60;
  Random random(seed);
  Position position(rules);
  while (!position.over() && position.ply() < longest) {
    BOOST_TEST_CONTEXT("ply " << position.ply() << ", seed " << seed << "\n" << draw(position)) {
      const std::string before = told(position);
      BOOST_TEST((by_walk(position) == one_by_one(position)));
      BOOST_TEST(told(position) == before);
      if (position.ply() % 8 == 0) BOOST_TEST(perft(position, 2) == perft_judging_leaves(position, 2));
      std::vector<Move> moves = position.legal_moves();
      random.shuffle(std::span(moves));
      for (const Move& move : moves) {
        position.play(move);
        if (!position.over() || move == moves.back()) break;
        position.undo();
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE(trax_turns)

BOOST_AUTO_TEST_CASE(a_walk_makes_the_boards_that_turns_make) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    compare_all_along({}, seed);
    compare_all_along({false, 0}, seed);
    compare_all_along({true, 8}, seed);
  }
}

BOOST_AUTO_TEST_CASE(a_walk_over_a_finished_game_finds_nothing) {
  Position position;
  for (const char* const move : {"@0/", "A2\\", "B1\\"}) position.play(*parse_move(move));
  BOOST_TEST(position.over());
  BOOST_TEST(by_walk(position).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::trax

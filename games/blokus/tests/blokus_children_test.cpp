// Positions made one after the other in one place are those that `play` makes.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "games/blokus/rules/children.hpp"
#include "games/blokus/rules/perft.hpp"
#include "games/blokus/rules/position.hpp"
#include "rig/base/random.hpp"

namespace rig::blokus {
namespace {

std::vector<Placement> moves_of(const Position& position) {
  std::vector<Placement> moves;
  position.for_each_placement([&](Placement placement) { moves.push_back(placement); });
  return moves;
}

/// All that one can ask a position, and what either colour could do in it.
std::string told(const Position& position) {
  std::string text = draw(position);
  for (int colour = 0; colour < position.colours(); ++colour) {
    const auto last = position.last_tile(colour);
    text += "colour " + std::to_string(colour) + ": " + std::to_string(position.tiles_left(colour).bits()) +
            " " + std::to_string(position.squares_left(colour)) + " " + (last ? tile_letter(*last) : '-') +
            "\n";
  }
  text += "to move " + std::to_string(position.to_move()) + ", ply " + std::to_string(position.ply()) +
          ", passes " + std::to_string(position.passes_in_a_row()) + "\n";
  Position later(position);
  for (int colour = 0; colour < position.colours(); ++colour) {
    const MoveCount moves = later.count_moves();
    text += std::to_string(moves.placements) + " " + std::to_string(moves.codes) + "\n";
    later.pass();
  }
  return text;
}

template <int mover>
void compare_children(const Position& parent) {
  const std::vector<Placement> moves = moves_of(parent);
  std::size_t next = 0;
  detail::Children<mover> children(parent);
  children.for_each([&](const Position& child, unsigned orientation) {
    BOOST_REQUIRE(next < moves.size());
    BOOST_TEST(orientation == moves[next].orientation);
    Position played(parent);
    played.play(moves[next]);
    BOOST_TEST(told(child) == told(played));
    ++next;
  });
  BOOST_TEST(next == moves.size());
  BOOST_TEST((perft_playing_leaves(parent, 1) == perft(parent, 1)));
}

/// A random game, in which now and then a colour passes though it could move.
void compare_all_along(const Variant& variant, int first) {
  constexpr std::uint32_t one_pass_in = 12;
  Random random(derive_seed(static_cast<std::uint64_t>(first), "children"));
  Position position(variant, first);
  while (!position.over()) {
    if (position.to_move() == 0) {
      compare_children<0>(position);
    } else {
      compare_children<1>(position);
    }
    const std::vector<Placement> moves = moves_of(position);
    if (moves.empty() || random.below(one_pass_in) == 0) {
      position.pass();
    } else {
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

BOOST_AUTO_TEST_SUITE(blokus_children)

BOOST_AUTO_TEST_CASE(children_are_what_play_makes) {
  const Variant widest{
      15, 2, {StartSquares{{15, 15}, {1, 1}}, StartSquares{{1, 15}}}, LastTile::play_goes_on};
  for (const int first : {0, 1}) {
    compare_all_along(duo(), first);
    compare_all_along(widest, first);
  }
}

BOOST_AUTO_TEST_CASE(a_list_has_what_the_walk_over_placements_finds) {
  for (const Variant& variant : {duo(), four_colours()}) {
    Random random(7);
    Position position(variant);
    PlacementList list;
    while (!position.over()) {
      position.legal_placements(list);
      const std::vector<Placement> moves = moves_of(position);
      BOOST_TEST((std::vector<Placement>(list.begin(), list.end()) == moves));
      if (moves.empty()) {
        position.pass();
      } else {
        position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rig::blokus

#pragma once
/// What the tests of icfpt2014 share: its page, all codes that its text allows, and games that have begun.

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/duo_game.hpp"
#include "rig/base/random.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::protocol {

inline const Contest& page() {
  return find_contest("icfpt2014");
}
inline const ByteDialect& dialect() {
  return *page().dialect->bytes();
}

/// All that the form of a code allows, `0000` included: 37,801.
inline std::vector<Move> all_codes() {
  const std::string coordinates = "0123456789abcde";
  std::vector<Move> codes = {{"0000"}};
  for (const char x : coordinates) {
    for (const char y : coordinates) {
      for (char tile = 'a'; tile <= 'u'; ++tile) {
        for (char rotation = '0'; rotation <= '7'; ++rotation) codes.push_back({{x, y, tile, rotation}});
      }
    }
  }
  return codes;
}

inline const std::string table_2 = "53e0 a8e0 21k7 94j0 61a0 71b3";

inline std::unique_ptr<Ruling> after(const std::string& moves, Player first = Player::one) {
  auto ruling = new_blokus_duo(first);
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    BOOST_REQUIRE_MESSAGE(ruling->judge({word}).legal, word << " after part of " << moves);
    ruling->play({word});
  }
  return ruling;
}

/// Random legal play for so many plies, or to the end; a forced pass is played.
inline std::unique_ptr<Ruling> wander(Random& random, int plies) {
  auto ruling = new_blokus_duo(random.below(2) == 0 ? Player::one : Player::two);
  while (ruling->ply() < plies && ruling->result().state == Result::State::open) {
    const std::vector<Move> legal = ruling->legal_moves();
    ruling->play(legal.empty() ? ruling->pass()
                               : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  return ruling;
}

}  // namespace rig::protocol

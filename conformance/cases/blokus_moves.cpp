/// Blokus: the first tiles of a game, and what the opponent may lay.

#include <fmt/format.h>

#include "conformance/suite.hpp"
#include "rig/game/blokus/tiles.hpp"

using namespace conformance;

namespace {

constexpr int first_reply_only = 1;
constexpr int two_replies = 2;

}  // namespace

// "Host sends "35XXXX" or "3AXXXX" to request the second player's first move. […] "XXXX" is the opponent's
// first move."
CONFORMANCE_CASE(FirstMove, WhenItIsSecond,
                 "\"35XXXX\" and \"3AXXXX\": covers its square, whatever the other began with",
                 Checks{"ICFPT14-SECOND-1", "ICFPT14-START-1", "ICFPT14-PASS-2", "ICFPT14-CODE-1"}) {
  constexpr int openings = 6;
  const auto other = opponent("random");
  for (const rig::contest::Seat& seat : contest().seats) {
    for (int i = 0; !seat.moves_first && i < openings; ++i) {
      if (!greet()) return;
      play(seat, *other, {first_reply_only, {}});
      end_match();
    }
  }
}

// "XXXX" is the opponent's first move": each of the 21 tiles, and all eight rotation codes among them.
CONFORMANCE_CASE(SecondMove, AfterEachTile, "plays on after every tile that the other can begin with",
                 Checks{"ICFPT14-SECOND-1", "ICFPT14-MOVE-1", "ICFPT14-BOARD-1"}) {
  const auto other = opponent("opener");
  for (int tile = 0; tile < rig::blokus::tile_count;) {
    for (const rig::contest::Seat& seat : contest().seats) {
      if (seat.moves_first || tile == rig::blokus::tile_count) continue;
      if (!greet()) return;
      if (!play(seat, *other, {two_replies, {}}).sound) return;
      end_match();
      ++tile;
    }
  }
}

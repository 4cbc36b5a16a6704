/// The first and second moves in the four seats: (5,5) or (a,a), moving first or second.

#include <fmt/format.h>

#include "conformance/suite.hpp"
#include "rig/game/blokus/tiles.hpp"

using namespace conformance;

namespace {

constexpr int first_reply_only = 1;
constexpr int two_replies = 2;

}  // namespace

// ""25" means that the first move must cover (5,5) and "2A" is about (a,a)."
CONFORMANCE_CASE(FirstMove, WhenItBegins, "\"25\" and \"2A\": covers the square that the request names",
                 Checks{"ICFPT14-FIRST-1", "ICFPT14-START-1", "ICFPT14-PASS-2", "ICFPT14-CODE-1"}) {
  const auto other = opponent("random");
  for (const rig::contest::Seat& seat : contest().seats) {
    if (!seat.moves_first) continue;
    if (!greet()) return;
    play(seat, *other, {first_reply_only, {}});
    end_match();
  }
}

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

// From the second tile on: corner to corner with its own colour, never edge to edge, no tile twice.
CONFORMANCE_CASE(SecondMove, InEverySeat, "the second tile touches the first at a corner only",
                 Checks{"ICFPT14-MOVE-1", "ICFPT14-CORNER-1", "ICFPT14-EDGE-1", "ICFPT14-TILE-1",
                        "ICFPT14-BOARD-1"}) {
  const auto other = opponent("random");
  for (const rig::contest::Seat& seat : contest().seats) {
    if (!greet()) return;
    play(seat, *other, {two_replies, {}});
    end_match();
  }
}

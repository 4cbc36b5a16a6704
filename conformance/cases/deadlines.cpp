/// Deadlines and the spacing of bytes. Every reply of every case is measured; here are the ones about time
/// alone.

#include "conformance/suite.hpp"
#include "rig/base/text.hpp"

using namespace conformance;
using namespace std::chrono_literals;

// A reply is whole at its last byte, in every phase of a game.
CONFORMANCE_CASE(Deadline, EveryReply, "every reply of long games is whole within its deadline",
                 Checks{"move.deadline", "hello.deadline", "first.deadline", "second.deadline"}) {
  constexpr int long_enough = 200;  // a game without a natural end says no more after that
  const auto other = opponent("long-games");
  for (int round = 0; round < 2; ++round) {
    for (const rig::contest::Seat& seat : contest().seats) {
      if (!greet()) return;
      if (!play(seat, *other, {long_enough, {}}).sound) return;
      end_match();
    }
  }
}

// The deadline binds where there is most to think about, too.
CONFORMANCE_CASE(Deadline, WithMostMoves, "replies in time when it has the most moves to choose from",
                 Checks{"move.deadline"}) {
  constexpr int long_enough = 100;
  const auto other = opponent("generous");
  for (const rig::contest::Seat& seat : contest().seats) {
    if (!greet()) return;
    if (!play(seat, *other, {long_enough, {}}).sound) return;
    end_match();
  }
}

// Bytes on an asynchronous line may follow each other at once or be spaced; a request has no time-out inside.
CONFORMANCE_CASE(Spacing, OfRequestBytes, "understands requests with and without gaps between their bytes",
                 Checks{"line.spacing"}) {
  const auto other = opponent("random");
  for (const rig::Duration gap :
       {rig::Duration(0), rig::Duration(100us), rig::Duration(2ms), rig::Duration(20ms)}) {
    for (const rig::contest::Seat& seat : contest().seats) {
      if (!greet()) return;
      const GameReport game = play(seat, *other, {3, {gap}});
      conclude("line.spacing", game,
               "a request with gaps of " + rig::readable(gap) + " between its bytes went wrong");
      if (!game.sound) return;
      end_match();
    }
  }
}

/// Deadlines and the spacing of bytes. Every reply of every case is measured; here are the ones about time
/// alone.

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "conformance/suite/suite.hpp"
#include "rig/base/readable.hpp"

using namespace conformance;
using namespace std::chrono_literals;

namespace {

/// How long the other board thinks, as shares of its limit: once each of these in a drawn order.
class Thoughts {
 public:
  static constexpr std::size_t count = 4;

  explicit Thoughts(rig::Random& random) {
    for (double& share : shares_) share = shortest + (longest - shortest) * random.below(1000) / 1000;
    constexpr std::array<double, 3> always = {0.6, 0.9, longest};  // where time-outs of boards would lie
    std::copy(always.begin(), always.end(), shares_.begin());
    random.shuffle(std::span<double>(shares_));
  }

  bool any_left() const { return next_ < shares_.size(); }
  double next() { return shares_.at(next_++); }
  bool begun() const { return next_ > 0; }

 private:
  static constexpr double shortest = 0.3;
  static constexpr double longest = 0.99;
  std::array<double, count> shares_{};
  std::size_t next_ = 0;
};

}  // namespace

// A reply is whole at its last byte, in every phase of a game. Long games are also where turns that force too
// much come within reach.
CONFORMANCE_CASE(Deadline, EveryReply, "every reply of long games is complete within its deadline",
                 Checks{.subject = "move.deadline",
                        .also = {"hello.deadline", "first.deadline", "second.deadline", "move.cascade"},
                        .exchanges = 60}) {
  constexpr int long_enough = 40;  // a game without a natural end says no more after that
  const auto other = opponent("long-games");
  for (const rig::protocol::Seat& seat : drawn_seats(2)) {
    if (!greet()) return;
    if (!play(seat, *other, {long_enough, {}}).sound) return;
    end_match();
  }
}

// The deadline binds where there is most to think about, too.
CONFORMANCE_CASE(Deadline, WithMostMoves, "replies in time when it has the most moves to choose from",
                 Checks{.subject = "move.deadline"}) {
  constexpr int long_enough = 14;  // where tiles run out there are fewer moves to choose from after that
  const auto other = opponent("generous");
  if (!greet()) return;
  if (!play(drawn_seats(1).front(), *other, {long_enough, {}}).sound) return;
  end_match();
}

// Bytes on an asynchronous line may follow each other at once or be spaced; a request has no time-out inside.
CONFORMANCE_CASE(Spacing, OfRequestBytes, "understands requests with and without gaps between their bytes",
                 Checks{.subject = "line.spacing"}) {
  const auto other = opponent("random");
  const auto& seats = contest().seats;
  std::size_t seat = random().below(static_cast<std::uint32_t>(seats.size()));
  for (const rig::Duration gap :
       {rig::Duration(0), rig::Duration(100us), rig::Duration(2ms), rig::Duration(20ms)}) {
    if (!greet()) return;
    const GameReport game = play(seats[seat++ % seats.size()], *other, {3, {gap}});
    conclude("line.spacing", game,
             "a request with gaps of " + rig::readable(gap) + " between its bytes went wrong");
    if (!game.sound) return;
    end_match();
  }
}

// A host may send a request in blocks and think between them. A block is no request yet: there is nothing to
// answer, and what has come must be kept.
CONFORMANCE_CASE(Spacing, InBlocks, "understands requests that come in blocks, and waits for the last one",
                 Checks{.subject = "line.blocks", .also = {"silence.unasked"}}) {
  const auto other = opponent("random");
  const rig::Duration limit = deadline_of(rig::protocol::asks_after({}));
  for (const rig::Duration pause : {rig::Duration(1ms), rig::Duration(50ms), limit / 4, limit * 19 / 20}) {
    for (const rig::protocol::Seat& seat : contest().seats) {
      if (!greet()) return;
      const GameReport game = play(seat, *other, {.dut_turns = 3, .spacing = {.block = pause}});
      conclude("line.blocks", game,
               "a request in blocks that came " + rig::readable(pause) + " apart went wrong");
      if (!game.sound) return;
      end_match();
    }
  }
}

// The other board may take as long as this one, and hosts wait for it: within a game, before it begins, and
// between two matches.
CONFORMANCE_CASE(Patience, WhileTheOtherThinks,
                 "waits in silence while the opponent thinks, and plays on correctly",
                 Checks{.subject = "opponent.thinks", .also = {"silence.unasked"}}) {
  const rig::Duration limit = deadline_of(rig::protocol::asks_after({}));
  const auto wait = [&](double share) {
    const auto span = rig::Duration(static_cast<std::int64_t>(share * static_cast<double>(limit.count())));
    return expect_silence("silence.unasked", span);
  };
  const auto other = opponent("random");
  const std::vector<rig::protocol::Seat> seats = drawn_seats(2);
  for (const rig::protocol::Seat& seat : seats) {
    Thoughts thoughts(random());
    if (!greet() || !wait(Thoughts(random()).next())) return;
    const bool last = &seat == &seats.back();
    const int turns =
        last ? GamePlan().dut_turns : static_cast<int>(Thoughts::count) + (seat.moves_first ? 1 : 0);
    const auto think = [&] { return !thoughts.any_left() || wait(thoughts.next()); };
    const GameReport game =
        play(seat, *other, {.dut_turns = turns, .meanwhile = think, .thought = limit * 9 / 10});
    if (thoughts.begun())
      conclude("opponent.thinks", game, "a game in which the opponent thought long went wrong");
    if (!game.sound) return;
    end_match();
  }
  if (!wait(Thoughts(random()).next()) || !greet()) return;
  play(contest().seats.front(), *other, {1, {}});
}

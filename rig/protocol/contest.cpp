#include "rig/protocol/contest.hpp"

#include "rig/base/errors.hpp"

namespace rig::protocol {

std::vector<Request> usual_requests(const Seat& seat, const Turn& turn) {
  if (turn.number > 0) return {asks_after(turn.told())};
  if (seat.moves_first) return {{RequestKind::first, seat.start, {}}};
  return {{RequestKind::second, seat.start, {turn.told()}}};
}

Request first_request(const Contest& contest) {
  if (contest.greets) return contest.hello;
  return contest.requests(contest.seats.front(), {}).front();
}

const Seat& seat_opposite(const Contest& contest, const Seat& seat) {
  for (const Seat& candidate : contest.seats) {
    if (candidate.moves_first != seat.moves_first && candidate.player != seat.player) return candidate;
  }
  throw RigError("Contest " + contest.name + " has no seat opposite \"" + seat.name + "\".");
}

}  // namespace rig::protocol

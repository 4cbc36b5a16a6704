#include "games/blokus/contests/icfpt2013.hpp"

#include "games/blokus/contests/blokus_ruling.hpp"
#include "games/blokus/contests/duo_game.hpp"
#include "games/blokus/contests/four_letters.hpp"
#include "rig/protocol/settings.hpp"

namespace rig::protocol {

namespace {

using namespace std::chrono_literals;

/// What the host writes. Its patience with the handshake is its own, whatever the limit of a move.
FourLetters protocol(Duration reply_limit) {
  using enum MoveRequest::Square;
  return {.requests = {{RequestKind::first, '2', named, 0, "2X"},
                       {RequestKind::move, '3', unnamed, 1, "3XXXX"},
                       {RequestKind::move, '4', unnamed, 2, "4XXXXYYYY"}},
          .hello_limit = 30s,
          .reply_limit = reply_limit};
}

/// Each player is asked for its first tile by its own square alone: the second lays it without having seen
/// the other's, and is told two moves in its next turn.
std::vector<Request> requests_of(const Seat& seat, const Turn& turn) {
  if (turn.number == 0) return {{RequestKind::first, seat.start, {}}};
  if (turn.number == 1 && !seat.moves_first) return {{RequestKind::move, {}, turn.opponents}};
  return {asks_after(turn.told())};
}

}  // namespace

Contest icfpt2013(const ContestSettings& chosen) {
  const Setting time = time_setting("1", chosen.named);
  Contest contest = blokus_duo_over_serial(protocol(seconds_of(time.name, time.value)));
  contest.name = "icfpt2013";
  contest.title = "ICFPT 2013 design contest: Blokus Duo as its host speaks it";
  contest.new_game = [](const Seat& first) {
    return new_blokus_duo(first.player, {DuoTerms::Bonus::none, DuoTerms::SecondOpens::blind});
  };
  contest.requests = requests_of;
  contest.settings = {time};
  contest.with = icfpt2013;
  return contest;
}

}  // namespace rig::protocol

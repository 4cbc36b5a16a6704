#include "conformance/referee/host/series.hpp"

#include <algorithm>

namespace rig::host {

using protocol::Contest;
using protocol::Player;
using protocol::Seat;

namespace {

std::size_t index_of(Player player) {
  return player == Player::one ? 0 : 1;
}

/// The seat of board 1 in the first game.
std::vector<Seat>::const_iterator first_seat(const Contest& contest, std::size_t beginner) {
  return std::find_if(contest.seats.begin(), contest.seats.end(), [&](const Seat& seat) {
    return seat.player == Player::one && seat.moves_first == (beginner == 0);
  });
}

Seating seated_in_turn(const Contest& contest, std::size_t first_beginner, std::size_t number) {
  const auto first = static_cast<std::size_t>(first_seat(contest, first_beginner) - contest.seats.begin());
  const Seat& seat = contest.seats[(first + number) % contest.seats.size()];
  const Player beginner = seat.moves_first ? seat.player : protocol::other(seat.player);
  return {index_of(beginner), seat.player == Player::two};
}

}  // namespace

Seating seating_in_run(const Description& description, const Contest& contest, std::size_t first_beginner,
                       std::size_t number) {
  switch (description.seats) {
    case Seats::same: return {first_beginner, false};
    case Seats::swapped: return {first_beginner, number % 2 == 1};
    case Seats::in_turn: return seated_in_turn(contest, first_beginner, number);
  }
  return {first_beginner, false};
}

}  // namespace rig::host

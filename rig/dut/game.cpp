#include "rig/dut/game.hpp"

namespace rig::dut {

using protocol::Move;
using protocol::Request;
using protocol::Result;
using protocol::Seat;

Game::Game(const protocol::Contest& contest, const Seat& seat) : contest_(contest), seat_(seat) {
  ruling_ = contest.new_game(seat.moves_first ? seat : protocol::seat_opposite(contest, seat));
}

bool Game::over() const {
  return ruling_->result().state != Result::State::open;
}

std::vector<Request> Game::requests() const {
  return contest_.requests(seat_, turn_);
}

Move Game::opponents_last() const {
  const std::vector<Request> asked = requests();
  return asked.empty() ? Move{} : asked.back().told();
}

void Game::play(const Move& move) {
  if (dut_to_move()) {
    ++turn_.number;
    turn_.news = false;
  } else {
    turn_.opponents.push_back(move);
    turn_.news = true;
  }
  ruling_->play(move);
}

}  // namespace rig::dut

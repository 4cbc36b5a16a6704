#include "rig/match/game.hpp"

namespace rig::match {

using contest::Move;
using contest::Request;
using contest::Result;
using contest::Seat;

Game::Game(const contest::Contest& contest, const Seat& seat) : contest_(contest), seat_(seat) {
  ruling_ = contest.new_game(seat.moves_first ? seat : contest::seat_opposite(contest, seat));
}

bool Game::over() const {
  return ruling_->result().state != Result::State::open;
}

std::vector<Request> Game::requests() const {
  if (dut_turns_ == 0) return contest_.open_game(seat_, opponents_last_);
  return {contest_.ask_move(opponents_last_)};
}

void Game::play(const Move& move) {
  if (dut_to_move()) {
    ++dut_turns_;
    opponents_last_ = {};
  } else {
    opponents_last_ = move;
  }
  ruling_->play(move);
}

void Game::dut_forfeits(const std::string& why) {
  ruling_->forfeit(seat_.player, why);
}

}  // namespace rig::match

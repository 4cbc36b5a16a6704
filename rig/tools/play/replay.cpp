#include "rig/tools/play/replay.hpp"

#include <fmt/format.h>

#include <utility>

namespace rig::play {

using arbiter::Answer;
using arbiter::Note;
using arbiter::Side;
using protocol::Move;
using protocol::Request;
using protocol::Ruling;

namespace {

class Person final : public Side {
 public:
  Person(Place& place, const Replay& replay) : place_(place), replay_(replay) {}

  std::string description() const override { return "a person"; }
  void begin() override {}
  Answer greet() override { return {Answer::Kind::reply, "person", {}, {}, {}, {}}; }
  void tell(const Request&) override {}
  std::vector<Note> end() override { return {}; }

  Answer ask(const Request&, const Ruling& ruling) override {
    const Move before = replay_.at(ruling);
    const Move move = before.text.empty() ? place_.move(ruling) : before;
    return {Answer::Kind::reply, move.text, {}, {}, {}, {}};
  }

 private:
  Place& place_;
  const Replay& replay_;
};

class Compared final : public Side {
 public:
  Compared(std::unique_ptr<Side> board, Replay& replay) : board_(std::move(board)), replay_(replay) {}

  std::string description() const override { return board_->description(); }
  void begin() override { board_->begin(); }
  void begin_after(const protocol::Seat& seat, const std::vector<protocol::PlayedMove>& moves) override {
    board_->begin_after(seat, moves);
  }
  Answer greet() override { return board_->greet(); }
  void tell(const Request& request) override { board_->tell(request); }
  std::vector<Note> end() override { return board_->end(); }

  Answer ask(const Request& request, const Ruling& ruling) override {
    Answer answer = board_->ask(request, ruling);
    const Move before = replay_.at(ruling);
    const std::string now = answer.kind == Answer::Kind::late_pass ? ruling.pass().text : answer.text;
    const bool differs = !before.text.empty() && (answer.breach || answer.excuse || now != before.text);
    if (differs)
      replay_.differs(ruling,
                      fmt::format("In move {} the board answered {} this time, and {} before. The game "
                                  "goes on from there.",
                                  ruling.ply() + 1, now.empty() ? "nothing that counts" : now, before.text));
    return answer;
  }

 private:
  std::unique_ptr<Side> board_;
  Replay& replay_;
};

}  // namespace

std::unique_ptr<Side> person_at(Place& place, const Replay& replay) {
  return std::make_unique<Person>(place, replay);
}

std::unique_ptr<Side> replaying(std::unique_ptr<Side> board, Replay& replay) {
  return std::make_unique<Compared>(std::move(board), replay);
}

}  // namespace rig::play

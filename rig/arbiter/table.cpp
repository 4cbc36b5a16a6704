#include "rig/arbiter/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rig/base/errors.hpp"

namespace rig::arbiter {

using protocol::Contest;
using protocol::Judgement;
using protocol::Move;
using protocol::Player;
using protocol::Request;
using protocol::Result;
using protocol::Seat;
using protocol::Turn;

std::string ending_of(const GameReport& game) {
  if (game.interrupted) return ending_when_interrupted;
  if (game.no_result) return ending_without_result;
  return game.loss ? std::string(to_string(game.loss->breach.kind)) : game.result.why;
}

std::string ending_when_given_up(int plies) {
  return fmt::format("given up after {} plies", plies);
}

Duration time_used(const GameReport& game, Player player) {
  Duration used{};
  for (const Ply& ply : game.plies) {
    if (ply.player == player && ply.took) used += ply.took->longest;
  }
  return used;
}

namespace {

/// Of a game that was forfeited: who has lost is the ruling's word.
Player loser_of(const Result& result) {
  return result.state == Result::State::one_won ? Player::two : Player::one;
}

}  // namespace

Table::Table(const Contest& contest, const Seat& seat) : contest_(contest) {
  const Seat& other = protocol::seat_opposite(contest, seat);
  report_.seats[index_of(seat.player)] = seat;
  report_.seats[index_of(other.player)] = other;
  ruling_ = contest.new_game(seat.moves_first ? seat : other);
  report_.result = ruling_->result();
}

void Table::begin_after(const std::vector<Move>& moves) {
  for (const Move& move : moves) {
    const Judgement judgement = ruling_->judge(move);
    if (over() || !judgement.legal)
      throw RigError(fmt::format("The opening has {}, which cannot be played: {}", move.text,
                                 over() ? "the game is over." : judgement.explanation));
    play(move, std::nullopt);
  }
  report_.opening_plies = static_cast<int>(moves.size());
}

std::vector<protocol::PlayedMove> Table::known_to(Player player) const {
  const auto own_last = std::find_if(report_.plies.rbegin(), report_.plies.rend(),
                                     [&](const Ply& ply) { return ply.player == player; });
  std::vector<protocol::PlayedMove> known;
  for (auto ply = report_.plies.begin(); ply != own_last.base(); ++ply)
    known.push_back({ply->player, ply->move});
  return known;
}

std::vector<Request> Table::opening(Player player) const {
  const Seat& seat = report_.seats[index_of(player)];
  if (seat.moves_first) return {};
  std::vector<Request> requests = contest_.requests(seat, Turn{});
  requests.pop_back();  // that one asks for its move
  return requests;
}

Request Table::request() const {
  const std::size_t mover = index_of(to_move());
  return contest_.requests(report_.seats[mover], turns_[mover]).back();
}

void Table::greeted(Player player, const Answer& answer) {
  note(player, answer.notes);
  if (over()) return;
  if (answer.excuse) return end_without_result(player, *answer.excuse);
  if (answer.breach) return lose(player, *answer.breach);
  report_.teams[index_of(player)] = answer.text;
}

void Table::answered(const Answer& answer) {
  const Player player = to_move();
  note(player, answer.notes);
  if (answer.excuse) return end_without_result(player, *answer.excuse);
  if (answer.breach) return lose(player, *answer.breach);
  if (answer.kind == Answer::Kind::late_pass) return play(ruling_->pass(), std::nullopt);
  const Move move{answer.text};
  const Judgement judgement = ruling_->judge(move);
  if (!judgement.legal) {
    return lose(player,
                {LossKind::illegal_move, "move." + judgement.rule,
                 fmt::format("{}: {}", move.text, judgement.explanation)},
                move);
  }
  play(move, answer.took);
}

void Table::play(const Move& move, const std::optional<Latency>& took) {
  const Player player = to_move();
  tell_turns(move);
  ruling_->play(move);
  report_.result = ruling_->result();
  report_.plies.push_back({player, move, took});
}

void Table::tell_turns(const Move& move) {
  const Player player = to_move();
  Turn& own = turns_[index_of(player)];
  ++own.number;
  own.news = false;
  Turn& others = turns_[index_of(protocol::other(player))];
  others.opponents.push_back(move);
  others.news = true;
}

void Table::break_off(const std::string& why) {
  report_.result.state = Result::State::draw;
  report_.result.why = why;
}

void Table::interrupt() {
  report_.interrupted = true;
  end_without_result(to_move(), {"", "the match was interrupted"});
}

void Table::note(Player player, const std::vector<Note>& notes) {
  for (const Note& note : notes) report_.remarks.push_back({next_ply(player), player, note});
}

void Table::note_of_idle(const std::vector<Note>& notes) {
  report_.of_idle.insert(report_.of_idle.end(), notes.begin(), notes.end());
}

void Table::end_without_result(Player player, const Note& why) {
  report_.no_result = Remark{next_ply(player), player, why};
}

void Table::lose(Player player, const Breach& breach, const Move& refused) {
  ruling_->forfeit(player, breach.words);
  report_.result = ruling_->result();
  report_.loss = Loss{loser_of(report_.result), breach, next_ply(player), refused};
}

/// 0 while a player has not answered the handshake.
int Table::next_ply(Player player) const {
  const bool greeted = !contest_.greets || !report_.teams[index_of(player)].empty();
  return greeted ? static_cast<int>(report_.plies.size()) + 1 : 0;
}

}  // namespace rig::arbiter

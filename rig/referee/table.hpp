#pragma once
/// A game as its host keeps it: whose turn it is, what each player is to be told and asked, what an answer
/// does. Pure: it talks to nobody.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "rig/contest/contest.hpp"
#include "rig/referee/game_report.hpp"

namespace rig::referee {

class Table {
 public:
  /// A game in which the player in `seat` plays against the one across the board. `contest` must outlive it.
  Table(const contest::Contest& contest, const contest::Seat& seat);

  bool over() const { return report_.no_result || report_.result.state != contest::Result::State::open; }
  contest::Player to_move() const { return ruling_->to_move(); }
  const contest::Ruling& ruling() const { return *ruling_; }
  const GameReport& report() const { return report_; }
  /// The last move that counted; empty: none has.
  contest::Move last_move() const {
    return report_.plies.empty() ? contest::Move{} : report_.plies.back().move;
  }

  /// What a player is told when the game begins, before anybody is asked for a move: the role of a player
  /// that waits.
  std::vector<contest::Request> opening(contest::Player player) const;
  /// What asks the player to move for its move.
  contest::Request request() const;

  /// A player's answer to the handshake.
  void greeted(contest::Player player, const Answer& answer);
  /// The answer of the player to move. One that is no legal move loses the game; one with an excuse ends it
  /// without a result.
  void answered(const Answer& answer);
  /// The game is given up by the host, as a draw: `why` says for what reason.
  void break_off(const std::string& why);
  /// Notes about a player that belong to no answer.
  void note(contest::Player player, const std::vector<Note>& notes);
  /// … and notes about a board that does not play.
  void note_of_idle(const std::vector<Note>& notes);

 private:
  void end_without_result(contest::Player player, const Note& why);
  void lose(contest::Player player, const Breach& breach, const contest::Move& refused = {});
  int next_ply(contest::Player player) const;
  void play(const contest::Move& move, const std::optional<Latency>& took);
  void tell_turns(const contest::Move& move);

  const contest::Contest& contest_;
  std::unique_ptr<contest::Ruling> ruling_;
  std::array<contest::Turn, 2> turns_;
  GameReport report_;
};

}  // namespace rig::referee

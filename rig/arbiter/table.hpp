#pragma once
/// A game as its host keeps it: whose turn it is, what each player is to be told and asked, what an answer
/// does. Pure: it talks to nobody.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "rig/arbiter/game_report.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter {

class Table {
 public:
  /// A game in which the player in `seat` plays against the one across the board. `contest` must outlive it.
  Table(const protocol::Contest& contest, const protocol::Seat& seat);

  bool over() const { return report_.no_result || report_.result.state != protocol::Result::State::open; }
  protocol::Player to_move() const { return ruling_->to_move(); }
  const protocol::Ruling& ruling() const { return *ruling_; }
  const GameReport& report() const { return report_; }
  /// The last move that counted; empty: none has.
  protocol::Move last_move() const {
    return report_.plies.empty() ? protocol::Move{} : report_.plies.back().move;
  }

  /// Before the first request: these moves were made, and nobody is asked for them. RigError for one that is
  /// illegal.
  void begin_after(const std::vector<protocol::Move>& moves);
  /// The moves so far that a player needs no request to know: those up to its own last one.
  std::vector<protocol::PlayedMove> known_to(protocol::Player player) const;

  /// What a player is told when the game begins, before anybody is asked for a move: the role of a player
  /// that waits.
  std::vector<protocol::Request> opening(protocol::Player player) const;
  /// What asks the player to move for its move.
  protocol::Request request() const;

  /// A player's answer to the handshake.
  void greeted(protocol::Player player, const Answer& answer);
  /// The answer of the player to move. One that is no legal move loses the game; one with an excuse ends it
  /// without a result.
  void answered(const Answer& answer);
  /// The game is given up by the host, as a draw: `why` says for what reason.
  void break_off(const std::string& why);
  /// The game is stopped, without a result.
  void interrupt();
  /// Notes about a player that belong to no answer.
  void note(protocol::Player player, const std::vector<Note>& notes);
  /// … and notes about a board that does not play.
  void note_of_idle(const std::vector<Note>& notes);

 private:
  void end_without_result(protocol::Player player, const Note& why);
  void lose(protocol::Player player, const Breach& breach, const protocol::Move& refused = {});
  int next_ply(protocol::Player player) const;
  void play(const protocol::Move& move, const std::optional<Latency>& took);
  void tell_turns(const protocol::Move& move);

  const protocol::Contest& contest_;
  std::unique_ptr<protocol::Ruling> ruling_;
  std::array<protocol::Turn, 2> turns_;
  GameReport report_;
};

}  // namespace rig::arbiter

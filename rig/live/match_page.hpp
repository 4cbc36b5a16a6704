#pragma once
/// A match on a live page: the board large, move by move while the game goes on, both players with the time
/// that they have used, and the games that have ended.

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "rig/arbiter/referee.hpp"
#include "rig/game/notation.hpp"
#include "rig/live/hub.hpp"

namespace rig::live {

class MatchPage final : public arbiter::Watcher {
 public:
  /// `names` as the command line has the players; `hub` and `contest` outlive it.
  MatchPage(Hub& hub, const protocol::Contest& contest, const std::array<std::string, 2>& names);

  /// The next game is this one of so many; `first` sits as this player in it.
  void announce(int number, int of, protocol::Player first);
  void game_opens() override;
  void asked(const arbiter::Table& table) override;
  void moved(const arbiter::Table& table) override;
  void game_ended(const arbiter::Table& table) override;

  /// What became of a game, in a line, newest first; and how the match stands.
  void tell_result(const std::string& line);
  void tell_standings(const std::string& text);

 private:
  void follow(const arbiter::Table& table);
  void show_game();
  void show_sides(const arbiter::Table& table);
  std::string name_of(protocol::Player player) const;

  /// A position of the game, how it came about, and the row of its move.
  struct Position {
    protocol::BoardPicture board;
    std::string words;
    std::array<std::string, 3> row;  ///< who, what, how long
  };
  void add(protocol::BoardPicture board, std::string words, std::array<std::string, 3> row);

  Hub& hub_;
  const protocol::Contest& contest_;
  const game::Notation& notation_;
  std::array<std::string, 2> names_;
  int number_ = 0;
  int of_ = 0;
  protocol::Player first_ = protocol::Player::one;
  /// The last ones of the game. They are shared with drawings, and never change.
  std::deque<std::shared_ptr<const Position>> positions_;
  std::size_t plies_ = 0;  ///< to the last of them
  std::deque<std::string> results_;
};

}  // namespace rig::live

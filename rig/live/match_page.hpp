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
  void game_ended(const arbiter::Table& table) override;

  /// What became of a game, in a line, newest first; and how the match stands.
  void tell_result(const std::string& line);
  void tell_standings(const std::string& text);

 private:
  void follow(const arbiter::Table& table);
  void show_game();
  void show_sides(const arbiter::Table& table);
  std::string name_of(protocol::Player player) const;

  /// A game so far, as drawings hold it.
  struct Shown {
    std::vector<protocol::BoardPicture> boards;
    std::vector<std::string> words;
    std::vector<std::array<std::string, 3>> rows;  ///< who, what, how long
  };

  Hub& hub_;
  const protocol::Contest& contest_;
  const game::Notation& notation_;
  std::array<std::string, 2> names_;
  int number_ = 0;
  int of_ = 0;
  protocol::Player first_ = protocol::Player::one;
  Shown shown_;
  std::size_t opening_ = 0;  ///< plies with which the game began
  std::deque<std::string> results_;
};

}  // namespace rig::live

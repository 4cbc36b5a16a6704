#pragma once
/// Several games between the same two sides: who sits where in which game, and what they add up to.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "rig/arbiter/game_report.hpp"
#include "rig/arbiter/referee.hpp"
#include "rig/arbiter/series/elo.hpp"

namespace rig::arbiter {

/// A game of a series, `first` being the side that was named first.
struct SeriesGame {
  int number = 1;
  protocol::Player first = protocol::Player::one;  ///< which player it was
  GameReport game;
  std::vector<std::string> replayed{};  ///< why it was played again, each time

  enum class Outcome { first_won, drawn, second_won, none };
  Outcome outcome() const;
};

/// `first`, `draw`, `second`, `none`.
std::string_view to_string(SeriesGame::Outcome outcome);

/// The seat of the first side in a game, counted from 1: the contest's seats in turn.
const protocol::Seat& seat_in_game(const protocol::Contest& contest, int number);

/// What a series adds up to.
struct Standings {
  Tally tally;  ///< from the first side's view
  /// How games ended, with whom that was good for: `both passed` -> won, drawn, lost.
  std::map<std::string, Tally> by_ending;
  double mean_plies = 0;
  int different = 0;       ///< games that differ in seats or moves from all before them
  int without_result = 0;  ///< games that count nowhere above
};

/// Adds games up as they end; it keeps none of them.
class Series {
 public:
  void add(const SeriesGame& game);
  Standings standings() const;

 private:
  Standings standings_;
  double plies_ = 0;
  std::unordered_set<std::uint64_t> traces_;  // of seats, moves and endings, as a hash
};

Standings standings_of(const std::vector<SeriesGame>& games);

}  // namespace rig::arbiter

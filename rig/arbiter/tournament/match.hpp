#pragma once
/// A match: games between the same two, the contest's seats in turn.

#include <array>
#include <optional>
#include <string>

#include "rig/arbiter/tournament/progress.hpp"

namespace rig::arbiter::tournament {

/// Whether the moves of games that were won because the other one forfeited count for the mean.
enum class Forfeits { left_out, counted };

/// The games that one has won, and its moves in those that count for the mean.
struct Wins {
  int games = 0;
  int counted = 0;
  long moves = 0;

  /// Moves on average; nothing: no game counts.
  std::optional<double> mean() const;
  Wins& operator+=(const Wins& other);
};

/// A match as far as it has been played.
struct Match {
  Entrant first = 0;
  Entrant second = 0;
  std::array<Wins, 2> wins{};  ///< of the first, of the second
  int drawn = 0;
  bool over = true;

  /// Above 0: the first has won more games than the second; below 0: fewer.
  int lead() const { return wins[0].games - wins[1].games; }
  /// `2:1, 1 drawn`, from the view of one of the two.
  std::string score(Entrant side) const;
};

struct MatchPlan {
  std::string id;     ///< of the match: `pools-1/B/3-7`
  std::string stage;  ///< as in Fixture
  Entrant first = 0;
  Entrant second = 0;
  int round = 1;
  Forfeits forfeits = Forfeits::left_out;
};

/// `pools-1/B` and the entrants of places 2 and 6, counted from 0: `pools-1/B/3-7`.
std::string match_id(const std::string& stage_id, Entrant first, Entrant second);

/// The seat of game `game` of a match whose first game is in seat `start`; both counted from 1.
int seat_of_game(const Field& field, int start, int game);

/// Adds one game to the match; asks for it where it has no result.
void play_game(Progress& progress, const MatchPlan& plan, int game, int seat, Match& match);

/// Asks for games `from` to `to` of a match, all at once.
void play_games(Progress& progress, const MatchPlan& plan, int from, int to, Match& match);

/// A match of that many games.
Match play_match(Progress& progress, const MatchPlan& plan, int games);

}  // namespace rig::arbiter::tournament

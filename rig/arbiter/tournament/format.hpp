#pragma once
/// What the format of a tournament decides: from the results so far to the games to play next, or to the
/// final order. Pure: no clock, no file, no far end; every random choice comes from the seed.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rig::arbiter::tournament {

/// An entrant, by its place in the tournament's list, counted from 0.
using Entrant = std::size_t;

/// A game that a format asks for.
struct Fixture {
  /// `pools-1/B/3-7/2`: stage, the two (their places in the list, counted from 1), game of their match. The
  /// same whenever it is asked for; no two fixtures share one. So a result never counts for another pair.
  std::string id;
  Entrant first = 0;   ///< sits in seat number `seat` of the contest
  Entrant second = 0;  ///< sits in the other one of that seat
  int seat = 1;        ///< counted from 1
  std::string stage;   ///< for people: `pool B, round 2`
};

/// How a game ended.
struct Result {
  enum class Outcome { first_won, drawn, second_won };
  Outcome outcome = Outcome::drawn;
  int moves = 0;  ///< those that the winner made; of a game that was not played, 0
  bool forfeited =
      false;  ///< the loser did not play it: its moves count for no mean, unless a setting says so
};

/// By the fixture's id. A game without a result is not in it.
using Results = std::map<std::string, Result>;

/// A line of a table.
struct Standing {
  Entrant entrant = 0;
  int played = 0;  ///< matches that are over
  int won = 0;
  int drawn = 0;
  int lost = 0;
  double points = 0;
  std::optional<double> mean_moves;  ///< of the games it won; nothing: it won none
};

/// Who met in a stage, best first.
struct Table {
  std::string stage;
  std::vector<Standing> lines;
};

/// A place in the final order. Joint winners share rank 1.
struct Place {
  int rank = 1;
  Entrant entrant = 0;
  std::string reason;  ///< `won the final 4:2`
};

/// What the results so far come to.
struct Step {
  std::vector<Fixture> to_play;   ///< without a result yet, in the order of play; empty: it is over
  std::vector<Table> tables;      ///< of all stages that have begun, in their order
  std::vector<std::string> said;  ///< draws, ties and how they were decided, byes; in their order
  std::vector<Place> places;      ///< the final order; empty until it is over
};

/// What a format has to know of the tournament.
struct Field {
  std::vector<std::string> names;  ///< of the entrants
  int seats = 2;                   ///< of the contest
  std::uint64_t seed = 1;          ///< of draws and lots
};

/// One format, with its settings.
class Format {
 public:
  virtual ~Format() = default;
  /// Results of games that were not asked for are ignored. The more results, the further it goes: what was
  /// asked for once stays asked for until it has a result.
  virtual Step next(const Results& results) const = 0;
};

}  // namespace rig::arbiter::tournament

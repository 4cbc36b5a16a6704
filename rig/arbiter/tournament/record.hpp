#pragma once
/// What the matches of a stage add up to, and who is before whom.

#include <cstdint>
#include <string>
#include <vector>

#include "rig/arbiter/tournament/match.hpp"

namespace rig::arbiter::tournament {

/// What points are given for.
enum class Points {
  matches,  ///< 2 for a match that is won, 1 for a drawn one
  games,    ///< 1 for a game that is won, 1/2 for a drawn one
};

/// The matches of some entrants. Those that are not over count for nothing yet.
class Record {
 public:
  Record(const Field& field, std::vector<Entrant> entrants, Points points);

  void add(const Match& match);
  void add_bye(Entrant entrant, double points);

  const std::vector<Entrant>& entrants() const { return entrants_; }
  const std::vector<Match>& matches() const { return matches_; }
  const Standing& of(Entrant entrant) const { return standings_[entrant]; }
  /// Whether every match is.
  bool over() const { return over_; }
  /// What a match gives to its first and to its second.
  std::array<double, 2> points_of(const Match& match) const;

 private:
  void count(Entrant entrant, int lead, double points, const Wins& wins);

  Points points_;
  bool over_ = true;
  std::vector<Entrant> entrants_;
  std::vector<Match> matches_;
  std::vector<Standing> standings_;  // by entrant, as `wins_`
  std::vector<Wins> wins_;
};

/// What decides between entrants with equal points.
enum class TieBreak {
  direct,    ///< points in the matches between them
  buchholz,  ///< points of all opponents
  wins,      ///< matches won
  moves,     ///< fewest moves on average in won games; who has won none comes last
  lot,
};

/// `direct`, …
TieBreak tie_break_of(const std::string& word);

enum class Telling { nothing, ties };

/// How a stage is ranked.
struct Ranking {
  std::string id;                   ///< of the stage, for its lots: `pools-1/B`
  std::string stage;                ///< for people
  std::vector<TieBreak> ties;       ///< in their order; who is tied after all of them shares a place
  const Record* moves = nullptr;    ///< whose won games count for the mean; null: those of the stage
  Telling telling = Telling::ties;  ///< whether ties are said
};

/// The entrants `among` those of the record, best first.
std::vector<Ranked> rank(Progress& progress, const Record& record, const std::vector<Entrant>& among,
                         const Ranking& ranking);

/// Shows the table of a stage: by points, and by the ties that need no lot.
void show_table(Progress& progress, const Record& record, Ranking ranking);

/// Everybody in one line.
std::vector<Entrant> flat(const std::vector<Ranked>& ranked);

}  // namespace rig::arbiter::tournament

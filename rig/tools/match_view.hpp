#pragma once
/// What `rig match` shows of a match: its board while a game goes on, a line for each game, the table.

#include <array>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "rig/arbiter/referee.hpp"
#include "rig/arbiter/series/game_record.hpp"
#include "rig/arbiter/series/sprt.hpp"
#include "rig/game/notation.hpp"

namespace rig {

/// A clause of the contest's catalogue; both empty: there is none.
struct Clause {
  std::string id;
  std::string text;
};
using FindClause = std::function<Clause(const std::string& aspect)>;

/// The board, drawn anew at each move: over the last one on a terminal, below it elsewhere.
class LiveBoard final : public arbiter::Watcher {
 public:
  enum class Screen { terminal, plain };

  LiveBoard(std::ostream& out, Screen screen, const protocol::Contest& contest,
            const std::array<std::string, 2>& names);

  /// The next game is this one of so many; `first` sits as this player in it.
  void announce(int number, int of, protocol::Player first);
  void asked(const arbiter::Table& table) override;
  void game_ended(const arbiter::Table& table) override;

 private:
  void draw(const arbiter::Table& table);
  std::string line_of(const arbiter::Table& table, std::size_t side) const;

  std::ostream& out_;
  Screen screen_;
  const protocol::Contest& contest_;
  const game::Notation& notation_;
  std::array<std::string, 2> names_;
  int number_ = 0;
  int of_ = 0;
  protocol::Player first_ = protocol::Player::one;
};

/// What became of a game: one line, and a line for a loss with its clause, and for what was noticed.
std::string told(const arbiter::SeriesGame& game, const FindClause& clause);

/// What a series adds up to: results, endings, Elo.
std::string told(const arbiter::Standings& standings);

/// How many games have no result, and what can be done about it. For a series that has such games, beside
/// `interrupted` ones.
std::string told_without_result(const arbiter::Standings& standings, int interrupted);

/// Why a game was played again: a line each time. Empty where it was not.
std::string told_replays(int number, const std::vector<std::string>& reasons);

/// How far a sequential test has come, in one line.
std::string told(const arbiter::Sprt& test);

}  // namespace rig

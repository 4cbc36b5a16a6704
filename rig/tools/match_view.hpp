#pragma once
/// What `rig match` shows of a match: its board while a game goes on, a line for each game, the table.

#include <array>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "rig/referee/referee.hpp"
#include "rig/referee/series/game_record.hpp"
#include "rig/tools/game_words.hpp"

namespace rig {

/// A clause of the contest's catalogue; both empty: there is none.
struct Clause {
  std::string id;
  std::string text;
};
using FindClause = std::function<Clause(const std::string& aspect)>;

/// The board, drawn anew at each move: over the last one on a terminal, below it elsewhere.
class LiveBoard final : public referee::Watcher {
 public:
  enum class Screen { terminal, plain };

  LiveBoard(std::ostream& out, Screen screen, const contest::Contest& contest,
            const std::array<std::string, 2>& names);

  /// The next game is this one of so many; `first` sits as this player in it.
  void announce(int number, int of, contest::Player first);
  void asked(const referee::Table& table) override;
  void game_ended(const referee::Table& table) override;

 private:
  void draw(const referee::Table& table);
  std::string line_of(const referee::Table& table, std::size_t side) const;

  std::ostream& out_;
  Screen screen_;
  const contest::Contest& contest_;
  const GameWords& words_;
  std::array<std::string, 2> names_;
  int number_ = 0;
  int of_ = 0;
  contest::Player first_ = contest::Player::one;
};

/// What became of a game: one line, and a line for a loss with its clause, and for what was noticed.
std::string told(const referee::SeriesGame& game, const FindClause& clause);

/// What a series adds up to: results, endings, Elo.
std::string told(const referee::Standings& standings);

/// How many games have no result, and what can be done about it. For a series that has such games.
std::string told_without_result(const referee::Standings& standings);

}  // namespace rig

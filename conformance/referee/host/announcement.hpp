#pragma once
/// How a referee's verdict is read: what it prints, and the status with which it exits.

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/referee/host/expression.hpp"

namespace rig::host {

/// What a referee can say of a game.
enum class Outcome { won_1, won_2, draw, violation_1, violation_2, time_out_1, time_out_2 };

/// Its key in a description: `player-1-won`, `draw`, `player-2-lost-by-time-out`.
std::string_view key_of(Outcome outcome);
/// All of them, in the order in which they are looked for: who lost by what is told before who has won.
inline constexpr std::array<Outcome, 7> all_outcomes = {
    Outcome::time_out_1, Outcome::time_out_2, Outcome::violation_1, Outcome::violation_2,
    Outcome::won_1,      Outcome::won_2,      Outcome::draw};

/// What the boards of player 1 and player 2 have answered to the handshake; empty: nothing that is an answer.
using Teams = std::array<std::string, 2>;

/// A regular expression for a line, or several for lines that come one after the other; others may stand
/// between them. `{team1}` and `{team2}` in it are what the boards answered to the handshake.
class Pattern {
 public:
  /// UsageError where one of them is no regular expression (Expression).
  explicit Pattern(std::vector<std::string> expressions);

  bool names_teams() const;
  std::size_t groups() const;  ///< of all its lines

  struct Match {
    std::size_t end = 0;              ///< the line after its last, from 0
    std::string line;                 ///< several: with " / " between them
    std::vector<std::string> groups;  ///< what the first two of each line hold
  };
  /// Where it is found, one place after the other. The name of a team that is not known fits nothing.
  std::vector<Match> matches_in(const std::vector<std::string>& lines, const Teams& teams) const;

 private:
  std::vector<Expression> expressions_for(const Teams& teams) const;

  std::vector<std::string> texts_;
  std::vector<Expression> lines_;  // whatever the teams are
};

/// What shows an outcome: lines of the output, or an exit status.
struct Sign {
  std::optional<Pattern> lines{};
  std::optional<int> status{};
};

/// Where the line stands that parts what is said of a game from what is said of others.
enum class Bound { begins, ends };

/// How all that a referee announces is told.
struct Signs {
  std::map<Outcome, Sign> outcomes;
  std::optional<Pattern> score{};         ///< its first two groups: the scores of player 1 and player 2
  std::optional<Pattern> squares_left{};  ///< … and the squares of tiles that they have not placed
  std::string file{};  ///< in which it writes its result, from where it runs; empty: it prints it
  /// Of many games: a regular expression for the line with which what it says of each begins, or ends.
  /// `{game}` in it is the number of the game. Empty: all that it says is of one game.
  std::string bound{};
  Bound bound_is = Bound::begins;

  bool tells(Outcome outcome) const { return outcomes.contains(outcome); }
  bool counts() const { return score || squares_left; }
  bool name_teams() const;
};

/// What it has announced.
struct Announcement {
  std::optional<int> winner{};              ///< 1 or 2; 0: a draw
  std::optional<Outcome> loss{};            ///< a violation or a time-out, where it names one
  std::optional<std::array<int, 2>> score;  ///< of player 1 and 2
  std::optional<std::array<int, 2>> squares_left{};
  std::string line{};  ///< the line that said so, or the lines; empty: none did

  bool made() const { return winner.has_value(); }
};

/// Of what it has said, the part on the game of this number (from 1); empty: there is none.
std::string part_on(const Signs& signs, const std::string& output, std::size_t number);

/// The same announcement where the players change their names.
Announcement with_players_swapped(Announcement told);

/// Reads what was printed and the exit status, where it has exited by itself.
Announcement read_announcement(const Signs& signs, const std::string& output, std::optional<int> status,
                               const Teams& teams = {});

}  // namespace rig::host

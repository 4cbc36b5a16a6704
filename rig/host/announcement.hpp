#pragma once
/// How a referee's verdict is read: what it prints, and the status with which it exits.

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace rig::host {

/// What a referee can say of a game.
enum class Outcome { won_1, won_2, draw, violation_1, violation_2, time_out_1, time_out_2 };

/// Its key in a description: `player-1-won`, `draw`, `player-2-lost-by-time-out`.
std::string_view key_of(Outcome outcome);
/// All of them, in the order in which they are looked for: who lost by what is told before who has won.
inline constexpr std::array<Outcome, 7> all_outcomes = {
    Outcome::time_out_1, Outcome::time_out_2, Outcome::violation_1, Outcome::violation_2,
    Outcome::won_1,      Outcome::won_2,      Outcome::draw};

/// What shows an outcome: a regular expression that a line of the output holds, or an exit status.
struct Sign {
  std::optional<std::regex> line{};
  std::optional<int> status{};
};

/// Where the line stands that parts what is said of a game from what is said of others.
enum class Bound { begins, ends };

/// How all that a referee announces is told.
struct Signs {
  std::map<Outcome, Sign> outcomes;
  std::optional<std::regex> score{};         ///< its first two groups: the scores of player 1 and player 2
  std::optional<std::regex> squares_left{};  ///< … and the squares of tiles that they have not placed
  std::string file{};  ///< in which it writes its result, from where it runs; empty: it prints it
  /// Of many games: a regular expression for the line with which what it says of each begins, or ends.
  /// `{game}` in it is the number of the game. Empty: all that it says is of one game.
  std::string bound{};
  Bound bound_is = Bound::begins;

  bool tells(Outcome outcome) const { return outcomes.contains(outcome); }
  bool counts() const { return score || squares_left; }
};

/// A regular expression as descriptions have them: ECMAScript without references to groups (`\1`), so that
/// its search takes no more than some time for each letter of a line, whatever both are. std::regex_error
/// where it is none.
std::regex new_expression(const std::string& text);

/// What it has announced.
struct Announcement {
  std::optional<int> winner{};              ///< 1 or 2; 0: a draw
  std::optional<Outcome> loss{};            ///< a violation or a time-out, where it names one
  std::optional<std::array<int, 2>> score;  ///< of player 1 and 2
  std::optional<std::array<int, 2>> squares_left{};
  std::string line{};  ///< the line that said so; empty: none did

  bool made() const { return winner.has_value(); }
};

/// Of what it has said, the part on the game of this number (from 1); empty: there is none.
std::string part_on(const Signs& signs, const std::string& output, std::size_t number);

/// The same announcement where the players change their names.
Announcement with_players_swapped(Announcement told);

/// Reads what was printed and the exit status, where it has exited by itself.
Announcement read_announcement(const Signs& signs, const std::string& output, std::optional<int> status);

}  // namespace rig::host

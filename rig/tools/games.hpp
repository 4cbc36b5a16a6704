#pragma once
/// `rig moves`, `rig check`, `rig show`: a game that is told by its moves.

#include <optional>
#include <string>
#include <vector>

namespace rig {

/// What the user told of a game.
struct GameRequest {
  std::string contest;                ///< any of `protocol::contests()`
  bool contest_is_told = false;       ///< by the user; `show` alone takes the usual one else
  std::optional<std::string> first;   ///< start square of who begins, where a contest lets either begin
  std::optional<int> board;           ///< the size of the board, where a contest leaves it to the host
  std::vector<std::string> set;       ///< `NAME=VALUE`: settings of the contest
  std::vector<std::string> moves;     ///< from the first on, in the contest's notation; or a file of them
  std::optional<int> game;            ///< which game of a record of `rig match`; nothing: its first
  std::optional<std::string> begins;  ///< the same as `first`, as a record says it
  bool batch = false;                 ///< `check`: games from standard input, a line each
  bool count = false;                 ///< `moves`: how many there are, in place of the list
};

/// What `rig moves --help`, `rig check --help` and `rig show --help` say below the options.
std::string moves_help();
std::string check_help();
std::string show_help();

/// Each of these writes to standard output. UsageError for a contest or a setting that does not exist.

/// The legal moves, sorted, a line each; or one line that counts them. UsageError for an illegal game.
void print_moves(const GameRequest& words);

/// A line for each ply, up to the first illegal one, and the result. In a batch this of each game, below its
/// number; UsageError names the line of a game that cannot be judged, when those before it have been printed.
/// 1: a move is illegal, or a record says what its moves contradict; else 0.
int print_check(const GameRequest& words);

/// The board and the result so far. UsageError for an illegal game.
void print_show(const GameRequest& words);

}  // namespace rig

#pragma once
/// What the Trax contests share on the wire: lines of text ended by LF, the role commands `-W` and `-B`, and
/// moves in the game's notation. How a board is greeted differs, and stands on each contest's own page.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "rig/protocol/contest.hpp"

namespace rig::protocol {

/// How one contest greets a board, and what it allows itself beside the shared commands.
struct TraxGreeting {
  /// A reply is cut off as malformed when it is longer than this without an LF: no move of a board that fits
  /// into a device is so long.
  static constexpr std::size_t longest_of_all = 24;
  /// How the hosts read a line: up to its LF; or from the first byte that is neither CR nor LF up to the next
  /// one that is.
  enum class LineEnd { lf, cr_or_lf };

  std::string label;  ///< of the handshake in tables: `?`, `N`
  std::function<std::string(const Request& hello)> line;
  /// The handshake in this line; nothing when it is none.
  std::function<std::optional<Request>(std::string_view line)> read;
  std::size_t longest_move = longest_of_all;  ///< characters before its LF
  LineEnd line_end = LineEnd::lf;
  bool by_size = false;    ///< it is the size of the board, not a word
  bool ends_by_b = false;  ///< `-B` ends a game; else nothing does
  bool lines_win = true;   ///< a line across; false: loops alone
  int board = 0;           ///< the limit of the board where it is not the host's choice; 0: none
};

/// A board is greeted by a word.
TraxGreeting greeting_by(const std::string& word);

/// What the pages of the Trax contests have in common: lines, seats, requests and the way a game begins. Each
/// reply has the same limit; what the handshake is answered with, and whether there is `--`, stands in the
/// `page`. Files describe others of the family by a table `[trax-lines]`: hello, end, line-end, longest-move,
/// lines-win, board.
Contest trax_contest(const TraxGreeting& greeting, Contest page, Duration reply_limit);

}  // namespace rig::protocol

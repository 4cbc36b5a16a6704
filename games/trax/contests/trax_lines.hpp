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
  std::size_t longest_reply = 0;              ///< to it: characters before the LF
  std::size_t shortest_reply = 1;             ///< … at least
  std::string exact_reply;                    ///< what it must be; empty: any text of such a length
  bool stand_by = false;                      ///< whether `--` exists
  Duration reply_limit{};                     ///< for every reply
  std::size_t longest_move = longest_of_all;  ///< characters before its LF
  LineEnd line_end = LineEnd::lf;
};

/// A board is greeted by a word, and answers with a name of so many characters.
TraxGreeting greeting_by(const std::string& word, std::size_t shortest, std::size_t longest);

/// What the pages of the Trax contests have in common: lines, seats, requests and the way a game begins.
Contest trax_contest(const TraxGreeting& greeting);

}  // namespace rig::protocol

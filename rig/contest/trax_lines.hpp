#pragma once
/// What the Trax contests share on the wire: lines of text ended by LF, the role commands `-W` and `-B`, and
/// moves in the game's notation. How a board is greeted differs, and stands on each contest's own page.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "rig/contest/contest.hpp"

namespace rig::contest {

/// A reply is cut off as malformed when it is longer than this without an LF: no move of a board that fits
/// into a device is so long.
inline constexpr std::size_t longest_move_line = 24;

/// How one contest greets a board, and what it allows itself beside the shared commands.
struct TraxGreeting {
  std::string label;  ///< of the hand-shake in tables: `?`, `N`
  std::function<std::string(const Request& hello)> line;
  /// The hand-shake in this line; nothing when it is none.
  std::function<std::optional<Request>(std::string_view line)> read;
  std::size_t longest_reply = 0;  ///< characters before its LF
  std::string exact_reply;        ///< what it must be; empty: any text of one character or more
  bool stand_by = false;          ///< whether `--` exists
  Duration reply_limit{};         ///< for every reply
};

/// The lines of a Trax contest.
std::shared_ptr<const Dialect> trax_lines(TraxGreeting greeting);

/// What the pages of the Trax contests have in common: seats, requests and the way a game begins.
Contest trax_contest();

}  // namespace rig::contest

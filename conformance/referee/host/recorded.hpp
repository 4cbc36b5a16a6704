#pragma once
/// Games of a referee under test as lines of a transcript, and back: what was to be played, and all that was
/// seen of it. A game is these lines, each an array of JSON:
///
///   ["game", WHAT, BEGINNER, [SCRIPT, SCRIPT], [WORD OF THE COMMAND, …]]     BEGINNER: 1 or 2
///       SCRIPT: {"hello": ANSWER, "moves": [ANSWER, …]}
///       ANSWER: [[NS, TEXT], …], and at its end ["hangs up", NS] where the board does
///   ["board 1", "request", TEXT, [EARLIEST, LATEST]]        or "noise", "said", "hung up", "closed"
///       and at its end NS where the referee was starved until it had decided on the reply
///   ["ended", {"ending": …, "how": …, "status": NUMBER or null, "output": TEXT, "behind": [NS, NS],
///              "starved": NS, "took": NS}]
///       of a referee that plays many games also "game": NUMBER in its run where that is not the first, "cut
///       short": true where it ended before the last of them, "names changed": true where its players' names
///       are those of its boards, and these have changed places
///
/// Of a referee that starts programs, a list of texts stands in place of the scripts: what the programs are
/// to do, turn by turn; and in place of what the boards were sent, the calls (recorded_calls.hpp).
///
/// Times are in nanoseconds since the game began. A text that is no UTF-8 stands as {"hex": BYTES}.

#include <span>
#include <string>
#include <vector>

#include "conformance/referee/host/play.hpp"
#include "conformance/referee/host/program/recorded_calls.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::host {

/// `what` says for people what the game is about.
std::vector<std::string> lines_of(const std::string& what, const GameOrder& order, const Played& played);

/// A game as it was read.
struct RecordedGame {
  std::size_t line = 0;  ///< of its file: where it begins
  std::string what;
  std::string order;  ///< its first line without the command: what `line_of_order` says of the same order
  Played played;
  std::vector<RecordedCall> calls{};  ///< in the order in which the rig answered them
};

/// The first line of a game, without the command.
std::string line_of_order(const std::string& what, const GameOrder& order);

/// Lines of a file, from line `first` on.
struct Excerpt {
  std::string file;  ///< for messages: `Transcript "run.jsonl"`
  std::size_t first = 1;
  std::span<const std::string> lines;
};

/// The games in these lines. What was announced is read again by `signs`. UsageError, with file and line, for
/// what no recording writes: an unknown line, a game without an end, bytes that are not those of the board's
/// script, time that goes backwards.
std::vector<RecordedGame> read_games(const Excerpt& excerpt, const protocol::Contest& contest,
                                     const Signs& signs);

}  // namespace rig::host

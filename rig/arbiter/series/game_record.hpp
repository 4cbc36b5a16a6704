#pragma once
/// Games as a text file that people read and tools read back: for each game lines `[Name "value"]`, then a
/// move a line, then an empty line.
///
///     [Contest "chess"]
///     [Game "1"]
///     [First "builtin:chess"]
///     [Second "exec:./player"]
///     [FirstSeat "first on (5,5)"]
///     [Seed "1"]
///     [Begins "5"]                          the seat that moves first, where the contest lets either
///     [Result "first"]                      first, second or draw: of the two above; none: it has no result
///     [Ending "both passed"]
///     [Score "-12 -20"]                     of the first and the second
///     [Loss "time-out, CHESS-MOVE-2: nothing came within 1.00 s"]
///     [NoResult "CHESS-MOVE-2: answered after 1.02 s …"]
///     [Refused "53e0"]                      a move that was no legal one
///     [Opening "6"]                         so many plies at its beginning were made by nobody
///     [TimeMargin "50.0 ms"]                replies were allowed to be so much later than in the contest
///     53e0
///     a8e0
///
/// `[Board "8"]` and `[Set "NAME=VALUE"]` stand where the contest was not as usual. A quotation mark and a
/// backslash in a value stand after a backslash.

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/arbiter/series/series.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter {

/// Which clause an aspect stands under, `CHESS-MOVE-2`; empty: the contest has none.
using ClauseOf = std::function<std::string(const std::string& aspect)>;

/// What a match was, beside its games.
struct MatchIdentity {
  std::string contest;
  std::optional<int> board;                     ///< as chosen by the user
  std::map<std::string, std::string> set = {};  ///< the same
  std::array<std::string, 2> names;             ///< first and second
  std::uint64_t seed = 1;
  Duration time_margin{};  ///< by which a reply was allowed to be later than in the contest
};

/// A game with its empty line.
std::string record_of(const MatchIdentity& match, const SeriesGame& game, const ClauseOf& clause_of);

/// Why a game was lost, in one line: `time-out, CHESS-MOVE-2: nothing came within 1.00 s`.
std::string words_of_loss(const Loss& loss, const ClauseOf& clause_of);

/// Why a game has no result, in one line: `CHESS-MOVE-2: answered after 0.81 s to 1.21 s; …`.
std::string words_of_no_result(const Remark& why, const ClauseOf& clause_of);

/// A game as it was read.
struct RecordedGame {
  std::string contest;
  std::optional<int> board;
  std::vector<std::string> set;       ///< `NAME=VALUE`
  std::optional<std::string> begins;  ///< start square of who moved first
  std::vector<std::string> moves;     ///< those that counted
  std::string refused;                ///< the move after them that was not taken; empty: there is none
  // as the record has it; empty: it does not say
  std::string first_seat;  ///< `first on (5,5)`
  std::string outcome;     ///< `first`
  std::string ending;      ///< `both passed`
  std::string score;       ///< `-12 -20`
  std::string loss;        ///< `time-out, CHESS-MOVE-2: nothing came within 1.00 s`
  std::string no_result;   ///< `CHESS-MOVE-2: answered after 0.81 s to 1.21 s; …`

  /// `first, both passed`
  std::string result() const { return outcome + (ending.empty() ? "" : ", ") + ending; }
};

/// Whether a file begins as a record does.
bool looks_like_a_record(std::string_view text);

/// All games in a file. UsageError, which names the file and the line, for what is no record.
std::vector<RecordedGame> read_records(std::string_view text, const std::string& name);

}  // namespace rig::arbiter

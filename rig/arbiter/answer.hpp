#pragma once
/// What a player's answer is worth to a host. Pure: an exchange in, a move or a loss out.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/dut/session.hpp"
#include "rig/protocol/aspect.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter {

/// What loses a game beside the rules of the board.
enum class LossKind {
  illegal_move,
  wrong_reply,  ///< an answer that is no move: a malformed line, files that are not as they must be
  time_out,     ///< nothing whole within the deadline
  hang_up,
};

/// `illegal move`, `wrong reply`, `time-out`, `hang-up`.
std::string_view to_string(LossKind kind);

/// Why an answer loses.
struct Breach {
  LossKind kind = LossKind::illegal_move;
  std::string aspect;  ///< of the clause that it breaks: `move.deadline`
  std::string words;   ///< one sentence without its full stop
};

/// Something that a host notices and that loses nothing: a byte unasked, a time that the rig cannot tell.
struct Note {
  std::string aspect;
  std::string words;
};

struct Answer {
  /// What the answer is, where it does not lose by itself.
  enum class Kind {
    reply,      ///< `text`: the move or the team code; whether a move is legal is the ruling's to say
    late_pass,  ///< it came too late, and the contest counts that as a pass
  };

  Kind kind = Kind::reply;
  std::string text;
  std::optional<Breach> breach;  ///< it loses
  /// It was late, but the machine may be the reason: the game has no result.
  std::optional<Note> excuse = {};
  std::optional<Latency> took;   ///< from the end of the request; nothing: no whole answer came
  std::vector<Note> notes = {};  ///< in order
};

/// The answer in an exchange whose request calls for a reply. A reply whose last byte comes at the deadline
/// itself is in time; one of which the rig cannot tell counts as in time, and a note says so. `starved`: for
/// how long others kept the player's program from a processor meanwhile. A latency has that in it already: it
/// begins earlier by so much. Where a reply may be late by that alone, nobody can say what it is worth.
Answer read_answer(const protocol::Contest& contest, const dut::Exchange& exchange, Duration starved = {});

/// What came where nothing was asked, or where silence is due, under the clause of this aspect. CR and LF are
/// nothing where the contest's hosts drop them.
std::vector<Note> notes_on(const protocol::Contest& contest, const std::vector<Byte>& bytes,
                           protocol::Aspect aspect, const std::string& when);

}  // namespace rig::arbiter

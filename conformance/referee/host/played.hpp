#pragma once
/// What was seen of one game of a referee under test with two scripted boards.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conformance/referee/host/announcement.hpp"
#include "conformance/referee/host/programs.hpp"
#include "rig/base/bytes.hpp"
#include "rig/base/time.hpp"
#include "rig/protocol/dialect.hpp"

namespace rig::host {

/// One thing that happened on the way between the referee and a board.
struct Happening {
  enum class Kind {
    request,  ///< the referee sent a whole request
    noise,    ///< the referee sent what is no request
    said,     ///< the board sent bytes
    hung_up,  ///< the board hung up
    closed,   ///< the referee closed its end
  };
  Kind kind = Kind::request;
  Instant at;  ///< of the last byte
  Bytes bytes;
  protocol::Request request{};  ///< where it is one
  /// Of a request that calls for a reply: for how long the referee had no processor though it could have run,
  /// at worst, until it had decided on the reply (starved.hpp).
  Duration starved{};
};

struct BoardLog {
  std::vector<Happening> happenings;
  std::vector<Call> calls{};  ///< of a program that the referee starts
  Bytes received;             ///< all that the referee sent, in order
  /// By how much the rig's own board may have been later than its script at worst, what it read late
  /// included; in this game or in the one before it.
  Duration behind{};
};

/// How the program came to its end.
enum class Ending {
  exited,      ///< by itself
  was_ended,   ///< by the rig, after its verdict: it stays when its game is over
  hung,        ///< no byte to a board for too long, or no end of the game
  died,        ///< by a signal
  flooded,     ///< it sent to a board without end
  never_came,  ///< it did not connect to its boards, opened no port for them, started no program
  went_on,     ///< it went on with the next game of its run
};

struct Played {
  std::array<BoardLog, 2> boards;  ///< of player 1 and 2
  std::optional<BoardLog> idle{};  ///< of a third board, which does not play; nothing: there was none
  Ending ending = Ending::exited;
  std::string how;              ///< the ending in words: `exited with status 1`
  std::optional<int> status{};  ///< where it exited by itself
  std::vector<std::string> command;
  std::string output;  ///< the last 64 KiB of what it printed
  Announcement announced;
  Instant began;
  /// For how long it had no processor though it could have run, at worst, from a request to its decision on
  /// the reply. One that hangs is waited for longer by as much.
  Duration starved{};
  Duration took{};
  std::size_t number = 0;      ///< in its run, from 0
  bool is_cut_short = false;   ///< its run: more games were to come, and the referee ended
  bool names_changed = false;  ///< it calls player 1 its second, and player 2 its first

  /// Whether it came to the end of a game as its description says that it does.
  bool came_off() const {
    return ending == Ending::exited || ending == Ending::was_ended || ending == Ending::went_on;
  }
};

/// The name in an answer to the handshake; empty: it is no answer in this dialect, or nobody is asked in
/// bytes (null).
std::string team_in(ByteView answer, const protocol::ByteDialect* dialect);
/// What its boards have answered to the handshake.
Teams teams_of(const Played& played, const protocol::ByteDialect* dialect);

}  // namespace rig::host

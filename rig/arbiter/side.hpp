#pragma once
/// One of the two sides of a match: whoever sits there, as the referee speaks to it.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rig/arbiter/answer.hpp"
#include "rig/dut/session.hpp"
#include "rig/link/far_end.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::arbiter {

class Side {
 public:
  virtual ~Side() = default;
  Side() = default;
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  /// What it is, for people: `Verilated RTL, 50 MHz, 115200 8N1`.
  virtual std::string description() const = 0;
  /// A game begins. It is started anew where it has to be: before the first game, after a hang-up, and where
  /// the contest does not say how a second game begins.
  virtual void begin() = 0;
  /// The game that has begun goes on from where these moves lead: it sits in `seat`. Where a player is handed
  /// the position with each request, nothing is to be done.
  virtual void begin_after(const protocol::Seat& seat, const std::vector<protocol::PlayedMove>& moves) {
    static_cast<void>(seat), static_cast<void>(moves);
  }
  /// The handshake; for contests that have one.
  virtual Answer greet() = 0;
  /// A request that calls for silence, during a game: what comes is noticed later.
  virtual void tell(const protocol::Request& request) = 0;
  /// Asks for a move in the position of `ruling`.
  virtual Answer ask(const protocol::Request& request, const protocol::Ruling& ruling) = 0;
  /// The game is over: it is told so where the contest has words for that, and its silence is listened to.
  virtual std::vector<Note> end() = 0;
};

/// How the referee comes to the session with a far end.
using SessionMaker = std::function<std::unique_ptr<dut::Session>(FarEnd&, const protocol::Contest&,
                                                                 const dut::SessionOptions&)>;

/// When a player in bytes is started again, where that can be done without a person.
enum class Restart {
  as_needed,  ///< after a hang-up, after no answer, and where the contest does not say how a second game
              ///< begins
  each_game,
};

struct SideOptions {
  Restart restart = Restart::as_needed;
  /// How long a player in bytes is left alone after each start, before it is asked for anything. What it says
  /// meanwhile is ignored. A program over files has no start to wait for: it is started by its first request.
  Duration settle{};
  /// How long a player in bytes may take for its first answer to the handshake after each start, where that
  /// is longer than the contest allows; a note says so.
  Duration grace{};
  Duration time_margin{};  ///< how much later than its deadline a reply may come; a note says so
  SessionMaker new_session = dut::new_session;
};

/// Whoever is at this far end: a player in bytes, or a program over files. `contest` must outlive it.
std::unique_ptr<Side> side_over(std::unique_ptr<FarEnd> far_end, const protocol::Contest& contest,
                                const SideOptions& options = {});

}  // namespace rig::arbiter

#pragma once
/// One of the two boards of a game under a referee, as its script has it: on a wire, or a program.

#include <poll.h>

#include <optional>
#include <string>
#include <vector>

#include "conformance/referee/host/played.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"

namespace rig::host {

class ScriptedBoard {
 public:
  virtual ~ScriptedBoard() = default;
  ScriptedBoard() = default;
  ScriptedBoard(const ScriptedBoard&) = delete;
  ScriptedBoard& operator=(const ScriptedBoard&) = delete;

  /// What takes the place of `{board1}`.
  virtual const std::string& place() const = 0;
  /// Adds what the referee has to reach in order to come to it.
  virtual void let_be_reached(Sandbox& sandbox) const = 0;
  /// Whether the referee and it have come together.
  virtual bool is_there() const = 0;
  virtual void add_descriptors(std::vector<pollfd>& watched) const = 0;
  /// When it has something to do next; nothing: it waits for the referee.
  virtual std::optional<Duration> next_due() const = 0;
  /// Until when what it does goes on, as far as it is known: what was due and is not known to be done goes
  /// on.
  virtual std::optional<Duration> busy_until() const { return next_due(); }
  /// Reads what there is and does what is due. Whether anything came; it came after `empty_at`.
  virtual bool step(Duration empty_at) = 0;
  /// Only reads. Whether anything was there.
  virtual bool read_input(Duration empty_at) = 0;
  /// Whether the referee sends without end.
  virtual bool flooded() const = 0;
  /// The game that it is in, of those of this run, from 0.
  virtual std::size_t game() const { return 0; }
  /// Whether the referee has begun a game more than there are.
  virtual bool is_asked_for_more() const { return false; }
  /// Of each game that it came to.
  virtual std::vector<BoardLog> take_logs() = 0;
};

}  // namespace rig::host

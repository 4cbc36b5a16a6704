#pragma once
/// Where the programs come in that talk to a served link: a pseudo-terminal made for them, a serial device
/// that they made, a TCP port, or a connection to one of theirs.

#include <memory>
#include <string>

#include "rig/base/bytes.hpp"

namespace rig {

class FarSide {
 public:
  virtual ~FarSide() = default;
  FarSide() = default;
  FarSide(const FarSide&) = delete;
  FarSide& operator=(const FarSide&) = delete;

  /// Where it is to be found, for people: `/tmp/board (/dev/pts/3)`, `port 7000`.
  virtual std::string where() const = 0;
  /// Polls readable when there is something to take.
  virtual int descriptor() const = 0;
  /// What the program has sent since it was last asked.
  virtual Bytes take() = 0;
  /// Whether another program has come since this was last asked; false where that cannot be told.
  virtual bool someone_new() { return false; }
  /// Hands bytes to the program; those for which it has no room, or that nobody is there to take, are lost,
  /// as on a serial line.
  virtual void give(ByteView bytes) = 0;
  /// Waits, at most two seconds, until the program has read what it was given: what ends with this side.
  virtual void let_read() {}
  /// Whether nobody can come any more.
  virtual bool over() const { return false; }
};

/// `--pty PATH`: a new pseudo-terminal under this name (a symbolic link, removed at the end); or, when PATH
/// is a serial device that exists (and no link to one), that device. A link left by a program that was killed
/// is replaced. UsageError when PATH is something else.
std::unique_ptr<FarSide> far_side_on_terminal(const std::string& path);

/// `--tcp PORT`: listens on this machine's loopback address, for one client at a time: others are told `Port
/// already in use`; port 0 is any that is free. `--tcp HOST:PORT`: connects. LinkLost when the port cannot be
/// had or nobody answers.
std::unique_ptr<FarSide> far_side_on_tcp(const std::string& address);

}  // namespace rig

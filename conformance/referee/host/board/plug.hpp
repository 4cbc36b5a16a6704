#pragma once
/// A scripted board's end of the way between it and a referee: a serial device that the referee opens, or a
/// TCP connection, or the referee's own standard streams.

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "conformance/referee/host/board/standard_streams.hpp"
#include "conformance/referee/host/description.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/link/terminal/pseudo_terminal.hpp"

namespace rig::host {

class Plug {
 public:
  /// Of board 1 (0) or 2 (1), or of one that does not play (2); `streams` where it is on them; `sandboxed`:
  /// the referee is. RigError where the rig cannot make it; UsageError where a link cannot be made at the
  /// path that the description names.
  Plug(const Description& description, std::size_t board, std::shared_ptr<StandardStreams> streams,
       bool sandboxed);
  ~Plug();
  Plug(const Plug&) = delete;
  Plug& operator=(const Plug&) = delete;

  /// What takes the place of `{board1}`: the path of the device, or the number of the port.
  const std::string& place() const { return place_; }
  /// As ScriptedBoard.
  void let_be_reached(Sandbox& sandbox) const;

  /// Tries to come together with the referee, without waiting. True once it has.
  bool connect();
  bool connected() const { return line() >= 0; }
  /// To be polled until it is connected; -1: there is nothing to poll, it has to be tried.
  int waiting() const { return listener_.number(); }
  /// To be polled; -1: not connected, or hung up.
  int line() const { return streams_ ? streams_->line() : line_.number(); }

  /// Like read().
  ssize_t read(std::span<std::uint8_t> block);
  /// Whole; less where nobody reads any more.
  void write(ByteView bytes, Reply reply);
  void hang_up();

 private:
  void open_device(const std::string& fixed);

  Way way_;
  std::size_t board_;
  bool sandboxed_;
  std::shared_ptr<StandardStreams> streams_;
  std::string place_;
  std::filesystem::path device_;  ///< as it is named outside of a sandbox; empty: none
  std::filesystem::path link_;    ///< made here; empty: none
  Descriptor listener_;
  Descriptor line_;
  Descriptor far_side_;  ///< of a serial device: kept open, so that the referee may open and close it
};

}  // namespace rig::host

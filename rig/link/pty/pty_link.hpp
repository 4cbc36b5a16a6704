#pragma once
/// `pty:COMMAND {port}`: a program that opens a serial device itself, in real time, under the supervisor.
///
/// `{port}` in its words becomes the path of a raw pseudo-terminal made for it. It is spoken to once it has
/// opened that, at most ten seconds after its start. A pseudo-terminal has no bit rate: a program that plays
/// a board paces itself, or is taken at its word. But it keeps the rate that a program sets, and stands at
/// the contest's before: Link::rate_set_by_dut() tells. Its end, or that of its device after its first byte,
/// is a HungUp; what it had sent before is delivered first.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/link/stream/stream_link.hpp"

namespace rig {

struct PtyOptions {
  std::string command;     ///< cut into words by split_command(); no shell
  std::string name;        ///< as the user wrote it; empty: `pty:` and the command
  std::uint32_t baud = 0;  ///< at which the device stands until the program sets it; 0: as the system has it
  Duration start_patience = std::chrono::seconds(10);  ///< for the program to open its device
  Sandbox sandbox = {};
  Duration settle{};  ///< how long it is left alone after each restart, once it has opened its device
};

/// UsageError for a command that cannot be cut into words or has no `{port}`.
void check_pty_command(const std::string& command);

/// Measures a pseudo-terminal against an echo and starts the program; reset() kills it with all its
/// descendants and starts it again on another one. UsageError as above, LinkLost for a program that cannot be
/// started or does not open its device.
std::unique_ptr<Link> open_pty(PtyOptions options);

}  // namespace rig

#pragma once
/// `exec:COMMAND`: a program that speaks the protocol on its standard input and output, in real time.
///
/// The program runs under a supervisor (supervised.hpp): nothing that it started outlives the link, a
/// reset() or the rig. Its end is a HungUp event (`exited with status 3`, `killed by signal 11 (SIGSEGV)`,
/// `closed its standard output`), with the last words of its standard error; what it had written before is
/// delivered first. It is over when its first process ends: helpers left behind are killed. A program that
/// cannot be started at all is a RigError.
///
/// Times are of CLOCK_MONOTONIC. A byte came after the last moment at which the rig knew that it was not
/// there, and before the rig had read it; bytes read together share that interval. It is tens of
/// microseconds wide just after a request and near the limit of a receive(), about a millisecond in between.
/// A rig that was stopped or starved meanwhile gets a wider interval, never a late DUT.
///
/// At most 64 KiB are taken from the program in advance, then it has to wait. A program that does not read
/// has the request wait for it (Sent tells), at most for `write_patience`; then it counts as hung up.

#include <memory>
#include <string>

#include "rig/link/link.hpp"

namespace rig {

struct ExecOptions {
  std::string command;    ///< cut into words by split_command(); no shell
  std::string name;       ///< as the user wrote it; empty: `exec:` and the command
  std::string directory;  ///< where the program runs; empty: where the rig does
  Duration write_patience = std::chrono::seconds(10);  ///< for a program that does not read
};

class ExecLink : public Link {
 public:
  /// The last 64 KiB that the program wrote to its standard error since it was started.
  virtual std::string standard_error() const = 0;
};

/// Starts the program. reset() kills it with all its descendants and starts it again.
/// Throws UsageError for a command that cannot be cut into words (command_line.hpp), RigError for a program
/// that cannot be started.
std::unique_ptr<ExecLink> open_exec(ExecOptions options);

}  // namespace rig

#pragma once
/// A program under test that cannot leave anything behind: neither itself nor what it started, not even a
/// grandchild with a session of its own, whether the rig ends it, throws, or is killed with SIGKILL.
/// A small process of the project, `rig-supervisor`, stands between the two and sees to it.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rig/link/stream/descriptor.hpp"
#include "rig/link/time.hpp"

namespace rig {

/// `exited with status 3`, `killed by signal 11 (SIGSEGV)`.
std::string describe_ending(int wait_status);

class Supervised {
 public:
  struct Options {
    std::vector<std::string>
        words;  ///< the program and its arguments; without a slash it is looked for in PATH
    std::filesystem::path directory;  ///< where it runs; empty: where the rig does
    int input = -1;                   ///< its standard input (still the caller's to close); -1: nothing
    int output = -1;                  ///< its standard output; -1: kept together with its standard error
  };

  /// Starts it: default signals, a process group of its own, no descriptor but 0, 1 and 2. About a
  /// millisecond. Throws RigError when it cannot be started, with its name and the system's reason.
  explicit Supervised(const Options& options);

  /// Kills it and all its descendants, and returns when they are gone.
  ~Supervised();

  Supervised(const Supervised&) = delete;
  Supervised& operator=(const Supervised&) = delete;

  pid_t pid() const { return pid_; }

  /// Polls readable (POLLIN) once ended() has something to tell.
  int ended_descriptor() const { return control_.number(); }

  /// The wait status once the program has ended; waits for that for `patience`. With the program everything
  /// that it had started has been killed. Throws RigError when the supervisor was killed.
  std::optional<int> ended(Duration patience = {});

  /// The last 64 KiB of its standard error. The program never blocks on writing it.
  std::string standard_error() const;

 private:
  struct Spawning {};
  Supervised(const Options& options, Spawning);  // the supervisor runs; what it reports is not read yet

  std::string name_;
  Descriptor control_;
  Descriptor log_;
  pid_t supervisor_ = -1;
  pid_t pid_ = -1;
  std::optional<int> status_;
};

}  // namespace rig

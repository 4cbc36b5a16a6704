#pragma once
/// A program under test that cannot leave anything behind: neither itself nor what it started, not even a
/// grandchild with a session of its own, whether the rig ends it, throws, or is killed with SIGKILL, and
/// whether it stops or kills its parent. A small program of the project, `rig-supervisor`, stands between the
/// two and sees to it (supervision.hpp).

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/time.hpp"
#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/link/stream/starvation.hpp"

namespace rig {

/// A program cannot be started, now or later: it is not there, is no program, or may not be run.
class NotStarted : public LinkLost {
 public:
  using LinkLost::LinkLost;
};

/// `exited with status 3`, `killed by signal 11 (SIGSEGV)`.
std::string describe_ending(int wait_status);

/// What each process of a program may use, in bytes; 0: as much as the rig itself may. It dumps no core.
struct ProcessBounds {
  std::uint64_t memory = 0;  ///< of address space; more is refused to it
  std::uint64_t file = 0;    ///< in one file; writing more is SIGXFSZ. At least 128 KiB.
};

/// Of a program that speaks over a stream: it may write what it likes, but not fill the disk with a file.
inline constexpr ProcessBounds bounds_of_a_program_on_a_stream{0, std::uint64_t{1} << 30};

class Supervised {
 public:
  struct Options {
    std::vector<std::string>
        words;  ///< the program and its arguments; without a slash it is looked for in PATH
    std::filesystem::path directory;  ///< where it runs; empty: where the rig does
    int input = -1;                   ///< its standard input (still the caller's to close); -1: nothing
    int output = -1;                  ///< its standard output; -1: kept together with its standard error
    bool keeps_output_apart = false;  ///< its standard output is kept by itself (`output` is -1)
    std::optional<ProcessBounds> bounds = {};
    bool obeys_permissions = false;  ///< those of files, even where the rig is root and need not
    Sandbox sandbox = {};            ///< only without `wish` does it see what the rig sees
  };

  /// Starts it: default signals, a process group of its own, no descriptor but 0, 1 and 2. About a
  /// millisecond, some more in a sandbox. Throws NotStarted when it cannot be started, with its name and the
  /// system's reason; RigError where another try may help, or where its sandbox is required and cannot be
  /// had.
  explicit Supervised(const Options& options);

  /// Kills it and all its descendants, and returns when they are gone.
  ~Supervised();

  Supervised(const Supervised&) = delete;
  Supervised& operator=(const Supervised&) = delete;

  /// -1: it was in a sandbox, and ended before anybody looked.
  pid_t pid() const { return pid_; }

  /// Polls readable (POLLIN) once ended() has something to tell.
  int ended_descriptor() const { return control_.number(); }

  /// Polls readable the moment the program itself has ended, whatever is left of what it had started. -1:
  /// the kernel cannot tell, or it had ended before anybody looked.
  int process_descriptor() const { return process_.number(); }

  /// Whether the program itself has ended, be it that ended() does not tell yet. Where the kernel cannot
  /// tell: false.
  bool has_just_ended() const;

  /// The wait status once the program has ended; waits for that for `patience`. With the program everything
  /// that it had started has been killed. Throws RigError when the supervisor was killed, as a program can.
  std::optional<int> ended(Duration patience = {});

  /// How many processes that it had started outlived it and were killed; known once ended() has told.
  int outlived_by() const { return outlived_by_; }

  /// How long its threads and those of all its descendants ran and waited to run. Once ended() has told, its
  /// own first thread's alone.
  ProcessorSample processor_times() const;

  /// Kills it and all its descendants, and returns when they are gone. What it said can still be read;
  /// ended() tells only what it had told before.
  void kill();

  /// The last 64 KiB of its standard error. The program never blocks on writing it.
  std::string standard_error() const;

  /// What it wrote since this was last asked, at most the last 64 KiB of each.
  struct Said {
    std::string output;  ///< where it is kept apart
    std::string error;
  };
  Said newly_said();

 private:
  Supervised(const Options& options, bool sandboxed);  // the supervisor runs; it has not been heard yet
  void continue_keeper() const;

  std::string name_;
  Descriptor control_;
  Descriptor process_;
  Descriptor supervisor_process_;
  Descriptor log_;
  Descriptor output_log_;
  Descriptor launcher_log_;        ///< in a sandbox: what bubblewrap says
  std::uint64_t error_told_ = 0;   ///< bytes of the standard error that newly_said() has given
  std::uint64_t output_told_ = 0;  ///< … and of the standard output
  pid_t keeper_ = -1;              ///< of the supervisor: the process that was started here
  pid_t supervisor_ = -1;          ///< the program's parent
  pid_t pid_ = -1;
  std::optional<int> status_;
  ThreadTimes last_times_;  ///< of its first thread; known with `status_`
  int outlived_by_ = 0;
};

}  // namespace rig

#pragma once
/// The children of this process, and their end. Only the C library is used: the supervisor has this too.

#include <sys/types.h>

namespace rig {

/// What the kernel tells of a process.
struct ProcessState {
  char state = '\0';  ///< `R`, `S`, `T`, `Z` …; '\0': there is no such process
  pid_t parent = 0;
};

/// `process`: its number, as the name of its folder in /proc.
ProcessState state_of(const char* process);

/// Kills every child of this process and returns when none is left. What a dead child leaves behind becomes a
/// child of a process that adopts (PR_SET_CHILD_SUBREAPER), even when it has a session of its own, and is
/// next. Those that have called themselves `spared` (PR_SET_NAME) get ten seconds to end by themselves.
/// Returns how many were killed.
int kill_children(const char* spared = nullptr);

/// Of a process that puts something back when those it serves are gone.
inline constexpr const char* name_of_restorers = "rig-restores";

}  // namespace rig

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
/// next. Returns how many died of it.
int kill_children();

}  // namespace rig

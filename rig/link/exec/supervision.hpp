#pragma once
/// What the rig and the supervisor say to each other. The supervisor stands between the rig and a program
/// under test and guards one promise: when the rig is done with the program, or is gone itself, nothing
/// that the program started is left. It is two processes: the one that the rig starts keeps the other, which
/// is the program's parent. A program that stops or kills its parent is outlived by the keeper, and the other
/// way round. One that kills both dies of it (PR_SET_PDEATHSIG); what it had started becomes the rig's
/// (Adoption). In a sandbox it is one process, the first there: no program can stop or kill that, and when it
/// ends, all that is in the sandbox does.
///
/// Started as `rig-supervisor RIG_PID|first streams|merged|apart MEMORY FILE all|obeys PROGRAM ARGUMENT…`
/// with
///   0, 1  the program's standard input and output
///   3     a socket to the rig: Reports one way; the other way nothing but its end, which means "kill all"
///   4     a file that keeps the end of the program's standard error (and, merged, of its output)
///   5     apart only: a file that keeps the end of its standard output
/// MEMORY and FILE bound each process of the program in bytes (its address space, a file that it writes;
/// `-`: as the rig is bounded); a bounded one dumps no core. `obeys`: the program has no rights of root's, so
/// that the permissions of files hold for it. `first`: it is the first process of a sandbox.

#include <cstddef>
#include <cstdint>

namespace rig::supervision {

inline constexpr int control_descriptor = 3;
inline constexpr int log_descriptor = 4;
inline constexpr int output_log_descriptor = 5;
inline constexpr const char* first_process = "first";
inline constexpr const char* obeys_permissions = "obeys";

/// First the number of bytes ever written, then a ring of this many bytes.
using LogHeader = std::uint64_t;
inline constexpr std::size_t log_capacity = std::size_t{64} * 1024;

/// One datagram each.
struct Report {
  enum class Kind : std::int32_t {
    started,      ///< value: the program's process id, as the supervisor sees it
    not_started,  ///< value: errno
    ended,        ///< value: the wait status. All that it had started is dead too.
  } kind;
  std::int32_t value;
  std::int32_t outlived;  ///< ended: how many processes that it had started outlived it and were killed
  /// ended: what the kernel counted for the program's first thread, in ns; only its parent can still ask.
  std::int64_t ran;
  std::int64_t waited;
};

}  // namespace rig::supervision

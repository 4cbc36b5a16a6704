#pragma once
/// Reads from /proc how long the threads of some processes, and of all their descendants, ran and waited to
/// run.

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

#include "rig/link/stream/starvation.hpp"

namespace rig {

/// The first two numbers of a `schedstat`: nanoseconds run and waited. Nothing: it is none.
std::optional<ThreadTimes> parse_schedstat(std::string_view text);

/// Whether this kernel counts what threads wait (a kernel without CONFIG_SCHED_INFO does not).
bool processor_times_are_counted();

/// A link's fact: how_starvation_is_known().
inline constexpr const char* fact_starvation = "time without a processor";

/// For the record of a link: how it is known for how long a program was starved, or that it is not.
std::string how_starvation_is_known();

/// All threads of all descendants of `ancestor`, itself not included. Where the kernel does not list children
/// (CONFIG_PROC_CHILDREN) those of `program` alone. At most a thousand threads.
ProcessorSample read_processor_times(pid_t ancestor, pid_t program);

}  // namespace rig

#pragma once
/// What a run on a referee is about: its description.

#include "conformance/referee/host/description.hpp"
#include "conformance/run/command_line.hpp"

namespace conformance {

/// The description that `--referee` names. UsageError when it cannot be read, when the referee does not play
/// this contest, and when a fault is asked for that it has no words for.
rig::host::Description describe_referee(const RunOptions& options, const rig::protocol::Contest& contest);

/// UsageError for more than one worker, and for a contest that has no clauses on its referee yet.
void check_referee(const CommandLine& line);

}  // namespace conformance

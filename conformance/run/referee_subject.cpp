#include "conformance/run/referee_subject.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/suite/texts.hpp"
#include "rig/base/errors.hpp"

namespace conformance {

using rig::UsageError;
using rig::host::Description;

namespace {

std::vector<std::string> contests_with_a_referee() {
  std::vector<std::string> names;
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    if (has_clauses(contest.name + "-referee")) names.push_back(contest.name);
  }
  return names;
}

}  // namespace

Description describe_referee(const RunOptions& options, const rig::protocol::Contest& contest) {
  const rig::host::RefereeName name = rig::host::parse_referee_name(options.referee);
  Description referee = rig::host::read_description(name.file, contest.name);
  if (!referee.plays(contest.name))
    throw UsageError(fmt::format("{}: contests has no \"{}\"; it has {}.", referee.file, contest.name,
                                 fmt::join(referee.contests, ", ")));
  if (!name.fault.empty() && referee.fault_words.empty())
    throw UsageError(fmt::format("{}: it does not say how a fault is switched on (fault).", referee.file));
  return referee;
}

void check_referee(const CommandLine& line) {
  if (line.jobs > 1)
    throw UsageError(fmt::format(
        "--jobs {}: games of a referee under test are in real time, one case after the other.", line.jobs));
  if (has_clauses(line.options.contest + "-referee")) return;
  throw UsageError(fmt::format("--referee: there are no clauses on the referee of {}; there are for {}.",
                               line.options.contest, fmt::join(contests_with_a_referee(), ", ")));
}

}  // namespace conformance

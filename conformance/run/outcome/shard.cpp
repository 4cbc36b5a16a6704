#include "conformance/run/outcome/shard.hpp"

#include <fmt/format.h>

#include "rig/base/errors.hpp"

namespace conformance {

std::string Shard::folder(const std::string& name) const {
  return part_.folder_in(run_.line.parts) + "/" + name;
}

void Shard::narrow() {
  run_.plan.cases = cases_of(part_, run_.plan);
  run_.plan.jobs = 1;
  run_.record.partial.push_back(part_.name());
  begin_part(run_.line.parts, part_);
}

int Shard::conclude(const RunResult& result, rig::TranscriptWriter& transcript) {
  if (result.interrupted) throw rig::RigError("The part was interrupted; it is missing.");
  run_.finish(transcript);
  write_part(run_.line.parts, part_, transcript.head(), result);
  for (const std::string& error : result.errors) listener_.say(error);
  const bool failed = failed_by_surroundings(result);
  listener_.say(fmt::format("{}: {} of {} cases ended{}", part_.name(), result.records.size(),
                            run_.plan.cases.size(), failed ? ", and the rig had errors" : ""));
  return failed ? worth_another_try : 0;
}

}  // namespace conformance

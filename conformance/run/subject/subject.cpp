#include "conformance/run/subject/subject.hpp"

#include "rig/base/wall_clock.hpp"

namespace conformance {

void Subject::plan_cases() {
  for (const CaseEntry* entry : run_.chosen) run_.plan.cases.push_back(entry->id());
}

rig::TranscriptWriter Subject::begin_evidence(const std::string& path) {
  return {path, run_.header()};
}

RunResult Subject::run_cases(RunListener& listener) {
  return run_plan(run_.plan, listener);
}

void Subject::note_end() {
  run_.note_occasion("ended", rig::utc_now());
}

}  // namespace conformance

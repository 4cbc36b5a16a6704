#include "rig/report/record.hpp"

#include <algorithm>

namespace rig::report {

std::string_view to_string(Level level) {
  switch (level) {
    case Level::mandatory: return "mandatory";
    case Level::recommended: return "recommended";
    case Level::informational: return "informational";
  }
  return "?";
}

std::optional<Level> level_from(std::string_view word) {
  for (const Level level : {Level::mandatory, Level::recommended, Level::informational}) {
    if (to_string(level) == word) return level;
  }
  return std::nullopt;
}

namespace {

bool is_mandatory(const RunRecord& run, const std::string& id) {
  return std::any_of(
      run.requirements.begin(), run.requirements.end(), [&](const RequirementRecord& requirement) {
        return requirement.id == id && requirement.testable && requirement.level == Level::mandatory;
      });
}

}  // namespace

int exit_status(const RunRecord& run) {
  bool assessed = false;
  bool unsure = run.interrupted || !run.errors.empty();
  for (const RequirementRecord& requirement : run.requirements) {
    if (!requirement.testable || requirement.level != Level::mandatory) continue;
    if (requirement.verdict == Verdict::fail) return 1;
    if (requirement.verdict == Verdict::pass) assessed = true;
    // A whole run leaves no mandatory requirement out.
    const bool left_out = requirement.verdict == Verdict::not_run;
    if (left_out && run.partial.empty()) unsure = true;
    if (requirement.verdict == Verdict::error || requirement.verdict == Verdict::inconclusive) unsure = true;
  }
  for (const CaseRecord& one : run.cases) {
    for (const Finding& finding : one.findings) {  // an error later in the case does not undo it
      if (finding.verdict == Verdict::fail && is_mandatory(run, finding.requirement)) return 1;
    }
    if (one.verdict == Verdict::error || one.verdict == Verdict::not_run) unsure = true;
  }
  return unsure || !assessed ? 3 : 0;
}

std::string headline(const RunRecord& run) {
  const int status = exit_status(run);
  std::string notes = run.partial.empty() ? "" : " (partial, not a certificate)";
  if (run.replay) notes += " (replay)";
  if (status == 1) return "not conformant" + notes;
  if (status == 3) return "could not tell" + notes;
  return (run.partial.empty() ? "certified" : "all that was run passed") + notes;
}

void conclude(RunRecord& run) {
  for (RequirementRecord& requirement : run.requirements) {
    requirement.verdict = Verdict::not_run;
    for (const CaseRecord& one : run.cases) {
      const auto found = one.requirements.find(requirement.id);
      if (found != one.requirements.end())
        requirement.verdict = worse(requirement.verdict, found->second.worst);
    }
  }
  run.latencies.clear();
  for (const CaseRecord& one : run.cases) {
    for (const Sample& sample : one.samples) {
      auto place = std::find_if(run.latencies.begin(), run.latencies.end(),
                                [&](const LatencyRecord& record) { return record.kind == sample.kind; });
      if (place == run.latencies.end()) {
        run.latencies.push_back({sample.kind, sample.deadline, {}});
        place = std::prev(run.latencies.end());
      }
      place->histogram.add(sample.latency);
    }
  }
  std::sort(run.latencies.begin(), run.latencies.end(),
            [](const LatencyRecord& a, const LatencyRecord& b) { return a.kind < b.kind; });
}

}  // namespace rig::report

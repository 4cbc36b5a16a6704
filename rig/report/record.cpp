#include "rig/report/record.hpp"

#include <algorithm>

#include "rig/report/digest.hpp"
#include "rig/report/gate/judging.hpp"

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

namespace {

/// Whether a mandatory clause failed. An error later in the case does not undo it.
bool has_failed(const RunRecord& run) {
  const bool clause = std::any_of(run.requirements.begin(), run.requirements.end(), [](const auto& one) {
    return one.testable && one.level == Level::mandatory && one.verdict == Verdict::fail;
  });
  return clause || std::any_of(run.cases.begin(), run.cases.end(), [&](const CaseRecord& one) {
           return std::any_of(one.findings.begin(), one.findings.end(), [&](const Finding& finding) {
             return finding.verdict == Verdict::fail && is_mandatory(run, finding.requirement);
           });
         });
}

/// Whether something came to no verdict that ought to have one.
bool is_unsure(const RunRecord& run) {
  bool unsure = run.interrupted || !run.errors.empty();
  for (const RequirementRecord& requirement : run.requirements) {
    if (!requirement.testable || requirement.level != Level::mandatory) continue;
    // A whole run leaves no mandatory requirement out without saying why.
    const bool left_out = requirement.verdict == Verdict::not_run && !requirement.reserved;
    if (left_out && run.partial.empty()) unsure = true;
    if (requirement.verdict == Verdict::error || requirement.verdict == Verdict::inconclusive) unsure = true;
  }
  for (const CaseRecord& one : run.cases) {
    if (one.verdict == Verdict::error || one.verdict == Verdict::not_run) unsure = true;
  }
  return unsure;
}

}  // namespace

Standing standing_of(const RunRecord& run) {
  if (has_failed(run)) return Standing::not_conformant;
  const bool assessed = std::any_of(run.requirements.begin(), run.requirements.end(), [](const auto& one) {
    return one.testable && one.level == Level::mandatory && one.verdict == Verdict::pass;
  });
  if (is_unsure(run) || !assessed) return Standing::could_not_tell;
  const bool reserved =
      !stated_reservations(run).empty() || std::any_of(run.requirements.begin(), run.requirements.end(),
                                                       [](const auto& one) { return one.reserved; });
  return reserved && run.partial.empty() ? Standing::with_reservations : Standing::certified;
}

std::vector<const RequirementRecord*> reservations(const RunRecord& run) {
  std::vector<const RequirementRecord*> open;
  if (standing_of(run) != Standing::with_reservations) return open;
  for (const RequirementRecord& requirement : run.requirements) {
    if (requirement.reserved) open.push_back(&requirement);
  }
  return open;
}

int exit_status_without_gate(const RunRecord& run) {
  switch (standing_of(run)) {
    case Standing::certified: return 0;
    case Standing::with_reservations: return run.strict ? 3 : 0;
    case Standing::not_conformant: return 1;
    case Standing::could_not_tell: return 3;
  }
  return 3;
}

int exit_status(const RunRecord& run) {
  int status = exit_status_without_gate(run);
  if (!run.gate) return status;
  if (status == 1 && only_expected_failures(run)) status = is_unsure(run) ? 3 : 0;
  for (const Objection& objection : objections(run)) {
    if (!objection.is_error) return 1;
    if (status == 0) status = 3;
  }
  return status;
}

namespace {

/// Where each case that was run did not apply, and nothing else went wrong: why. Empty otherwise.
std::string why_nothing_was_assessed(const RunRecord& run) {
  if (run.interrupted || !run.errors.empty() || run.cases.empty()) return {};
  std::vector<std::string> reasons;
  for (const CaseRecord& one : run.cases) {
    if (one.verdict != Verdict::not_applicable) return {};
    const bool is_new = std::find(reasons.begin(), reasons.end(), one.reason) == reasons.end();
    if (is_new && !one.reason.empty()) reasons.push_back(one.reason);
  }
  std::string text;
  for (const std::string& reason : reasons)
    text += (text.empty() ? ": nothing applies, for " : "; ") + reason;
  return text;
}

}  // namespace

std::string headline(const RunRecord& run) {
  std::string notes = run.partial.empty() ? "" : " (partial, not a certificate)";
  if (run.replay) notes += " (replay)";
  const std::string of_what = run.far_end.empty() ? "" : ": " + run.far_end;
  switch (standing_of(run)) {
    case Standing::certified:
      return run.partial.empty() ? "certified" + of_what + notes : "all that was run passed" + notes;
    case Standing::with_reservations: {
      std::string names;
      for (const std::string& one : reservation_names(run)) names += (names.empty() ? "" : ", ") + one;
      return "certified with reservations on " + names + of_what + notes;
    }
    case Standing::not_conformant: return "not conformant" + notes;
    case Standing::could_not_tell: return "could not tell" + why_nothing_was_assessed(run) + notes;
  }
  return "?";
}

namespace {

/// What the cases found of a requirement.
void conclude(RequirementRecord& requirement, const std::vector<CaseRecord>& cases) {
  requirement.verdict = Verdict::not_run;
  requirement.reason.clear();
  bool ruled_out = true;
  std::vector<std::string> reasons;
  for (const CaseRecord& one : cases) {
    const auto found = one.requirements.find(requirement.id);
    if (found == one.requirements.end()) continue;
    const Tally& tally = found->second;
    requirement.verdict = worse(requirement.verdict, tally.worst);
    const bool left_out = tally.worst == Verdict::not_applicable && tally.unassessed == Unassessed::ruled_out;
    ruled_out = ruled_out && left_out;
    if (!tally.why.empty() && std::find(reasons.begin(), reasons.end(), tally.why) == reasons.end())
      reasons.push_back(tally.why);
  }
  const bool open = requirement.verdict == Verdict::not_applicable;
  requirement.reserved = open && !ruled_out && requirement.testable && requirement.level == Level::mandatory;
  if (!open) return;
  for (const std::string& reason : reasons)
    requirement.reason += (requirement.reason.empty() ? "" : "; ") + reason;
}

}  // namespace

void add_sample(CaseRecord& record, Sample sample) {
  const auto is_of_its_kind = [&](const Sample& one) { return one.kind == sample.kind; };
  auto more = record.more_samples.find(sample.kind);
  if (more == record.more_samples.end()) {
    const bool has_enough = record.samples.size() >= most_samples_kept &&
                            std::count_if(record.samples.begin(), record.samples.end(), is_of_its_kind) >=
                                static_cast<std::ptrdiff_t>(most_samples_kept);
    if (!has_enough) {
      record.samples.push_back(std::move(sample));
      return;
    }
    more = record.more_samples.emplace(sample.kind, CountedSamples{sample.deadline, {}, Verdict::pass, {}})
               .first;
  }
  CountedSamples& counted = more->second;
  counted.histogram.add(sample.latency);
  if (sample.deadline > Duration::zero())
    counted.verdict = worse(counted.verdict, judge(sample.latency, sample.deadline));
  const auto place = std::upper_bound(
      counted.worst.begin(), counted.worst.end(), sample,
      [](const Sample& a, const Sample& b) { return a.latency.longest > b.latency.longest; });
  counted.worst.insert(place, std::move(sample));
  if (counted.worst.size() > most_worst_samples) counted.worst.pop_back();
}

namespace {

/// The latencies of this kind; new ones where there are none yet.
LatencyRecord& latencies_in(RunRecord& run, const std::string& kind, Duration deadline) {
  const auto place = std::find_if(run.latencies.begin(), run.latencies.end(),
                                  [&](const LatencyRecord& record) { return record.kind == kind; });
  if (place != run.latencies.end()) return *place;
  run.latencies.push_back({kind, deadline, {}});
  return run.latencies.back();
}

}  // namespace

void conclude(RunRecord& run) {
  for (RequirementRecord& requirement : run.requirements) conclude(requirement, run.cases);
  run.latencies.clear();
  for (const CaseRecord& one : run.cases) {
    for (const Sample& sample : one.samples) {
      LatencyRecord& latencies = latencies_in(run, sample.kind, sample.deadline);
      latencies.histogram.add(sample.latency);
      if (sample.deadline > Duration::zero())
        latencies.verdict = worse(latencies.verdict, judge(sample.latency, sample.deadline));
    }
    for (const auto& [kind, counted] : one.more_samples) {
      LatencyRecord& latencies = latencies_in(run, kind, counted.deadline);
      latencies.histogram.add(counted.histogram);
      latencies.verdict = worse(latencies.verdict, counted.verdict);
    }
  }
  std::sort(run.latencies.begin(), run.latencies.end(),
            [](const LatencyRecord& a, const LatencyRecord& b) { return a.kind < b.kind; });
}

}  // namespace rig::report

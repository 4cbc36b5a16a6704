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

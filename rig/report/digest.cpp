#include "rig/report/digest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rig/base/readable.hpp"
#include "rig/base/text.hpp"
#include "rig/base/visible.hpp"
#include "rig/report/board.hpp"

namespace rig::report {

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

}  // namespace

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

/// How much of its deadline a sample used; one without a deadline used none.
double share_of_deadline(const Sample& sample) {
  if (sample.deadline <= Duration::zero()) return -1.0;
  return static_cast<double>(sample.latency.longest.count()) / static_cast<double>(sample.deadline.count());
}

/// The strictest level among the requirements of a case that `counts`; mandatory when none is known.
template <typename Predicate>
Level strictest(const CaseRecord& record, const RunRecord& run, Predicate counts) {
  std::optional<Level> level;
  for (const RequirementRecord& requirement : run.requirements) {
    const auto found = record.requirements.find(requirement.id);
    if (found == record.requirements.end() || !counts(found->second)) continue;
    level = std::min(level.value_or(requirement.level), requirement.level);
  }
  return level.value_or(Level::mandatory);
}

}  // namespace

std::string_view group_of(std::string_view case_id) {
  return case_id.substr(0, case_id.find('.'));
}

std::string_view name_of(std::string_view case_id) {
  const std::size_t dot = case_id.find('.');
  return dot == std::string_view::npos ? case_id : case_id.substr(dot + 1);
}

const Sample* tightest(const CaseRecord& record) {
  const Sample* most = nullptr;
  const auto look_at = [&](const std::vector<Sample>& samples) {
    for (const Sample& sample : samples) {
      if (most == nullptr || share_of_deadline(*most) < share_of_deadline(sample)) most = &sample;
    }
  };
  look_at(record.samples);
  for (const auto& [kind, counted] : record.more_samples) look_at(counted.worst);
  return most;
}

std::vector<LatencyRecord> latencies_of(const CaseRecord& record) {
  std::map<std::string, LatencyRecord> by_kind;
  for (const Sample& sample : record.samples) {
    LatencyRecord& latency =
        by_kind.try_emplace(sample.kind, LatencyRecord{sample.kind, sample.deadline, {}}).first->second;
    latency.histogram.add(sample.latency);
  }
  for (const auto& [kind, counted] : record.more_samples)
    by_kind.try_emplace(kind, LatencyRecord{kind, counted.deadline, {}})
        .first->second.histogram.add(counted.histogram);
  std::vector<LatencyRecord> all;
  all.reserve(by_kind.size());
  for (auto& [kind, latency] : by_kind) all.push_back(std::move(latency));
  return all;
}

Level strictest_level(const CaseRecord& record, const RunRecord& run) {
  return strictest(record, run, [](const Tally&) { return true; });
}

Level weight(const CaseRecord& record, const RunRecord& run) {
  return strictest(record, run, [](const Tally& tally) { return tally.worst == Verdict::fail; });
}

std::string_view assessment(const RequirementRecord& requirement) {
  return requirement.verdict == Verdict::not_run ? "not assessed" : to_string(requirement.verdict);
}

bool starts_at_zero(const RunRecord& run) {
  const auto found = run.link_facts.find("registers_at_power_on");
  return found != run.link_facts.end() && found->second == "zero";
}

std::vector<StatedReservation> stated_reservations(const RunRecord& run) {
  std::vector<StatedReservation> all;
  if (starts_at_zero(run))
    all.push_back(
        {"registers", "registers that start at 0",
         "registers that nobody resets start at 0, as the description states; on a device that does not "
         "promise it, the design may behave otherwise"});
  if (const auto allowed = run.link_facts.find("allowed"); allowed != run.link_facts.end())
    all.push_back({"code", fmt::format("code outside of the simulation ({})", allowed->second),
                   fmt::format("the design runs code of its own outside of the simulation ({}), as its "
                               "description allows; such code can change what the rig reports",
                               allowed->second)});
  return all;
}

std::vector<std::string> reservation_names(const RunRecord& run) {
  std::vector<std::string> all;
  if (standing_of(run) != Standing::with_reservations) return all;
  for (const RequirementRecord* one : reservations(run)) all.push_back(one->id);
  for (StatedReservation& one : stated_reservations(run)) all.push_back(std::move(one.name));
  return all;
}

std::vector<std::string> reservation_texts(const RunRecord& run) {
  std::vector<std::string> all;
  if (standing_of(run) != Standing::with_reservations) return all;
  for (const RequirementRecord* one : reservations(run)) all.push_back(reservation_text(*one));
  for (StatedReservation& one : stated_reservations(run)) all.push_back(std::move(one.text));
  return all;
}

namespace {

/// The first few, and how many there are beside them.
std::string registers_text(const std::vector<std::string>& all) {
  constexpr std::size_t most = 5;
  const std::vector<std::string> first(all.begin(),
                                       all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size())));
  return fmt::format("{}", fmt::join(first, ", ")) +
         (all.size() > most ? fmt::format(" and {} more", all.size() - most) : "");
}

}  // namespace

std::vector<std::string> power_on_texts(const RunRecord& run) {
  if (!run.power_on) return {};
  const PowerOnTrial& trial = *run.power_on;
  const bool from_zero = !trial.pass_from_zero.empty();
  const std::vector<std::string>& passed = from_zero ? trial.pass_from_zero : trial.pass_otherwise;
  if (passed.empty()) return {};
  std::string what = fmt::format("{} {}: {} ({} of the {} failed cases that were run again)",
                                 passed.size() == 1 ? "passes" : "pass",
                                 from_zero ? "when registers start at 0" : "with another power-on seed",
                                 fmt::join(passed, ", "), passed.size(), trial.tried.size());
  const bool known = !trial.registers.empty();
  if (known) what += "; registers without a reset: " + registers_text(trial.registers);
  std::string mend = fmt::format("reset {}, or give {} an initial value",
                                 known ? "these registers" : "each register", known ? "them" : "it");
  if (from_zero)
    mend +=
        "; where the device promises that registers start at 0, state registers = \"zero\" under [power_on] "
        "in the description";
  return {what, mend};
}

bool never_answered(const RunRecord& run) {
  const bool any_failed = std::any_of(run.cases.begin(), run.cases.end(),
                                      [](const CaseRecord& one) { return one.verdict == Verdict::fail; });
  const bool any_reply = std::any_of(run.latencies.begin(), run.latencies.end(),
                                     [](const LatencyRecord& one) { return one.histogram.count() > 0; });
  return any_failed && !any_reply;
}

std::vector<std::string> silence_texts(const RunRecord& run) {
  if (run.silence && !run.silence->cause.empty())
    return {"nothing was answered: " + run.silence->cause, "mend: " + run.silence->mend};
  if (!never_answered(run) || run.replay || run.clock != "simulated") return {};
  return {
      fmt::format("nothing was answered: rig doctor {} --contest {} tries what is usually wrong, and names "
                  "the cause",
                  shell_quoted(run.dut), run.contest)};
}

std::string reservation_text(const RequirementRecord& requirement) {
  const std::string reason = requirement.reason.empty() ? "" : " (" + requirement.reason + ")";
  return requirement.id + ": " + requirement.text + reason;
}

std::string ending_of(const CaseRecord& record, const RunRecord& run) {
  const bool lesser = record.verdict == Verdict::fail && weight(record, run) != Level::mandatory;
  if (lesser) return fmt::format("fail ({})", to_string(weight(record, run)));
  const bool any_failed = std::any_of(record.findings.begin(), record.findings.end(),
                                      [](const Finding& one) { return one.verdict == Verdict::fail; });
  const bool remark = record.verdict < Verdict::inconclusive && any_failed;
  return fmt::format("{}{}", to_string(record.verdict), remark ? ", with a remark" : "");
}

std::vector<const Finding*> worst_first(const std::vector<Finding>& findings) {
  std::vector<const Finding*> sorted;
  sorted.reserve(findings.size());
  for (const Finding& finding : findings) sorted.push_back(&finding);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Finding* a, const Finding* b) { return a->verdict > b->verdict; });
  return sorted;
}

std::string latency_text(Latency latency) {
  const bool sharp = latency.longest - latency.shortest < std::chrono::microseconds(1);
  if (sharp) return readable(latency.longest);
  const std::string from = readable(latency.shortest);
  const std::string to = readable(latency.longest);
  if (from == to) return fmt::format("{} ± {}", to, readable((latency.longest - latency.shortest) / 2));
  return fmt::format("{} to {}", from, to);
}

std::string moment_text(Latency after_request) {
  if (after_request.longest >= Duration::zero()) return latency_text(after_request) + " after the request";
  return latency_text({-after_request.longest, -after_request.shortest}) + " before the end of the request";
}

std::string shown(ByteView bytes, const Evidence& evidence) {
  return evidence.texts && !bytes.empty() ? quoted(bytes) : hex_and_ascii(bytes);
}

std::vector<std::string> story_of(const Finding& finding) {
  std::vector<std::string> lines;
  if (finding.evidence) {
    const Evidence& evidence = *finding.evidence;
    if (!evidence.expected.empty()) lines.push_back("expected  " + evidence.expected);
    if (!evidence.sent.empty()) lines.push_back("sent      " + shown(evidence.sent, evidence));
    lines.push_back("received  " + shown(evidence.received, evidence));
    for (std::size_t i = 0; i < std::min(evidence.times.size(), evidence.received.size()); ++i) {
      const ByteView byte(&evidence.received[i], 1);
      lines.push_back(fmt::format("          byte {} ({}) ended {}", i + 1, quoted(byte),
                                  moment_text(evidence.times[i])));
    }
    if (!evidence.ending.empty()) lines.push_back("          then: " + evidence.ending);
  }
  lines.insert(lines.end(), finding.details.begin(), finding.details.end());
  if (finding.board) {
    const std::vector<std::string> board = lines_of(*finding.board);
    lines.insert(lines.end(), board.begin(), board.end());
  }
  return lines;
}

std::string complaint(const CaseRecord& record) {
  const std::vector<const Finding*> findings = worst_first(record.findings);
  const bool told_by_reason = findings.empty() || findings.front()->verdict < record.verdict;
  if (told_by_reason && !record.reason.empty()) return record.reason;
  return findings.empty() ? std::string{} : findings.front()->summary;
}

std::map<Verdict, std::size_t> tally_of(const RunRecord& run) {
  std::map<Verdict, std::size_t> tally;
  for (const CaseRecord& one : run.cases) ++tally[one.verdict];
  return tally;
}

std::vector<std::string> coverage_of(const RunRecord& run) {
  std::map<std::string, std::uint64_t> plain;
  std::map<std::string, std::map<std::string, std::uint64_t>> families;
  for (const CaseRecord& one : run.cases) {
    for (const auto& [name, count] : one.counts) {
      const std::size_t blank = name.find(' ');
      if (blank == std::string::npos) {
        plain[name] += count;
      } else {
        families[name.substr(0, blank)][name] += count;
      }
    }
  }
  std::vector<std::string> words;
  words.reserve(plain.size() + families.size());
  for (const auto& [name, count] : plain) words.push_back(fmt::format("{} {}", name, count));
  for (const auto& [name, members] : families) {
    words.push_back(fmt::format("{} {} {}", name, members.size(), members.size() == 1 ? "kind" : "kinds"));
  }
  return words;
}

bool is_late(const Bucket& bucket, const LatencyRecord& record) {
  return record.deadline > Duration::zero() && bucket.from >= record.deadline &&
         record.histogram.maximum() > record.deadline;
}

std::vector<Bucket> merged(const std::vector<Bucket>& buckets, std::size_t rows, Duration deadline) {
  if (buckets.empty()) return {};
  const auto edge = std::find_if(buckets.begin(), buckets.end(),
                                 [&](const Bucket& bucket) { return bucket.from == deadline; });
  const auto lead = static_cast<std::size_t>(edge == buckets.end() ? 0 : edge - buckets.begin());
  for (std::size_t size = 1;; ++size) {
    const std::size_t first = lead % size == 0 ? size : lead % size;  // buckets in the first row
    const std::size_t rest = buckets.size() > first ? buckets.size() - first : 0;
    if (1 + (rest + size - 1) / size > rows) continue;
    std::vector<Bucket> result;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
      const bool opens = i == 0 || (i >= first && (i - first) % size == 0);
      if (opens) result.push_back({buckets[i].from, buckets[i].to, 0});
      result.back().to = buckets[i].to;
      result.back().count += buckets[i].count;
    }
    return result;
  }
}

}  // namespace rig::report

#include "rig/report/gate/judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace rig::report {

std::string_view to_string(KnownOutcome outcome) {
  switch (outcome) {
    case KnownOutcome::failed: return "failed as expected";
    case KnownOutcome::passed: return "passed";
    case KnownOutcome::could_not_tell: return "could not tell";
    case KnownOutcome::not_assessed: return "not assessed";
    case KnownOutcome::left_out: return "left out";
    case KnownOutcome::expired: return "expired";
  }
  return "?";
}

namespace {

std::string shift_line(const Comparison& comparison) {
  const bool is_one = comparison.unit == "cycles" && std::abs(*comparison.shift) == 1;
  const std::string what = fmt::format("all {} replies: {:+} {}; ", comparison.compared, *comparison.shift,
                                       is_one ? "cycle" : comparison.unit);
  const std::size_t beyond = comparison.rises.size();
  if (beyond == 0 || beyond == comparison.compared)
    return what + fmt::format("allowed is a rise of {}", comparison.allowed);
  return what + fmt::format("{} of them beyond a rise of {}, which is allowed", beyond, comparison.allowed);
}

}  // namespace

std::string latency_line(const Comparison& comparison) {
  if (comparison.shift) return shift_line(comparison);
  return fmt::format("{} replies compared in {}: {} slower, {} faster; allowed is a rise of {}",
                     comparison.compared, comparison.unit, comparison.slower, comparison.faster,
                     comparison.allowed);
}

namespace {

bool is_expired(const KnownFailure& known, const std::string& today) {
  return today > known.until;  // ISO 8601 sorts as text
}

bool is_about(const KnownFailure& known, const std::string& case_id, const std::string& requirement) {
  return known.case_id.empty() ? known.requirement == requirement : known.case_id == case_id;
}

const CaseRecord* find_case(const RunRecord& run, const std::string& id) {
  const auto found =
      std::find_if(run.cases.begin(), run.cases.end(), [&](const CaseRecord& one) { return one.id == id; });
  return found == run.cases.end() ? nullptr : &*found;
}

const RequirementRecord* find_requirement(const RunRecord& run, const std::string& id) {
  const auto found = std::find_if(run.requirements.begin(), run.requirements.end(),
                                  [&](const RequirementRecord& one) { return one.id == id; });
  return found == run.requirements.end() ? nullptr : &*found;
}

bool has_run(const CaseRecord* one) {
  return one != nullptr && one->verdict != Verdict::not_run;
}

/// The requirements that failed in a case, those too whose failure a later error covers.
std::set<std::string> failed_in(const CaseRecord& one) {
  std::set<std::string> failed;
  for (const auto& [id, tally] : one.requirements) {
    if (tally.worst == Verdict::fail) failed.insert(id);
  }
  for (const Finding& finding : one.findings) {
    if (finding.verdict == Verdict::fail) failed.insert(finding.requirement);
  }
  if (failed.empty() && one.verdict == Verdict::fail) failed.insert({});
  return failed;
}

KnownOutcome outcome_of(Verdict verdict, bool partial) {
  switch (verdict) {
    case Verdict::fail: return KnownOutcome::failed;
    case Verdict::pass: return KnownOutcome::passed;
    case Verdict::error:
    case Verdict::inconclusive: return KnownOutcome::could_not_tell;
    case Verdict::not_applicable: return KnownOutcome::not_assessed;
    case Verdict::not_run: return partial ? KnownOutcome::left_out : KnownOutcome::not_assessed;
  }
  return KnownOutcome::not_assessed;
}

KnownOutcome outcome_of_case(const RunRecord& run, const std::string& id) {
  const bool partial = !run.partial.empty();
  const CaseRecord* one = find_case(run, id);
  if (one == nullptr) return outcome_of(Verdict::not_run, partial);
  const bool failed = one->verdict == Verdict::pass && !failed_in(*one).empty();  // with a remark
  return outcome_of(failed ? Verdict::fail : one->verdict, partial);
}

/// A narrowed run that leaves out a case of the requirement cannot say that it passes.
KnownOutcome outcome_of_requirement(const RunRecord& run, const std::string& id) {
  const RequirementRecord* one = find_requirement(run, id);
  if (one == nullptr) return KnownOutcome::not_assessed;
  const bool partial = !run.partial.empty();
  const bool all_ran = std::all_of(one->cases.begin(), one->cases.end(), [&](const std::string& case_id) {
    return has_run(find_case(run, case_id));
  });
  const bool settled = one->verdict == Verdict::fail || all_ran || !partial;
  return settled ? outcome_of(one->verdict, partial) : KnownOutcome::left_out;
}

bool is_mandatory(const RunRecord& run, const std::string& id) {
  const RequirementRecord* one = find_requirement(run, id);
  return one != nullptr && one->testable && one->level == Level::mandatory;
}

/// As the gate's settled entries have it: one that is expired covers nothing.
bool is_covered(const RunRecord& run, const std::string& case_id, const std::string& requirement) {
  return run.gate && std::any_of(run.gate->known.begin(), run.gate->known.end(), [&](const auto& known) {
           return known.outcome != KnownOutcome::expired && is_about(known, case_id, requirement);
         });
}

std::string counted(std::size_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

void add_known(const RunRecord& run, std::vector<Objection>& all) {
  for (const KnownFailure& known : run.gate->known) {
    Objection objection{
        known.outcome != KnownOutcome::passed, "Expected " + known.name(), {}, known.file, known.line};
    if (known.outcome == KnownOutcome::passed) {
      objection.what = fmt::format("{} was expected to fail and passed: its entry has to go ({})",
                                   known.name(), known.reason);
    } else if (known.outcome == KnownOutcome::not_assessed) {
      objection.what =
          fmt::format("{} was expected to fail and was not assessed ({})", known.name(), known.reason);
    } else {
      continue;
    }
    all.push_back(objection);
  }
}

void add_rises(const Comparison& comparison, std::vector<Objection>& all) {
  if (comparison.shift && !comparison.rises.empty())
    return all.push_back({false, "Latency", shift_line(comparison), {}, 0});
  std::set<std::string> told;
  for (const LatencyRise& rise : comparison.rises) {
    if (!told.insert(rise.case_id).second) continue;
    const auto further = static_cast<std::size_t>(std::count_if(
                             comparison.rises.begin(), comparison.rises.end(),
                             [&](const LatencyRise& one) { return one.case_id == rise.case_id; })) -
                         1;
    std::string what = fmt::format(
        "{}, exchange {} (\"{}\"): the reply took {} {}, and {} before; allowed is a rise of {}",
        rise.case_id, rise.exchange, rise.kind, rise.now, comparison.unit, rise.then, comparison.allowed);
    if (further > 0) what += fmt::format("; {} more of this case are slower", further);
    all.push_back({false, "Latency " + rise.case_id, what, {}, 0});
  }
}

}  // namespace

bool is_expected(const Gate& gate, const std::string& case_id, const std::string& requirement,
                 const std::string& today) {
  return std::any_of(gate.known.begin(), gate.known.end(), [&](const KnownFailure& known) {
    return !is_expired(known, today) && is_about(known, case_id, requirement);
  });
}

void settle_known_failures(RunRecord& run, const std::string& today) {
  if (!run.gate) return;
  for (KnownFailure& known : run.gate->known) {
    if (is_expired(known, today)) {
      known.outcome = KnownOutcome::expired;
    } else if (known.case_id.empty()) {
      known.outcome = outcome_of_requirement(run, known.requirement);
    } else {
      known.outcome = outcome_of_case(run, known.case_id);
    }
  }
}

bool fails_as_expected(const RunRecord& run, const CaseRecord& one) {
  const std::set<std::string> failed = failed_in(one);
  return !failed.empty() && std::all_of(failed.begin(), failed.end(), [&](const std::string& requirement) {
    return is_covered(run, one.id, requirement);
  });
}

bool only_expected_failures(const RunRecord& run) {
  std::set<std::string> seen;
  for (const CaseRecord& one : run.cases) {
    for (const std::string& requirement : failed_in(one)) {
      if (!is_mandatory(run, requirement)) continue;
      if (!is_covered(run, one.id, requirement)) return false;
      seen.insert(requirement);
    }
  }
  for (const RequirementRecord& one : run.requirements) {
    const bool failed = one.testable && one.level == Level::mandatory && one.verdict == Verdict::fail;
    if (failed && !seen.contains(one.id) && !is_covered(run, {}, one.id)) return false;
    if (failed) seen.insert(one.id);
  }
  return !seen.empty();
}

std::vector<Objection> objections(const RunRecord& run) {
  std::vector<Objection> all;
  if (!run.gate) return all;
  add_known(run, all);
  if (run.gate->comparison) add_rises(*run.gate->comparison, all);
  return all;
}

std::string gate_line(const RunRecord& run) {
  if (!run.gate) return {};
  std::vector<std::string> reasons;
  const auto add = [&](std::size_t count, const char* one, const char* several) {
    if (count > 0) reasons.push_back(counted(count, one, several));
  };
  const auto with = [&](KnownOutcome outcome) {
    return static_cast<std::size_t>(std::count_if(run.gate->known.begin(), run.gate->known.end(),
                                                  [&](const auto& one) { return one.outcome == outcome; }));
  };
  const std::optional<Comparison>& comparison = run.gate->comparison;
  add(comparison ? comparison->rises.size() : 0, "reply is slower than allowed",
      "replies are slower than allowed");
  add(with(KnownOutcome::passed), "expected failure passed", "expected failures passed");
  add(with(KnownOutcome::not_assessed), "expected failure was not assessed",
      "expected failures were not assessed");
  add(with(KnownOutcome::expired), "expected failure has expired", "expected failures have expired");
  add(comparison ? comparison->newly_failing.size() : 0, "requirement fails that did not",
      "requirements fail that did not");
  add(comparison ? comparison->still_failing.size() : 0, "requirement still fails",
      "requirements still fail");
  add(comparison ? comparison->fixed.size() : 0, "requirement is fixed", "requirements are fixed");
  add(with(KnownOutcome::failed), "failure was expected", "failures were expected");
  if (comparison && comparison->unit.empty()) reasons.emplace_back("latencies were not compared");
  const char* word = exit_status(run) == 0 ? "passed" : exit_status(run) == 1 ? "failed" : "could not tell";
  std::string text = fmt::format("gate {}", word);
  for (std::size_t i = 0; i < reasons.size(); ++i) text += (i == 0 ? ": " : "; ") + reasons[i];
  return text;
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

}  // namespace rig::report

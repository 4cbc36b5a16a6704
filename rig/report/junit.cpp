#include "rig/report/junit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "rig/report/digest.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/html/markup.hpp"
#include "rig/report/rtl/shown.hpp"

namespace rig::report {

namespace {

/// What a CI system shows of a case.
enum class Outcome { passed, failed, error, skipped };

/// What JUnit counts of a suite.
struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  Duration time{};

  void add(Outcome outcome, Duration wall_time) {
    ++tests;
    time += wall_time;
    if (outcome == Outcome::failed) ++failures;
    if (outcome == Outcome::error) ++errors;
    if (outcome == Outcome::skipped) ++skipped;
  }
};

double in_seconds(Duration time) {
  return static_cast<double>(time.count()) / 1e9;
}

/// For the attribute `time`, to which the schema gives three decimals at most.
std::string time_attribute(Duration time) {
  return fmt::format("{:.3f}", in_seconds(time));
}

/// For a property, whose text is free: simulated time is known to the nanosecond.
std::string precise(Duration time) {
  return fmt::format("{:.9f}", in_seconds(time));
}

std::string counts_as_attributes(const Counts& counts) {
  return fmt::format(R"(tests="{}" failures="{}" errors="{}")", counts.tests, counts.failures, counts.errors);
}

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", attribute(name), attribute(value));
}

class JunitWriter {
 public:
  explicit JunitWriter(const RunRecord& run) : run_(run) {}

  std::string write() {
    Counts total;
    std::string suites;
    std::vector<std::string_view> groups;
    for (const CaseRecord& one : run_.cases) {
      const std::string_view group = group_of(one.id);
      if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    }
    for (const std::string_view group : groups) suites += suite(group, total);
    suites += suite_of_the_run(total);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"contest-rig\" {} time=\"{}\">\n{}</testsuites>\n",
        counts_as_attributes(total), time_attribute(total.time), suites);
  }

 private:
  std::string suite(std::string_view group, Counts& total) const {
    Counts counts;
    std::string about_cases;
    std::string cases;
    for (const CaseRecord& one : run_.cases) {
      if (group_of(one.id) != group) continue;
      counts.add(outcome_of(one), one.wall_time);
      total.add(outcome_of(one), one.wall_time);
      about_cases += properties_of(one);
      cases += test_case(one);
    }
    return framed(group, counts, requirements_of(group) + about_cases, cases);
  }

  /// What went wrong outside of any case must turn a CI run red too; what a certificate leaves open is
  /// shown as skipped.
  std::string suite_of_the_run(Counts& total) const {
    std::vector<std::string> problems = run_.errors;
    if (run_.interrupted) problems.emplace_back("the run was interrupted");
    const std::vector<const RequirementRecord*> open = reservations(run_);
    const std::vector<StatedReservation> stated = standing_of(run_) == Standing::with_reservations
                                                      ? stated_reservations(run_)
                                                      : std::vector<StatedReservation>{};
    const std::vector<Objection> objected = objections(run_);
    if (problems.empty() && open.empty() && stated.empty() && objected.empty()) return {};
    Counts counts;
    std::string cases;
    const auto reserve = [&](const std::string& name, const std::string& why) {
      const Outcome outcome = run_.strict ? Outcome::error : Outcome::skipped;
      counts.add(outcome, {});
      total.add(outcome, {});
      cases +=
          framed_case(class_name("Run"), "Reservation " + name, {}, element(outcome, "reservation", why, ""));
    };
    for (const RequirementRecord* one : open) reserve(one->id, reservation_text(*one));
    for (const StatedReservation& one : stated) reserve(one.id, one.text);
    for (const Objection& one : objected) {
      const Outcome outcome = one.is_error ? Outcome::error : Outcome::failed;
      counts.add(outcome, {});
      total.add(outcome, {});
      cases += framed_case(class_name("Run"), one.name, {}, element(outcome, "gate", one.what, ""));
    }
    for (std::size_t i = 0; i < problems.size(); ++i) {
      counts.add(Outcome::error, {});
      total.add(Outcome::error, {});
      cases += framed_case(class_name("Run"), fmt::format("Error{}", i + 1), {},
                           element(Outcome::error, "error", problems[i], ""));
    }
    return framed("Run", counts, "", cases);
  }

  std::string framed(std::string_view name, const Counts& counts, const std::string& properties,
                     const std::string& cases) const {
    std::string started =
        run_.started.empty() ? "" : fmt::format(" timestamp=\"{}\"", attribute(run_.started));
    return fmt::format(
        "  <testsuite name=\"{}\" {} skipped=\"{}\" time=\"{}\"{}>\n    <properties>\n{}{}    "
        "</properties>\n{}  </testsuite>\n",
        attribute(name), counts_as_attributes(counts), counts.skipped, time_attribute(counts.time), started,
        properties_of_the_run(), properties, cases);
  }

  std::string class_name(std::string_view group) const {
    return run_.contest.empty() ? std::string(group) : run_.contest + '.' + std::string(group);
  }

  static std::string framed_case(std::string_view class_name, std::string_view name, Duration time,
                                 const std::string& inside) {
    return fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\">\n{}    </testcase>\n",
                       attribute(class_name), attribute(name), time_attribute(time), inside);
  }

  std::string test_case(const CaseRecord& one) const {
    return framed_case(class_name(group_of(one.id)), name_of(one.id), one.wall_time, told(one));
  }

  std::string properties_of_the_run() const {
    std::string text = property("link", run_.dut);
    if (!run_.team_name.empty()) text += property("team name", run_.team_name);
    if (!run_.label.empty()) text += property("label", run_.label);
    if (run_.replay) text += property("replay of", run_.replay->path);
    for (const Setting& fact : run_.identity) text += property("identity " + fact.name, fact.value);
    if (!run_.chain_head.empty()) text += property("head of the transcript", run_.chain_head);
    for (const std::string& why : run_.partial) text += property("partial, not a certificate", why);
    if (run_.gate) text += property("gate", gate_line(run_));
    return text + property("verdict on the run", headline(run_));
  }

  /// The clauses that cases of this group check, with what the whole run found of them.
  std::string requirements_of(std::string_view group) const {
    std::string text;
    for (const RequirementRecord& one : run_.requirements) {
      const bool checked = std::any_of(one.cases.begin(), one.cases.end(),
                                       [&](const std::string& id) { return group_of(id) == group; });
      if (!checked) continue;
      text += property("requirement " + one.id, fmt::format("{}: {}", to_string(one.level), assessment(one)));
    }
    return text;
  }

  /// The schema has no properties of a case: they stand in its suite, with its name before them.
  std::string properties_of(const CaseRecord& one) const {
    std::string ids;
    for (const auto& [id, tally] : one.requirements) ids += (ids.empty() ? "" : ", ") + id;
    std::string text;
    const auto add = [&](const std::string& name, std::string_view value) {
      text += property(std::string(name_of(one.id)) + '.' + name, value);
    };
    add("requirement", ids);
    add("level", to_string(strictest_level(one, run_)));
    add("seed", std::to_string(one.seed));
    const Sample* nearest = tightest(one);
    for (const LatencyRecord& latency : latencies_of(one)) {
      const bool first = latency.kind == nearest->kind;
      const std::string suffix = first ? "" : " of " + latency.kind;
      if (first) add("kind", latency.kind);
      add("deadline" + suffix, precise(latency.deadline));
      add("p50" + suffix, precise(latency.histogram.quantile(0.5)));
      add("p99" + suffix, precise(latency.histogram.quantile(0.99)));
      add("max" + suffix, precise(latency.histogram.maximum()));
      add("uncertainty" + suffix, precise(latency.histogram.widest()));
    }
    for (const Measurement& measurement : one.measurements) {
      const std::string limit = measurement.limit.empty() ? "" : "; " + measurement.limit;
      add("measured " + measurement.name, measurement.value + limit);
    }
    return text;
  }

  /// Whether a mandatory requirement ended so in the case; where none that is known did, the case itself
  /// counts.
  bool binds(const CaseRecord& one, Verdict verdict) const {
    bool known = false;
    for (const RequirementRecord& requirement : run_.requirements) {
      const auto found = one.requirements.find(requirement.id);
      if (found == one.requirements.end() || found->second.worst != verdict) continue;
      if (requirement.level == Level::mandatory) return true;
      known = true;
    }
    return !known && one.verdict == verdict;
  }

  /// Red is what moves the exit status: a lesser clause that failed is told, and the case has passed.
  Outcome outcome_of(const CaseRecord& one) const {
    if (one.verdict == Verdict::not_applicable || one.verdict == Verdict::not_run) return Outcome::skipped;
    if (one.verdict == Verdict::error) return Outcome::error;
    if (binds(one, Verdict::fail)) return fails_as_expected(run_, one) ? Outcome::skipped : Outcome::failed;
    return binds(one, Verdict::inconclusive) ? Outcome::error : Outcome::passed;
  }

  std::string told(const CaseRecord& one) const {
    const std::string story = story_of_case(one);
    const std::string said = complaint(one);
    const std::string_view message = said.empty() ? to_string(one.verdict) : std::string_view(said);
    switch (const Outcome outcome = outcome_of(one)) {
      case Outcome::passed: return system_out(story);
      case Outcome::skipped:
        if (one.verdict == Verdict::fail)
          return element(outcome, "expected failure", message, "") + system_out(story);
        return element(outcome, to_string(one.verdict), one.reason.empty() ? message : one.reason, "") +
               (one.findings.empty() ? "" : system_out(story));
      case Outcome::failed: return element(outcome, "fail", message, story);
      case Outcome::error: {
        const Verdict cause = one.verdict == Verdict::error ? Verdict::error : Verdict::inconclusive;
        return element(outcome, to_string(cause), message, story);
      }
    }
    return {};
  }

  static std::string element(Outcome outcome, std::string_view type, std::string_view message,
                             std::string_view story) {
    const std::string_view tag = outcome == Outcome::failed  ? "failure"
                                 : outcome == Outcome::error ? "error"
                                                             : "skipped";
    return fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", tag, type, attribute(message),
                       content(story));
  }

  static std::string system_out(std::string_view story) {
    return story.empty() ? "" : fmt::format("      <system-out>{}</system-out>\n", content(story));
  }

  /// How to come where the finding was made, and what may be behind it.
  static std::string way_there(const Finding& finding) {
    std::string text;
    for (const std::string& hint : finding.hints) text += "hint: " + hint + '\n';
    if (!finding.scene) return text;
    const Scene& scene = *finding.scene;
    if (!scene.moves.empty()) text += fmt::format("moves: {}\n", fmt::join(scene.moves, " "));
    if (!scene.check.empty()) text += "replay: " + scene.check + '\n';
    for (const std::string& line : scene.commands) text += "started by: " + line + '\n';
    if (!scene.folder.empty()) text += "files kept in: " + scene.folder + '\n';
    return text;
  }

  /// What there is to say of a case; nothing of one that simply passed.
  std::string story_of_case(const CaseRecord& one) const {
    std::string story;
    if (!one.reason.empty()) story += one.reason + '\n';
    for (const Finding* finding : worst_first(one.findings)) {
      story +=
          fmt::format("{} {}: {}\n", to_string(finding->verdict), finding->requirement, finding->summary);
      for (const std::string& line : story_of(*finding)) story += line + '\n';
      story += way_there(*finding);
    }
    if (one.waveform) {
      for (const auto& [name, text] : waveform_in_words(one, run_))
        story += fmt::format("{}: {}\n", name, text);
      if (!one.waveform->command.empty()) story += "open: " + one.waveform->command + '\n';
    }
    if (!story.empty() && !one.again.empty()) story += "again: " + one.again + '\n';
    return story;
  }

  const RunRecord& run_;
};

}  // namespace

std::string to_junit(const RunRecord& run) {
  return JunitWriter(run).write();
}

}  // namespace rig::report

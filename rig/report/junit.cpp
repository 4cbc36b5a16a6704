#include "rig/report/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "rig/report/digest.hpp"
#include "rig/report/markup.hpp"

namespace rig::report {

namespace {

/// What JUnit counts of a suite.
struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  Duration time{};

  void add(Verdict verdict, Duration wall_time) {
    ++tests;
    time += wall_time;
    if (verdict == Verdict::fail) ++failures;
    if (verdict == Verdict::not_applicable) ++skipped;
    if (verdict == Verdict::error || verdict == Verdict::inconclusive || verdict == Verdict::not_run)
      ++errors;
  }
};

std::string in_seconds(Duration time) {
  return fmt::format("{:.9f}", static_cast<double>(time.count()) / 1e9);
}

std::string counts_as_attributes(const Counts& counts) {
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{}")", counts.tests,
                     counts.failures, counts.errors, counts.skipped, in_seconds(counts.time));
}

class Writer {
 public:
  explicit Writer(const RunRecord& run) : run_(run) {}

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
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"contest-rig\" {}>\n{}</testsuites>\n",
        counts_as_attributes(total), suites);
  }

 private:
  std::string suite(std::string_view group, Counts& total) const {
    Counts counts;
    std::string cases;
    for (const CaseRecord& one : run_.cases) {
      if (group_of(one.id) != group) continue;
      counts.add(one.verdict, one.wall_time);
      total.add(one.verdict, one.wall_time);
      cases += test_case(one);
    }
    return framed(group, counts, cases);
  }

  /// What went wrong outside of any case must turn a CI run red too; what a certificate leaves open is
  /// shown as skipped.
  std::string suite_of_the_run(Counts& total) const {
    std::vector<std::string> problems = run_.errors;
    if (run_.interrupted) problems.emplace_back("the run was interrupted");
    const std::vector<const RequirementRecord*> open = reservations(run_);
    if (problems.empty() && open.empty()) return {};
    Counts counts;
    std::string cases;
    for (const RequirementRecord* one : open) {
      const Verdict counted = run_.strict ? Verdict::error : Verdict::not_applicable;
      counts.add(counted, {});
      total.add(counted, {});
      cases += fmt::format(
          "    <testcase classname=\"{}\" name=\"Reservation {}\" time=\"0\">\n"
          "      <{} message=\"{}\"/>\n    </testcase>\n",
          class_name("Run"), attribute(one->id), run_.strict ? "error type=\"reservation\"" : "skipped",
          attribute(reservation_text(*one)));
    }
    for (std::size_t i = 0; i < problems.size(); ++i) {
      counts.add(Verdict::error, {});
      total.add(Verdict::error, {});
      cases += fmt::format(
          "    <testcase classname=\"{}\" name=\"Error{}\" time=\"0\">\n"
          "      <error type=\"error\" message=\"{}\"/>\n    </testcase>\n",
          class_name("Run"), i + 1, attribute(problems[i]));
    }
    return framed("Run", counts, cases);
  }

  std::string framed(std::string_view name, const Counts& counts, const std::string& cases) const {
    std::string started =
        run_.started.empty() ? "" : fmt::format(" timestamp=\"{}\"", attribute(run_.started));
    return fmt::format("  <testsuite name=\"{}\" {}{}>\n{}  </testsuite>\n", attribute(name),
                       counts_as_attributes(counts), started, cases);
  }

  std::string class_name(std::string_view group) const {
    return run_.contest.empty() ? attribute(group) : attribute(run_.contest) + '.' + attribute(group);
  }

  std::string test_case(const CaseRecord& one) const {
    return fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\">\n{}{}    </testcase>\n",
                       class_name(group_of(one.id)), attribute(name_of(one.id)), in_seconds(one.wall_time),
                       properties(one), outcome(one));
  }

  std::string properties(const CaseRecord& one) const {
    std::string ids;
    for (const auto& [id, tally] : one.requirements) ids += (ids.empty() ? "" : ", ") + id;
    std::string text = "      <properties>\n";
    const auto add = [&](std::string_view name, std::string_view value) {
      text +=
          fmt::format("        <property name=\"{}\" value=\"{}\"/>\n", attribute(name), attribute(value));
    };
    add("requirement", ids);
    add("level", to_string(strictest_level(one, run_)));
    add("link", run_.dut);
    if (run_.replay) add("replay of", run_.replay->path);
    add("seed", std::to_string(one.seed));
    const Sample* nearest = tightest(one);
    for (const LatencyRecord& latency : latencies_of(one)) {
      const bool first = latency.kind == nearest->kind;
      const std::string suffix = first ? "" : " of " + latency.kind;
      if (first) add("kind", latency.kind);
      add("deadline" + suffix, in_seconds(latency.deadline));
      add("p50" + suffix, in_seconds(latency.histogram.quantile(0.5)));
      add("p99" + suffix, in_seconds(latency.histogram.quantile(0.99)));
      add("max" + suffix, in_seconds(latency.histogram.maximum()));
      add("uncertainty" + suffix, in_seconds(latency.histogram.widest()));
    }
    for (const Measurement& measurement : one.measurements) {
      const std::string limit = measurement.limit.empty() ? "" : "; " + measurement.limit;
      add("measured " + measurement.name, measurement.value + limit);
    }
    return text + "      </properties>\n";
  }

  std::string outcome(const CaseRecord& one) const {
    switch (one.verdict) {
      case Verdict::pass: return {};
      case Verdict::not_applicable:
        return fmt::format("      <skipped message=\"{}\"/>\n", attribute(one.reason));
      case Verdict::fail: {
        const Level level = weight(one, run_);
        return element("failure", level == Level::mandatory ? "fail" : to_string(level), one);
      }
      default: return element("error", to_string(one.verdict), one);
    }
  }

  static std::string element(std::string_view tag, std::string_view type, const CaseRecord& one) {
    std::string story;
    if (!one.reason.empty()) story += one.reason + '\n';
    for (const Finding* finding : worst_first(one.findings)) {
      story +=
          fmt::format("{} {}: {}\n", to_string(finding->verdict), finding->requirement, finding->summary);
      for (const std::string& line : story_of(*finding)) story += line + '\n';
    }
    if (!one.again.empty()) story += "again: " + one.again + '\n';
    const std::string said = complaint(one);
    return fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", tag, type,
                       attribute(said.empty() ? to_string(one.verdict) : said), content(story));
  }

  const RunRecord& run_;
};

}  // namespace

std::string to_junit(const RunRecord& run) {
  return Writer(run).write();
}

}  // namespace rig::report

#include "conformance/run/tests/real_time.hpp"

#include <unistd.h>

#include <boost/test/results_collector.hpp>
#include <boost/test/tree/traverse.hpp>
#include <boost/test/tree/visitor.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <vector>

namespace conformance::testing_programs {

namespace {

using nlohmann::json;

constexpr int attempts = 3;
constexpr int skipped_status = 77;
constexpr double busy = 0.1;

std::mutex booking;
std::vector<std::string> skipped;
bool all_else_passed = false;

/// Ends the program with its own status: Boost.Test knows only passed and failed.
struct SkippedStatus {
  SkippedStatus() = default;
  ~SkippedStatus() {
    if (skipped.empty() || !all_else_passed) return;
    std::cout.flush();
    _exit(skipped_status);
  }
  SkippedStatus(const SkippedStatus&) = delete;
  SkippedStatus& operator=(const SkippedStatus&) = delete;
};
const SkippedStatus at_the_end;

/// Looks at each test by itself: the sum over all of them is made only after the last fixture.
struct Failures : boost::unit_test::test_tree_visitor {
  bool any = false;
  void visit(const boost::unit_test::test_case& test) override {
    const auto& results = boost::unit_test::results_collector.results(test.p_id);
    any = any || (!results.skipped() && !results.passed());
  }
};

struct Bookkeeping {
  void teardown() {
    using namespace boost::unit_test;
    Failures failures;
    traverse_test_tree(framework::master_test_suite(), failures);
    all_else_passed = !failures.any;
    for (const std::string& one : skipped) std::cout << "could not tell: " << one << '\n';
  }
};
BOOST_TEST_GLOBAL_FIXTURE(Bookkeeping);

/// Seconds in which at least one thread waited for a processor, since the machine was started.
std::optional<double> pressure() {
  const std::string text = content_of("/proc/pressure/cpu");
  const std::string key = "total=";
  const std::size_t at = text.find(key);
  if (!text.starts_with("some") || at == std::string::npos) return std::nullopt;
  constexpr double microseconds = 1e-6;
  return microseconds * std::strtod(text.c_str() + at + key.size(), nullptr);
}

constexpr int cannot_tell = 3;

bool is_about_time(const std::string& summary) {
  for (const char* words :
       {"was answered after", "was not answered within", "was incomplete after", "the game was lost on ply",
        "no reply ", "neither sent anything nor ended for", "was not at the end of its game after",
        "opened no port for its boards", "lost by a time-out"}) {
    if (summary.find(words) != std::string::npos) return true;
  }
  return false;
}

bool is_about_the_machine(const std::string& summary) {
  return summary.find("this machine is too busy") != std::string::npos ||
         summary.find("The rig stood still") != std::string::npos;
}

std::string of_the_machine(const MachineWatch& watch) {
  const std::optional<double> share = watch.busy_share();
  if (!share) return "this kernel does not tell how busy the machine was";
  return "somebody waited for a processor in " + std::to_string(std::lround(100 * *share)) + " % of the time";
}

}  // namespace

MachineWatch::MachineWatch() : begun_(std::chrono::steady_clock::now()), waited_(pressure()) {}

std::chrono::steady_clock::duration MachineWatch::passed() const {
  return std::chrono::steady_clock::now() - begun_;
}

std::optional<double> MachineWatch::busy_share() const {
  const std::optional<double> now = pressure();
  if (!now || !waited_) return std::nullopt;
  return (*now - *waited_) / std::chrono::duration<double>(passed()).count();
}

bool MachineWatch::was_busy() const {
  return busy_share().value_or(0) > busy;
}

std::optional<std::string> why_it_could_not_tell(const json& report, int status, bool machine_was_busy) {
  constexpr int not_conformant = 1;
  if (status != not_conformant && status != cannot_tell) return std::nullopt;
  std::string why;
  bool was_late = false;
  const std::string dut = report.value("/dut/name"_json_pointer, "");
  const bool is_started_anew = dut.starts_with("exec:") || dut.starts_with("pty:");
  for (const json& one : report.at("cases")) {
    if (is_started_anew) was_late = false;
    for (const json& finding : one.at("findings")) {
      const std::string verdict = finding.at("verdict");
      const std::string summary = finding.at("summary");
      was_late = was_late || (verdict == "fail" && machine_was_busy && is_about_time(summary));
      const bool excused = verdict == "inconclusive" || (verdict == "fail" && was_late) ||
                           (verdict == "error" && is_about_the_machine(summary));
      if (!excused && verdict == "fail" && status == cannot_tell) continue;  // recommended
      if (!excused) return std::nullopt;
      if (why.empty()) why = one.at("id").get<std::string>() + ": " + summary;
    }
    const std::string verdict = one.at("verdict");
    const bool given_up = one.value("reason", "").starts_with("no game came to its end in ");
    if (verdict == "not run" && !(given_up && machine_was_busy)) return std::nullopt;
    if (verdict == "error" && one.at("findings").empty()) return std::nullopt;
  }
  if (why.empty()) return std::nullopt;
  return why;
}

std::optional<Outcome> told(int expected, const std::string& report,
                            const std::function<Outcome()>& attempt) {
  return told_when(
      [&](const Outcome& outcome) { return outcome.status == expected && expected != cannot_tell; }, report,
      attempt);
}

std::optional<Outcome> told_when(const std::function<bool(const Outcome&)>& as_expected,
                                 const std::string& report, const std::function<Outcome()>& attempt) {
  std::string why;
  for (int i = 0; i < attempts; ++i) {
    const MachineWatch watch;
    std::filesystem::remove(report);
    Outcome outcome = attempt();
    if (as_expected(outcome)) return outcome;
    const json written = json::parse(content_of(report), nullptr, false);
    if (written.is_discarded()) return outcome;
    const auto doubt = why_it_could_not_tell(written, outcome.status, watch.was_busy());
    if (!doubt) return outcome;
    why = *doubt + " (" + of_the_machine(watch) + ")";
  }
  skip(why);
  return std::nullopt;
}

bool was_quick(const MachineWatch& watch, std::chrono::seconds limit) {
  if (watch.passed() <= limit) return true;
  if (!watch.was_busy()) return false;
  skip("it took too long (" + of_the_machine(watch) + ")");
  return true;
}

void skip(const std::string& why) {
  const std::lock_guard lock(booking);
  skipped.push_back(boost::unit_test::framework::current_test_case().full_name() + ": " + why);
}

}  // namespace conformance::testing_programs

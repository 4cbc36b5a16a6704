/// The gate without any program: an earlier run's report read, a run held against it, the file of known
/// failures, and what becomes of the exit status.

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>

#include "conformance/run/gate/baseline.hpp"
#include "conformance/run/gate/comparison.hpp"
#include "conformance/run/gate/known_failures.hpp"
#include "rig/base/errors.hpp"
#include "rig/report/gate/annotations.hpp"
#include "rig/report/gate/cycles.hpp"
#include "rig/report/gate/judging.hpp"
#include "rig/report/json.hpp"
#include "rig/report/junit.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance;
using namespace rig::report;
using rig::contains;
using rig::Duration;
using rig::Latency;
using rig::UsageError;
using rig::Verdict;

namespace {

constexpr const char* today = "2031-05-04";

/// What `cycles` take at 50 MHz, as a link tells it.
Latency of_cycles(std::int64_t cycles) {
  return {Duration((cycles - 1) * 20), Duration((cycles + 1) * 20)};
}

Sample reply_to(const std::string& request, std::int64_t cycles) {
  return {"4XXXX", std::chrono::seconds(1), of_cycles(cycles), request, "5052"};
}

/// A simulated design that passed M-1 in Games.First and M-2 in Games.Second; R-1 is recommended.
RunRecord good_run() {
  RunRecord run;
  run.contest = "icfpt2014";
  run.dut = "rtl:board.toml";
  run.far_end = "RTL in simulated time";
  run.clock = "simulated";
  run.link_facts = {{"clock_hz", "50000000"}};
  run.seed = 7;
  run.started = "2031-05-01T10:00:00Z";
  const auto add = [&](const char* case_id, const char* id, Level level) {
    CaseRecord one;
    one.id = case_id;
    one.verdict = Verdict::pass;
    one.requirements[id] = {1, Verdict::pass};
    run.cases.push_back(one);
    RequirementRecord requirement;
    requirement.id = id;
    requirement.level = level;
    requirement.cases = {case_id};
    run.requirements.push_back(requirement);
  };
  add("Games.First", "M-1", Level::mandatory);
  add("Games.Second", "M-2", Level::mandatory);
  add("Games.Third", "R-1", Level::recommended);
  run.cases[0].samples = {reply_to("30", 100), reply_to("34", 200), reply_to("35", 300)};
  run.cases[1].samples = {reply_to("30", 100)};
  conclude(run);
  return run;
}

void fail(RunRecord& run, std::size_t case_index) {
  CaseRecord& one = run.cases.at(case_index);
  one.verdict = Verdict::fail;
  auto& [id, tally] = *one.requirements.begin();
  tally.worst = Verdict::fail;
  Finding finding;
  finding.requirement = id;
  finding.summary = "a square was taken, 100 % of it\nand more";
  one.findings.push_back(finding);
  conclude(run);
}

class WrittenFile {
 public:
  explicit WrittenFile(const std::string& content) {
    std::string name = (std::filesystem::temp_directory_path() / "gate-test-XXXXXX").string();
    const int file = mkstemp(name.data());
    BOOST_REQUIRE(file >= 0);
    ::close(file);
    path_ = name;
    std::ofstream(path_) << content;
  }
  ~WrittenFile() { std::filesystem::remove(path_); }
  WrittenFile(const WrittenFile&) = delete;
  WrittenFile& operator=(const WrittenFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Baseline baseline_of(const RunRecord& run) {
  const WrittenFile file(to_json(run));
  return read_baseline(file.path());
}

Comparison compared(const std::function<void(RunRecord&)>& change, const std::string& allowed = "0%") {
  RunRecord now = good_run();
  change(now);
  conclude(now);
  return compare(baseline_of(good_run()), now, allowance_from(allowed));
}

KnownFailure known(const std::string& case_id, const std::string& requirement,
                   const std::string& until = "2031-05-04") {
  return {case_id, requirement, "not built yet", until, "known.toml", 3};
}

std::string refusal_of(const std::function<void()>& what) {
  try {
    what();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "(it was not refused)";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cycles)

BOOST_AUTO_TEST_CASE(are_exact_for_clocks_whose_period_is_no_whole_number_of_nanoseconds) {
  for (const std::uint64_t hz :
       {5'000'000U, 48'000'000U, 50'000'000U, 66'666'667U, 27'000'000U, 450'000'000U}) {
    const auto down = [&](std::uint64_t cycle) { return cycle * 1'000'000'000 / hz; };
    const auto up = [&](std::uint64_t cycle) { return (cycle * 1'000'000'000 + hz - 1) / hz; };
    for (const std::uint64_t sent : {0U, 1U, 17U, 434U, 100'003U}) {
      for (const std::uint64_t took : {1U, 2U, 3U, 433U, 13'021U, 1'000'001U}) {
        const std::uint64_t ended = sent + took;
        const Latency latency = {Duration(static_cast<std::int64_t>(down(ended) - up(sent + 1))),
                                 Duration(static_cast<std::int64_t>(up(ended + 1) - down(sent)))};
        BOOST_TEST(cycles_in(latency, hz) == static_cast<std::int64_t>(took), hz << " Hz, from " << sent);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(of_a_kind_are_those_of_replies) {
  const CycleSummary all = cycles_of_kind(good_run(), "4XXXX").value();
  BOOST_TEST(all.least == 100);
  BOOST_TEST(all.p50 == 100);
  BOOST_TEST(all.p90 == 300);
  BOOST_TEST(all.most == 300);
  BOOST_TEST(!cycles_of_kind(good_run(), "0").has_value());
  RunRecord real = good_run();
  real.clock = "monotonic";
  BOOST_TEST(!cycles_of_kind(real, "4XXXX").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_comparison)

BOOST_AUTO_TEST_CASE(of_equal_runs_finds_nothing) {
  const Comparison same = compared([](RunRecord&) {});
  BOOST_TEST(same.unit == "cycles");
  BOOST_TEST(same.compared == 4);
  BOOST_TEST(same.slower + same.faster == 0);
  BOOST_TEST(same.rises.empty());
  BOOST_TEST(same.divergences.empty());
  BOOST_TEST(same.notes.empty());
}

BOOST_AUTO_TEST_CASE(tells_a_rise_of_one_clock) {
  const Comparison slower =
      compared([](RunRecord& run) { run.cases[0].samples[1].latency = of_cycles(201); });
  BOOST_TEST(slower.slower == 1);
  BOOST_REQUIRE(slower.rises.size() == 1);
  BOOST_TEST(slower.rises[0].case_id == "Games.First");
  BOOST_TEST(slower.rises[0].exchange == 2);
  BOOST_TEST(slower.rises[0].then == 200);
  BOOST_TEST(slower.rises[0].now == 201);
}

BOOST_AUTO_TEST_CASE(allows_what_is_allowed_and_no_more) {
  const auto slow_by = [](std::int64_t clocks) {
    return [clocks](RunRecord& run) { run.cases[0].samples[1].latency = of_cycles(200 + clocks); };
  };
  BOOST_TEST(compared(slow_by(5), "2.5%").rises.empty());
  BOOST_TEST(compared(slow_by(6), "2.5%").rises.size() == 1);
  BOOST_TEST(compared(slow_by(-5)).faster == 1);
  BOOST_TEST(compared(slow_by(-5)).rises.empty());
}

BOOST_AUTO_TEST_CASE(ends_in_a_case_where_its_requests_diverge) {
  const Comparison other = compared([](RunRecord& run) {
    run.cases[0].samples[1] = reply_to("36", 999);
    run.cases[0].samples[2] = reply_to("35", 999);
  });
  BOOST_TEST(other.compared == 2);  // the first of either case
  BOOST_TEST(other.rises.empty());
  BOOST_REQUIRE(other.divergences.size() == 1);
  BOOST_TEST(other.divergences[0].exchange == 2);
  BOOST_TEST(other.divergences[0].what == "the request was 34, and is 36");
}

BOOST_AUTO_TEST_CASE(ends_in_a_case_at_the_first_reply_that_diverges) {
  const Comparison other = compared([](RunRecord& run) {
    run.cases[0].samples[1].reply = "51";
    run.cases[0].samples[1].latency = of_cycles(900);  // of another move
    run.cases[0].samples[2].latency = of_cycles(301);  // the same request, in another position
  });
  BOOST_TEST(other.compared == 2);
  BOOST_TEST(other.slower == 0);
  BOOST_TEST(other.rises.empty());
  BOOST_REQUIRE(other.divergences.size() == 1);
  BOOST_TEST(other.divergences[0].exchange == 2);
  BOOST_TEST(other.divergences[0].what == "to 34 the reply was 5052, and is 51");
}

namespace {

/// Replies that take so many clocks more than before, in their order.
struct Shifted {
  std::vector<std::int64_t> by;
  std::optional<std::int64_t> all;
};
std::ostream& operator<<(std::ostream& out, const Shifted& one) {
  for (const std::int64_t clocks : one.by) out << clocks << ' ';
  return out;
}
const std::vector<Shifted> shifts = {{{0, 0, 0, 0}, std::nullopt}, {{3, 3, 3, 3}, 3},
                                     {{-2, -2, -2, -2}, -2},       {{3, 3, 3, 2}, std::nullopt},
                                     {{0, 3, 3, 3}, std::nullopt}, {{3, 3, 3, 0}, std::nullopt}};

void shift(RunRecord& run, const std::vector<std::int64_t>& by) {
  std::size_t next = 0;
  for (CaseRecord& one : run.cases) {
    for (Sample& sample : one.samples) {
      const Duration more((by.at(next++)) * 20);
      sample.latency.shortest += more;
      sample.latency.longest += more;
    }
  }
}

}  // namespace

BOOST_DATA_TEST_CASE(finds_a_shift_that_all_replies_share, boost::unit_test::data::make(shifts), one) {
  const Comparison found = compared([&](RunRecord& run) { shift(run, one.by); });
  BOOST_CHECK(found.shift == one.all);
}

BOOST_AUTO_TEST_CASE(of_replies_that_are_shifted_alike_has_one_line) {
  RunRecord run = good_run();
  run.gate.emplace();
  shift(run, {3, 3, 3, 3});
  const auto annotated = [&](const char* allowed) {
    run.gate->comparison = compare(baseline_of(good_run()), run, allowance_from(allowed));
    return github_annotations(run, "");
  };
  BOOST_TEST(annotated("0%") ==
             "::error title=Latency::all 4 replies: +3 cycles; allowed is a rise of 0%25\n");
  BOOST_TEST(
      annotated("2%") ==
      "::error title=Latency::all 4 replies: +3 cycles; 2 of them beyond a rise of 2%25, which is allowed\n");
  BOOST_TEST(annotated("3%").empty());
}

BOOST_AUTO_TEST_CASE(tells_replies_that_are_missing_or_new) {
  const Comparison fewer = compared([](RunRecord& run) { run.cases[0].samples.pop_back(); });
  BOOST_REQUIRE(fewer.divergences.size() == 1);
  BOOST_TEST(fewer.divergences[0].what == "3 replies were measured, and are 2 now");
}

BOOST_AUTO_TEST_CASE(lists_requirements_that_fail_newly_or_still_or_no_more) {
  RunRecord before = good_run();
  fail(before, 0);
  fail(before, 2);
  RunRecord now = good_run();
  fail(now, 1);
  fail(now, 2);
  const Comparison both = compare(baseline_of(before), now, {});
  BOOST_TEST(both.newly_failing == std::vector<std::string>{"M-2"});
  BOOST_TEST(both.fixed == std::vector<std::string>{"M-1"});
  BOOST_TEST(both.still_failing == std::vector<std::string>{"R-1"});
}

BOOST_AUTO_TEST_CASE(counts_in_cycles_also_where_the_clock_is_another) {
  const Comparison faster_clock = compared([](RunRecord& run) {
    run.link_facts["clock_hz"] = "100000000";
    for (CaseRecord& one : run.cases) {
      for (Sample& sample : one.samples) {
        sample.latency.shortest /= 2;
        sample.latency.longest /= 2;
      }
    }
  });
  BOOST_TEST(faster_clock.rises.empty());
  BOOST_TEST(faster_clock.slower + faster_clock.faster == 0);
  BOOST_TEST(contains(faster_clock.notes.at(0), "50000000"));
}

BOOST_AUTO_TEST_CASE(in_real_time_compares_no_latencies_and_says_so) {
  RunRecord before = good_run();
  before.clock = "monotonic";
  RunRecord now = before;
  now.cases[0].samples[0].latency = of_cycles(90'000);
  const Comparison real = compare(baseline_of(before), now, {});
  BOOST_TEST(real.unit.empty());
  BOOST_TEST(real.rises.empty());
  BOOST_TEST(contains(real.why_not, "real time"));
  now.clock = "virtual";
  BOOST_TEST(contains(compare(baseline_of(before), now, {}).why_not, "this run's is virtual"));
}

BOOST_AUTO_TEST_CASE(in_virtual_time_is_in_nanoseconds) {
  RunRecord before = good_run();
  before.clock = "virtual";
  RunRecord now = before;
  ++now.cases[0].samples[0].latency.longest;
  const Comparison one = compare(baseline_of(before), now, {});
  BOOST_TEST(one.unit == "ns");
  BOOST_TEST(one.rises.size() == 1);
}

BOOST_AUTO_TEST_CASE(leaves_out_cases_that_either_run_has_not_run) {
  const Comparison one = compared([](RunRecord& run) {
    run.cases[0].verdict = Verdict::not_run;
    run.cases[1].id = "Games.New";
  });
  BOOST_TEST(one.compared == 0);
  BOOST_TEST(one.notes.size() == 2);
}

BOOST_AUTO_TEST_CASE(takes_percentages_alone) {
  BOOST_TEST(allowance_from("2.5%").percent == 2.5);
  for (const char* text : {"", "2.5", "%", "-1%", "1001%", "1%%", "nan%", "one%", " 1%"})
    BOOST_TEST(contains(refusal_of([&] { allowance_from(text); }), "allowed is a percentage"), text);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_baseline)

BOOST_AUTO_TEST_CASE(that_is_no_report_is_refused_with_the_place) {
  const auto refused = [](const std::string& content) {
    const WrittenFile file(content);
    return refusal_of([&] { read_baseline(file.path()); });
  };
  const auto without = [&](const char* place) {
    nlohmann::json json = nlohmann::json::parse(to_json(good_run()));
    json = json.patch(nlohmann::json::array({{{"op", "remove"}, {"path", place}}}));
    return refused(json.dump());
  };
  const auto with = [&](const char* place, const nlohmann::json& value) {
    nlohmann::json json = nlohmann::json::parse(to_json(good_run()));
    json[nlohmann::json::json_pointer(place)] = value;
    return refused(json.dump());
  };
  BOOST_TEST(contains(refusal_of([] { read_baseline("/nowhere/old.json"); }), "cannot be read"));
  BOOST_TEST(contains(refused("{\"format\": "), "no JSON at byte"));
  BOOST_TEST(contains(refused(std::string(100'000, '[') + std::string(100'000, ']')),
                      "JSON is nested 33 deep at byte 33"));
  BOOST_TEST(contains(refused("[]"), "/program is missing"));
  BOOST_TEST(contains(without("/cases/0/samples/1/request"), "/cases/0/samples/1/request is missing"));
  BOOST_TEST(contains(with("/format", 2), "/format is 2; allowed: 1"));
  BOOST_TEST(
      contains(with("/cases/0/samples/1/longest_ns", "long"), "/cases/0/samples/1/longest_ns is \"long\""));
  BOOST_TEST(contains(with("/seed", "7x"), "/seed is \"7x\""));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(known_failures)

namespace {

const Nameable names = {{"Games.First", "Games.Second"}, {"M-1", "M-2"}};

std::string refused(const std::string& content) {
  const WrittenFile file(content);
  const std::string text = refusal_of([&] { read_known_failures(file.path(), names); });
  const std::size_t at = text.find(", line");
  return at == std::string::npos ? text : text.substr(at + 2);
}

}  // namespace

BOOST_AUTO_TEST_CASE(are_read_with_their_reason_and_day) {
  const WrittenFile file(
      "[[failure]]\ncase = \"Games.First\"\nreason = \"our issue 12\"\nuntil = 2031-05-04\n\n"
      "[[failure]]\nrequirement = \"M-2\"\nreason = \"slow\"\nuntil = 2031-12-31\n");
  const std::vector<KnownFailure> all = read_known_failures(file.path(), names);
  BOOST_REQUIRE(all.size() == 2);
  BOOST_TEST(all[0].name() == "Games.First");
  BOOST_TEST(all[0].reason == "our issue 12");
  BOOST_TEST(all[0].until == "2031-05-04");
  BOOST_TEST(all[0].line == 1);
  BOOST_TEST(all[1].name() == "M-2");
  BOOST_TEST(all[1].line == 6);
}

BOOST_AUTO_TEST_CASE(that_are_described_wrongly_are_refused_with_the_line) {
  const std::string rest = "reason = \"r\"\nuntil = 2031-05-04\n";
  BOOST_TEST(contains(refused("[[failure]\n"), "line 1: "));
  BOOST_TEST(
      contains(refused("failure = " + std::string(40'000, '[')), "line 1: found what is nested 33 deep"));
  BOOST_TEST(contains(refused("[[failures]]\n"), "Unknown key \"failures\""));
  BOOST_TEST(contains(refused("failure = [1]\n"), "line 1: failure is 1"));
  BOOST_TEST(contains(refused("[[failure]]\n" + rest), "line 1: an entry has either"));
  BOOST_TEST(contains(refused("[[failure]]\ncase = \"Games.First\"\nrequirement = \"M-1\"\n" + rest),
                      "line 1: an entry has either"));
  BOOST_TEST(
      contains(refused("\n[[failure]]\ncase = \"Games.Frist\"\n" + rest), "line 2: case is \"Games.Frist\""));
  BOOST_TEST(
      contains(refused("[[failure]]\ncase = \"Games.Frist\"\n" + rest), "did you mean \"Games.First\"?"));
  BOOST_TEST(contains(refused("[[failure]]\nrequirement = \"M-1\"\nuntil = 2031-05-04\n"),
                      "failure.reason is missing"));
  BOOST_TEST(
      contains(refused("[[failure]]\nrequirement = \"M-1\"\nreason = \"r\"\n"), "failure.until is missing"));
  BOOST_TEST(contains(refused("[[failure]]\nrequirement = \"M-1\"\nreason = \"r\"\nuntil = \"2031-05-04\"\n"),
                      "line 4: failure.until is "));
  const std::string entry = "[[failure]]\nrequirement = \"M-1\"\n" + rest;
  BOOST_TEST(contains(refused(entry + entry), "line 5: \"M-1\" is already in line 1"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(the_exit_status)

namespace {

struct Situation {
  std::string what;
  std::function<void(RunRecord&)> make;
  std::vector<KnownFailure> known;
  int status;
  std::string line;
};
std::ostream& operator<<(std::ostream& out, const Situation& one) {
  return out << one.what;
}

void fail_first(RunRecord& run) {
  fail(run, 0);
}
void fail_both(RunRecord& run) {
  fail(run, 0);
  fail(run, 1);
}
void nothing(RunRecord&) {}

const std::vector<Situation> situations = {
    {"nothing is expected, nothing fails", nothing, {}, 0, "gate passed"},
    {"nothing is expected, one fails", fail_first, {}, 1, "gate failed"},
    {"by requirement", fail_first, {known("", "M-1")}, 0, "gate passed: 1 failure was expected"},
    {"by case", fail_first, {known("Games.First", "")}, 0, "gate passed: 1 failure was expected"},
    {"another fails too", fail_both, {known("", "M-1")}, 1, "gate failed: 1 failure was expected"},
    {"both are expected",
     fail_both,
     {known("", "M-1"), known("Games.Second", "")},
     0,
     "gate passed: 2 failures were expected"},
    {"it passes", nothing, {known("", "M-1")}, 1, "gate failed: 1 expected failure passed"},
    {"its case passes", nothing, {known("Games.First", "")}, 1, "gate failed: 1 expected failure passed"},
    {"its day is over",
     fail_first,
     {known("", "M-1", "2031-05-03")},
     1,
     "gate failed: 1 expected failure has expired"},
    {"its day is over and it passes",
     nothing,
     {known("", "M-1", "2031-05-03")},
     0,
     "gate passed: 1 expected failure has expired"},
    {"it is not assessed",
     [](RunRecord& run) {
       run.cases[2].verdict = run.cases[2].requirements["R-1"].worst = Verdict::not_applicable;
       conclude(run);
     },
     {known("", "R-1")},
     3,
     "gate could not tell: 1 expected failure was not assessed"},
    {"its case is not in a whole run",
     [](RunRecord& run) { run.cases.pop_back(); },
     {known("Games.Third", "")},
     3,
     "gate could not tell: 1 expected failure was not assessed"},
    {"its case is filtered out",
     [](RunRecord& run) {
       run.cases.pop_back();
       run.partial = {"--filter"};
     },
     {known("Games.Third", ""), known("", "R-1")},
     0,
     "gate passed"},
    {"it fails, and the run is interrupted",
     [](RunRecord& run) {
       fail(run, 0);
       run.interrupted = true;
     },
     {known("", "M-1")},
     3,
     "gate could not tell: 1 failure was expected"},
    {"a lesser clause fails as expected",
     [](RunRecord& run) { fail(run, 2); },
     {known("", "R-1")},
     0,
     "gate passed: 1 failure was expected"},
    {"a lesser clause passes", nothing, {known("", "R-1")}, 1, "gate failed: 1 expected failure passed"},
};

}  // namespace

BOOST_DATA_TEST_CASE(follows_from_what_was_expected, boost::unit_test::data::make(situations), one) {
  RunRecord run = good_run();
  one.make(run);
  const std::string before = headline(run);
  run.gate.emplace();
  run.gate->known = one.known;
  settle_known_failures(run, today);
  BOOST_TEST(exit_status(run) == one.status);
  BOOST_TEST(gate_line(run) == one.line);
  BOOST_TEST(headline(run) == before);  // what was expected makes no certificate
}

BOOST_AUTO_TEST_CASE(is_that_of_a_failure_where_a_reply_is_slower) {
  RunRecord run = good_run();
  run.gate.emplace();
  RunRecord slow = run;
  slow.cases[1].samples[0].latency = of_cycles(101);
  run.gate->comparison = compare(baseline_of(slow), run, {});
  BOOST_TEST(exit_status(run) == 0);
  slow.gate->comparison = compare(baseline_of(run), slow, {});
  BOOST_TEST(exit_status(slow) == 1);
  BOOST_TEST(exit_status_without_gate(slow) == 0);
  BOOST_TEST(gate_line(slow) == "gate failed: 1 reply is slower than allowed");
  BOOST_TEST(contains(to_junit(slow), "<failure type=\"gate\" message=\"Games.Second, exchange 1"));
}

BOOST_AUTO_TEST_CASE(is_that_of_what_failed_before_and_still_fails) {
  RunRecord run = good_run();
  fail(run, 0);
  run.gate.emplace();
  run.gate->comparison = compare(baseline_of(run), run, {});
  BOOST_TEST(exit_status(run) == 1);
  BOOST_TEST(gate_line(run) == "gate failed: 1 requirement still fails");
}

BOOST_AUTO_TEST_CASE(is_told_in_junit_as_skipped_where_it_was_expected) {
  RunRecord run = good_run();
  fail(run, 0);
  BOOST_TEST(contains(to_junit(run), "<failure type=\"fail\""));
  run.gate.emplace();
  run.gate->known = {known("", "M-1")};
  settle_known_failures(run, today);
  const std::string text = to_junit(run);
  BOOST_TEST(!contains(text, "<failure"));
  BOOST_TEST(contains(text, "<skipped type=\"expected failure\""));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(annotations_name_file_line_and_requirement_and_escape_what_they_quote) {
  RunRecord run = good_run();
  fail(run, 0);
  fail(run, 2);
  run.gate.emplace();
  run.gate->known = {known("", "M-2")};
  settle_known_failures(run, today);
  const std::string text = github_annotations(run, "a,b:c.toml");
  BOOST_TEST(contains(text,
                      "::error file=a%2Cb%3Ac.toml,title=M-1::a square was taken, 100 %25 of it\\nand more "
                      "(Games.First)\n"));
  BOOST_TEST(contains(text, "::warning file=a%2Cb%3Ac.toml,title=R-1::"));
  BOOST_TEST(contains(
      text, "::error file=known.toml,line=3,title=Expected M-2::M-2 was expected to fail and passed"));
  run.gate->known = {known("", "M-1")};
  settle_known_failures(run, today);
  BOOST_TEST(contains(github_annotations(run, ""), "::notice title=M-1::"));
}

/// Waveforms and coverage of a small design, as a user asks for them.

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
using rig::contains;
using Words = std::vector<std::string>;
namespace fs = std::filesystem;

namespace {

/// `hello` answers "0" and nothing else: two of these fail.
const std::string cases = "Handshake.AnswersWithTeamCode,FirstMove.WhenItBegins,WholeGame.AgainstRandom";

Outcome certify(const TemporaryFolder& folder, const Words& more, const std::string& dut = "rtl:hello") {
  Words words = {"--contest", "icfpt2014", "--dut", dut, "--seed", "3"};
  const auto unless_given = [&](const std::string& option, const std::string& value) {
    if (std::find(more.begin(), more.end(), option) == more.end()) words.insert(words.end(), {option, value});
  };
  unless_given("--filter", cases);
  unless_given("--reports", folder.file("r"));
  words.insert(words.end(), more.begin(), more.end());
  return run(CERTIFY, words, {"CONTEST_RIG_MODELS=" FIXTURE_MODELS, "NO_COLOR=1"});
}

fs::path reports_of(const TemporaryFolder& folder) {
  return fs::path(folder.file("r")) / "icfpt2014_rtl-hello";
}

json report_of(const TemporaryFolder& folder) {
  return json::parse(content_of(reports_of(folder) / "report.json"));
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

const json& case_in(const json& report, const std::string& id) {
  for (const json& one : report.at("cases")) {
    if (one.at("id") == id) return one;
  }
  throw std::runtime_error(id + " is missing");
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_case_that_fails_has_a_waveform_and_the_report_says_how_to_open_it) {
  const TemporaryFolder folder;
  const Outcome ran = certify(folder, {"--wave", "fail", "--wave-window", "2ms,1ms", "--jobs", "2"});
  BOOST_TEST(ran.status == 1, ran.output);
  const Words wanted = {"FirstMove.WhenItBegins.fst", "FirstMove.WhenItBegins.gtkw",
                        "WholeGame.AgainstRandom.fst", "WholeGame.AgainstRandom.gtkw"};
  const fs::path waves = reports_of(folder) / "waves";
  BOOST_TEST(files_in(waves) == wanted, boost::test_tools::per_element());
  const json report = report_of(folder);
  BOOST_TEST(case_in(report, "Handshake.AnswersWithTeamCode").at("waveform").is_null());
  for (const std::string id : {"FirstMove.WhenItBegins", "WholeGame.AgainstRandom"}) {
    const json& wave = case_in(report, id).at("waveform");
    const std::string file = (waves / (id + ".fst")).string();
    BOOST_TEST(wave.at("error") == "");
    BOOST_TEST(wave.at("file") == file);
    BOOST_TEST(wave.at("command") == "gtkwave " + file + " " + (waves / (id + ".gtkw")).string());
    const auto failure = wave.at("failure_ns").get<std::int64_t>();
    BOOST_TEST(failure - wave.at("from_ns").get<std::int64_t>() == 2'000'000);
    BOOST_TEST(wave.at("until_ns").get<std::int64_t>() - failure >= 1'000'000);
    BOOST_TEST(contains(wave.at("notes").dump(), "tx did the same at all of "), wave.dump());
  }
  BOOST_TEST(contains(ran.output, "open: gtkwave "), ran.output);
  BOOST_TEST(contains(ran.output, (waves / "FirstMove.WhenItBegins.fst,").string()), ran.output);
  BOOST_TEST(contains(ran.output, "from 1.5"), ran.output);
  const std::string junit = content_of(reports_of(folder) / "junit.xml");
  BOOST_TEST(contains(junit, "open: gtkwave "), junit);
  BOOST_TEST(contains(junit, "WholeGame.AgainstRandom.fst, from "), junit);
  const std::string page = content_of(reports_of(folder) / "report.html");
  BOOST_TEST(contains(page, "FirstMove.WhenItBegins.gtkw"));
}

BOOST_AUTO_TEST_CASE(a_run_that_asks_for_none_has_none_and_says_how_to_get_one) {
  const TemporaryFolder folder;
  const Outcome before = certify(folder, {"--wave", "always", "--wave-window", "1ms,1ms"});
  BOOST_TEST(files_in(reports_of(folder) / "waves").size() == 6U, before.output);
  const Outcome ran = certify(folder, {"--wave", "fail", "--filter", "Handshake.AnswersWithTeamCode"});
  BOOST_TEST(files_in(reports_of(folder) / "waves").empty(), "those of the run before are removed");
  const Outcome plain = certify(folder, {});
  BOOST_TEST(contains(plain.output, "--wave fail writes one"), plain.output);
  BOOST_TEST(files_in(reports_of(folder) / "waves").empty());
  BOOST_TEST(case_in(report_of(folder), "WholeGame.AgainstRandom").at("waveform").is_null());
}

BOOST_AUTO_TEST_CASE(coverage_is_of_all_cases_whoever_ran_them) {
  const TemporaryFolder alone;
  const TemporaryFolder together;
  const TemporaryFolder parts;
  BOOST_TEST(certify(alone, {"--coverage", "--jobs", "1"}).status == 1);
  const Outcome ran = certify(together, {"--coverage", "--jobs", "3"});
  BOOST_TEST(ran.status == 1, ran.output);
  const auto reached = [](const TemporaryFolder& folder) {  // the counts differ by what is skipped
    std::string text;
    std::istringstream in(content_of(reports_of(folder) / "coverage.info"));
    for (std::string line; std::getline(in, line);) {
      const bool counted = line.starts_with("DA:") || line.starts_with("BRDA:");
      if (counted && !line.ends_with(",0") && !line.ends_with(",-")) line.erase(line.rfind(','));
      text += line + '\n';
    }
    return text;
  };
  BOOST_TEST(reached(alone) == reached(together));
  BOOST_TEST(contains(reached(alone), "hello.sv\n"));
  BOOST_TEST(contains(reached(alone), "serial.sv\n"));
  const json told = report_of(together).at("rtl_coverage");
  BOOST_TEST(told == [&] {
    json same = report_of(alone).at("rtl_coverage");
    same["file"] = told.at("file");
    return same;
  }());
  BOOST_TEST(told.at("blocks_reached").get<int>() > 10);
  BOOST_TEST(contains(ran.output, "The design's own lines"), ran.output);

  const std::string folder = parts.file("parts");
  for (const char* part : {"1", "2", "3"}) {
    const Outcome made = certify(parts, {"--coverage", "--wave", "fail", "--wave-window", "1ms,1ms", "--jobs",
                                         "3", "--parts", folder, "--part", part});
    BOOST_TEST(made.status == 0, made.output);
  }
  const Outcome gathered = certify(parts, {"--coverage", "--wave", "fail", "--jobs", "3", "--parts", folder});
  BOOST_TEST(gathered.status == 1, gathered.output);
  BOOST_TEST(reached(parts) == reached(alone));
  const std::string wave = case_in(report_of(parts), "WholeGame.AgainstRandom").at("waveform").at("file");
  BOOST_TEST(wave.starts_with(folder));
  BOOST_TEST(fs::exists(wave));
}

BOOST_AUTO_TEST_CASE(a_case_of_which_only_one_branch_runs_leaves_the_other_unreached) {
  const TemporaryFolder folder;
  certify(folder, {"--coverage", "--filter", "Handshake.AnswersWithTeamCode"});
  const json told = report_of(folder).at("rtl_coverage");
  BOOST_TEST(told.at("toggles_reached").get<int>() < told.at("toggles").get<int>());
  BOOST_TEST(told.at("blocks_reached").get<int>() <= told.at("blocks").get<int>());
}

namespace {

struct Refused {
  Words words;
  std::string said;
  std::string dut = "rtl:hello";
};

std::ostream& operator<<(std::ostream& out, const Refused& row) {
  for (const std::string& word : row.words) out << word << ' ';
  return out << row.dut;
}

const std::vector<Refused> refusals = {
    {{"--wave", "sometimes"}, "--wave: Unknown value \"sometimes\""},
    {{"--wave-window", "1ms,1ms"}, "--wave"},
    {{"--wave", "fail", "--wave-window", "5"}, "--wave-window: found \"5\", allowed are two times"},
    {{"--wave", "fail", "--wave-limit", "1"}, "--wave-limit: found \"1\", allowed is"},
    {{"--wave", "fail"}, "--wave: only RTL has signals to look at", "builtin:blokus"},
    {{"--coverage"}, "--coverage: only RTL has signals to look at", "builtin:blokus"},
    {{"--coverage", "--reports", ""}, "--coverage: there is no folder to write to"},
    {{"--wave", "fail", "--list"}, "--wave cannot be combined with --list: a list is no run"},
    {{}, "trace: the workers of a run would share this file", "rtl:hello?trace=x.fst"},
};

}  // namespace

BOOST_DATA_TEST_CASE(what_cannot_be_done_is_refused, boost::unit_test::data::make(refusals)) {
  const TemporaryFolder folder;
  const Outcome ran = certify(folder, sample.words, sample.dut);
  BOOST_TEST(ran.status == 2, ran.output);
  BOOST_TEST(contains(ran.output, sample.said), ran.output);
}

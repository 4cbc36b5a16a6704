/// What a run keeps beside its reports: how a DUT was started for what it did wrong.

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/run/tests/programs.hpp"
#include "conformance/suite/kept.hpp"
#include "rig/base/text.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// The folders of reports below this one.
std::set<std::string> folders_in(const std::string& reports) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(reports)) names.insert(entry.path().filename());
  return names;
}

/// All findings of a report.
std::vector<json> findings_of(const fs::path& report) {
  std::vector<json> findings;
  const json whole = json::parse(content_of(report));
  for (const json& one : whole.at("cases"))
    for (const json& finding : one.at("findings")) findings.push_back(finding);
  return findings;
}

const json& finding_of(const std::vector<json>& findings, const std::string& requirement) {
  for (const json& finding : findings)
    if (finding.at("requirement") == requirement) return finding;
  throw std::runtime_error("nothing was found of " + requirement);
}

/// A program that rewrites its log, in the case that finds it.
Outcome certify_a_rewriter(const Words& reports) {
  Words words = {"--contest", "course",
                 "--seed",    "5",
                 "--filter",  "Files.LeavesRecordAlone",
                 "--dut",     std::string("files:") + BLOKUS_COURSE + " --fault rewrites-log"};
  words.insert(words.end(), reports.begin(), reports.end());
  return run(CERTIFY, words);
}

/// A start whose files can be kept anywhere.
class AnyStart final : public rig::FileStart {
 public:
  Words commands() const override { return {"started"}; }
  std::optional<Words> keep_in(const fs::path& folder) const override {
    return Words{"started in " + folder.string()};
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(three_starts_of_a_case_are_kept_and_each_of_them_once) {
  conformance::KeptStarts starts("kept");
  const auto keep = [&](const std::string& id, const std::shared_ptr<const rig::FileStart>& start) {
    const conformance::KeptStart kept = starts.keep(id, start);
    BOOST_TEST_REQUIRE(kept.commands.size() == 1U);
    BOOST_TEST(kept.commands.front() == (kept.folder.empty() ? "started" : "started in " + kept.folder));
    return kept.folder;
  };
  const auto first = std::make_shared<AnyStart>();
  BOOST_TEST(keep("A.B", first) == "kept/A.B-1");
  BOOST_TEST(keep("A.B", first) == "kept/A.B-1");
  BOOST_TEST(keep("A.B", std::make_shared<AnyStart>()) == "kept/A.B-2");
  BOOST_TEST(keep("A.B", std::make_shared<AnyStart>()) == "kept/A.B-3");
  BOOST_TEST(keep("A.B", std::make_shared<AnyStart>()).empty());
  BOOST_TEST(keep("A.C", std::make_shared<AnyStart>()) == "kept/A.C-1");
  BOOST_TEST(starts.keep("A.C", nullptr).commands.empty());
}

BOOST_AUTO_TEST_CASE(a_wrong_move_runs_again_from_the_report) {
  const TemporaryFolder folder;
  const Outcome outcome = certify_a_rewriter({"--reports", folder.file("reports")});
  BOOST_TEST(outcome.status == 1, outcome.output);
  const fs::path report = fs::path(folder.file("reports")) / *folders_in(folder.file("reports")).begin();
  const std::vector<json> findings = findings_of(report / "report.json");
  const json& finding = finding_of(findings, "COURSE-LOG-1");
  const json& scene = finding.at("scene");
  const fs::path kept = scene.at("folder").get<std::string>();
  BOOST_TEST(kept.parent_path() == report / "kept");
  BOOST_TEST(contains(finding.at("evidence").at("expected").get<std::string>(), "a move"));

  std::string lines;
  for (const json& line : scene.at("commands")) lines += line.get<std::string>() + "\n";
  const Outcome again = run("/bin/sh", {"-c", lines});
  BOOST_TEST(again.status == 0, again.output);
  std::set<std::string> told;
  for (const json& line : finding.at("details")) told.insert(line.get<std::string>());
  const Words changed =
      rig::line_changes(content_of(kept / "before/StepLog.txt"), content_of(kept / "again/StepLog.txt"));
  BOOST_TEST(!changed.empty());
  for (const std::string& change : changed) BOOST_TEST(told.contains("StepLog.txt " + change), change);

  std::ofstream(kept / "of an earlier run") << "gone with the next";
  certify_a_rewriter({"--reports", folder.file("reports")});
  BOOST_TEST(fs::exists(kept / "before"));
  BOOST_TEST(!fs::exists(kept / "of an earlier run"));
}

BOOST_AUTO_TEST_CASE(without_a_folder_for_reports_nothing_is_kept_and_the_command_is_told) {
  const TemporaryFolder folder;
  const Outcome outcome = certify_a_rewriter({"--reports", "", "--json", folder.file("report.json")});
  BOOST_TEST(outcome.status == 1, outcome.output);
  const std::vector<json> findings = findings_of(folder.file("report.json"));
  const json& scene = finding_of(findings, "COURSE-LOG-1").at("scene");
  BOOST_TEST(scene.value("folder", "") == "");
  const std::string command = scene.at("commands").front();
  BOOST_TEST(command.starts_with(std::string(BLOKUS_COURSE) + " --fault rewrites-log Red ../"), command);
}

BOOST_AUTO_TEST_CASE(a_program_on_pipes_is_told_as_it_was_started_with_what_its_silence_suggests) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run(CERTIFY, {"--contest", "icfpt2014", "--seed", "5", "--reports", "", "--json",
                    folder.file("report.json"), "--filter", "Handshake.AnswersWithTeamCode", "--dut",
                    std::string("exec:") + EXEC_FIXTURES + "/buffers"});
  BOOST_TEST(outcome.status == 1, outcome.output);
  const std::vector<json> findings = findings_of(folder.file("report.json"));
  const json& finding = findings.front();
  BOOST_TEST(finding.at("scene").at("commands").front() == std::string(EXEC_FIXTURES) + "/buffers");
  BOOST_TEST_REQUIRE(finding.at("hints").size() == 1U, finding.dump(1));
  BOOST_TEST(contains(finding.at("hints").front().get<std::string>(),
                      "stdout may be buffered (setvbuf, stdbuf -o0, python3 -u, pty:)"));
}

BOOST_AUTO_TEST_CASE(reports_of_two_duts_lie_in_two_folders) {
  const TemporaryFolder folder;
  const std::string long_name = "builtin:blokus?think=" + std::string(70, '0');
  for (const std::string& dut :
       {long_name + "1", long_name + "2", std::string("builtin:blokus"),
        std::string("builtin:blokus?team=A-"), std::string("builtin:blokus?team=A_")})
    run(CERTIFY, {"--contest", "icfpt2014", "--dut", dut, "--reports", folder.file("reports"), "--filter",
                  "Handshake.AnswersWithTeamCode"});
  const std::set<std::string> names = folders_in(folder.file("reports"));
  BOOST_TEST(names.size() == 5U);
  BOOST_TEST(names.contains("icfpt2014_builtin-blokus"));
}

/// Runs in an organiser's log: that they began, and how they ended, whatever became of them.

#include <signal.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <utility>

#include "conformance/run/tests/programs.hpp"

using namespace conformance::testing_programs;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A folder with a pair of keys and a log.
class Office {
 public:
  explicit Office(std::string log = "runs.log") : log_(std::move(log)) {
    BOOST_TEST_REQUIRE(run(RIG, {"keygen", file("organiser")}).status == 0);
  }

  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string log() const { return file(log_); }

  Words words(const std::string& dut, Words more = {}) const {
    more.insert(more.begin(),
                {"RIG_SIGNING_KEY=" + file("organiser.key"), CERTIFY, "--log", log(), "--contest",
                 "icfpt2014", "--dut", dut, "--seed", "7", "--quiet", "--team-name", "Rook", "--filter",
                 "Handshake.AnswersWithTeamCode", "--reports", file("reports")});
    return more;
  }
  Outcome certify(const std::string& dut, Words more = {}) const {
    return run("/usr/bin/env", words(dut, std::move(more)));
  }
  Outcome show(Words more = {}) const {
    more.insert(more.begin(), {"log", log()});
    return run(RIG, more);
  }
  Words key() const { return {"--key", file("organiser.pub")}; }

  std::vector<json> lines() const {
    std::vector<json> all;
    std::istringstream text(content_of(log()));
    for (std::string line; std::getline(text, line);) all.push_back(json::parse(line));
    return all;
  }

 private:
  TemporaryFolder folder_;
  std::string log_;
};

std::string script(const std::string& path, const std::string& text) {
  std::ofstream(path) << "#!/bin/sh\n" << text;
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_run_stands_in_the_log_with_its_begin_and_its_end) {
  const Office office;
  BOOST_TEST(office.certify("builtin:blokus").status == 0);
  BOOST_TEST(office.certify("builtin:blokus?fault=late", {"--filter", "FirstMove.*"}).status == 1);
  const std::vector<json> lines = office.lines();
  BOOST_TEST_REQUIRE(lines.size() == 4U);
  BOOST_TEST(lines[0].at("event") == "begin");
  BOOST_TEST(lines[0].at("team") == "Rook");
  BOOST_TEST(lines[0].at("contest") == "icfpt2014");
  BOOST_TEST(lines[0].at("dut") == "builtin:blokus");
  BOOST_TEST(lines[0].at("seed") == "7");
  BOOST_TEST(lines[1].at("event") == "end");
  BOOST_TEST(lines[1].at("run") == lines[0].at("run"));
  BOOST_TEST(lines[0].at("run") != lines[2].at("run"));
  BOOST_TEST(contains(lines[3].at("verdict"), "not conformant"));
  const json report = json::parse(content_of(office.file("reports/icfpt2014_builtin-blokus/report.json")));
  BOOST_TEST(lines[1].at("head") == report.at("evidence").at("head"));
  BOOST_TEST(lines[1].at("verdict") == report.at("headline"));
  BOOST_TEST(report.at("evidence").at("signed_by") == "", "it is in the log, and not signed itself");

  const Outcome shown = office.show(office.key());
  BOOST_TEST(shown.status == 0, shown.output);
  BOOST_TEST(contains(shown.output, "2 of the team Rook in icfpt2014\n"), shown.output);
  BOOST_TEST(contains(shown.output, "head " + lines[1].at("head").get<std::string>()), shown.output);
  BOOST_TEST(contains(shown.output, "which is " + office.file("organiser.pub")), shown.output);
}

/// Ten runs, the best handed in; and one that was stopped when it went badly.
BOOST_AUTO_TEST_CASE(a_run_that_was_killed_began_and_has_no_end) {
  const Office office;
  BOOST_TEST(office.certify("builtin:blokus").status == 0);
  {
    const std::string silent =
        script(office.file("silent"), "touch " + office.file("begun") + "\nsleep 100\n");
    Running killed("/usr/bin/env", office.words("exec:" + silent, {"--sandbox", "off"}));
    while (!fs::exists(office.file("begun"))) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    BOOST_TEST(office.lines().size() == 3U, "its begin is in the log before it is started");
    kill(killed.pid(), SIGKILL);
    killed.wait();
  }
  BOOST_TEST(office.certify("builtin:blokus").status == 0);
  const Outcome shown = office.show(office.key());
  BOOST_TEST(shown.status == 0, shown.output);
  BOOST_TEST(contains(shown.output, "NO END"), shown.output);
  BOOST_TEST(contains(shown.output, "3 of the team Rook in icfpt2014, 1 without an end"), shown.output);
}

BOOST_AUTO_TEST_CASE(a_run_that_came_to_no_verdict_ends_with_the_reason) {
  const Office office;
  BOOST_TEST(office.certify("exec:" + office.file("nobody")).status != 0);
  const std::vector<json> lines = office.lines();
  BOOST_TEST_REQUIRE(lines.size() == 2U);
  BOOST_TEST(lines[1].at("event") == "end");
  BOOST_TEST(contains(lines[1].at("verdict"), "stopped: "), lines[1].at("verdict"));
  BOOST_TEST(contains(lines[1].at("verdict"), "nobody"), lines[1].at("verdict"));
}

BOOST_AUTO_TEST_CASE(a_log_that_was_changed_is_refused) {
  const Office office;
  for (int i = 0; i < 2; ++i) BOOST_TEST(office.certify("builtin:blokus").status == 0);
  const std::string whole = content_of(office.log());
  const auto refused = [&](const std::string& text, const Words& more, const std::string& told) {
    std::ofstream(office.log(), std::ios::binary) << text;
    const Outcome outcome = office.show(more);
    BOOST_TEST(outcome.status == 1, outcome.output);
    BOOST_TEST(contains(outcome.output, told), outcome.output);
  };
  const std::size_t second = whole.find('\n') + 1;
  refused(whole.substr(second), office.key(), "runs.log, line 1: it follows a line whose hash is");
  std::string better = whole;
  better.insert(better.find("\"verdict\":\"") + 11, "certified: ");
  refused(better, office.key(), "runs.log, line 2: its signature is not that of the key");
  refused(whole.substr(0, whole.size() - 9), office.key(), "line 4: the line does not end");
  refused("", office.key(), "has no line");
  refused(whole, {}, "signed by a key that you did not name");
  BOOST_TEST_REQUIRE(run(RIG, {"keygen", office.file("other")}).status == 0);
  refused(whole, {"--key", office.file("other.pub")}, "the log is not signed with it");

  // What is cut off at its end shows nothing; whoever noted the hash of the last line finds it.
  const Outcome complete = office.show(office.key());
  const std::size_t head = complete.output.rfind("head       ") + 11;
  Words noted = office.key();
  noted.insert(noted.end(), {"--head", complete.output.substr(head, 64)});
  BOOST_TEST(office.show(noted).status == 0, complete.output);
  refused(whole.substr(0, whole.find('\n', second) + 1), noted, "lines are missing at its end");
  BOOST_TEST(office.show(office.key()).status == 0);
  fs::remove(office.log());
  BOOST_TEST(office.show(office.key()).status == 2);
}

BOOST_AUTO_TEST_CASE(a_log_that_cannot_go_on_stops_a_run_before_it_begins) {
  const Office office;
  const std::string started = script(office.file("player"), "touch " + office.file("begun") + "\n");
  const auto refused = [&](const Outcome& outcome, const std::string& told) {
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, told), outcome.output);
    BOOST_TEST(!fs::exists(office.file("begun")), "it was started");
  };
  const auto certify = [&](Words more) { return office.certify("exec:" + started, std::move(more)); };
  std::ofstream(office.log()) << "{\"event\":\"beg";
  refused(certify({"--sandbox", "off"}), "line 1: the line does not end");
  BOOST_TEST(content_of(office.log()) == "{\"event\":\"beg", "it was mended");
  fs::remove(office.log());
  BOOST_TEST_REQUIRE(run(RIG, {"keygen", office.file("other")}).status == 0);
  BOOST_TEST(office.certify("builtin:blokus").status == 0);
  Words other = office.words("exec:" + started);
  other[0] = "RIG_SIGNING_KEY=" + office.file("other.key");
  refused(run("/usr/bin/env", other), "is kept with the key");
  other[0] = "RIG_SIGNING_KEY=" + office.file("none.key");
  refused(run("/usr/bin/env", other), "--log: there is no key");
  other.erase(other.begin());
  refused(run("/usr/bin/env", other), "--log: the path of the key is missing");
  Words bare = office.words("exec:" + started);
  bare.back().clear();  // the folder of its reports
  refused(run("/usr/bin/env", bare), "--log: there is no transcript to sign");
  refused(certify({"--parts", office.file("parts"), "--jobs", "2"}), "--log cannot be combined with --parts");
  refused(certify({"--list"}), "--log cannot be combined with --list: a list is no run");
  refused(run("/usr/bin/env", {"RIG_SIGNING_KEY=" + office.file("organiser.key"), CERTIFY, "--log",
                               office.log(), "--contest", "icfpt2014", "--fault-matrix", "-"}),
          "--log cannot be combined with --fault-matrix");
  const std::string recorded = office.file("reports/icfpt2014_builtin-blokus/transcript.jsonl");
  refused(run("/usr/bin/env", {"RIG_SIGNING_KEY=" + office.file("organiser.key"), CERTIFY, "--log",
                               office.log(), "--dut", "transcript:" + recorded}),
          "--log cannot be combined with --dut transcript:FILE: a replay runs nothing");
  BOOST_TEST(office.lines().size() == 2U);
}

/// A log that was changed while the run went on: it is told, and the reports are there.
BOOST_AUTO_TEST_CASE(an_end_that_cannot_be_written_is_told) {
  const Office office;
  const std::string player = script(office.file("player"), "echo >>" + office.log() + "\nexec " +
                                                               std::string(BLOKUS_PLAYER) + " --stdio\n");
  const Outcome outcome = office.certify("exec:" + player, {"--sandbox", "off"});
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "The end of the run is not in the log."), outcome.output);
  BOOST_TEST(!fs::is_empty(office.file("reports")));
}

/// Even in the folder that is the program's own.
BOOST_AUTO_TEST_CASE(a_program_in_the_sandbox_does_not_see_the_log) {
  const Office office("own/runs.log");
  const std::string own = office.file("own");
  fs::create_directories(own);
  const std::string player =
      script(own + "/player", "cat " + office.log() + " >" + own + "/seen\necho x >>" + office.log() +
                                  "\nexec " + BLOKUS_PLAYER + " --stdio\n");
  const Outcome outcome =
      office.certify("exec:" + player, {"--sandbox", "require", "--sandbox-show", BLOKUS_PLAYER});
  if (contains(outcome.output, "No sandbox can be had on this machine")) {
    std::cout << "could not tell: " << outcome.output;
    return;
  }
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST_REQUIRE(fs::exists(own + "/seen"));
  BOOST_TEST(content_of(own + "/seen") == "");
  BOOST_TEST(office.lines().size() == 2U);
  BOOST_TEST(office.show(office.key()).status == 0);
}

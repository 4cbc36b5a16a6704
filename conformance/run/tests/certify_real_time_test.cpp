/// certify on programs, in real time; and what becomes of a run that is disturbed.

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "conformance/run/tests/real_time.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using rig::in_one_line;
using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

const std::string player = std::string("exec:") + BLOKUS_PLAYER + " --stdio";

const json& case_named(const json& report, const std::string& id) {
  for (const json& one : report.at("cases")) {
    if (one.at("id") == id) return one;
  }
  throw std::runtime_error("no case " + id);
}

/// Certify on a program, a case or two, until it tells.
std::optional<Outcome> told_of(int status, const std::string& dut, const std::string& filter) {
  const TemporaryFolder folder;
  const std::string json_file = folder.file("report.json");
  return told(status, json_file, [&] {
    return run(CERTIFY, {"--contest", "icfpt2014", "--dut", dut, "--reports", "", "--filter", filter,
                         "--json", json_file});
  });
}

std::size_t count_cases(const json& report, const std::string& verdict) {
  std::size_t count = 0;
  for (const json& one : report.at("cases")) count += one.at("verdict") == verdict ? 1U : 0U;
  return count;
}

}  // namespace

// The whole suite takes more than a minute in real time: wires_whole_test runs it on every way to a board.
BOOST_AUTO_TEST_CASE(a_native_player_passes) {
  const auto outcome = told_of(0, player, "Handshake.*,FirstMove.*,WholeGame.AgainstRandom,Pass.WhenItMust");
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(contains(outcome->output, "\nall that was run passed (partial, not a certificate)\n"),
             outcome->output);
}

// However busy the machine is, it is slower than 50 ms a move.
BOOST_AUTO_TEST_CASE(a_slow_player_is_told_what_the_run_takes) {
  const Outcome outcome = run(CERTIFY, {"--contest", "icfpt2014", "--dut", player + " --think 60",
                                        "--reports", "", "--filter", "FirstMove.*,SecondMove.InEverySeat"});
  BOOST_TEST(contains(outcome.output, "this run takes about "), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_native_player_that_is_late_is_not) {
  const auto outcome = told_of(1, player + " --fault late", "FirstMove.WhenItBegins");
  if (!outcome) return;
  BOOST_TEST(outcome->status == 1, outcome->output);
  BOOST_TEST(contains(outcome->output, "the deadline is 1.00 s"), outcome->output);
}

/// So many programs for each processor that do nothing but keep it busy.
class BusyLoops {
 public:
  explicit BusyLoops(unsigned int for_each_processor) {
    for (unsigned int i = 0; i < for_each_processor * std::thread::hardware_concurrency(); ++i)
      loops_.push_back(
          std::make_unique<Running>("/bin/sh", std::vector<std::string>{"-c", "while :; do :; done"}));
  }

 private:
  std::vector<std::unique_ptr<Running>> loops_;
};

/// Certify on a program that computes for so long before each answer to the handshake.
std::string computes(const std::string& how) {
  return std::string("exec:" EXEC_FIXTURES "/computes ") + how;
}

// What a program computes for 0.7 s takes seconds beside three others on each processor: that is the
// machine's doing. The same machine makes no slow program right.
BOOST_AUTO_TEST_CASE(a_right_program_is_not_accused_of_what_a_busy_machine_does_and_a_slow_one_is) {
  const BusyLoops loops(3);
  const auto certify = [&](const std::string& how) {
    return run(CERTIFY, {"--contest", "icfpt2014", "--dut", computes(how), "--reports", "", "--filter",
                         "Handshake.AnswersWithTeamCode"});
  };
  const Outcome right = certify("700 1");
  BOOST_TEST((right.status == 0 || right.status == 3), right.output);
  if (right.status == 3)
    BOOST_TEST(contains(in_one_line(right.output), "the tested program waited "), right.output);
  const Outcome slow = certify("1500 1");
  BOOST_TEST(slow.status == 1, slow.output);
}

// Nobody else's load: its own threads wait for each other, and that is no excuse.
BOOST_AUTO_TEST_CASE(a_slow_program_is_not_excused_by_its_own_threads) {
  for (const char* threads : {"1", "16"}) {
    const auto outcome =
        told_of(1, computes(std::string("1250 ") + threads), "Handshake.AnswersWithTeamCode");
    if (!outcome) continue;
    BOOST_TEST(outcome->status == 1, outcome->output);
    BOOST_TEST(contains(outcome->output, "the deadline is 1.00 s"), outcome->output);
  }
}

BOOST_AUTO_TEST_CASE(a_program_that_ends_at_once_fails_and_one_that_cannot_be_started_is_an_error) {
  const Outcome ends = run(CERTIFY, {"--contest", "icfpt2014", "--dut", "exec:true", "--reports", "",
                                     "--filter", "Handshake.AnswersWithTeamCode"});
  BOOST_TEST(ends.status == 1, ends.output);
  BOOST_TEST(contains(ends.output, "exited with status 0"), ends.output);
  const Outcome missing =
      run(CERTIFY, {"--contest", "icfpt2014", "--dut", "exec:/nonexistent/player", "--reports", ""});
  BOOST_TEST(missing.status == 3, missing.output);
  BOOST_TEST(contains(missing.output, "/nonexistent/player"), missing.output);
}

BOOST_AUTO_TEST_CASE(a_program_that_floods_fails_soon) {
  const Outcome outcome = run(
      CERTIFY, {"--contest", "icfpt2014", "--dut", "exec:yes", "--reports", "", "--filter", "Handshake.*"});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(outcome.output.size() < 100000);
}

BOOST_AUTO_TEST_CASE(an_interrupted_run_still_writes_its_reports) {
  const TemporaryFolder folder;
  Running certify(CERTIFY, {"--contest", "icfpt2014", "--dut", player + " --think 20", "--reports",
                            folder.file("reports"), "--json", folder.file("report.json"), "--seed", "1"});
  BOOST_TEST_REQUIRE(certify.wait_for("✓ Handshake.AnswersEachTime"));
  kill(certify.pid(), SIGINT);
  const Outcome outcome = certify.wait();
  BOOST_TEST(outcome.status == 3, outcome.output);
  const json report = json::parse(content_of(folder.file("report.json")));
  BOOST_TEST(report.at("interrupted") == true);
  BOOST_TEST(case_named(report, "Handshake.AnswersWithTeamCode").at("verdict") == "pass");
  BOOST_TEST(count_cases(report, "not run") > 5);
}

/// Waits until the file has grown: no more than half a minute.
bool grows(const std::string& path) {
  const auto size = content_of(path).size();
  for (int i = 0; i < 30'000; ++i) {
    if (content_of(path).size() > size) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

BOOST_AUTO_TEST_CASE(a_worker_that_dies_is_an_error_of_the_case_it_had_open_and_the_others_go_on) {
  const TemporaryFolder folder;
  const std::string heard = folder.file("heard");
  const std::string listening =
      "exec:sh -c 'tee -a " + heard + " | " + BLOKUS_PLAYER + " --stdio --think 20'";
  Running certify(CERTIFY, {"--contest", "icfpt2014", "--dut", listening, "--reports", "", "--json",
                            folder.file("report.json"), "--filter", "Handshake.*,FirstMove.*,SecondMove.*",
                            "--jobs", "1", "--sandbox", "off"});
  BOOST_TEST_REQUIRE(certify.wait_for("✓ Handshake.AnswersWithTeamCode"));
  const std::vector<int> workers = children_of(certify.pid());
  BOOST_TEST_REQUIRE(workers.size() == 1);
  BOOST_TEST_REQUIRE(grows(heard));  // it is asked something: a case is open
  kill(workers[0], SIGKILL);
  const Outcome outcome = certify.wait();
  BOOST_TEST(outcome.status == 3, outcome.output);
  const json report = json::parse(content_of(folder.file("report.json")));
  BOOST_TEST(count_cases(report, "error") == 1);
  BOOST_TEST(count_cases(report, "not run") == 0);
  BOOST_TEST(count_cases(report, "pass") == report.at("cases").size() - 1);
  BOOST_TEST(contains(outcome.output, "signal 9"), outcome.output);
}

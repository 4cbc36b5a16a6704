/// `certify --referee`, as an organiser uses it.

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "conformance/referee/tests/stand_ins.hpp"
#include "conformance/referee/tests/wrong_referees.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/real_time.hpp"
#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/faults.hpp"
#include "conformance/suite/texts.hpp"
#include "rig/protocol/contest.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

const std::string own_referee = "fixtures/referees/rig-match.toml";

Outcome certify(std::vector<std::string> words, const std::string& contest = "icfpt2014") {
  words.insert(words.begin(), {"--contest", contest, "--seed", "1"});
  return run(CERTIFY, words);
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused_before_anything_runs) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
      {{"--referee", "no/such.toml"}, "no/such.toml is no file"},
      {{"--referee", own_referee, "--dut", "builtin:blokus"},
       "--dut cannot be combined with --referee: a referee is tested"},
      {{"--referee", own_referee, "--team", "AA"},
       "--team cannot be combined with --referee: a referee is tested"},
      {{"--referee", own_referee, "--bitstream", "board.bit"},
       "--bitstream cannot be combined with --referee: a referee is tested"},
      {{"--referee", own_referee, "--jobs", "4"}, "--jobs 4"},
      {{"--referee", own_referee, "--filter", "Handshake.AnswersWithTeamCode"}, "No case or requirement"},
      {{"--referee", "fixtures/referees/blokus-host.toml?fault=no-end"}, "how a fault is switched on"},
  };
  for (const auto& [words, told] : mistakes) {
    const Outcome outcome = certify(words);
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, told), outcome.output);
  }
  for (const rig::protocol::Contest& contest : rig::protocol::contests()) {
    if (conformance::has_clauses(contest.name + "-referee")) continue;
    const Outcome other = run(CERTIFY, {"--contest", contest.name, "--referee", own_referee});
    BOOST_TEST(other.status == 2);
    BOOST_TEST(contains(other.output, "no clauses on the referee of " + contest.name + "; there are for "),
               other.output);
  }
}

BOOST_AUTO_TEST_CASE(its_lists_are_of_the_referee_and_those_of_boards_know_nothing_of_it) {
  const Outcome cases = certify({"--referee", own_referee, "--list"});
  BOOST_TEST(cases.status == 0);
  BOOST_TEST(contains(cases.output, "RefereeIllegal.OwnEdge"), cases.output);
  BOOST_TEST(!contains(cases.output, "Handshake.AnswersWithTeamCode"), cases.output);
  const Outcome clauses = certify({"--referee", own_referee, "--requirements"});
  BOOST_TEST(contains(clauses.output, "ICFPT14-REF-TERM-1"), clauses.output);
  for (const char* list : {"--list", "--requirements", "--list-faults"})
    BOOST_TEST(!contains(certify({list}).output, "Referee"), list);
}

BOOST_AUTO_TEST_CASE(a_referee_that_goes_wrong_as_a_whole_is_told_in_under_a_minute) {
  for (const char* how : {"hangs", "dies", "floods", "never-opens", "talks"}) {
    const StandIn host(STAND_INS, "blokus-host", std::string(", \"--odd\", \"") + how + "\"");
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    std::optional<MachineWatch> watch;
    const auto outcome = told(1, report, [&] {
      watch.emplace();
      return certify({"--referee", host.path(), "--reports", "", "--json", report});
    });
    if (!outcome) continue;
    BOOST_TEST(outcome->status == 1, how << "\n" << outcome->output);
    const std::string last = report_at(report).at("cases").back().at("reason");
    BOOST_TEST(contains(last, "no game came to its end in 2 cases"), how << ": " << last);
    BOOST_TEST(was_quick(*watch, std::chrono::seconds(60)), how);
  }
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_reported_once) {
  const StandIn host("/nowhere/", "blokus-host");
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const Outcome outcome = certify({"--referee", host.path(), "--reports", "", "--json", report});
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "The program /nowhere/blokus-host cannot be started"), outcome.output);
  std::map<std::string, int> verdicts;
  const nlohmann::json run = report_at(report);
  for (const nlohmann::json& one : run.at("cases")) ++verdicts[one.at("verdict").get<std::string>()];
  BOOST_TEST(verdicts["error"] == 1);
  BOOST_TEST(verdicts["not run"] > 0);
  BOOST_TEST(verdicts.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_host_with_a_player_of_its_own_is_tried_with_what_one_board_decides) {
  const std::string host = "fixtures/referees/rig-match-own-player.toml";
  const std::string faulty_host = "fixtures/referees/faulty-match-own-player.toml";
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const auto cases_of = [&](const std::string& referee, int status) -> std::optional<nlohmann::json> {
    const auto outcome = told(status, report, [&] {
      return certify({"--referee", referee, "--filter", "RefereeIllegal.StartSquare,RefereeForward.*",
                      "--reports", "", "--json", report});
    });
    if (!outcome) return std::nullopt;
    BOOST_TEST(outcome->status == status, outcome->output);
    return report_at(report).at("cases");
  };
  if (const auto cases = cases_of(host, 0)) {
    BOOST_TEST(cases->at(0).at("verdict") == "not applicable");
    const std::string reason = cases->at(0).at("reason");
    BOOST_TEST(contains(reason, "plays board 2 by a player of its own, says " + host), reason);
    BOOST_TEST(cases->at(1).at("verdict") == "pass");
    BOOST_TEST(cases->at(1).at("measurements").at(0).at("name") == "games that need a board on both sides");
  }
  if (const auto cases = cases_of(faulty_host + "?fault=accepts-off-start", 1))
    BOOST_TEST(cases->at(1).at("verdict") == "fail");
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_an_error_of_the_run) {
  StandIn host(STAND_INS, "blokus-host");
  std::ofstream(host.path()) << "name = \"none\"\ncontests = [\"icfpt2014\"]\n"
                                "command = [\"/no/such/program\", \"{board1}\", \"{board2}\"]\n"
                                "[boards]\nway = \"pty\"\n";
  const Outcome outcome =
      certify({"--referee", host.path(), "--reports", "", "--filter", "RefereeEnd.SaysNothingMore"});
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "/no/such/program"), outcome.output);
}

BOOST_AUTO_TEST_CASE(the_own_referee_and_the_stand_in_pass_and_the_record_of_their_games_is_kept) {
  const StandIn stand_in(STAND_INS, "blokus-host");
  for (const std::string& referee : {own_referee, stand_in.path()}) {
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    const auto outcome = told(0, report, [&] {
      return certify({"--referee", referee, "--reports", "", "--json", report, "--transcript",
                      folder.file("games.jsonl")});
    });
    if (!outcome) return;
    BOOST_TEST(outcome->status == 0, outcome->output);
    BOOST_TEST(contains(outcome->output, "certified"), outcome->output);
    BOOST_TEST(report_at(report).at("dut").at("far_end") == "a referee");
    BOOST_TEST(contains(content_of(folder.file("games.jsonl")), "\"board 1\",\"request\""));
    const Outcome again =
        run(CERTIFY, {"--dut", "transcript:" + folder.file("games.jsonl"), "--reports", ""});
    BOOST_TEST(again.status == 0, again.output);
  }
}

BOOST_AUTO_TEST_CASE(the_own_referee_passes_in_the_dialect_of_2013) {
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const auto outcome = told(0, report, [&] {
    return certify({"--referee", own_referee, "--reports", "", "--json", report}, "icfpt2013");
  });
  if (outcome) BOOST_TEST(outcome->status == 0, outcome->output);
}

const std::vector<std::string> contests = {"icfpt2014", "icfpt2013"};

BOOST_DATA_TEST_CASE(every_wrong_referee_is_caught_by_its_case, boost::unit_test::data::make(contests),
                     contest) {
  expect_wrong_referees_caught(contest);
}

/// A run with less time than it asks for, and one with more: --budget, --plan, --soak. In virtual time. And
/// what is said of a DUT that takes long.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "conformance/run/budget/choice.hpp"
#include "conformance/run/budget/spending.hpp"
#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance;
using namespace conformance::testing_programs;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

Outcome certify(Words words) {
  words.insert(words.end(), {"--reports", ""});
  return run(CERTIFY, words);
}

/// A Blokus player that takes 0.8 s for a move.
Words slow_player(const Words& more) {
  Words words = {"--contest", "icfpt2014", "--dut", "builtin:blokus?think=800", "--seed", "1"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

json report_in(const std::string& path) {
  return json::parse(content_of(path));
}

std::set<std::string> cases_in(const json& report) {
  std::set<std::string> ids;
  for (const json& one : report.at("cases")) ids.insert(one.at("id"));
  return ids;
}

std::chrono::nanoseconds link_time_of(const json& report) {
  std::chrono::nanoseconds sum{};
  for (const json& one : report.at("cases"))
    sum += std::chrono::nanoseconds(one.at("link_time_ns").get<std::int64_t>());
  return sum;
}

std::vector<std::string> ids_of(const std::vector<CaseCost>& cases) {
  std::vector<std::string> ids;
  ids.reserve(cases.size());
  for (const CaseCost& one : cases) ids.push_back(one.id);
  return ids;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(the_choice)

BOOST_AUTO_TEST_CASE(is_mandatory_clauses_first_then_new_faults_an_exchange) {
  const std::vector<CaseCost> cases = {
      {"Long", 100, {"R-1", "R-2"}, {"a", "b", "c", "d"}},
      {"Same", 1, {}, {"a"}},  // sees nothing that those before it do not
      {"Odd", 50, {}, {"e"}},
      {"Cheap", 10, {"R-1"}, {"a"}},
      {"Good", 20, {}, {"f", "g"}},
  };
  const Words order = ids_of(ranked(cases));
  const Words expected = {"Cheap", "Long", "Good", "Odd", "Same"};
  BOOST_TEST(order == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(takes_whatever_still_fits) {
  const std::vector<CaseCost> cases = {{"A", 10, {}, {}}, {"TooLong", 100, {}, {}}, {"B", 6, {}, {}}};
  const Words taken = ids_of(affordable(cases, 1s, 16s));
  BOOST_TEST(taken == (Words{"A", "B"}), boost::test_tools::per_element());
  BOOST_TEST(affordable(cases, 1s, 15s).size() == 1U);
  BOOST_TEST(affordable(cases, 1s, 0s).empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(what_a_run_costs)

namespace {

/// Two cases; what is said of them to the user.
struct Account : RunListener {
  Spending spending;
  std::vector<std::string> said;

  explicit Account(int simulators = 0, std::optional<rig::Duration> budget = {}) {
    Terms terms;
    terms.budget = budget;
    terms.hello = "0";
    terms.simulators = simulators;
    terms.costs = {{"Short", 125, {"R-1"}, {"a", "b"}}, {"Long", 2000, {}, {"b", "c", "d"}}};
    terms.user = this;
    spending.begin(std::move(terms));
  }

  void say(const std::string& sentence) override { said.push_back(sentence); }

  using RunListener::ended;
  /// A case has ended in which the DUT took so long for each of its moves.
  void ended(int moves, rig::Duration each, rig::Duration wall_time = {}) {
    rig::report::CaseRecord record;
    record.id = "Short";
    record.wall_time = wall_time;
    record.link_time = moves * each;
    record.samples.push_back({"0", 1s, {50s, 50s}});  // a handshake takes no thought
    for (int i = 0; i < moves; ++i) record.samples.push_back({"2X", 1s, {each, each}});
    spending.ended(record);
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(is_told_once_after_the_first_moves_of_a_slow_board) {
  Account account;
  account.ended(9, 800ms);
  BOOST_TEST((account.spending.may_begin("Long") == Admission::go));
  BOOST_TEST(account.said.empty());
  account.ended(1, 800ms);
  BOOST_TEST((account.spending.may_begin("Long") == Admission::go));
  BOOST_TEST((account.spending.may_begin("Long") == Admission::go));
  const Words expected = {
      "this run takes about 28 min at 800 ms a move; --budget 5m would see 2 of the suite's 4 known faults, "
      "in 1 "
      "of 2 cases"};
  BOOST_TEST(account.said == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(is_not_worth_a_word_where_moves_are_quick) {
  Account account;
  account.ended(1000, 49ms);
  BOOST_TEST((account.spending.may_begin("Long") == Admission::go));
  BOOST_TEST(account.said.empty());
}

/// While nothing is known of the DUT each case begins.
BOOST_AUTO_TEST_CASE(is_held_against_what_is_left_of_a_budget) {
  Account account(0, 30min);
  BOOST_TEST((account.spending.may_begin("Long") == Admission::go));
  account.ended(100, 800ms);
  BOOST_TEST((account.spending.may_begin("Long") == Admission::go));  // 26 min 40 s of 28 min 40 s
  account.ended(200, 800ms);
  BOOST_TEST((account.spending.may_begin("Long") == Admission::skip));
  BOOST_TEST((account.spending.may_begin("Short") == Admission::go));
  BOOST_TEST((account.spending.left_out() == std::set<std::string>{"Long"}));
}

/// What its own clock shows says nothing of how long somebody waits.
BOOST_AUTO_TEST_CASE(is_time_of_the_machine_where_the_dut_is_simulated) {
  Account account(2);
  account.ended(10, 1ms, 10s);
  BOOST_TEST((account.spending.may_begin("Long") == Admission::go));
  const Words expected = {"this run takes about 18 min on this machine, at 1.00 s of its time for a move"};
  BOOST_TEST(account.said == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(is_what_a_simulation_says_with_its_speed) {
  const Outcome outcome = certify({"--contest", "icfpt2014", "--dut", "rtl:blokus_duo", "--seed", "1",
                                   "--filter", "Handshake.AnswersWithTeamCode"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, " Mcycles/s, "), outcome.output);
  BOOST_TEST(contains(outcome.output, " x real time"), outcome.output);
  const Outcome builtin = certify({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--seed", "1",
                                   "--filter", "Handshake.AnswersWithTeamCode"});
  BOOST_TEST(!contains(builtin.output, "real time"), builtin.output);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_budget)

BOOST_AUTO_TEST_CASE(is_kept_and_what_is_left_out_is_named_in_the_run_and_in_its_replay) {
  const TemporaryFolder folder;
  const std::string transcript = folder.file("t.jsonl");
  const Outcome outcome = certify(
      slow_player({"--budget", "10m", "--json", folder.file("report.json"), "--transcript", transcript}));
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "this run takes about "), outcome.output);
  BOOST_TEST(contains(outcome.output, "all that was run passed (partial, not a certificate)"),
             outcome.output);
  const json report = report_in(folder.file("report.json"));
  const std::string partial = report.at("partial").at(0);
  BOOST_TEST(contains(partial, "--budget 10m: "), partial);
  BOOST_TEST(contains(partial, "WholeGame.TwentyInARow"), partial);
  BOOST_TEST((link_time_of(report) < 11min));
  BOOST_TEST((link_time_of(report) > 5min));
  for (const std::string& id : cases_in(report)) BOOST_TEST(!contains(partial, id + ","), id);
  for (const json& clause : report.at("requirements")) {
    const bool counts = clause.at("level") == "mandatory" && clause.at("testable");
    if (counts) BOOST_TEST(clause.at("verdict") != "fail", clause.at("id"));
  }

  const Outcome replay = certify({"--dut", "transcript:" + transcript, "--json", folder.file("replay.json")});
  BOOST_TEST(replay.status == 0, replay.output);
  const json again = report_in(folder.file("replay.json"));
  BOOST_TEST((cases_in(again) == cases_in(report)));
  BOOST_TEST(again.at("partial") == report.at("partial"));
}

/// In the order in which the cases were taken: what was before is seen in the times.
BOOST_AUTO_TEST_CASE(is_verified_and_the_same_when_it_is_run_again) {
  const TemporaryFolder folder;
  const Outcome outcome = run(CERTIFY, slow_player({"--budget", "4m", "--reports", folder.file("run")}));
  BOOST_TEST(outcome.status == 0, outcome.output);
  const auto reports = std::filesystem::directory_iterator(folder.file("run"))->path().string();
  const Outcome verified = run(RIG, {"verify", reports, "--again"});
  BOOST_TEST(verified.status == 0, verified.output);
  const std::string all = std::to_string(cases_in(report_in(reports + "/report.json")).size());
  BOOST_TEST(contains(verified.output, all + " of " + all + " cases are the same"), verified.output);
}

BOOST_AUTO_TEST_CASE(that_is_long_enough_leaves_a_certificate) {
  const Outcome outcome =
      certify({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--budget", "10h", "--jobs", "2"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "\ncertified: "), outcome.output);
  BOOST_TEST(!contains(outcome.output, "left out"), outcome.output);
}

BOOST_AUTO_TEST_CASE(leaves_a_fault_of_an_early_case_a_failure) {
  const Outcome outcome = certify({"--contest", "icfpt2014", "--dut", "builtin:blokus?fault=late&think=900",
                                   "--budget", "3m", "--quiet"});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "not conformant (partial, not a certificate)"), outcome.output);
}

BOOST_AUTO_TEST_CASE(and_a_soak_have_no_place_where_no_suite_is_run) {
  const std::pair<Words, const char*> lines[] = {
      {slow_player({"--budget", "15"}), "--budget: found \"15\""},
      {slow_player({"--soak", "1h30"}), "--soak: found \"1h30\""},
      {slow_player({"--budget", "9m", "--list"}),
       "--budget cannot be combined with --list: a list is no run"},
      {slow_player({"--soak", "9m", "--fault-matrix", "-"}), "--soak cannot be combined with --fault-matrix"},
      {slow_player({"--plan"}), "--dut cannot be combined with --plan: a plan runs no DUT"},
      {{"--dut", "transcript:x.jsonl", "--budget", "9m"},
       "--budget cannot be combined with --dut transcript:FILE"},
      {slow_player({"--budget", "9m", "--parts", "x", "--jobs", "2"}),
       "--budget cannot be combined with --parts: parts do not know"},
  };
  for (const auto& [line, sentence] : lines) {
    const Outcome outcome = certify(line);
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, sentence), outcome.output);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(a_plan_names_each_case_and_what_the_suite_takes) {
  const Outcome outcome =
      certify({"--contest", "icfpt2014", "--plan", "--seed", "1", "--filter", "WholeGame.*"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "a move: about "), outcome.output);
  BOOST_TEST(contains(outcome.output, "--budget 15m sees "), outcome.output);
  // A contest with codes of tiles asks for more.
  const std::regex row("\nWholeGame.TwentyInARow +760 ");
  BOOST_TEST(std::regex_search(outcome.output, row), outcome.output);
}

BOOST_AUTO_TEST_SUITE(a_soak)

BOOST_AUTO_TEST_CASE(goes_on_for_its_time_after_the_suite_and_is_replayed) {
  const TemporaryFolder folder;
  const std::string transcript = folder.file("t.jsonl");
  const Outcome outcome = certify(slow_player({"--filter", "Handshake.*,Soak.*", "--soak", "20m", "--json",
                                               folder.file("report.json"), "--transcript", transcript}));
  BOOST_TEST(outcome.status == 0, outcome.output);
  const json soak = report_in(folder.file("report.json")).at("cases").back();
  BOOST_TEST(soak.at("id") == "Soak.AgainstDrawnOpponents");
  BOOST_TEST(soak.at("verdict") == "pass");
  const auto time = std::chrono::nanoseconds(soak.at("link_time_ns").get<std::int64_t>());
  BOOST_TEST((time >= 20min));
  BOOST_TEST((time < 21min));

  const Outcome replay = certify({"--dut", "transcript:" + transcript, "--json", folder.file("replay.json")});
  BOOST_TEST(replay.status == 0, replay.output);
  const json again = report_in(folder.file("replay.json")).at("cases").back();
  BOOST_TEST(again.at("counts") == soak.at("counts"));
  BOOST_TEST(again.at("verdict") == "pass");
}

BOOST_AUTO_TEST_CASE(finds_what_comes_late_in_a_row_of_games) {
  const Outcome outcome = certify({"--contest", "icfpt2014", "--dut", "builtin:blokus?fault=tires",
                                   "--filter", "Soak.*", "--soak", "30m", "--seed", "1"});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "ICFPT14-TERM-2"), outcome.output);
  BOOST_TEST(contains(outcome.output, "--soak 30m"), outcome.output);  // the command that runs it again
}

BOOST_AUTO_TEST_CASE(is_of_every_contest_and_of_no_run_that_does_not_ask_for_it) {
  for (const char* contest : {"icfpt2014", "heart-trax", "aut-trax", "course", "ustc"}) {
    BOOST_TEST(contains(certify({"--contest", contest, "--list", "--soak", "1h"}).output, "Soak."), contest);
    BOOST_TEST(!contains(certify({"--contest", contest, "--list"}).output, "Soak."), contest);
  }
}

BOOST_AUTO_TEST_SUITE_END()

/// A run on several equal boards, which share its cases.

#include <boost/test/unit_test.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "conformance/run/tests/real_time.hpp"
#include "rig/dut/dut.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

/// Two players on serial devices, and certify on both.
struct TwoBoards {
  TemporaryFolder folder;
  std::vector<std::string> paths = {folder.file("left"), folder.file("right")};
  std::vector<std::unique_ptr<Running>> players;

  /// `right`: what is other about the second one.
  explicit TwoBoards(const std::vector<std::string>& right = {}) {
    for (const std::string& path : paths) {
      std::vector<std::string> words = {"--pty", path};
      if (path == paths.back()) words.insert(words.end(), right.begin(), right.end());
      players.push_back(std::make_unique<Running>(BLOKUS_PLAYER, words));
      players.back()->wait_for(path);
    }
  }

  std::string dut(std::size_t board) const { return "serial:" + paths.at(board); }
  std::string report() const { return folder.file("report.json"); }

  Outcome certify(const std::vector<std::string>& cases) const {
    std::vector<std::string> words = {"--contest", "icfpt2014", "--dut",        dut(0),
                                      "--dut",     dut(1),      "--label",      "rev B",
                                      "--seed",    "5",         "--reports",    "",
                                      "--json",    report(),    "--transcript", folder.file("t.jsonl"),
                                      "--filter"};
    words.insert(words.end(), cases.begin(), cases.end());
    return run(CERTIFY, words);
  }

  /// Nothing: it could not tell.
  std::optional<json> told_report(int status, const std::vector<std::string>& cases) const {
    const std::optional<Outcome> outcome = told(status, report(), [&] { return certify(cases); });
    if (!outcome) return std::nullopt;
    BOOST_TEST_REQUIRE(outcome->status == status, outcome->output);
    return json::parse(content_of(report()));
  }
};

std::map<std::string, std::set<std::string>> cases_by_board(const json& report) {
  std::map<std::string, std::set<std::string>> cases;
  for (const json& one : report.at("cases")) cases[one.at("board")].insert(one.at("id"));
  return cases;
}

std::string what_is_said_to(std::vector<std::string> words) {
  words.insert(words.begin(), {"--contest", "icfpt2014", "--seed", "1", "--reports", ""});
  const Outcome outcome = run(CERTIFY, words);
  BOOST_TEST(outcome.status == 2, outcome.output);
  return outcome.output;
}

}  // namespace

BOOST_AUTO_TEST_CASE(equal_boards_share_the_cases_and_a_replay_knows_which_played_what) {
  const TwoBoards boards;
  const std::optional<json> report = boards.told_report(0, {"Handshake.*", "FirstMove.*"});
  if (!report) return;
  BOOST_TEST(report->at("dut").at("name") == boards.dut(0) + " + " + boards.dut(1));
  const auto cases = cases_by_board(*report);
  BOOST_TEST_REQUIRE(cases.size() == 2U);
  BOOST_TEST(cases.at(boards.dut(0)).size() == 4U);
  BOOST_TEST(cases.at(boards.dut(1)).size() == 3U);
  for (const json& fact : report->at("dut").at("link_facts")) {
    if (fact.at("name") != "device") continue;
    for (const std::string& path : boards.paths)
      BOOST_TEST(contains(fact.at("value").get<std::string>(), path));
  }

  const std::string again = boards.folder.file("replay.json");
  const Outcome replay = run(
      CERTIFY, {"--dut", "transcript:" + boards.folder.file("t.jsonl"), "--reports", "", "--json", again});
  BOOST_TEST_REQUIRE(replay.status == 0, replay.output);
  BOOST_TEST((cases_by_board(json::parse(content_of(again))) == cases));
}

BOOST_AUTO_TEST_CASE(a_finding_names_the_board_that_it_is_of) {
  const TwoBoards boards({"--fault", "short-hello"});
  const std::optional<json> report =
      boards.told_report(1, {"Handshake.AnswersWithTeamCode", "Handshake.AnswersEachTime"});
  if (!report) return;
  int failed = 0;
  for (const json& one : report->at("cases")) {
    if (one.at("verdict") != "fail") continue;
    ++failed;
    BOOST_TEST(one.at("board") == boards.dut(1));
    BOOST_TEST(contains(one.at("again").get<std::string>(), "--dut " + boards.dut(1) + " "));
    BOOST_TEST(!contains(one.at("again").get<std::string>(), boards.dut(0)));
  }
  BOOST_TEST(failed ==
             1);  // of three cases, the second is the second board's; AfterEachPowerOn needs a reset
}

BOOST_AUTO_TEST_CASE(boards_that_name_themselves_differently_are_not_equal) {
  const TwoBoards boards({"--team", "XY"});
  const std::optional<json> report =
      boards.told_report(1, {"Handshake.AnswersWithTeamCode", "Handshake.AnswersEachTime"});
  if (!report) return;
  bool found = false;
  for (const json& one : report->at("cases")) {
    for (const json& finding : one.at("findings"))
      found =
          found || contains(finding.at("summary").get<std::string>(), "it named itself \"XY\" in this case");
  }
  BOOST_TEST(found);
}

BOOST_AUTO_TEST_CASE(a_board_that_cannot_be_opened_is_an_error_and_the_other_plays_its_cases) {
  const TwoBoards boards;
  const Outcome outcome =
      run(CERTIFY, {"--contest", "icfpt2014", "--dut", boards.dut(0), "--dut", "serial:/dev/null", "--label",
                    "rev B", "--reports", "", "--json", boards.report(), "--filter", "Handshake.*"});
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "/dev/null is no serial device"));
  std::map<std::string, int> errors;
  const json report = json::parse(content_of(boards.report()));
  for (const json& one : report.at("cases")) {
    const std::string board = one.at("board").is_null() ? "" : one.at("board").get<std::string>();
    errors[board] += one.at("verdict") == "error" ? 1 : 0;
  }
  BOOST_TEST(errors.at("") == 1);  // it came to no board
  BOOST_TEST(errors.at(boards.dut(0)) == 0);
}

BOOST_AUTO_TEST_CASE(boards_are_read_from_their_common_name) {
  using rig::dut::boards_named;
  const std::vector<std::string> two = {"serial:/dev/a", "serial:/dev/b"};
  BOOST_TEST(rig::dut::name_of_boards(two) == "serial:/dev/a + serial:/dev/b");
  BOOST_TEST(boards_named(rig::dut::name_of_boards(two)) == two);
  for (const char* one : {"serial:/dev/a", "serial:/dev/a + b", "serial:/dev/a + ",
                          "serial:/dev/a + serial:", "serial:/dev/a + tcp:lab:1", "exec:add + exec:it",
                          "builtin:blokus", "no colon + at all"})
    BOOST_TEST(boards_named(one) == std::vector<std::string>{one});
}

BOOST_AUTO_TEST_CASE(what_does_not_go_together_is_refused) {
  const std::vector<std::string> two = {"--dut", "serial:/dev/a", "--dut", "serial:/dev/b"};
  const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  BOOST_TEST(contains(what_is_said_to(two),
                      "a second --dut needs --label: boards that share a run are taken for one design"));
  BOOST_TEST(contains(what_is_said_to({"--label", "x", "--dut", "serial:/dev/a", "--dut", "serial:/dev/a"}),
                      "\"serial:/dev/a\" is given twice"));
  BOOST_TEST(contains(what_is_said_to({"--label", "x", "--dut", "serial:/dev/a", "--dut", "tcp:lab:1"}),
                      "boards that share a run are of one kind"));
  BOOST_TEST(contains(what_is_said_to({"--label", "x", "--dut", "builtin:blokus", "--dut", "builtin:trax"}),
                      "only boards can share a run"));
  BOOST_TEST(
      contains(what_is_said_to(with(two, {"--label", "x", "--jobs", "3"})), "--jobs 3: there are 2 boards"));
  BOOST_TEST(contains(what_is_said_to(with(two, {"--label", "x", "--budget", "5m"})),
                      "--budget cannot be combined with a second --dut: it counts the time of one board"));
}

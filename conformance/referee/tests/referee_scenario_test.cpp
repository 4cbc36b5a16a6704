/// `certify --scenario`: games that an organiser writes, and those that were recorded.

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

const std::string own_referee = "fixtures/referees/rig-match.toml";
/// Its own with one of its deliberate defects.
std::string with_fault(const std::string& fault) {
  return fault.empty() ? own_referee : "fixtures/referees/faulty-match.toml?fault=" + fault;
}

Outcome certify(std::vector<std::string> words) {
  words.insert(words.begin(), {"--contest", "icfpt2014", "--seed", "1", "--reports", ""});
  return run(CERTIFY, words);
}

Outcome play(const std::string& scenario, const std::string& json_file, const std::string& fault = "") {
  return certify({"--referee", with_fault(fault), "--scenario", scenario, "--json", json_file});
}

std::map<std::string, std::string> verdicts_in(const std::string& report) {
  std::map<std::string, std::string> verdicts;
  const json whole = json::parse(content_of(report));
  for (const json& one : whole.at("cases")) verdicts[one.at("id")] = one.at("verdict");
  return verdicts;
}

constexpr const char* head = "name = \"a game\"\ncontests = [\"icfpt2014\"]\n";
constexpr const char* opening = "[[turn]]\nsays = \"65u2\"\n[[turn]]\nsays = \"aan2\"\n";

}  // namespace

BOOST_AUTO_TEST_CASE(the_examples_are_cases_of_their_own_and_no_certificate) {
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const Outcome outcome = play("games/blokus/fixtures/scenarios/icfpt2014", report);
  BOOST_TEST(contains(outcome.output, "partial, not a certificate"), outcome.output);
  const auto verdicts = verdicts_in(report);
  BOOST_TEST(verdicts.size() == 4U);
  for (const auto& [id, verdict] : verdicts) {
    BOOST_TEST(id.starts_with("Scenario."));
    BOOST_TEST((verdict == "pass" || verdict == "inconclusive"), id << " " << verdict << outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_referee_fails_them) {
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const std::vector<std::pair<std::string, std::string>> faults = {{"accepts-used", "tile-used-twice"},
                                                                   {"wrong-loser", "tile-used-twice"},
                                                                   {"no-end", "both-pass"},
                                                                   {"alters-pass", "both-pass"},
                                                                   {"most-left-wins", "both-pass"}};
  for (const auto& [fault, scenario] : faults) {
    const Outcome outcome =
        play("games/blokus/fixtures/scenarios/icfpt2014/" + scenario + ".toml", report, fault);
    BOOST_TEST(outcome.status == 1, fault << "\n" << outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(messages_that_the_writer_expects_otherwise_are_missed) {
  const TemporaryFolder folder;
  std::string text = content_of(RIG_SOURCE_DIR "/games/blokus/fixtures/scenarios/icfpt2014/both-pass.toml");
  const std::string message = "\"40000\"";
  text.replace(text.find(message), message.size(), "\"4aae0\"");
  std::ofstream(folder.file("other.toml")) << text;
  const Outcome outcome = play(folder.file("other.toml"), folder.file("report.json"));
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(content_of(folder.file("report.json")), "in place of"), outcome.output);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_a_file_is_told_with_its_line) {
  const std::string game = std::string(head) + opening;
  const std::string lost = "[[turn]]\nsays = \"36u2\"\n";
  const std::vector<std::tuple<std::string, int, std::string>> mistakes = {
      {"name = \"a\"\ncontests = [\"aut-trax\"]\n", 2, "icfpt2014, the contest of the run"},
      {std::string(head) + "begins = 3\n", 3, "begins is 3; allowed: 1 or 2"},
      {std::string(head) + "begin = 1\n", 3, "Did you mean \"begins\""},
      {game, 3, "a game that has an end"},
      {game + lost + "[[turn]]\nsays = \"7bp7\"\n", 9, "no turn after one that loses"},
      {game + "[[turn]]\nsays = \"36f2\"\nafter = -1\n", 9, "seconds, from 0 to 600"},
      {game + "[[turn]]\nsilent = false\n", 8, "true; else it is left out"},
      {game + "[[turn]]\nsays = \"36f2\"\nsilent = true\n", 9, "left out where the board says something"},
      {game + "[[turn]]\npieces = []\n", 8, "a list of tables"},
      {game + "[[turn]]\npieces = [{ says = \"36\" }]\nafter = 1\n", 9, "left out with pieces"},
      {game + "[[turn]]\nbytes = [256]\n", 8, "numbers from 0 to 255"},
      {game + "[[turn]]\nafter = 1\n", 8, "left out with a reply without"},
      {game + lost + "[expected]\nverdict = \"draw\"\n", 10, "a loss of player 1"},
      {game + lost + "[expected]\nverdict = \"player 2 lost\"\n", 10, "whose board spoke last"},
      {game + lost + "[expected]\nverdict = \"lost\"\n", 10, "player 1 won, player 2 won, draw"},
      {game + lost + "[expected]\nboard-1 = [\"7\"]\n", 10, "a message of icfpt2014"},
      {game + "[expected]\nverdict = \"player 1 won\"\n", 8, "the game is not over"},
      {game + "[hello]\nboard-1 = {}\n", 8, "what the board says, or silent = true"},
      {"name = \n", 1, ""},
      {"name = " + std::string(40'000, '['), 1, "nested 33 deep"},
  };
  for (const auto& [text, line, told] : mistakes) {
    const TemporaryFolder folder;
    std::ofstream(folder.file("game.toml")) << text;
    const Outcome outcome = play(folder.file("game.toml"), folder.file("report.json"));
    BOOST_TEST(outcome.status == 2, text << outcome.output);
    BOOST_TEST(contains(outcome.output, told), text << outcome.output);
    BOOST_TEST(contains(outcome.output, "game.toml, line " + std::to_string(line) + ":"),
               text << outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(the_option_is_refused_where_it_has_no_place) {
  const std::string examples = "games/blokus/fixtures/scenarios/icfpt2014";
  const TemporaryFolder folder;
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
      {{"--dut", "builtin:blokus", "--scenario", examples}, "--scenario needs --referee FILE.toml"},
      {{"--scenario", examples, "--list"}, "--scenario needs --referee FILE.toml"},
      {{"--referee", own_referee, "--scenario", examples, "--fault-matrix", "-"},
       "--scenario cannot be combined with --fault-matrix"},
      {{"--referee", own_referee, "--scenario", "no/such"}, "neither a file nor a folder"},
      {{"--referee", own_referee, "--scenario", folder.file("")}, "holds no file"},
  };
  for (const auto& [words, told] : mistakes) {
    const Outcome outcome = certify(words);
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, told), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_run_of_scenarios_is_judged_again_from_its_transcript) {
  const TemporaryFolder folder;
  const std::string games = folder.file("games.jsonl");
  const Outcome live =
      certify({"--referee", own_referee, "--scenario",
               "games/blokus/fixtures/scenarios/icfpt2014/tile-used-twice.toml", "--transcript", games});
  const Outcome again = run(CERTIFY, {"--dut", "transcript:" + games, "--reports", ""});
  BOOST_TEST(again.status == live.status, again.output);
  BOOST_TEST(contains(again.output, "Scenario.tile_used_twice"), again.output);
}

BOOST_AUTO_TEST_CASE(recorded_games_become_scenarios) {
  const TemporaryFolder folder;
  const json game = {{"kind", "used"},
                     {"first_player", 1},
                     {"replies", {"65u2", "aan2", "36u2"}},
                     {"to_board", {{"0", "25", "4aan2", "9"}, {"0", "3A65u2", "9"}}},
                     {"result", "** Player 1 lost the game by violation (code -1)."},
                     {"error_code", -1}};
  const json late = {{"kind", "silence"},
                     {"replies", {"65u2"}},
                     {"result", "** Player 2 lost the game by violation (code -10)."},
                     {"error_code", -10}};
  std::ofstream(folder.file("games.json")) << json{{"games", {game, late}}};
  const Outcome converted =
      run(RIG, {"scenarios", "--contest", "icfpt2014", folder.file("games.json"), folder.file("scenarios")});
  BOOST_TEST(converted.status == 0, converted.output);
  const Outcome outcome = play(folder.file("scenarios"), folder.file("report.json"));
  for (const auto& [id, verdict] : verdicts_in(folder.file("report.json")))
    BOOST_TEST((verdict == "pass" || verdict == "inconclusive"), outcome.output);
  BOOST_TEST(verdicts_in(folder.file("report.json")).size() == 2U);
  std::ofstream(folder.file("games.json")) << "{\"games\": [{}]}";
  const Outcome none =
      run(RIG, {"scenarios", "--contest", "icfpt2014", folder.file("games.json"), folder.file("scenarios")});
  BOOST_TEST(none.status == 2, none.output);
  BOOST_TEST(contains(none.output, "game 1"), none.output);
}

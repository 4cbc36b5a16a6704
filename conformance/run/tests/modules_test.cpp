/// Games from outside, as certify and rig load them: by option, by environment, in their workers; and what
/// they refuse.

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance::testing_programs;
using rig::contains;
namespace data = boost::unit_test::data;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

const std::string toy = TOY_MODULE;

/// The toy, with another character behind this text of its statement.
void write_changed(const std::string& path, const std::string& text, char character) {
  std::string content = content_of(toy);
  const std::size_t at = content.find(text);
  BOOST_TEST_REQUIRE(at != std::string::npos);
  content.at(at + text.size()) = character;
  std::ofstream(path, std::ios::binary) << content;
}

/// certify on the toy's own player, and its report.
nlohmann::json report_of(Words words, const Words& environment = {}) {
  const TemporaryFolder folder;
  words.insert(words.end(), {"--contest", "toy", "--dut", "builtin:toy", "--seed", "1", "--quiet", "--json",
                             folder.file("report.json"), "--reports", folder.file("reports")});
  const Outcome outcome = run(CERTIFY, words, environment);
  BOOST_TEST_REQUIRE(outcome.status == 0, outcome.output);
  return nlohmann::json::parse(content_of(folder.file("report.json")));
}

std::string line_of(const Outcome& outcome) {
  BOOST_TEST(std::count(outcome.output.begin(), outcome.output.end(), '\n') == 1, outcome.output);
  return outcome.output;
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_its_module_a_game_is_unknown) {
  const Outcome outcome = run(CERTIFY, {"--contest", "toy", "--list"});
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(contains(outcome.output, "toy"));
}

BOOST_AUTO_TEST_CASE(a_game_from_outside_is_listed_and_certified_by_several_workers) {
  const Outcome listed = run(CERTIFY, {"--game", toy, "--contest", "toy", "--list"});
  BOOST_TEST(listed.status == 0);
  BOOST_TEST(contains(listed.output, "Toy.TakesWhatLies"), listed.output);
  const nlohmann::json report = report_of({"--game", toy, "--jobs", "2"});
  BOOST_TEST(contains(report.dump(), "\"module toy\""), report.dump());
  BOOST_TEST(contains(report.dump(), rig::sha256_file(toy)));
}

BOOST_AUTO_TEST_CASE(folders_and_modules_are_named_by_the_environment_and_loaded_once) {
  const std::string folder = fs::path(toy).parent_path().string();
  report_of({}, {"CONTEST_RIG_GAMES=" + folder});
  report_of({"--game", toy}, {"CONTEST_RIG_GAMES=" + folder + ":" + toy});
  const Outcome missing = run(CERTIFY, {"--list"}, {"CONTEST_RIG_GAMES=/nowhere/at/all"});
  BOOST_TEST(missing.status == 2);
  BOOST_TEST(contains(line_of(missing), "CONTEST_RIG_GAMES: \"/nowhere/at/all\" does not exist"));
}

BOOST_AUTO_TEST_CASE(a_command_to_repeat_a_case_names_the_module) {
  const TemporaryFolder folder;
  const Outcome outcome = run(CERTIFY, {"--game", toy, "--contest", "toy", "--dut", "builtin:toy?fault=late",
                                        "--seed", "1", "--reports", folder.file("reports")});
  BOOST_TEST(outcome.status == 1);
  BOOST_TEST(contains(rig::in_one_line(outcome.output), "--game " + toy + " --contest toy"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_transcript_is_judged_again_with_its_module_alone) {
  const TemporaryFolder folder;
  const std::string reports = folder.file("reports");
  BOOST_TEST(run(CERTIFY, {"--game", toy, "--contest", "toy", "--dut", "builtin:toy", "--seed", "1",
                           "--quiet", "--reports", reports})
                 .status == 0);
  const std::string run_of_it = reports + "/toy_builtin-toy";
  const std::string again = "transcript:" + run_of_it + "/transcript.jsonl";
  BOOST_TEST(run(CERTIFY, {"--game", toy, "--dut", again, "--quiet", "--reports", ""}).status == 0);
  const Outcome without = run(CERTIFY, {"--dut", again, "--quiet", "--reports", ""});
  BOOST_TEST(without.status == 2);
  BOOST_TEST(
      contains(line_of(without), "the run had the module of the game \"toy\"; name it by --game FILE.so"));
  const Outcome verified = run(RIG, {"verify", run_of_it, "--game", toy});
  BOOST_TEST(verified.status == 0, verified.output);
  BOOST_TEST(!contains(verified.output, "by another file"), verified.output);
  BOOST_TEST(run(RIG, {"verify", run_of_it}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_tournament_plays_it_in_processes_of_its_own) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("cup.toml")) << R"(contest = "toy"
title = "Matches"
[format]
name = "round-robin"
[[entrant]]
team = "Rook"
dut = "builtin:toy"
[[entrant]]
team = "Bishop"
dut = "opponent:long-games"
)";
  const Outcome outcome =
      run(RIG, {"tournament", folder.file("cup.toml"), "--folder", folder.file("cup"), "--game", toy});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "Rook"), outcome.output);
}

BOOST_AUTO_TEST_CASE(all_tools_know_the_game) {
  const auto says = [](const Words& words, const std::string& text) {
    const Outcome outcome = run(RIG, words);
    BOOST_TEST(outcome.status == 0, outcome.output);
    BOOST_TEST(contains(outcome.output, text), outcome.output);
  };
  says({"--game", toy, "show", "--contest", "toy", "2"}, "1 1 1 . .");
  says({"moves", "--contest", "toy", "--game=" + toy, "--count", "2", "2"}, "moves 1");
  says({"check", "--game", toy, "--contest", "toy", "2", "2", "1"}, "result first");
  says({"match", "--game", toy, "--contest", "toy", "--first", "builtin:toy", "--second",
        "opponent:long-games", "--games", "1"},
       "first won");
  says({"perft", "--game", "trax", "--depth", "1"}, "perft 1");  // its own option, as before
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused_in_a_sentence_by_both_programs) {
  const TemporaryFolder folder;
  write_changed(folder.file("version.so"), "version=", '9');
  write_changed(folder.file("headers.so"), ";headers", ':');
  write_changed(folder.file("sanitizer.so"), "sanitizer=", 'x');
  std::ofstream(folder.file("text.so")) << "no module\n";
  fs::copy_file(toy, folder.file("copy.so"));
  const auto refused = [](const Words& modules, const std::string& text) {
    Words words;
    for (const std::string& module : modules) words.insert(words.end(), {"--game", module});
    for (const char* const program : {CERTIFY, RIG}) {
      const Outcome outcome = run(program, words);
      BOOST_TEST(outcome.status == 2);
      BOOST_TEST(contains(line_of(outcome), text), outcome.output);
    }
  };
  refused({folder.file("version.so")}, "version.so was built for contest-rig 9");
  refused({folder.file("headers.so")},
          "headers.so is not a module of contest-rig: its statement has \"headers:");
  refused({folder.file("sanitizer.so")}, "sanitizer.so was built with the sanitizer x");
  refused({folder.file("text.so")}, "text.so is not a module of contest-rig: it is not a 64-bit ELF");
  refused({folder.file("none.so")}, "none.so cannot be read");
  refused({toy, folder.file("copy.so")}, "copy.so: there is already a game with the name \"toy\"");
  refused({"toy"}, "allowed is a module of a game, FILE.so");
}

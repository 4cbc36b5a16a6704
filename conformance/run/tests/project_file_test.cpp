/// `rig init`, and what certify and rig doctor take from its file; the cases of the last run; a run at each
/// change.

#include <signal.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/whole_file.hpp"
#include "rig/tests/contains.hpp"

using namespace conformance::testing_programs;
using rig::contains;

namespace {

/// A folder in which programs run.
class Place {
 public:
  Place() : before_(std::filesystem::current_path()) { std::filesystem::current_path(folder_.file(".")); }
  ~Place() { std::filesystem::current_path(before_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  static void write(const std::string& file, const std::string& text) { rig::write_whole(file, text); }

 private:
  TemporaryFolder folder_;
  std::filesystem::path before_;
};

const std::vector<std::string> short_run = {"--quiet", "--filter", "Handshake.*"};

}  // namespace

BOOST_AUTO_TEST_CASE(a_folder_of_sources_comes_to_its_verdict_by_two_commands) {
  const Place place;
  std::filesystem::copy(DUTS "/tang_nano/tang_nano.v", "tang_nano.v");
  const Outcome init =
      run(RIG, {"init", "--contest", "icfpt2014", "--team", "TN", "--github"}, {CACHE, COMPILER});
  BOOST_TEST(init.status == 0, init.output);
  BOOST_TEST(contains(init.output, "nothing is wrong"), init.output);
  BOOST_TEST(
      contains(content_of("rig.toml"), "contest = \"icfpt2014\"\ndut = \"rtl:board.toml\"\nteam = \"TN\""));
  const std::string workflow = content_of(".github/workflows/conformance.yml");
  BOOST_TEST(contains(workflow, "  CONTEST: icfpt2014\n  DUT: \"rtl:board.toml\"\n"), workflow);
  const Outcome verdict = run(CERTIFY, short_run, {CACHE, COMPILER});
  BOOST_TEST(verdict.status == 0, verdict.output);
  BOOST_TEST(contains(verdict.output, "all that was run passed"), verdict.output);
  const Outcome well = run(RIG, {"doctor"}, {CACHE, COMPILER});
  BOOST_TEST(contains(well.output, "nothing is wrong"), well.output);
  const Outcome again = run(RIG, {"init", "--contest", "icfpt2014"});
  BOOST_TEST(again.status == 2);
  BOOST_TEST(contains(again.output, "rig.toml is there already"), again.output);
}

BOOST_AUTO_TEST_CASE(a_program_that_does_not_answer_is_told_the_cause) {
  const Place place;
  const Outcome init = run(RIG, {"init", "--contest", "icfpt2014", "--program", "/bin/cat"});
  BOOST_TEST(init.status == 1);
  BOOST_TEST(contains(init.output, "cause: What was sent comes back"), init.output);
  BOOST_TEST(contains(content_of("rig.toml"), "dut = \"exec:/bin/cat\""));
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named) {
  const Place place;
  const Outcome no_contest = run(RIG, {"init", "--dut", "builtin:blokus"});
  BOOST_TEST(no_contest.status == 2);
  BOOST_TEST(contains(no_contest.output, "--contest is missing; allowed: "), no_contest.output);
  BOOST_TEST(run(RIG, {"init", "--dut", "builtin:blokus", "--port", "/dev/ttyUSB0"}).status == 2);
  BOOST_TEST(run(RIG, {"init", "--contest", "icfpt2014", "--dut", "builtn:blokus"}).status == 2);
  BOOST_TEST(!std::filesystem::exists("rig.toml"));
  const Outcome nothing = run(CERTIFY, {"--quiet"});
  BOOST_TEST(nothing.status == 2);
}

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// `FILE:LINE MESSAGE`, without a line where the patterns have none; nothing: these lines are no problem to
/// them. They are ECMAScript's expressions, as the editor's are.
std::string problem_in(const nlohmann::json& patterns, const std::vector<std::string>& lines) {
  std::string file;
  std::string line;
  std::string message;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const nlohmann::json& pattern = patterns[i];
    std::smatch match;
    if (!std::regex_search(lines[i], match, std::regex(pattern.at("regexp").get<std::string>()))) return {};
    const auto part = [&](const char* name) {
      return pattern.contains(name) ? match[pattern.at(name).get<std::size_t>()].str() : "";
    };
    file += part("file");
    line += part("line");
    message += part("message");
  }
  return file + (line.empty() ? "" : ":" + line) + " " + message;
}

/// What an editor that has these tasks finds in an output of one of them.
std::vector<std::string> problems_in(const std::string& output, const std::string& task) {
  const std::vector<std::string> lines = lines_of(output);
  std::vector<std::string> found;
  const nlohmann::json all = nlohmann::json::parse(content_of(".vscode/tasks.json"));
  for (const nlohmann::json& one : all.at("tasks")) {
    if (one.at("label") != task) continue;
    for (const nlohmann::json& matcher : one.at("problemMatcher")) {
      const nlohmann::json& given = matcher.at("pattern");
      const nlohmann::json patterns = given.is_array() ? given : nlohmann::json::array({given});
      for (std::size_t first = 0; first + patterns.size() <= lines.size(); ++first) {
        const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(first);
        const std::string problem = problem_in(patterns, {begin, lines.end()});
        if (!problem.empty()) found.push_back(problem);
      }
    }
  }
  return found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_editor_finds_what_is_wrong_in_what_its_tasks_print) {
  const Place place;
  std::filesystem::copy(DUTS "/tang_nano/tang_nano.v", "tang_nano.v");
  const Outcome init = run(RIG, {"init", "--contest", "icfpt2014", "--vscode"}, {CACHE, COMPILER});
  BOOST_TEST_REQUIRE(init.status == 0, init.output);
  const std::string tasks = content_of(".vscode/tasks.json");
  BOOST_TEST(contains(tasks, "/scripts/certify --quiet --annotate github\""), tasks);
  BOOST_TEST(contains(tasks, "/scripts/rig doctor\""), tasks);
  const std::vector<std::string> annotated = {"--quiet", "--annotate", "github"};

  struct Mistake {
    std::string file;  // is written
    std::string text;
    std::string found;  // by the editor, with `~` for the folder
  };
  const std::string design = content_of("tang_nano.v");
  const std::string board = content_of("board.toml");
  const std::vector<Mistake> mistakes = {
      {"tang_nano.v", "module tang_nano(\n  garbage garbage\n", "~tang_nano.v:2 syntax error"},
      {"tang_nano.v",
       "module tang_nano(input sys_clk, sys_rst_n, uart_rx, output uart_tx);\n  nobody "
       "one(sys_clk);\nendmodule\n",
       "~tang_nano.v:2 The module \"nobody\" is used at"},
      {"board.toml", "name = \"board\"\nfoo = 1\n", "~board.toml:2 foo: unknown key"},
  };
  const std::string here = std::filesystem::current_path().string() + "/";
  for (const Mistake& mistake : mistakes) {
    Place::write("tang_nano.v", design);
    Place::write("board.toml", board);
    Place::write(mistake.file, mistake.text);
    for (const bool by_doctor : {false, true}) {
      const Outcome outcome =
          by_doctor ? run(RIG, {"doctor"}, {CACHE, COMPILER}) : run(CERTIFY, annotated, {CACHE, COMPILER});
      const std::vector<std::string> found =
          problems_in(outcome.output, by_doctor ? "rig doctor" : "certify");
      std::string all;
      for (std::string one : found) {
        if (one.starts_with(here)) one.replace(0, here.size(), "~");
        all += one + "\n";
      }
      BOOST_TEST(all.starts_with(mistake.found), mistake.found << " in " << all << outcome.output);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_editor_finds_failures_beside_what_is_tested) {
  const Place place;
  BOOST_TEST(
      run(RIG, {"init", "--contest", "icfpt2014", "--dut", "builtin:blokus?fault=own-edge", "--vscode"})
          .status == 0);
  const Outcome outcome =
      run(CERTIFY, {"--quiet", "--annotate", "github", "--seed", "1", "--filter", "WholeGame.AgainstRandom"});
  const std::vector<std::string> found = problems_in(outcome.output, "certify");
  BOOST_TEST_REQUIRE(!found.empty(), outcome.output);
  BOOST_TEST(found.front().starts_with("rig.toml "), found.front());
  BOOST_TEST(contains(found.front(), "lies edge to edge"), found.front());
  const Outcome again = run(RIG, {"init", "--contest", "icfpt2014", "--dut", "builtin:blokus", "--vscode"});
  BOOST_TEST(again.status == 2);
}

BOOST_AUTO_TEST_CASE(an_editor_shows_the_cause_that_the_doctor_finds_in_the_description) {
  const Place place;
  std::filesystem::copy(DUTS "/tang_nano/tang_nano.v", "tang_nano.v");
  BOOST_TEST(run(RIG, {"init", "--contest", "icfpt2014", "--vscode"}, {CACHE, COMPILER}).status == 0);
  std::string board = content_of("board.toml");
  const std::size_t hz = board.find("hz = ");
  BOOST_TEST_REQUIRE(hz != std::string::npos, board);
  Place::write("board.toml", board.replace(hz, board.find_first_of(" \n", hz + 5) - hz, "hz = 50_000_000"));
  const Outcome outcome = run(RIG, {"doctor"}, {CACHE, COMPILER});
  const std::vector<std::string> found = problems_in(outcome.output, "rig doctor");
  BOOST_TEST_REQUIRE(found.size() == 1U, outcome.output);
  BOOST_TEST(contains(found.front(), "board.toml clock.hz is wrong"), found.front());
}

BOOST_AUTO_TEST_CASE(options_of_the_command_line_come_before_those_of_the_file) {
  const Place place;
  Place::write("rig.toml",
               "contest = \"heart-trax\"\ndut = \"builtin:blokus\"\noptions = [\"--games\", \"1\", "
               "\"--seed\", \"5\"]\n");
  const Outcome outcome = run(CERTIFY, {"--contest", "icfpt2014", "--seed", "7", "--filter", "Handshake.*",
                                        "--json", "r.json", "--reports", ""});
  BOOST_TEST(outcome.status == 0, outcome.output);
  const std::string report = content_of("r.json");
  BOOST_TEST(contains(report, "--dut builtin:blokus --games 1 --contest icfpt2014 --seed 7"),
             report.substr(0, 2000));
  BOOST_TEST(run(CERTIFY, {"--list", "--contest", "heart-trax"}).status ==
             0);  // no run: the file does not count
}

BOOST_AUTO_TEST_CASE(a_wrong_file_names_its_line) {
  const Place place;
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"contest = \"icfpt2014\"\n", "rig.toml: dut is missing"},
      {"contest = 7\n", "rig.toml:1: contest: allowed is a text"},
      {"contest = \"icfpt2014\"\ndut = \"\"\n", "rig.toml:2: dut: allowed is a text"},
      {"contest = \"icfpt2014\"\ndutt = \"x\"\n", "rig.toml:2: Unknown key \"dutt\". Did you mean \"dut\"?"},
      {"contest = \"icfpt2014\"\ndut = \"builtin:blokus\"\noptions = \"--seed\"\n",
       "rig.toml:3: options: allowed is a list"},
      {"contest = \"icfpt2014\"\ndut = \"builtin:blokus\"\noptions = [\"7\"]\n",
       "rig.toml:3: options: found \"7\""},
      {"contest = \"icfpt2014\"\ndut = \"builtin:blokus\"\noptions = [7]\n",
       "rig.toml:3: options: allowed are words"},
      {"contest = \n", "rig.toml"},
  };
  for (const auto& [text, said] : wrong) {
    Place::write("rig.toml", text);
    const Outcome outcome = run(CERTIFY, {"--quiet"});
    BOOST_TEST(outcome.status == 2, text);
    BOOST_TEST(contains(outcome.output, said), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(the_cases_that_the_last_run_left_open_are_run_again) {
  const Place place;
  const std::vector<std::string> dut = {"--contest", "icfpt2014", "--dut", "builtin:blokus?fault=own-edge"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.begin(), dut.begin(), dut.end());
    return run(CERTIFY, words);
  };
  const Outcome none = with({"--last-failed"});
  BOOST_TEST(none.status == 2);
  BOOST_TEST(contains(none.output, "there is no report of an earlier run"), none.output);
  BOOST_TEST(with({"--filter", "Handshake.*,WholeGame.AgainstRandom", "--seed", "1"}).status == 1);
  const Outcome again = with({"--last-failed", "--seed", "1"});
  BOOST_TEST(again.status == 1, again.output);
  BOOST_TEST(contains(again.output, "WholeGame."), again.output);
  BOOST_TEST(!contains(again.output, "Handshake."), again.output);
  BOOST_TEST(with({"--last-failed", "--filter", "Pass.*"}).status == 2);
}

/// Of the report of a run with these words; and what the run printed.
std::pair<nlohmann::json, std::string> silence_of(std::vector<std::string> words) {
  words.insert(words.end(),
               {"--contest", "icfpt2014", "--filter", "Handshake.*", "--reports", "", "--json", "r.json"});
  const Outcome outcome = run(CERTIFY, words, {"COLUMNS=200"});
  return {nlohmann::json::parse(content_of("r.json")).at("silence"), outcome.output};
}

BOOST_AUTO_TEST_CASE(of_a_program_that_answers_nothing_the_cause_is_told) {
  const Place place;
  const auto [found, printed] = silence_of({"--dut", "exec:/bin/cat"});
  BOOST_TEST_REQUIRE(found.is_object(), printed);
  BOOST_TEST(contains(found.at("cause").get<std::string>(), "What was sent comes back"), found.dump());
  BOOST_TEST(silence_of({"--dut", "builtin:blokus"}).first.is_null());
  Place::write("lines.sh", "#!/bin/sh\nwhile read line; do printf 1AB; done\n");
  std::filesystem::permissions("lines.sh", std::filesystem::perms::owner_all);
  const std::string dut = "exec:" + std::filesystem::current_path().string() + "/lines.sh";
  const auto [silence, said] = silence_of({"--dut", dut});
  BOOST_TEST_REQUIRE(silence.is_object(), said);
  BOOST_TEST(contains(silence.at("cause").get<std::string>(), "waits for the end of a line"), silence.dump());
  BOOST_TEST(silence.at("tried").size() >= 3U);
  BOOST_TEST(contains(said, "nothing was answered: It waits for the end of a line"), said);
  const auto [left_out, quiet] = silence_of({"--dut", dut, "--no-doctor"});
  BOOST_TEST(left_out.is_null());
  BOOST_TEST(!contains(quiet, "nothing was answered"), quiet);
}

BOOST_AUTO_TEST_CASE(quoted_commands_can_be_pasted_where_they_were_printed) {
  const Place place;
  const Outcome outcome = run(CERTIFY, {"--contest", "icfpt2014", "--dut", "builtin:blokus?fault=own-edge",
                                        "--filter", "WholeGame.AgainstRandom", "--reports", "", "--quiet"});
  const std::string again = "  again: ";
  const std::size_t at = outcome.output.find(again);
  BOOST_TEST_REQUIRE(at != std::string::npos, outcome.output);
  const std::string command = outcome.output.substr(at + again.size());
  const std::string program = command.substr(0, command.find(' '));
  BOOST_TEST(program.ends_with("/scripts/certify"), program);
  BOOST_TEST(std::filesystem::exists(program), program);
}

BOOST_AUTO_TEST_CASE(a_run_that_failed_is_verified_from_wherever_its_commands_are_called_otherwise) {
  const Place place;
  const Outcome failed =
      run(CERTIFY, {"--contest", "icfpt2014", "--dut", "builtin:blokus?fault=own-edge", "--seed", "1",
                    "--filter", "WholeGame.AgainstRandom", "--reports", "r"});
  BOOST_TEST(contains(failed.output, "/scripts/rig check "), failed.output);
  const std::string reports = (std::filesystem::current_path() / "r").string();
  std::filesystem::current_path(RIG_SOURCE_DIR);  // here they are called scripts/rig
  const Outcome verified =
      run(RIG, {"verify", std::filesystem::directory_iterator(reports)->path().string()});
  BOOST_TEST(contains(verified.output, "consistent, and not signed"), verified.output);
}

BOOST_AUTO_TEST_CASE(a_worker_in_a_sandbox_quotes_commands_as_the_run_does) {
  const Place place;
  const Outcome outcome =
      run(CERTIFY, {"--contest", "icfpt2014", "--dut", "rtl:blokus_duo?fault=own-edge", "--seed", "1",
                    "--filter", "WholeGame.AgainstRandom", "--reports", ""});
  BOOST_TEST(contains(outcome.output, "/scripts/rig check "), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_change_of_the_program_begins_a_run) {
  const Place place;
  const std::string player = std::filesystem::current_path().string() + "/player";
  Place::write("player", "#!/bin/cat\n");
  std::filesystem::permissions("player", std::filesystem::perms::owner_all);
  Running watching(CERTIFY, {"--contest", "icfpt2014", "--dut", "exec:" + player, "--watch", "--no-doctor",
                             "--reports", "", "--filter", "Handshake.AnswersWithTeamCode"});
  BOOST_TEST(watching.wait_for("not conformant"));
  Place::write("other",
               "#!/usr/bin/python3\nimport os\nwhile True:\n    if os.read(0, 1) == b'0':\n        "
               "os.write(1, b'1AB')\n");
  std::filesystem::permissions("other", std::filesystem::perms::owner_all);
  std::filesystem::rename("other", "player");
  BOOST_TEST(watching.wait_for("has changed: the run begins again"));
  BOOST_TEST(watching.wait_for("all that was run passed"));
  ::kill(watching.pid(), SIGINT);
  BOOST_TEST(watching.wait().status == 0, watching.output());
  const Outcome refused = run(CERTIFY, {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--watch"});
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.output, "has no files that could change"), refused.output);
}

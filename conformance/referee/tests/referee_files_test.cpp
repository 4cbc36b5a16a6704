/// `certify --referee` for contests over files: the referee starts the rig's two programs.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/referee/tests/wrong_referees.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/real_time.hpp"
#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/faults.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

struct Subject {
  std::string contest;
  std::string referee;
};

const Subject course = {"course", "fixtures/referees/rig-match.toml"};
const Subject ustc = {"ustc", "fixtures/referees/rig-match.toml"};
const Subject engine = {"course", "fixtures/referees/course-engine.toml"};
const Subject judge = {"ustc", "fixtures/referees/ustc-judge.toml"};

Outcome certify(const Subject& subject, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"--contest", subject.contest, "--seed", "1", "--reports", ""};
  words.insert(words.end(), {"--referee", subject.referee});
  words.insert(words.end(), more.begin(), more.end());
  return run(CERTIFY, words);
}

/// The stand-in as it is described, with its folder named: the description lies elsewhere.
Subject described(const TemporaryFolder& folder, const std::string& from, const std::string& to) {
  std::string text = content_of(RIG_SOURCE_DIR "/" + engine.referee);
  text.replace(text.find(from), from.size(), to);
  text.insert(text.find("[boards]"), "directory = \"" RIG_SOURCE_DIR "/fixtures/referees\"\n");
  std::ofstream(folder.file("engine.toml")) << text;
  return {"course", folder.file("engine.toml")};
}

/// Words of the findings under a requirement.
std::set<std::string> findings_under(const std::string& requirement, const std::string& report) {
  std::set<std::string> summaries;
  const nlohmann::json record = nlohmann::json::parse(content_of(report));
  for (const auto& one : record.at("cases")) {
    for (const auto& finding : one.at("findings")) {
      if (finding.at("requirement") == requirement) summaries.insert(finding.at("summary"));
    }
  }
  return summaries;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_description_that_does_not_fit_files_is_refused) {
  const std::vector<std::array<std::string, 3>> mistakes = {
      {"way = \"programs\"", "way = \"pty\"", "line 11: boards.way is 'pty'; allowed: programs for course"},
      {"\"{board2}\"", "\"blue\"", "{board1} and {board2}"},
      {"fault = [", "settings = [\"--set\", \"{setting}\"]\nfault = [",
       "where the words of settings go: {settings}"},
      {"contests = [\"course\"]", "contests = [\"icfpt2014\"]",
       "allowed: pty, tcp-connects, tcp-listens, stdio for icfpt2014"},
  };
  for (const auto& [from, to, told] : mistakes) {
    const TemporaryFolder folder;
    const Outcome outcome = certify(described(folder, from, to), {});
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, told), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_referee_that_cannot_be_started_is_an_error_of_the_run) {
  const TemporaryFolder folder;
  const Outcome outcome = certify(described(folder, "\"python3\"", "\"/no/such/program\""),
                                  {"--filter", "RefereeEnd.SaysNothingMore"});
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "/no/such/program"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_short_run_keeps_the_files_of_each_call) {
  const TemporaryFolder folder;
  const Outcome outcome =
      certify(course, {"--filter", "RefereePass.BothEndTheGame", "--transcript", folder.file("games.jsonl")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  const std::string record = content_of(folder.file("games.jsonl"));
  for (const char* words :
       {"\"player 1\",\"started\",[\"Red\"", "\"player 2\",\"left\"", "StepLog.txt\":\"1 = R ^"})
    BOOST_TEST(contains(record, words), words);
}

BOOST_AUTO_TEST_CASE(a_referee_that_starts_no_program_is_told) {
  const TemporaryFolder folder;
  const Subject idle =
      described(folder, "\"python3\", \"course_engine.py\"", "\"sh\", \"-c\", \"sleep 1000\"");
  const Outcome outcome = certify(idle, {"--set", "time=0.1", "--filter", "RefereeEnd.SaysNothingMore"});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "started no program of a player"), outcome.output);
}

namespace {

/// A referee that is a line of shell, with the players' programs as $0 and $1.
std::string shell_referee(const std::string& line) {
  return "name = \"odd\"\ncontests = [\"course\", \"ustc\"]\n"
         "command = [\"sh\", \"-c\", '''" +
         line +
         "''', \"{board1}\", \"{board2}\"]\n"
         "[boards]\nway = \"programs\"\n[verdict]\nplayer-1-won = 'one'\n";
}

/// A whole run on it, with the contest's own times. What is wrong is told in under a minute.
void expect_told_in_time(const std::string& contest, const std::string& line, const std::string& told) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("odd.toml")) << shell_referee(line);
  const MachineWatch watch;
  const Outcome outcome = certify({contest, folder.file("odd.toml")}, {});
  BOOST_TEST(was_quick(watch, std::chrono::seconds(60)), contest << ": " << line);
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, told), outcome.output);
  // After two cases the others are not run; a busy machine may take so long for the first that it is the
  // last.
  const bool one_will_do = watch.was_busy() && contains(outcome.output, ": 1 fail, ");
  BOOST_TEST((one_will_do || contains(outcome.output, ": 2 fail, ")), outcome.output);
}

const std::string first_message = "printf '%s' '-1 -1\n0\n0' >GUI1Data.txt; ";

}  // namespace

BOOST_AUTO_TEST_CASE(a_referee_that_hangs_is_told_in_under_a_minute_though_a_move_may_take_30_s) {
  expect_told_in_time("ustc", "sleep 1000", "started no program of a player");
}

BOOST_AUTO_TEST_CASE(whatever_goes_wrong_with_a_referee_as_a_whole_is_told_in_under_a_minute) {
  struct Odd {
    std::string line;
    std::string told;
  };
  const std::vector<Odd> of_both = {
      {"yes floods", "started no program of a player"},
      {"kill -9 $$", "SIGKILL"},
  };
  for (const char* contest : {"course", "ustc"}) {
    for (const auto& [line, told] : of_both) expect_told_in_time(contest, line, told);
  }
  expect_told_in_time("course", "while :; do \"$0\" Red; done", "sent without end");  // one at a time
  expect_told_in_time("course", "sleep 1000", "started no program of a player");
  expect_told_in_time("course", "\"$0\" Red; sleep 1000", "neither sent anything nor ended");
  expect_told_in_time("ustc", "cd \"$(mktemp -d)\"; " + first_message + "\"$0\" & sleep 1000",
                      "neither sent anything nor ended");
}

BOOST_AUTO_TEST_CASE(the_own_referee_passes_on_every_board) {
  const std::vector<std::pair<Subject, std::vector<std::string>>> runs = {
      {course, {}},
      {course, {"--set", "tie=draw"}},
      {ustc, {"--set", "time=4"}},
      {ustc, {"--board", "20", "--set", "time=8"}}};
  for (const auto& [subject, more] : runs) {
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    std::vector<std::string> words = more;
    words.insert(words.end(), {"--json", report});
    const auto outcome = told(0, report, [&, own = subject] { return certify(own, words); });
    if (!outcome) return;
    BOOST_TEST(outcome->status == 0, outcome->output);
    BOOST_TEST(contains(outcome->output, "certified"), outcome->output);
  }
}

namespace {

struct Defect {
  std::string name;
  std::string killer;
  std::string requirement;
};

/// A referee is written from the contest's text by itself: what it fails, the text has to say.
void expect_pass_and_defects_found(const Subject& subject, const std::vector<std::string>& more,
                                   const std::vector<Defect>& defects) {
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  std::vector<std::string> words = more;
  words.insert(words.end(), {"--json", report});
  const auto outcome = told(0, report, [&] { return certify(subject, words); });
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  const auto catalogue = conformance::load_catalogue(subject.contest + "-referee");
  for (const auto& [name, killer, requirement] : defects) {
    std::vector<std::string> one = words;
    one.insert(one.end(), {"--filter", killer});
    const Outcome wrong = certify({subject.contest, subject.referee + "?fault=" + name}, one);
    const bool mandatory = catalogue.by_id(requirement)->level == rig::report::Level::mandatory;
    // A run that has looked at nothing mandatory cannot tell whether the referee conforms.
    BOOST_TEST(wrong.status == (mandatory ? 1 : 3), name << "\n" << wrong.output);
    BOOST_TEST(!findings_under(requirement, report).empty(), name << "\n" << wrong.output);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_referee_of_course_in_another_style_passes_and_its_defects_are_found) {
  expect_pass_and_defects_found(engine, {},
                                {{"no-tie", "RefereeResult.Tie", "COURSE-REF-SCORE-2"},
                                 {"blind", "RefereeIllegal.OwnEdge", "COURSE-REF-RULE-3"},
                                 {"no-log", "RefereeFiles.LaysOutTheGame", "COURSE-REF-FILE-4"},
                                 {"patient", "RefereeTime.RefusesLate", "COURSE-REF-TIME-2"},
                                 {"blanks", "RefereeFiles.LaysOutTheGame", "COURSE-REF-FILE-1"},
                                 {"tidy", "RefereeFiles.LeavesOthersAlone", "COURSE-REF-FILE-6"},
                                 {"renames", "RefereeFiles.LaysOutTheGame", "COURSE-REF-FILE-2"},
                                 {"nagging", "RefereePass.IsForGood", "COURSE-REF-PASS-2"},
                                 {"trusting", "RefereeTampering.WithTheGame", "COURSE-REF-FAIR-1"},
                                 {"hasty", "RefereePass.IsForwarded", "COURSE-REF-PASS-1"}});
}

BOOST_AUTO_TEST_CASE(a_referee_of_ustc_in_another_style_passes_and_its_defects_are_found) {
  expect_pass_and_defects_found(judge, {"--set", "time=4"},
                                {{"blind", "RefereeIllegal.OwnEdge", "USTC-REF-RULE-4"},
                                 {"bare", "RefereeScore.AllTiles", "USTC-REF-SCORE-4"},
                                 {"mute", "RefereeOpening.AsksTheBeginnerFirst", "USTC-REF-MSG-3"},
                                 {"deaf", "RefereeTime.AcceptsInTime", "USTC-REF-TIME-1"},
                                 {"cells-last", "RefereeFiles.TellsEachMove", "USTC-REF-MSG-1"},
                                 {"drawn", "RefereeResult.Draw", "USTC-REF-SCORE-2"}});
}

BOOST_AUTO_TEST_CASE(every_wrong_referee_of_course_is_caught_by_its_case) {
  expect_wrong_referees_caught("course");
}

BOOST_AUTO_TEST_CASE(every_wrong_referee_of_ustc_is_caught_by_its_case) {
  expect_wrong_referees_caught("ustc", {"--set", "time=3"});
}

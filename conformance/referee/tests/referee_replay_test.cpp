/// A run on a referee, judged again from its transcript: the same table of verdicts, without the program.

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "conformance/run/tests/chained_lines.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/real_time.hpp"
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

/// A recorded run, and what is made of its transcript.
class Recorded {
 public:
  Recorded(const std::string& referee, const std::string& filter, const std::string& contest = "icfpt2014",
           const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"--contest",    contest, "--seed",   "3",
                                      "--referee",    referee, "--filter", filter,
                                      "--reports",    "",      "--json",   folder_.file("live.json"),
                                      "--transcript", path()};
    words.insert(words.end(), more.begin(), more.end());
    constexpr int attempts = 3;
    for (int i = 0; i < attempts && (i == 0 || why_it_could_not_tell()); ++i) {
      live_ = run(CERTIFY, words);
      BOOST_TEST_REQUIRE(!content_of(path()).empty(), live_.output);
    }
  }

  /// Of each of three runs: why, or nothing where it told.
  std::optional<std::string> why_it_could_not_tell() const {
    return conformance::testing_programs::why_it_could_not_tell(live_report(), live_.status, false);
  }

  std::string path() const { return folder_.file("games.jsonl"); }
  const Outcome& live() const { return live_; }
  json live_report() const { return json::parse(content_of(folder_.file("live.json"))); }
  std::vector<std::string> lines() const { return unchained(content_of(path())); }
  void write(const std::vector<std::string>& lines) const { write_chained(path(), lines); }

  Outcome replay(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--dut", "transcript:" + path(), "--reports", "", "--json", replayed_path()});
    return run(CERTIFY, more);
  }
  json replayed_report() const { return json::parse(content_of(replayed_path())); }

 private:
  std::string replayed_path() const { return folder_.file("replayed.json"); }

  TemporaryFolder folder_;
  Outcome live_;
};

/// A report without what is of the run and not of its verdicts: when, how long, by which command, that it is
/// a replay.
json verdicts_of(json report) {
  for (const char* key : {"started", "wall_time_ns", "command", "replay", "headline", "evidence"})
    report.erase(key);
  for (json& one : report.at("cases")) {
    for (const char* key : {"wall_time_ns", "link_time_ns", "again"}) one.erase(key);
  }
  return report;
}

/// The number of the first line that holds `text`, from 1.
std::size_t line_with(const std::vector<std::string>& lines, const std::string& text) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (contains(lines[i], text)) return i + 1;
  }
  BOOST_TEST_REQUIRE(false, "no line holds " << text);
  return 0;
}

/// One change of a transcript, and what its replay says then.
struct Change {
  std::string at;  ///< in the line that is changed
  std::string to;  ///< in its place; empty: the line is left out
  std::string told;
};

/// Which line a replay has to name: the one that was changed, or the one where that comes to light.
enum class Named { the_changed_line, any_line };

/// Each change by itself has the replay refused.
void expect_refusals(const Recorded& recorded, const std::vector<Change>& changes, Named named) {
  const std::vector<std::string> lines = recorded.lines();
  for (const Change& change : changes) {
    std::vector<std::string> broken = lines;
    const std::size_t line = line_with(lines, change.at);
    std::string& text = broken[line - 1];
    if (change.to.empty()) {
      broken.erase(broken.begin() + static_cast<std::ptrdiff_t>(line) - 1);
    } else {
      text.replace(text.find(change.at), change.at.size(), change.to);
    }
    recorded.write(broken);
    const Outcome again = recorded.replay();
    BOOST_TEST(again.status == 2, change.at << "\n" << again.output);
    BOOST_TEST(contains(again.output, change.told), change.at << "\n" << again.output);
    const std::string place = named == Named::the_changed_line ? std::to_string(line) + ":" : "";
    BOOST_TEST(contains(again.output, "line " + place), line << "\n" << again.output);
  }
}

const std::string some_cases = "RefereeIllegal.Malformed,RefereeEnd.SaysNothingMore,RefereeDisorder.LineEnds";

}  // namespace

BOOST_AUTO_TEST_CASE(a_replay_gives_the_report_of_the_run) {
  for (const std::string fault : {"", "accepts-malformed"}) {
    const Recorded recorded(with_fault(fault), some_cases);
    const Outcome again = recorded.replay();
    BOOST_TEST(again.status == recorded.live().status, again.output);
    const json live = verdicts_of(recorded.live_report());
    const json replayed = verdicts_of(recorded.replayed_report());
    BOOST_TEST((live == replayed), json::diff(live, replayed).dump(1));
    const Outcome one = recorded.replay({"--filter", "RefereeEnd.SaysNothingMore"});
    BOOST_TEST(one.status != 2, one.output);
    BOOST_TEST(recorded.replayed_report().at("cases").size() == 1U);
  }
}

/// A game with a third board, and one that is followed by another.
BOOST_AUTO_TEST_CASE(a_board_that_does_not_play_and_a_next_match_are_judged_again) {
  for (const std::string fault : {"", "forwards-to-idle", "next-without-roles"}) {
    const Recorded recorded(with_fault(fault), "RefereeStandBy.*,RefereeEnd.NextMatch", "heart-trax");
    if (const auto why = recorded.why_it_could_not_tell()) return skip(*why);
    const json live = verdicts_of(recorded.live_report());
    std::string failed;
    for (const json& one : live.at("cases")) {
      if (one.at("verdict") == "fail") failed += one.at("id").get<std::string>();
    }
    BOOST_TEST(failed == (fault.empty()             ? ""
                          : contains(fault, "idle") ? "RefereeStandBy.BoardsThatDoNotPlay"
                                                    : "RefereeEnd.NextMatch"),
               recorded.live().output);
    static_cast<void>(recorded.replay());
    const json replayed = verdicts_of(recorded.replayed_report());
    BOOST_TEST((live == replayed), json::diff(live, replayed).dump(1));
  }
}

BOOST_AUTO_TEST_CASE(a_replay_needs_neither_the_program_nor_its_description) {
  const TemporaryFolder elsewhere;
  std::string text = content_of(std::string(RIG_SOURCE_DIR) + "/" + own_referee);
  const std::string program = "[\"rig\"";
  text.replace(text.find(program), program.size(), "[\"" RIG "\"");
  std::ofstream(elsewhere.file("host.toml")) << text;
  const Recorded recorded(elsewhere.file("host.toml"), "RefereeEnd.SaysNothingMore");
  std::ofstream(elsewhere.file("host.toml")) << "nothing = true\n";
  const Outcome again = recorded.replay();
  BOOST_TEST(again.status == recorded.live().status, again.output);
}

BOOST_AUTO_TEST_CASE(a_referee_that_is_not_tried_any_more_is_not_tried_in_the_replay) {
  const TemporaryFolder elsewhere;
  std::ofstream(elsewhere.file("dies.toml"))
      << "name = \"dies\"\ncontests = [\"icfpt2014\"]\n"
         "command = [\"sh\", \"-c\", \"kill -9 $$\", \"{board1}\", \"{board2}\"]\n[boards]\nway = \"pty\"\n";
  const Recorded recorded(elsewhere.file("dies.toml"), "*");
  BOOST_TEST(recorded.live().status == 1, recorded.live().output);
  const Outcome again = recorded.replay();
  BOOST_TEST(again.status == 1, again.output);
  BOOST_TEST((verdicts_of(recorded.live_report()) == verdicts_of(recorded.replayed_report())));
  static_cast<void>(recorded.replay({"--filter", "RefereeDisorder.LineEnds"}));
  BOOST_TEST(recorded.replayed_report().at("cases").at(0).at("verdict") == "not run");
}

BOOST_AUTO_TEST_CASE(a_transcript_that_does_not_fit_is_refused_with_its_line) {
  const Recorded recorded(own_referee, "RefereeEnd.SaysNothingMore,RefereeIllegal.Malformed");
  const std::vector<Change> changes = {
      {"a game that is lost on ply 5", "a game that is lost on ply 6",
       "the case plays \"a game that is lost"},
      {"[[0,\"1P1\"]]", "[[7,\"1P1\"]]", "are to say something else than in the case"},
      {"\"said\",\"1P1\"", "\"said\",\"1P7\"", "which its script does not have here"},
      {"\"said\",\"1P1\"", "\"sang\",\"1P1\"", "\"sang\" is unknown here"},
      {"\"request\",\"25\"", "\"request\",\"75\"", "no request of this contest"},
      {"\"ending\":\"exited\"", "\"ending\":\"exited\",\"and\":1", "a recording has"},
      {"[\"board 1\",\"request\",\"0\",", "[\"board 3\",\"request\",\"0\",", "\"board 3\" is unknown"},
      {"[\"board 1\",\"request\",\"0\",", "[\"board 1\" \"request\",\"0\",", "parse error"},
      {"[\"ended\",", "", "its last game has no end"},
  };
  expect_refusals(recorded, changes, Named::the_changed_line);
}

BOOST_AUTO_TEST_CASE(a_game_too_many_or_too_few_is_refused) {
  const Recorded recorded(own_referee, "RefereeEnd.SaysNothingMore");
  const std::vector<std::string> lines = recorded.lines();
  const auto game = lines.begin() + 2;
  std::vector<std::string> twice = lines;
  twice.insert(twice.end(), game, lines.end());
  recorded.write(twice);
  const Outcome many = recorded.replay();
  BOOST_TEST(many.status == 2, many.output);
  BOOST_TEST(contains(many.output, "does not play the game"), many.output);
  recorded.write({lines.begin(), game});
  const Outcome none = recorded.replay();
  BOOST_TEST(none.status == 2, none.output);
  BOOST_TEST(contains(none.output, "line 2: the case plays"), none.output);
}

BOOST_AUTO_TEST_CASE(a_run_that_was_killed_is_judged_as_far_as_it_went) {
  const Recorded recorded(own_referee, "RefereeEnd.SaysNothingMore,RefereeIllegal.Malformed");
  std::vector<std::string> lines = recorded.lines();
  json header = json::parse(lines.front());
  header["unfinished"] = true;
  header["links"] = json::array();
  lines.front() = header.dump();
  const std::size_t second = line_with(lines, "{\"case\":\"RefereeIllegal.Malformed\"");
  lines.resize(second + 2);
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(second) - 1,
               "{\"ended\":\"RefereeEnd.SaysNothingMore\"}");
  write_chained_so_far(recorded.path(), lines);
  const Outcome again = recorded.replay();
  BOOST_TEST(again.status == 3, again.output);
  BOOST_TEST(contains(again.output, "the run was cut short, after 1 of 2 cases"), again.output);
  const json report = recorded.replayed_report();
  BOOST_TEST(report.at("cases").at(0).at("verdict") ==
             recorded.live_report().at("cases").at(0).at("verdict"));
  BOOST_TEST(report.at("cases").at(1).at("verdict") == "not run");
}

BOOST_AUTO_TEST_CASE(what_was_recorded_cannot_be_changed_in_a_replay) {
  const Recorded recorded(own_referee, "RefereeEnd.SaysNothingMore");
  const Outcome other = recorded.replay({"--referee", "fixtures/referees/blokus-host.toml"});
  BOOST_TEST(other.status == 2, other.output);
  BOOST_TEST(contains(other.output, "a replay cannot change it"), other.output);
}

BOOST_AUTO_TEST_CASE(a_transcript_from_before_referees_could_be_tested_still_replays) {
  const TemporaryFolder folder;
  const std::string path = folder.file("old.jsonl");
  const Outcome live = run(CERTIFY, {"--contest", "icfpt2014", "--dut", "builtin:blokus", "--filter",
                                     "FirstMove.*", "--reports", "", "--transcript", path});
  BOOST_TEST(live.status == 0, live.output);
  std::vector<std::string> lines = unchained(content_of(path));
  json header = json::parse(lines.front());
  BOOST_TEST_REQUIRE(header.at("options").erase("referee") == 1U);
  lines.front() = header.dump();
  write_chained(path, lines);
  const Outcome again = run(CERTIFY, {"--dut", "transcript:" + path, "--reports", ""});
  BOOST_TEST(again.status == 0, again.output);
}

/// The verdict on a recorded run of one case, as if its referee had been kept from running for so long.
std::string verdict_when_starved(const Recorded& recorded, const std::vector<std::string>& lines,
                                 std::int64_t starved_ms) {
  std::vector<std::string> changed = lines;
  for (std::string& line : changed) {
    json changed_line = json::parse(line);
    if (line.starts_with("[\"ended\"")) {
      changed_line[1]["behind"] = {0, 0};
      changed_line[1]["starved"] = starved_ms * 1'000'000;
    } else if (changed_line.is_array() && changed_line.size() >= 4 && changed_line[1] == "request") {
      if (changed_line.size() > 4) changed_line.erase(4);
      if (starved_ms > 0) changed_line.push_back(starved_ms * 1'000'000);  // at its decision
    } else {
      continue;
    }
    line = changed_line.dump();
  }
  recorded.write(changed);
  static_cast<void>(recorded.replay());
  return recorded.replayed_report().at("cases").at(0).at("verdict");
}

/// Whether neither the referee nor the rig's own boards waited for a processor for so long in any game.
bool is_undisturbed(const std::vector<std::string>& lines, std::int64_t for_ms) {
  return std::ranges::all_of(lines, [&](const std::string& line) {
    if (!line.starts_with("[\"ended\"")) return true;
    const json end = json::parse(line).at(1);
    const auto& behind = end.at("behind");
    const std::int64_t longest =
        std::max({end.at("starved").get<std::int64_t>(), behind.at(0).get<std::int64_t>(),
                  behind.at(1).get<std::int64_t>()});
    return longest < for_ms * 1'000'000;
  });
}

/// The record of a referee that waits half as long again as it may, as if it had been kept from running.
BOOST_AUTO_TEST_CASE(what_a_starved_referee_did_is_inconclusive_where_that_may_explain_it) {
  constexpr std::int64_t explains_it_ms = 140;
  constexpr int attempts = 3;  // for a machine that disturbs the games itself
  std::optional<Recorded> undisturbed;
  for (int i = 0; i < attempts && !undisturbed; ++i) {
    undisturbed.emplace(with_fault("late-time-out"), "RefereeTime.RefusesLate");
    if (!is_undisturbed(undisturbed->lines(), explains_it_ms)) undisturbed.reset();
  }
  if (!undisturbed) return skip("in each of three runs the referee or a board of the rig's had no processor");
  const Recorded& recorded = *undisturbed;
  const std::vector<std::string> lines = recorded.lines();
  const auto says_so = [&] {
    const json report = recorded.replayed_report();
    return contains(report.at("cases").at(0).at("findings").dump(), "had no processor");
  };
  for (const int starved_ms : {0, 100}) {
    BOOST_TEST(verdict_when_starved(recorded, lines, starved_ms) == "fail");
    BOOST_TEST(!says_so());
  }
  BOOST_TEST(verdict_when_starved(recorded, lines, explains_it_ms) == "inconclusive");
  BOOST_TEST(says_so());
}

/// A move that was altered on its way is that, however long the referee had to wait.
BOOST_AUTO_TEST_CASE(what_a_starved_referee_said_wrongly_stands) {
  const Recorded recorded(with_fault("forwards-altered"), "RefereeForward.EveryMoveOnceAndUnchanged");
  BOOST_TEST(verdict_when_starved(recorded, recorded.lines(), 5000) == "fail");
}

/// The end of the game in place of a move is what a board gets whose opponent was late.
BOOST_AUTO_TEST_CASE(an_end_that_comes_too_early_is_explained_by_a_late_reply) {
  const Recorded recorded(with_fault("early-time-out"), "RefereeTime.AcceptsInTime");
  const std::vector<std::string> lines = recorded.lines();
  BOOST_TEST(verdict_when_starved(recorded, lines, 0) == "fail");
  BOOST_TEST(contains(recorded.replayed_report().dump(), "in place of"));
  BOOST_TEST(verdict_when_starved(recorded, lines, 5000) == "inconclusive");
}

BOOST_AUTO_TEST_CASE(a_replay_over_files_gives_the_report_of_the_run) {
  struct Subject {
    std::string contest;
    std::string fault;
    std::string cases;
    std::vector<std::string> more;
  };
  const std::vector<Subject> subjects = {
      {"course", "", "RefereePass.BothEndTheGame,RefereeAnswer.ExitStatus,RefereeAnswer.Signal", {}},
      {"course", "accepts-tampering", "RefereeTampering.WithTheGame,RefereePass.BothEndTheGame", {}},
      {"course", "starts-twice", "RefereePass.BothEndTheGame", {}},
      {"ustc", "", "RefereeFiles.TellsEachMove,RefereeAnswer.FileFormat", {"--set", "time=2"}},
      {"ustc", "starts-anew", "RefereeFiles.TellsEachMove", {"--board", "20", "--set", "time=4"}},
  };
  for (const Subject& subject : subjects) {
    const Recorded recorded(with_fault(subject.fault), subject.cases, subject.contest, subject.more);
    if (const auto why = recorded.why_it_could_not_tell()) return skip(*why);
    const Outcome again = recorded.replay();
    BOOST_TEST(again.status == recorded.live().status,
               subject.contest << " " << subject.fault << again.output);
    BOOST_TEST(again.status == (subject.fault.empty() ? 0 : 1), recorded.live().output);
    const json live = verdicts_of(recorded.live_report());
    const json replayed = verdicts_of(recorded.replayed_report());
    BOOST_TEST((live == replayed), json::diff(live, replayed).dump(1));
  }
}

BOOST_AUTO_TEST_CASE(a_transcript_of_files_that_does_not_fit_is_refused_with_its_line) {
  const Recorded recorded(own_referee, "RefereePass.BothEndTheGame", "course");
  const std::vector<Change> changes = {
      {"BlokusBoard.txt\":\"N", "BlokusBoard.txt\":\"B", "does something else than in the case"},
      {"[\"write\",0,", "[\"write\",1,", "does something else than in the case"},
      {"[\"player 1: pattern", "[\"player 2: pattern", "are to say something else than in the case"},
      {"\"player 1\",\"started\"", "\"player 3\",\"started\"", "\"player 3\" is unknown here"},
      {"\"player 1\",\"started\"", "\"player 1\",\"begun\"", "\"begun\" is unknown here"},
      {"\"player 1\",\"started\"", "", "player 1 has not been started"},
      {"\"player 1\",\"does\"", "", "it did not look at the files here"},
      {"\"player 1\",\"left\"", "", "left are missing"},
      {"[\"write\",0,", "[\"writes\",0,", "\"writes\" is unknown here"},
      {"\"process\":1}", "\"process\":1,\"and\":1}", "a recording has"},
      {"\"answered\":", "\"answered\":-", "time goes backwards"},
      {"[\"ended\",", "", "a game begins before the one before has ended"},
  };
  expect_refusals(recorded, changes, Named::any_line);
}

/// What the programs do does not hang on the step log: such a change is judged as what the referee laid out.
BOOST_AUTO_TEST_CASE(a_file_that_was_changed_in_the_transcript_is_judged_as_it_stands_there) {
  const Recorded recorded(own_referee, "RefereeFiles.LaysOutTheGame", "course");
  if (const auto why = recorded.why_it_could_not_tell()) return skip(*why);
  BOOST_TEST(recorded.live().status == 0, recorded.live().output);
  std::vector<std::string> lines = recorded.lines();
  const std::string logged = "StepLog.txt\":\"1 = R ^ pattern";
  const auto call = std::find_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return contains(line, logged) && contains(line, "\"started\"");
  });
  BOOST_TEST_REQUIRE((call != lines.end()));
  call->replace(call->find(logged), logged.size(), "StepLog.txt\":\"1 = B ^ pattern");
  recorded.write(lines);
  const Outcome again = recorded.replay();
  BOOST_TEST(again.status == 1, again.output);
  BOOST_TEST(contains(again.output, "COURSE-REF-FILE-4"), again.output);
}

/// Nobody is greeted over files: there is no such limit to be near to.
BOOST_AUTO_TEST_CASE(a_referee_over_files_is_doubted_only_where_it_was_starved_for_long) {
  const Recorded recorded(with_fault("starts-anew"), "RefereeFiles.TellsEachMove", "ustc",
                          {"--set", "time=2"});
  const std::vector<std::string> lines = recorded.lines();
  BOOST_TEST(verdict_when_starved(recorded, lines, 1900) == "fail");
  BOOST_TEST(verdict_when_starved(recorded, lines, 1990) == "inconclusive");
}

/// What was run stands in the evidence, and `rig verify` judges it again.
BOOST_AUTO_TEST_CASE(the_evidence_names_the_program_and_is_verified) {
  const TemporaryFolder folder;
  const std::string description = "fixtures/referees/faulty-match.toml";
  const std::string referee = description + "?fault=no-end";
  const Outcome live = run(CERTIFY, {"--contest", "icfpt2014", "--seed", "3", "--referee", referee,
                                     "--filter", "RefereeEnd.TellsBothBoards", "--reports", folder.file("")});
  const std::string reports = std::filesystem::directory_iterator(folder.file(""))->path().string();
  const json header = json::parse(unchained(content_of(reports + "/transcript.jsonl")).front());
  const json& identity = header.at("identity");
  const auto program = std::filesystem::path(RIG).replace_filename("faulty-match");
  BOOST_TEST(identity.contains("program " + program.string()), identity.dump());
  BOOST_TEST(identity.contains("program " + description), identity.dump());
  BOOST_TEST(identity.value("fault", "") == "no-end", identity.dump());
  const Outcome verified = run(RIG, {"verify", reports});
  BOOST_TEST(verified.status == 0, live.output << verified.output);
  BOOST_TEST(contains(verified.output, "report.json matches the replayed transcript"), verified.output);
  const std::string report = content_of(reports + "/report.json");
  std::string other = report;
  const std::string verdict = "\"verdict\": \"fail\"";
  BOOST_TEST_REQUIRE(contains(report, verdict), report);
  other.replace(other.find(verdict), verdict.size(), "\"verdict\": \"pass\"");
  std::ofstream(reports + "/report.json") << other;
  BOOST_TEST(run(RIG, {"verify", reports}).status == 1);
}

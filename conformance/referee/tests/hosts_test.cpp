/// `certify --referee` for hosts of every kind: those that play several games in one run, that speak with
/// their boards on their standard streams, that find them in their configuration, that stay; and hosts that
/// go wrong as a whole, however they are connected.

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "conformance/referee/tests/stand_ins.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/real_time.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

const std::string own_series = "fixtures/referees/rig-match-games.toml";
const std::string next_game = "RefereeNext.GoesAsTheFirst";

Outcome certify(const std::string& contest, std::vector<std::string> words) {
  words.insert(words.begin(), {"--contest", contest, "--seed", "1", "--reports", ""});
  return run(CERTIFY, words);
}

/// A way in which a host is connected, and a contest that is played so.
struct Connection {
  std::string way;
  std::string boards;  ///< more lines of [boards]
  std::string places;  ///< words of the command
  std::string contest;
  std::vector<std::string> settings;
};

std::ostream& operator<<(std::ostream& out, const Connection& one) {
  return out << one.way << " in " << one.contest;
}

const std::string both_places = R"("{board1}", "{board2}")";

const std::vector<Connection> connections = {
    {"pty", "", both_places, "icfpt2014", {}},
    {"tcp-connects", "", both_places, "icfpt2014", {}},
    {"tcp-listens", "ports", "", "icfpt2014", {}},
    {"stdio", "marks = [\"1>\", \"2>\"]\n", "", "icfpt2014", {}},
    {"pty", "", both_places, "aut-trax", {}},
    {"programs", "", both_places, "course", {}},
    {"programs", "", both_places, "ustc", {"--set", "time=5"}},
};

/// What a run says of a host that goes wrong as a whole.
void expect_told(const Connection& connection, const std::string& how) {
  const TemporaryFolder folder;
  std::string boards = connection.boards;
  std::string places = connection.places;
  const OwnPorts ports;
  if (boards == "ports") {
    const std::string first = std::to_string(ports.first());
    const std::string second = std::to_string(ports.second());
    boards = "ports = [" + first + ", " + second + "]\n";
    places = "\"" + first + "\", \"" + second + "\"";
  }
  std::ofstream(folder.file("host.toml"))
      << "name = \"odd host\"\ncontests = [\"" << connection.contest << "\"]\ncommand = [\"python3\", \""
      << RIG_SOURCE_DIR "/fixtures/referees/odd_host.py\", \"" << how << "\", \"" << connection.way << "\""
      << (places.empty() ? "" : ", " + places) << "]\n[boards]\nway = \"" << connection.way << "\"\n"
      << boards << "[verdict]\nplayer-1-won = 'one'\nplayer-2-won = 'two'\n";
  const std::string report = folder.file("report.json");
  std::vector<std::string> words = {"--referee", folder.file("host.toml"), "--json", report};
  words.insert(words.end(), connection.settings.begin(), connection.settings.end());
  std::optional<MachineWatch> watch;
  const auto outcome = told(1, report, [&] {
    watch.emplace();
    return certify(connection.contest, words);
  });
  if (!outcome) return;
  const std::string name = connection.way + ", " + connection.contest + ", " + how;
  BOOST_TEST_MESSAGE(name << ": " << std::chrono::duration<double>(watch->passed()).count() << " s");
  BOOST_TEST(outcome->status == 1, name << "\n" << outcome->output);
  const std::string last = report_at(report).at("cases").back().at("reason");
  BOOST_TEST(contains(last, "no game came to its end in "), name << ": " << last);
  BOOST_TEST(was_quick(*watch, std::chrono::seconds(60)), name);
}

}  // namespace

BOOST_DATA_TEST_CASE(a_host_that_goes_wrong_as_a_whole_is_told_in_under_a_minute,
                     boost::unit_test::data::make(connections), connection) {
  for (const char* how : {"hangs", "dies", "floods", "never-comes", "talks"}) expect_told(connection, how);
}

BOOST_DATA_TEST_CASE(the_own_referee_is_certified_with_several_games_a_run,
                     boost::unit_test::data::make({"icfpt2014", "icfpt2013", "heart-trax", "aut-trax",
                                                   "trax-jp"}),
                     contest) {
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const std::string games = folder.file("games.jsonl");
  const auto outcome = told(0, report, [&] {
    return certify(contest, {"--referee", own_series, "--json", report, "--transcript", games});
  });
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(contains(outcome->output, "certified: a referee"), outcome->output);
  const nlohmann::json told_all = report_at(report);
  for (const auto& one : told_all.at("requirements")) {
    if (one.at("id") == "HEART-REF-STANDBY-1") continue;  // no board is described that does not play
    BOOST_TEST(one.at("verdict") != "not applicable", one.at("id"));
  }
  const Outcome again = run(CERTIFY, {"--dut", "transcript:" + games, "--reports", ""});
  BOOST_TEST(again.status == 0, again.output);
}

/// A run over standard streams, one over two ways, one over a configuration.
BOOST_AUTO_TEST_CASE(hosts_on_their_standard_streams_and_with_a_configuration_are_certified) {
  const std::vector<std::pair<std::string, std::string>> hosts = {{"series-host", "icfpt2014"},
                                                                  {"series-host-config", "icfpt2014"},
                                                                  {"aut-trax-judge-stdio", "aut-trax"}};
  for (const auto& [name, contest] : hosts) {
    const StandIn host(STAND_INS, name);
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    const auto outcome = told(0, report, [&, of = contest] {
      return certify(of, {"--referee", host.path(), "--json", report});
    });
    if (!outcome) return;
    BOOST_TEST(outcome->status == 0, name << "\n" << outcome->output);
    BOOST_TEST(contains(outcome->output, "certified"), outcome->output);
    BOOST_TEST((content_of(host.configuration()) ==
                content_of(RIG_SOURCE_DIR "/fixtures/referees/series-host.conf")));
  }
}

BOOST_AUTO_TEST_CASE(short_cases_of_each_kind_of_host_pass) {
  for (const auto& [name, contest] :
       std::vector<std::pair<std::string, std::string>>{{"series-host", "icfpt2014"},
                                                        {"series-host-config", "icfpt2014"},
                                                        {"aut-trax-judge-stdio", "aut-trax"}}) {
    const StandIn host(STAND_INS, name);
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    const auto outcome = told(0, report, [&, of = contest] {
      return certify(
          of, {"--referee", host.path(), "--json", report, "--filter", "RefereeOpening.AsksTheBeginnerFirst",
               "--filter", next_game, "--filter", "RefereeEnd.*"});
    });
    if (!outcome) return;
    BOOST_TEST(outcome->status == 0, name << "\n" << outcome->output);
  }
}

namespace {

/// A judge of heart-trax that does less than others, or says it otherwise: its oddness, what it is described
/// by in place of the usual lines, and the cases that are run.
struct OtherJudge {
  std::string odd;
  std::string more;     ///< above the tables
  std::string verdict;  ///< lines of [verdict]
  std::vector<std::string> cases;
  std::string fails;  ///< a clause that fails so; empty: none
};

std::ostream& operator<<(std::ostream& out, const OtherJudge& one) {
  return out << one.odd << (one.fails.empty() ? "" : ", described wrongly");
}

const std::vector<std::string> ways_to_end = {"RefereeHandshake.*", "RefereeIllegal.OccupiedSquare",
                                              "RefereeTime.Silence", "RefereeWin.Loop"};

std::string by_team(const std::string& one, const std::string& two) {
  return "player-1-won = 'Result: " + one + " wins'\nplayer-2-won = 'Result: " + two +
         " wins'\nplayer-1-lost-by-violation = '^" + one +
         " loses: illegal'\nplayer-2-lost-by-violation = '^" + two +
         " loses: illegal'\nplayer-1-lost-by-time-out = '^" + one +
         " loses: no answer'\nplayer-2-lost-by-time-out = '^" + two + " loses: no answer'\n";
}

const std::string on_two_lines =
    "player-1-won = ['^Result:', '^  White wins']\n"
    "player-2-won = ['^Result:', '^  Black wins']\n"
    "player-1-lost-by-violation = ['^White loses:', '^  illegal']\n"
    "player-2-lost-by-violation = ['^Black loses:', '^  illegal']\n"
    "player-1-lost-by-time-out = ['^White loses:', '^  no answer']\n"
    "player-2-lost-by-time-out = ['^Black loses:', '^  no answer']\n";

const std::vector<OtherJudge> other_judges = {
    {"names-teams", "", by_team("({team1}|White)", "({team2}|Black)"), ways_to_end, ""},
    {"names-teams", "", by_team("{team2}", "{team1}"), {"RefereeWin.Loop"}, "HEART-REF-WIN-1"},
    {"two-lines", "", on_two_lines, ways_to_end, ""},
};

/// The description of this judge, in place of that of the usual one.
void describe(const OtherJudge& judge, const StandIn& program) {
  std::string text = content_of(program.path());
  text = text.substr(0, text.find("[verdict]"));
  text.insert(text.find("[boards]"), judge.more);
  std::ofstream(program.path()) << text << "[verdict]\n" << judge.verdict;
}

std::vector<std::string> failed_in(const nlohmann::json& report) {
  std::vector<std::string> failed;
  for (const auto& one : report.at("requirements")) {
    if (one.at("verdict") == "fail") failed.push_back(one.at("id"));
  }
  return failed;
}

}  // namespace

BOOST_DATA_TEST_CASE(a_judge_that_says_it_otherwise_is_described_so,
                     boost::unit_test::data::make(other_judges), judge) {
  const StandIn program(STAND_INS, "heart-trax-judge", "", ", \"--odd\", \"" + judge.odd + "\"");
  describe(judge, program);
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  std::vector<std::string> words = {"--referee", program.path(), "--json", report};
  for (const std::string& name : judge.cases) words.insert(words.end(), {"--filter", name});
  const int status = judge.fails.empty() ? 0 : 1;
  const auto outcome = told(status, report, [&] { return certify("heart-trax", words); });
  if (!outcome) return;
  BOOST_TEST(outcome->status == status, outcome->output);
  const std::vector<std::string> failed = failed_in(report_at(report));
  BOOST_TEST((failed.empty() ? std::string() : failed.front()) == judge.fails, outcome->output);
}

/// Its games end by their results alone.
BOOST_AUTO_TEST_CASE(a_judge_that_sees_wins_alone_is_certified_with_what_it_leaves_out_named) {
  const StandIn program(STAND_INS, "heart-trax-judge", "", R"(, "--odd", "sees-wins-alone")");
  describe({"sees-wins-alone",
            "leaves-out = [\"moves\", \"clock\"]\n",
            "player-1-won = 'Result: White wins'\nplayer-2-won = 'Result: Black wins'\n",
            {},
            ""},
           program);
  const TemporaryFolder folder;
  const std::string report = folder.file("report.json");
  const auto outcome = told(0, report, [&] {
    return certify("heart-trax", {"--referee", program.path(), "--json", report});
  });
  if (!outcome) return;
  BOOST_TEST(outcome->status == 0, outcome->output);
  BOOST_TEST(contains(outcome->output, "certified with reservations on"), outcome->output);
  const nlohmann::json told_all = report_at(report);
  const std::map<std::string, std::string> wanted = {{"RefereeWin.Loop", "pass"},
                                                     {"RefereeForward.EveryMoveOnceAndUnchanged", "pass"},
                                                     {"RefereeLegal.EveryName", "pass"},
                                                     {"RefereeIllegal.OccupiedSquare", "not applicable"},
                                                     {"RefereeIllegal.Cascade", "not applicable"},
                                                     {"RefereeTime.Silence", "not applicable"},
                                                     {"RefereeDisorder.HangUp", "not applicable"}};
  for (const auto& one : told_all.at("cases")) {
    const auto of_it = wanted.find(one.at("id"));
    if (of_it == wanted.end()) continue;
    BOOST_TEST(one.at("verdict") == of_it->second, one.at("id") << "\n" << outcome->output);
    if (of_it->second == "not applicable")
      BOOST_TEST(contains(one.at("reason").get<std::string>(), "leaves-out"), one.at("reason"));
  }
}

/// A host that keeps something of a game is found out by the next, and one that ends too early is, too.
BOOST_AUTO_TEST_CASE(a_host_that_does_not_begin_its_next_game_anew_fails) {
  for (const auto& [how, words] : std::vector<std::pair<std::string, std::string>>{
           {"same-board", "played alone it is correct"}, {"stops-early", "though more were to come"}}) {
    const StandIn host(STAND_INS, "series-host", ", \"--odd\", \"" + how + "\"");
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    const auto outcome = told(1, report, [&] {
      return certify("icfpt2014", {"--referee", host.path(), "--filter", next_game, "--json", report});
    });
    if (!outcome) return;
    BOOST_TEST(outcome->status == 1, outcome->output);
    const auto findings = report_at(report).at("cases").at(0).at("findings");
    BOOST_TEST(std::any_of(findings.begin(), findings.end(),
                           [&, wanted = words](const auto& finding) {
                             return finding.at("requirement") == "ICFPT14-REF-NEXT-1" &&
                                    finding.at("verdict") == "fail" &&
                                    contains(finding.at("summary").template get<std::string>(), wanted);
                           }),
               outcome->output);
  }
}

/// The limit that a host keeps is found for each seat and kind of request by itself.
BOOST_AUTO_TEST_CASE(short_of_time_for_one_kind_of_move_a_host_fails) {
  struct Row {
    std::string odd;
    std::string requirement;
    std::string told;
  };
  const std::vector<Row> rows = {
      {"none", "", ""},
      {"short-second", "ICFPT14-REF-TIME-1", "first move of player 2, who comes second: refused in time"},
      {"long-later", "ICFPT14-REF-TIME-2", "later move of player 1, who begins: accepted late"}};
  for (const Row& row : rows) {
    const StandIn host(STAND_INS, "series-host", ", \"--odd\", \"" + row.odd + "\"");
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    const int status = row.requirement.empty() ? 0 : 1;
    const auto outcome = told(status, report, [&] {
      return certify("icfpt2014",
                     {"--referee", host.path(), "--filter", "RefereeTime.Margin", "--json", report});
    });
    if (!outcome) continue;
    BOOST_TEST(outcome->status == status, outcome->output);
    const nlohmann::json told_all = report_at(report);
    for (const auto& finding : told_all.at("cases").at(0).at("findings")) {
      if (finding.at("verdict") != "fail") continue;
      BOOST_TEST(finding.at("requirement") == row.requirement, outcome->output);
      const std::string summary = finding.at("summary");
      BOOST_TEST(contains(summary, row.told.substr(row.told.find(": "))), summary);
    }
    BOOST_TEST(contains(told_all.dump(), row.told), outcome->output);
  }
}

/// What shows in a second game alone is not seen where each game has a run of its own.
BOOST_AUTO_TEST_CASE(what_is_left_of_a_game_shows_in_the_next_one_alone) {
  for (const char* fault : {"keeps-moves", "adds-up-scores", "greets-first-game-alone"}) {
    const TemporaryFolder folder;
    const std::string report = folder.file("report.json");
    const auto outcome = told(0, report, [&] {
      return certify("icfpt2014",
                     {"--referee", std::string("fixtures/referees/faulty-match.toml?fault=") + fault,
                      "--filter", "RefereeHandshake.GreetsBothBoards", "--filter", "RefereeForward.*",
                      "--filter", "RefereeResult.OfWholeGames", "--json", report});
    });
    if (!outcome) return;
    BOOST_TEST(outcome->status == 0, fault << "\n" << outcome->output);
  }
}

/// The configuration is as it was, whoever is killed.
BOOST_AUTO_TEST_CASE(a_configuration_is_restored_when_the_run_is_killed) {
  const StandIn host(STAND_INS, "series-host-config");
  const std::string original = content_of(host.configuration());
  const auto becomes = [&](bool edited) {
    for (int i = 0; i < 1000 && (content_of(host.configuration()) != original) != edited; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return (content_of(host.configuration()) != original) == edited;
  };
  for (const int signal : {SIGKILL, SIGTERM}) {
    Running run(CERTIFY, {"--contest", "icfpt2014", "--referee", host.path(), "--reports", "", "--filter",
                          "RefereeTime.Silence"});
    BOOST_TEST(becomes(true));
    kill(run.pid(), signal);
    run.wait();
    BOOST_TEST(becomes(false), content_of(host.configuration()));
    BOOST_TEST(!std::filesystem::exists(host.configuration() + ".before-the-rig"));
  }
}

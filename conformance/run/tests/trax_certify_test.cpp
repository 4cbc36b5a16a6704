/// certify for the contests of Trax, as its users run it, on DUTs that keep their own time.

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;
namespace data = boost::unit_test::data;

namespace {

using Words = std::vector<std::string>;

const Words heart_trax = {"--contest", "heart-trax"};
const Words aut_trax = {"--contest", "aut-trax"};
const Words aut_trax_on_8 = {"--contest", "aut-trax", "--board", "8"};
constexpr const char* a_few_cases =
    "Handshake.AnswersWithTeamCode,FirstMove.WhenItBegins,Role.BlackWaitsForWhite,WholeGame.AgainstWinner";

/// The contests whose cases are alike.
struct Contest {
  Words words;
  const char* prefix;  ///< of the ids of its requirements
};
const std::vector<Contest> contests = {{heart_trax, "HEART"}, {aut_trax_on_8, "AUT"}};

std::ostream& operator<<(std::ostream& out, const Contest& contest) {
  return out << contest.words[1];
}

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Outcome certify(const Words& words) {
  return run(CERTIFY, words + Words{"--reports", ""});
}

json report_of(const Words& words) {
  const TemporaryFolder folder;
  const Outcome outcome = certify(words + Words{"--quiet", "--json", folder.file("report.json")});
  const std::string report = content_of(folder.file("report.json"));
  BOOST_TEST_REQUIRE(!report.empty(), outcome.output);
  return json::parse(report);
}

const json& one_with_id(const json& list, const std::string& id) {
  for (const json& one : list) {
    if (one.at("id") == id) return one;
  }
  throw std::runtime_error("the report has no " + id);
}

void is_refused(const Words& words, const Words& told) {
  const Outcome outcome = certify(words);
  BOOST_TEST(outcome.status == 2, outcome.output);
  for (const std::string& part : told) BOOST_TEST(contains(outcome.output, part), outcome.output);
}

}  // namespace

BOOST_DATA_TEST_CASE(the_builtin_player_is_certified, data::make(contests), contest) {
  const Outcome outcome = certify(contest.words + Words{"--dut", "builtin:trax", "--seed", "1"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "\ncertified"), outcome.output);
}

BOOST_DATA_TEST_CASE(one_name_stands_for_the_rtl_player_of_either_contest, data::make(contests), contest) {
  const Outcome outcome = certify(contest.words + Words{"--dut", "rtl:trax", "--filter", a_few_cases});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "4 pass"), outcome.output);
}

BOOST_DATA_TEST_CASE(a_board_that_breaks_a_rule_is_not_conformant, data::make(contests), contest) {
  const Outcome outcome = certify(contest.words + Words{"--dut", "builtin:trax?fault=occupied", "--filter",
                                                        "WholeGame.*", "--seed", "1"});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, std::string(contest.prefix) + "-MOVE-7"), outcome.output);
  BOOST_TEST(contains(outcome.output, "--filter WholeGame."), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_faulty_move_is_marked_on_the_board_of_the_report_and_of_the_console) {
  const Words words = heart_trax + Words{"--dut",    "builtin:trax?fault=names-not-shifted",
                                         "--filter", "WholeGame.AgainstRandom",
                                         "--seed",   "1"};
  const json report = report_of(words);
  const json& findings = one_with_id(report.at("cases"), "WholeGame.AgainstRandom").at("findings");
  BOOST_TEST_REQUIRE(!findings.empty());
  const json& finding = findings.at(0);
  BOOST_TEST(finding.at("requirement").get<std::string>().starts_with("HEART-MOVE-"), finding.dump());
  const json& board = finding.at("board");
  BOOST_TEST_REQUIRE(board.is_object(), finding.dump());
  BOOST_TEST(board.at("cells").size() >= 1);
  BOOST_TEST(finding.at("summary").get<std::string>().starts_with(board.at("move").get<std::string>()));
  BOOST_TEST(contains(board.at("marks").dump(), "*"), board.dump());
  const Outcome outcome = certify(words);
  BOOST_TEST(outcome.status == 1);
  BOOST_TEST(contains(outcome.output, finding.at("requirement").get<std::string>()), outcome.output);
  BOOST_TEST(contains(outcome.output, board.at("caption").get<std::string>()), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_board_that_the_contest_does_not_have_is_refused) {
  for (const char* size : {"5", "7", "-8", "eight"}) {
    is_refused(aut_trax + Words{"--board", size, "--dut", "builtin:trax"}, {"board"});
  }
  is_refused(aut_trax + Words{"--board", "5", "--dut", "builtin:trax"},
             {"no board of 5", "0 (no limit)", "8 or more"});
  is_refused({"--contest", "icfpt2014", "--board", "8", "--dut", "builtin:blokus"}, {"--board", "icfpt2014"});
  is_refused(heart_trax + Words{"--board", "8", "--dut", "builtin:trax"}, {"--board", "heart-trax"});
}

BOOST_AUTO_TEST_CASE(a_team_that_the_contest_cannot_assign_is_refused) {
  is_refused(heart_trax + Words{"--dut", "builtin:trax", "--team", "seventeen letters"}, {"1 to 16", "17"});
  is_refused(aut_trax + Words{"--dut", "builtin:trax", "--team", "R"}, {"aut-trax", "--team"});
}

BOOST_AUTO_TEST_CASE(a_team_name_may_hold_blanks_and_is_held_against_the_answer) {
  const Words words =
      heart_trax + Words{"--dut", "builtin:trax", "--filter", "Handshake.AnswersWithTeamCode"};
  const auto verdict = [&](const std::string& team) {
    const json report = report_of(words + Words{"--team", team});
    return one_with_id(report.at("requirements"), "HEART-NAME-3").at("verdict").get<std::string>();
  };
  BOOST_TEST(verdict("reference rig") == "pass");
  BOOST_TEST(verdict("reference-rig") == "fail");
}

BOOST_AUTO_TEST_CASE(a_player_of_another_game_is_refused) {
  is_refused(heart_trax + Words{"--dut", "builtin:blokus"}, {"plays blokus", "builtin:trax fits"});
  is_refused({"--contest", "icfpt2014", "--dut", "builtin:trax"}, {"plays trax", "builtin:blokus fits"});
  is_refused(aut_trax + Words{"--dut", "rtl:blokus_duo"}, {"icfpt2014", "aut-trax"});
}

/// The cases that go far out on a board without a limit: one far down, one far to the right.
const std::string far_out = "WholeGame.AgainstGrower,WholeGame.PastColumnZZ";

BOOST_AUTO_TEST_CASE(a_design_with_a_capacity_is_not_asked_for_more_and_the_report_says_why) {
  const json report = report_of(heart_trax + Words{"--dut", "rtl:trax", "--filter", far_out, "--seed", "1"});
  const json& to_the_right = one_with_id(report.at("cases"), "WholeGame.PastColumnZZ");
  for (const char* direction : {"HEART-BOARD-1", "HEART-BOARD-3"}) {
    const json& clause = one_with_id(report.at("requirements"), direction);
    BOOST_TEST(clause.at("verdict") == "not applicable");
    BOOST_TEST(contains(clause.dump(), "limited playing area"), clause);
  }
  BOOST_TEST(to_the_right.at("verdict") != "fail");
}

// Columns and rows are two clauses: a board that fails in one direction fails in that alone.
BOOST_AUTO_TEST_CASE(each_direction_of_an_unlimited_board_is_judged_by_itself) {
  const auto verdicts = [](const std::string& fault) {
    const json report =
        report_of(heart_trax + Words{"--dut", "builtin:trax" + fault, "--filter", far_out, "--seed", "2"});
    const auto of = [&](const char* id) {
      return one_with_id(report.at("requirements"), id).at("verdict").get<std::string>();
    };
    return of("HEART-BOARD-1") + ", " + of("HEART-BOARD-3");
  };
  BOOST_TEST(verdicts("") == "pass, pass");
  BOOST_TEST(verdicts("?fault=eight-bit-columns") == "fail, pass");
  BOOST_TEST(verdicts("?fault=silent-past-row-200") == "pass, fail");
  BOOST_TEST(verdicts("?fault=signed-coordinates") == "fail, fail");
}

// aut-trax leaves the board to its host: without --board the cases about a limit are played with one, all
// others without.
BOOST_AUTO_TEST_CASE(a_run_without_a_board_plays_with_a_limit_and_without) {
  const std::string cases =
      far_out + ",WholeGame.OnTheSmallestBoard,WholeGame.OnABoardWithALimit,Over.WhenNoMoveIsLeft";
  const json report = report_of(aut_trax + Words{"--dut", "builtin:trax", "--seed", "3", "--filter", cases});
  for (const char* id : {"AUT-BOARD-1", "AUT-BOARD-3", "AUT-BOARD-4", "AUT-MOVE-6", "AUT-OVER-3"})
    BOOST_TEST(one_with_id(report.at("requirements"), id).at("verdict") == "pass", id);
  const auto counts = [&](const std::string& id) { return one_with_id(report.at("cases"), id).at("counts"); };
  const std::string of_8 = "\"board of 8\"";
  BOOST_TEST(contains(counts("WholeGame.OnTheSmallestBoard").dump(), of_8));
  BOOST_TEST(contains(counts("Over.WhenNoMoveIsLeft").dump(), of_8));
  BOOST_TEST(!contains(counts("WholeGame.OnABoardWithALimit").dump(), of_8));
  BOOST_TEST(contains(counts("WholeGame.OnABoardWithALimit").dump(), "board of "));
  BOOST_TEST(!contains(counts("WholeGame.AgainstGrower").dump(), "board of "));
}

BOOST_AUTO_TEST_CASE(a_case_that_chooses_its_board_is_replayed_on_the_same_one) {
  const TemporaryFolder folder;
  const std::string record = folder.file("run.jsonl");
  const Words words = {"--filter", "WholeGame.OnABoardWithALimit,Over.WhenNoMoveIsLeft"};
  const Outcome run =
      certify(aut_trax + words + Words{"--dut", "builtin:trax", "--seed", "4", "--transcript", record});
  BOOST_TEST(run.status == 0, run.output);
  const Outcome replay = certify(Words{"--dut", "transcript:" + record});
  BOOST_TEST(replay.status == 0, replay.output);
  BOOST_TEST(contains(replay.output, "2 pass"), replay.output);
}

// The text shows an opening and rules none out; that there are two alone is the rule of the contest's judge.
BOOST_AUTO_TEST_CASE(an_opening_that_the_judge_alone_refuses_breaks_no_mandatory_clause) {
  const auto failed = [](const Words& contest) {
    const json report = report_of(contest + Words{"--dut", "builtin:trax?fault=first-backslash", "--seed",
                                                  "1", "--filter", "FirstMove.*,WholeGame.Against*,Over.*"});
    for (const json& one : report.at("cases"))
      BOOST_TEST(one.at("verdict") != "error", one.at("id") << ": " << one.at("reason"));
    std::string ids;
    for (const json& requirement : report.at("requirements")) {
      if (requirement.at("verdict") == "fail") ids += requirement.at("id").get<std::string>() + " ";
    }
    return ids;
  };
  BOOST_TEST(failed(aut_trax) == "AUT-MOVE-5 ");
  BOOST_TEST(contains(failed(heart_trax), "HEART-GAME-1"));
}

// "There should be no further response": to "?" neither.
BOOST_AUTO_TEST_CASE(stand_by_is_left_by_a_role_command_alone) {
  for (const char* fault : {"name-in-stand-by", "woken-by-stand-by"}) {
    const json report = report_of(heart_trax + Words{"--dut", std::string("builtin:trax?fault=") + fault,
                                                     "--filter", "StandBy.*", "--seed", "1"});
    BOOST_TEST(one_with_id(report.at("requirements"), "HEART-STANDBY-2").at("verdict") == "fail", fault);
  }
}

BOOST_AUTO_TEST_CASE(a_board_that_is_declared_to_end_is_certified_with_reservations) {
  const Words small = heart_trax + Words{"--dut", "builtin:trax", "--capacity", "8", "--seed", "1"};
  const json report = report_of(small);
  BOOST_TEST(contains(report.at("headline").get<std::string>(), "certified with reservations on HEART-"),
             report.at("headline"));
  BOOST_TEST(report.at("exit_status") == 0);
  const auto& open = report.at("reservations");
  BOOST_TEST((std::find(open.begin(), open.end(), "HEART-BOARD-1") != open.end()), open.dump());
  const Outcome strict = certify(small + Words{"--strict"});
  BOOST_TEST(strict.status == 3, strict.output);
  BOOST_TEST(contains(strict.output, "\n  reservation"), strict.output);
}

BOOST_AUTO_TEST_CASE(the_size_of_the_board_stands_in_the_report) {
  const auto settings = [](const Words& contest) {
    const json report = report_of(contest + Words{"--dut", "builtin:trax", "--filter", "FirstMove.*"});
    return report.at("settings").dump();
  };
  BOOST_TEST(contains(settings(aut_trax_on_8), "\"board\""));
  BOOST_TEST(!contains(settings(heart_trax), "\"board\""));
}

BOOST_AUTO_TEST_CASE(lateness_is_laid_at_deadlines_alone) {
  const json report = report_of(heart_trax + Words{"--dut", "builtin:trax?fault=late", "--seed", "1"});
  BOOST_TEST(one_with_id(report.at("requirements"), "HEART-MOVE-1").at("verdict") == "fail");
  for (const json& requirement : report.at("requirements")) {
    const std::string id = requirement.at("id");
    const bool mandatory = requirement.at("level") == "mandatory";
    if (mandatory && id != "HEART-MOVE-1") BOOST_TEST(requirement.at("verdict") != "fail", id);
  }
}

BOOST_AUTO_TEST_CASE(a_board_can_be_declared_to_end) {
  const json report =
      report_of(heart_trax + Words{"--dut", "builtin:trax", "--filter", "WholeGame.AgainstGrower", "--seed",
                                   "1", "--capacity", "64"});
  const auto verdict = [&](const char* clause) {
    return one_with_id(report.at("requirements"), clause).at("verdict").get<std::string>();
  };
  BOOST_TEST(verdict("HEART-BOARD-3") == "not applicable");
  BOOST_TEST(verdict("HEART-NAMES-1") == "pass");
  BOOST_TEST(one_with_id(report.at("cases"), "WholeGame.AgainstGrower").at("samples").size() < 400U);
  is_refused(heart_trax + Words{"--dut", "builtin:trax", "--capacity", "7"}, {"--capacity", "8"});
  is_refused({"--contest", "icfpt2014", "--dut", "builtin:blokus", "--capacity", "64"}, {"--capacity"});
  is_refused(aut_trax_on_8 + Words{"--dut", "builtin:trax", "--capacity", "64"}, {"--capacity"});
}

BOOST_AUTO_TEST_CASE(a_case_of_a_board_with_a_limit_is_not_for_one_without_and_the_other_way_round) {
  const auto reason = [](const Words& contest, const std::string& id) {
    const json report = report_of(contest + Words{"--dut", "builtin:trax", "--filter", id});
    const json& one = one_with_id(report.at("cases"), id);
    BOOST_TEST(one.at("verdict") == "not applicable");
    return one.at("reason").get<std::string>();
  };
  const Words without_limit = aut_trax + Words{"--board", "0"};
  for (const char* id :
       {"Over.WhenNoMoveIsLeft", "WholeGame.OnTheSmallestBoard", "WholeGame.OnABoardWithALimit"})
    BOOST_TEST(contains(reason(without_limit, id), "no limit"));
  BOOST_TEST(contains(reason(aut_trax_on_8, "WholeGame.PastColumnZZ"), "has a limit"));
}

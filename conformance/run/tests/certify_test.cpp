/// certify as its users run it, on DUTs that keep their own time.

#include <algorithm>
#include <array>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "conformance/run/tests/certify_fixtures.hpp"
#include "conformance/run/tests/programs.hpp"
#include "conformance/run/tests/said.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using nlohmann::json;

namespace {

const json& requirement(const json& report, const std::string& id) {
  for (const json& one : report.at("requirements")) {
    if (one.at("id") == id) return one;
  }
  throw std::runtime_error("no requirement " + id);
}

/// What the rig sent, case by case, from a transcript: the games that were played.
std::map<std::string, Words> sent_in(const std::string& transcript) {
  std::map<std::string, Words> sent;
  std::istringstream lines(content_of(transcript));
  std::string line;
  std::getline(lines, line);  // the header
  std::string id;
  while (std::getline(lines, line)) {
    const json op = json::parse(line);
    if (op.is_object()) {
      id = op.value("case", "");  // the last line, with the head of the chain, has none
    } else if (op.at(0) == "send") {
      sent[id].push_back(op.at(1));
    }
  }
  return sent;
}

}  // namespace

BOOST_DATA_TEST_CASE(a_good_player_is_certified_with_all_reports,
                     boost::unit_test::data::make({"builtin:blokus", "rtl:blokus_duo"}), dut) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run(CERTIFY, {"--contest", "icfpt2014", "--dut", dut, "--reports", folder.file("reports")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "\ncertified: "), outcome.output);
  BOOST_TEST(contains(outcome.output, "deadline 1 s"), outcome.output);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.file("reports"))) {
    if (!entry.is_regular_file()) continue;
    ++files;
    if (entry.path().extension() == ".occasion") continue;
    BOOST_TEST(std::filesystem::file_size(entry) > 1000, entry.path());
  }
  BOOST_TEST(files == 5);  // HTML, JSON, JUnit, transcript and its occasion
}

BOOST_AUTO_TEST_CASE(a_failing_board_is_not_conformant_and_told_what_to_run_again) {
  const Outcome outcome = certify({"--dut", "builtin:blokus?fault=overlap", "--seed", "3"});
  BOOST_TEST(outcome.status == 1, outcome.output);
  BOOST_TEST(contains(outcome.output, "not conformant"), outcome.output);
  BOOST_TEST(contains(outcome.output, "is occupied"), outcome.output);
  BOOST_TEST(contains(outcome.output, "--filter WholeGame.AgainstRandom"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_run_fits_80_columns_but_for_commands_to_be_copied) {
  for (const char* dut : {"builtin:blokus", "builtin:blokus?fault=own-edge"}) {
    std::istringstream lines(certify({"--dut", dut, "--seed", "1"}).output);
    for (std::string line; std::getline(lines, line);) {
      const auto columns = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; });
      const bool to_be_copied = line.starts_with("    again: ") || line.starts_with("    check: ");
      BOOST_TEST((columns <= 80 || to_be_copied), line);
    }
  }
}

/// The first finding with evidence in the first case that has one.
json first_proof(const std::string& fault) {
  const json report =
      report_of({"--dut", "builtin:blokus?fault=" + fault, "--seed", "1", "--filter", "WholeGame.*"});
  for (const json& one : report.at("cases")) {
    for (const json& finding : one.at("findings")) {
      if (!finding.at("evidence").is_null()) return finding;
    }
  }
  throw std::runtime_error("nothing shows " + fault);
}

BOOST_AUTO_TEST_CASE(a_broken_rule_is_shown_by_its_exchange_and_its_board) {
  const json finding = first_proof("own-edge");
  const json& evidence = finding.at("evidence");
  BOOST_TEST(evidence.at("expected").get<std::string>().starts_with("a legal move ("));
  BOOST_TEST(evidence.at("received").get<std::string>().size() == 8U);
  BOOST_TEST(evidence.at("times").size() == 4U);
  BOOST_TEST(evidence.at("deadline_ns") == 1000000000);
  const json& board = finding.at("board");
  BOOST_TEST(board.at("cells").size() == 14U);
  BOOST_TEST(contains(board.at("marks").dump(), "*"));
  BOOST_TEST(finding.at("summary").get<std::string>().starts_with(board.at("move").get<std::string>()));
}

BOOST_AUTO_TEST_CASE(a_byte_too_many_is_timed_from_the_request_before_it) {
  const json evidence = first_proof("extra-byte").at("evidence");
  BOOST_TEST(evidence.at("expected") == "silence after the complete reply");
  BOOST_TEST(!evidence.at("sent").get<std::string>().empty());
  BOOST_TEST(evidence.at("times").size() == 1U);
  BOOST_TEST(evidence.at("times")[0].at("shortest_ns").get<std::int64_t>() > 0);
}

/// A board that keeps its used tiles passes where it could move, which alone is no violation.
BOOST_DATA_TEST_CASE(a_board_that_does_not_clear_its_tiles_is_not_certified,
                     boost::unit_test::data::xrange(1, 7), seed) {
  int status = 0;
  const json report =
      report_of({"--dut", "builtin:blokus?fault=tiles-not-cleared", "--seed", std::to_string(seed),
                 "--filter", "Rematch.WithoutReset,WholeGame.TwentyInARow"},
                &status);
  BOOST_TEST(status == 1);
  BOOST_TEST(requirement(report, "ICFPT14-TERM-2").at("verdict") == "fail");
}

/// What it failed was blamed on whichever clause the later game was about. With tiles of the game before on
/// the board it breaks the rules of a first move, and these are told, too.
BOOST_AUTO_TEST_CASE(a_board_that_does_not_clear_its_board_breaks_the_next_match_and_rules_of_moves_alone) {
  const json report = report_of({"--dut", "builtin:blokus?fault=board-not-cleared", "--seed", "1"});
  const std::set<std::string> first_moves = {"ICFPT14-START-1", "ICFPT14-PASS-2"};
  for (const json& one : report.at("requirements")) {
    const std::string id = one.at("id");
    if (one.at("level") == "mandatory" && one.at("verdict") == "fail" && !first_moves.contains(id))
      BOOST_TEST(id == "ICFPT14-TERM-2");
  }
  BOOST_TEST(requirement(report, "ICFPT14-TERM-2").at("verdict") == "fail");
}

BOOST_AUTO_TEST_CASE(jobs_and_filter_change_no_game) {
  const TemporaryFolder folder;
  const Words base = {"--dut", "builtin:blokus", "--seed", "11", "--quiet"};
  const auto record = [&](const std::string& name, Words more) {
    more.insert(more.begin(), base.begin(), base.end());
    more.insert(more.end(), {"--transcript", folder.file(name)});
    BOOST_TEST_REQUIRE(certify(more).status == 0);
    return sent_in(folder.file(name));
  };
  const auto alone = record("one", {"--jobs", "1"});
  BOOST_TEST((record("two", {"--jobs", "2"}) == alone));
  const auto filtered = record("some", {"--filter", "WholeGame.*,Pass.*"});
  BOOST_TEST_REQUIRE(filtered.size() > 5);
  BOOST_TEST(filtered.size() < alone.size());
  for (const auto& [id, sent] : filtered) BOOST_TEST((sent == alone.at(id)), id);
}

BOOST_AUTO_TEST_CASE(power_on_states_of_rtl_do_not_depend_on_the_cases_before) {
  const TemporaryFolder folder;
  const Words base = {"--dut", "rtl:blokus_duo?fault=forgets-reset", "--seed", "5", "--quiet"};
  const auto record = [&](const std::string& name, Words more) {
    more.insert(more.begin(), base.begin(), base.end());
    more.insert(more.end(), {"--transcript", folder.file(name), "--filter"});
    return more;
  };
  Words both = record("both", {});
  both.emplace_back("Handshake.*,Termination.StaysSilent");
  Words one = record("one", {});
  one.emplace_back("Termination.StaysSilent");
  BOOST_TEST(certify(both).status != 2);
  BOOST_TEST(certify(one).status != 2);
  const std::string id = "Termination.StaysSilent";
  BOOST_TEST((sent_in(folder.file("both")).at(id) == sent_in(folder.file("one")).at(id)));
}

BOOST_AUTO_TEST_CASE(another_seed_plays_other_games) {
  const TemporaryFolder folder;
  const auto play = [&](const std::string& seed) {
    BOOST_TEST_REQUIRE(certify({"--dut", "builtin:blokus", "--quiet", "--filter", "WholeGame.AgainstRandom",
                                "--seed", seed, "--transcript", folder.file(seed)})
                           .status == 0);
    return sent_in(folder.file(seed));
  };
  BOOST_TEST((play("1") != play("2")));
}

BOOST_AUTO_TEST_CASE(a_scaled_deadline_is_judged_and_is_no_certificate) {
  int status = -1;
  const json report =
      report_of({"--dut", "builtin:blokus", "--timeout-scale", "0.002", "--level", "mandatory"}, &status);
  BOOST_TEST(status == 1);  // the builtin player takes 2.3 ms; 2 ms are allowed
  BOOST_TEST(report.at("partial").size() == 1);
  BOOST_TEST(requirement(report, "ICFPT14-FIRST-1").at("verdict") == "fail");
  BOOST_TEST(requirement(report, "ICFPT14-INIT-1").at("verdict") == "fail");
}

BOOST_AUTO_TEST_CASE(an_assigned_team_code_is_held_against_the_answer) {
  int status = -1;
  BOOST_TEST(
      requirement(report_of({"--dut", "builtin:blokus", "--team", "RD", "--filter", "Handshake.*"}, &status),
                  "ICFPT14-INIT-3")
          .at("verdict") == "pass");
  BOOST_TEST(status == 0);
  BOOST_TEST(
      requirement(report_of({"--dut", "builtin:blokus", "--team", "XY", "--filter", "Handshake.*"}, &status),
                  "ICFPT14-INIT-3")
          .at("verdict") == "fail");
  BOOST_TEST(status == 1);
}

BOOST_AUTO_TEST_CASE(another_team_code_in_another_case_is_found_without_an_assigned_one) {
  const Words two_cases = {
      "--filter", "Handshake.AnswersWithTeamCode,Handshake.SaysNothingUnasked", "--jobs", "1", "--seed", "3",
      "--dut"};
  int status = 0;
  Words words = two_cases;
  words.emplace_back("builtin:blokus?fault=new-name-each-power-on");
  const json report = report_of(words, &status);
  BOOST_TEST(status == 1);
  BOOST_TEST(requirement(report, "ICFPT14-INIT-6").at("verdict") == "fail");
  BOOST_TEST(report.at("cases").at(0).at("verdict") == "pass");
  BOOST_TEST(report.at("cases").at(1).at("verdict") == "fail");
  words.back() = "builtin:blokus";
  report_of(words, &status);
  BOOST_TEST(status == 0);
}

BOOST_AUTO_TEST_CASE(a_declared_reset_moves_the_rematch_requirement) {
  int status = -1;
  const json report = report_of(
      {"--dut", "builtin:blokus?fault=board-not-cleared", "--declared-reset", "--filter", "Rematch.*"},
      &status);
  BOOST_TEST(status == 0);
  BOOST_TEST(requirement(report, "ICFPT14-TERM-3").at("verdict") == "pass");
  BOOST_TEST(requirement(report, "ICFPT14-TERM-3").at("level") == "mandatory");
  BOOST_TEST(requirement(report, "ICFPT14-TERM-2").at("verdict") == "fail");
  BOOST_TEST(requirement(report, "ICFPT14-TERM-2").at("level") == "informational");
}

BOOST_AUTO_TEST_CASE(a_board_that_needs_its_declared_reset_is_certified_with_it) {
  for (const char* fault : {"board-not-cleared", "hello-once"}) {
    const Outcome outcome =
        certify({"--dut", std::string("builtin:blokus?fault=") + fault, "--declared-reset", "--quiet"});
    BOOST_TEST(outcome.status == 0, fault << "\n" << outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_board_that_fails_only_recommended_clauses_is_certified) {
  int status = -1;
  const json report = report_of({"--dut", "rtl:blokus_duo?fault=busy-in-game"}, &status);
  BOOST_TEST(status == 0);
  BOOST_TEST(requirement(report, "ICFPT14-TERM-5").at("verdict") == "fail");
}

BOOST_AUTO_TEST_CASE(lateness_is_laid_at_deadlines_alone) {
  const json report = report_of({"--dut", "builtin:blokus?fault=late"});
  for (const char* id : {"ICFPT14-FIRST-1", "ICFPT14-SECOND-1"}) {
    BOOST_TEST(requirement(report, id).at("verdict") == "fail", id);
  }
  for (const char* id : {"ICFPT14-TILE-2", "ICFPT14-LINE-4", "ICFPT14-MOVE-2", "ICFPT14-TERM-2"}) {
    BOOST_TEST(requirement(report, id).at("verdict") != "fail", id);
  }
}

BOOST_AUTO_TEST_CASE(more_games_are_played_when_asked) {
  const json one =
      report_of({"--dut", "builtin:blokus", "--filter", "WholeGame.AgainstRandom", "--games", "1"});
  const json three =
      report_of({"--dut", "builtin:blokus", "--filter", "WholeGame.AgainstRandom", "--games", "3"});
  const auto games = [](const json& report) {
    for (const json& count : report.at("cases").at(0).at("counts")) {
      if (count.at("name") == "games") return count.at("count").get<int>();
    }
    return 0;
  };
  BOOST_TEST(games(one) == 2);
  BOOST_TEST(games(three) == 6);
}

BOOST_AUTO_TEST_CASE(a_model_that_finishes_does_not_certify) {
  ended_saying(run(CERTIFY, {"--contest", "icfpt2014", "--dut", "rtl:finish", "--reports", ""},
                   {std::string("CONTEST_RIG_MODELS=") + FIXTURE_MODELS}),
               1, "$finish");
}

/// Certify on a fixture in one of whose files something is wrong; of these files, if not all are there.
Outcome certify_edited(const std::string& fixture, const std::string& file, const std::string& from,
                       const std::string& to, Words files = {}) {
  const TemporaryFolder folder;
  const std::string fixtures = std::string(RIG_SOURCE_DIR) + "/fixtures/rtl/";
  if (files.empty()) files = {"serial.sv", fixture + ".sv", fixture + ".toml"};
  for (const std::string& one : files) {
    std::string text = content_of(fixtures + one);
    if (one == file) {
      BOOST_TEST_REQUIRE(contains(text, from));
      text.replace(text.find(from), from.size(), to);
    }
    std::ofstream(folder.file(one)) << text;
  }
  return run(CERTIFY,
             {"--contest", "icfpt2014", "--dut", "rtl:" + folder.file(fixture + ".toml"), "--reports", ""},
             {"XDG_CACHE_HOME=" + folder.file("cache")});
}

// Before it is built: of these designs there is the description alone.

BOOST_AUTO_TEST_CASE(a_design_for_another_contest_is_refused) {
  ended_saying(certify_edited("echo", "echo.toml", "\"icfpt2014\"", "\"heart-trax\"", {"echo.toml"}), 2,
               "heart-trax");
}

BOOST_AUTO_TEST_CASE(a_description_of_another_bit_rate_than_the_contests_is_refused) {
  ended_saying(certify_edited("echo", "echo.toml", "baud = 115200", "baud = 57600", {"echo.toml"}), 2,
               "echo.toml: uart.baud: found 57600; the line of icfpt2014 runs at 115200 baud.");
}

BOOST_AUTO_TEST_CASE(a_description_without_its_data_file_is_an_error_and_not_the_boards) {
  const Outcome outcome = certify_edited("librarian", "librarian.toml", "files = [\"shelf.hex\"]\n", "");
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output,
                      "librarian.toml: the model of \"librarian\" ended itself before its first "
                      "request: fatal error at shelf.hex:"),
             outcome.output);
  BOOST_TEST(contains(outcome.output, "$readmem file not found"), outcome.output);
  BOOST_TEST(!contains(outcome.output, "not conformant"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_board_that_sends_at_another_rate_is_told_so) {
  const std::vector<std::array<std::string, 3>> boards = {
      {"half-rate", "the board's bit rate is -50.", "57600"},
      {"double-rate", "the board's bit rate is +99.", "230400"}};
  for (const auto& [fault, finding, rate] : boards) {
    const json report = report_of({"--dut", "rtl:blokus_duo?fault=" + fault, "--filter",
                                   "Line.TransmitterBitRate,Handshake.AnswersWithTeamCode"});
    BOOST_TEST(requirement(report, "ICFPT14-LINE-3").at("verdict") == "fail");
    BOOST_TEST(contains(report.dump(), finding), report.dump());
    const json& hello = report.at("cases").at(0);
    BOOST_TEST(hello.at("id") == "Handshake.AnswersWithTeamCode");
    const std::string hint = "it seems to send at " + rate + " baud; the line of icfpt2014 runs at 115200";
    BOOST_TEST(contains(hello.dump(), hint), hello.dump());
  }
}

// Fixtures that have no reset pin: one is configured after 3 us, the other after 5 ms.
BOOST_AUTO_TEST_CASE(what_a_design_sends_before_it_is_configured_is_no_fault) {
  const TemporaryFolder folder;
  const std::string models = std::string("CONTEST_RIG_MODELS=") + FIXTURE_MODELS;
  const auto run_on = [&](const std::string& dut, Words more) {
    more.insert(more.begin(),
                {"--contest", "icfpt2014", "--dut", dut, "--filter", "Handshake.*,Line.TransmitterBitRate",
                 "--seed", "3", "--reports", "", "--json", folder.file("report.json"), "--transcript",
                 folder.file("transcript.jsonl")});
    return run(CERTIFY, more, {models});
  };
  const auto fact = [&] {
    const json report = json::parse(content_of(folder.file("report.json")));
    for (const json& one : report.at("dut").at("link_facts")) {
      if (one.at("name") == "settle") return one.at("value").get<std::string>();
    }
    return std::string("(none)");
  };
  const Outcome good = run_on("rtl:slow_start", {});
  BOOST_TEST(good.status == 0, good.output);
  BOOST_TEST(fact() == "what it does in the first 1.00 ms from power-on is ignored (the usual time)");
  BOOST_TEST(contains(content_of(folder.file("transcript.jsonl")), "in its first 1.00 ms its line changed"));

  ended_saying(run_on("rtl:slower_start", {}), 1, "ICFPT14-LINE-2");

  const Outcome settled = run_on("rtl:slower_start", {"--settle", "0.006"});
  BOOST_TEST(settled.status == 0, settled.output);
  BOOST_TEST(fact() == "what it does in the first 6.00 ms from power-on is ignored (as was asked for)");
  const std::string transcript = "transcript:" + folder.file("transcript.jsonl");
  const auto replay = [&](const std::string& settle) {
    return run(CERTIFY, {"--dut", transcript, "--reports", "", "--settle", settle});
  };
  BOOST_TEST(replay("0.006").status == 0);
  ended_saying(replay("0.007"), 2, "recorded with --settle 0.006");
}

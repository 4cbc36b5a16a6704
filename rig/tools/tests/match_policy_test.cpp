/// `rig match` that is interrupted, that must not overwrite, and that measures strength.

#include <signal.h>

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"
#include "rig/tools/tests/rig_tool_fixtures.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

const std::vector<std::string> two_of_2014 = {"match",          "--contest", "icfpt2014",     "--first",
                                              "builtin:blokus", "--second",  "builtin:blokus"};
const std::vector<std::string> two_of_the_course = {"match",          "--contest", "course",        "--first",
                                                    "builtin:blokus", "--second",  "builtin:blokus"};

}  // namespace

BOOST_AUTO_TEST_SUITE(interruption)

BOOST_AUTO_TEST_CASE(an_interrupted_match_keeps_table_json_and_record) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    const std::string json = folder.file("match.json");
    const std::string record = folder.file("games.txt");
    // against an exec player the builtin one is paced: the match takes its time
    Running match(RIG, {"match", "--contest", "icfpt2014", "--first", "builtin:blokus", "--second",
                        std::string("exec:") + BLOKUS_PLAYER + " --stdio --fault late", "--games", "1000",
                        "--json", json, "--record", record, "--live"});
    BOOST_REQUIRE(match.wait_for("game 3 of 1000"));  // which has begun: a move is awaited
    kill(match.pid(), signal);
    const Outcome outcome = match.wait();
    BOOST_TEST(outcome.status == 3);
    BOOST_TEST(contains(outcome.output, "no result, interrupted, "), outcome.output);
    BOOST_TEST(contains(outcome.output, "not played to its end: the match was interrupted\n"),
               outcome.output);
    BOOST_TEST(contains(outcome.output, "\nall "), outcome.output);
    BOOST_TEST(contains(outcome.output, "\ninterrupted: "), outcome.output);
    BOOST_TEST(!contains(outcome.output, "too busy"), outcome.output);
    const nlohmann::json written = nlohmann::json::parse(content_of(json));
    BOOST_TEST(written.at("interrupted") == true);
    const nlohmann::json& last = written.at("games").back();
    BOOST_TEST(last.at("result") == "none");
    BOOST_TEST(last.at("ending") == "interrupted");
    BOOST_TEST(written.at("table").at("no_result") == 1);
    BOOST_TEST(written.at("table").at("lost").get<int>() + written.at("table").at("won").get<int>() >= 2);
    const std::string number = std::to_string(written.at("games").size());
    const Outcome check = run(RIG, {"check", record, "--game", number});
    BOOST_TEST(check.status == 0, check.output);
    BOOST_TEST(contains(check.output, "recorded none, interrupted"), check.output);
  }
}

BOOST_AUTO_TEST_CASE(games_in_parallel_are_interrupted_too) {
  const TemporaryFolder folder;
  const std::string json = folder.file("match.json");
  Running match(RIG, with(two_of_2014, {"--games", "1000000", "--concurrency", "2", "--json", json}));
  BOOST_REQUIRE(match.wait_for("game 20 "));
  kill(match.pid(), SIGINT);
  const Outcome outcome = match.wait();
  BOOST_TEST(outcome.status == 3);
  BOOST_TEST(nlohmann::json::parse(content_of(json)).at("interrupted") == true);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(what_holds_another_match_is_overwritten_by_force_alone) {
  const TemporaryFolder folder;
  const std::string file = folder.file("kept");
  for (const std::string option : {"--record", "--json", "--transcript"}) {
    std::ofstream(file) << "another match\n";
    const Outcome refused = run(RIG, with(two_of_2014, {option, file}));
    BOOST_TEST(refused.status == 2);
    BOOST_TEST(contains(refused.output,
                        file + " is there already, of another match perhaps: --force overwrites it."),
               refused.output);
    BOOST_TEST(content_of(file) == "another match\n");
    BOOST_TEST(run(RIG, with(two_of_2014, {option, file, "--force"})).status == 0);
    BOOST_TEST(!contains(content_of(file), "another match"));
    std::ofstream(file) << "";  // an empty one is nobody's
    BOOST_TEST(run(RIG, with(two_of_2014, {option, file})).status == 0);
    BOOST_TEST(run(RIG, with(two_of_2014, {option, "/dev/null"})).status == 0);
  }
  const Outcome twice = run(RIG, with(two_of_2014, {"--record", file, "--json", file, "--force"}));
  BOOST_TEST(twice.status == 2);
  BOOST_TEST(contains(twice.output, "is named twice"), twice.output);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(policy)

BOOST_AUTO_TEST_CASE(a_program_that_starts_in_two_seconds_loses_no_game_by_it) {
  const std::string slow = std::string("exec:sh -c 'sleep 2; exec ") + BLOKUS_PLAYER + " --stdio'";
  const std::vector<std::string> words = {"match",    "--contest",       "icfpt2014", "--first", slow,
                                          "--second", "opponent:random", "--games",   "2"};
  const Outcome outcome = run(RIG, words);
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(!contains(outcome.output, "lost by"), outcome.output);
  BOOST_TEST(contains(outcome.output, "when it had just been started"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_game_at_which_the_rig_failed_is_played_again_and_that_is_said) {
  const TemporaryFolder folder;
  const int port = free_tcp_port();
  Running board(BLOKUS_PLAYER, {"--tcp", std::to_string(port), "--fault", "hang-up"});
  BOOST_REQUIRE(board.wait_for("serving on port"));
  const Outcome outcome =
      run(RIG, {"match", "--contest", "icfpt2014", "--first", "tcp:127.0.0.1:" + std::to_string(port),
                "--second", "opponent:random", "--games", "3", "--replays", "1"});
  BOOST_TEST(outcome.status == 3);
  BOOST_TEST(contains(outcome.output, "game 1  first on (5,5): second won, hang-up"), outcome.output);
  // Game 2, or 3 where the dying program's port still took a connection.
  BOOST_TEST(contains(outcome.output, " is played again: "), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_time_margin_is_printed_and_recorded_as_not_the_contests) {
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  const Outcome outcome = run(RIG, {"match", "--contest", "icfpt2014", "--first", "builtin:blokus?fault=late",
                                    "--second", "builtin:blokus", "--time-margin", "50", "--record", record});
  BOOST_TEST(contains(outcome.output, "margin    50.0 ms: not the contest's own deadlines\n"),
             outcome.output);
  BOOST_TEST(contains(outcome.output, "it counts by the time margin of this match"), outcome.output);
  BOOST_TEST(!contains(outcome.output, "lost by"), outcome.output);
  BOOST_TEST(contains(content_of(record), "[TimeMargin \"50.0 ms\"]\n"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(strength)

BOOST_AUTO_TEST_CASE(games_in_parallel_are_those_of_one_after_the_other) {
  const Outcome one = run(RIG, with(two_of_2014, {"--games", "12"}));
  for (const std::string workers : {"2", "3"}) {
    const Outcome several = run(RIG, with(two_of_2014, {"--games", "12", "--concurrency", workers}));
    BOOST_TEST(several.status == 0);
    BOOST_TEST(several.output == one.output);
  }
  const std::vector<std::string> rtl = {"match",    "--contest",    "heart-trax", "--first", "rtl:trax",
                                        "--second", "builtin:trax", "--games",    "4"};
  BOOST_TEST(run(RIG, with(rtl, {"--concurrency", "2"})).output == run(RIG, rtl).output);
}

BOOST_AUTO_TEST_CASE(programs_play_in_parallel) {
  const std::vector<std::string> words = {"match",
                                          "--contest",
                                          "icfpt2014",
                                          "--first",
                                          std::string("exec:") + BLOKUS_PLAYER + " --stdio",
                                          "--second",
                                          "opponent:largest",
                                          "--games",
                                          "8",
                                          "--concurrency",
                                          "4"};
  const Outcome outcome = run(RIG, words);
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "game 8  "), outcome.output);
  BOOST_TEST(!contains(outcome.output, "lost by"), outcome.output);
}

BOOST_AUTO_TEST_CASE(drawn_openings_make_games_of_deterministic_players_differ) {
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  const Outcome plain = run(RIG, with(two_of_the_course, {"--games", "8"}));
  BOOST_TEST(contains(plain.output, "in 8 games, 2 of them different"), plain.output);
  const Outcome drawn =
      run(RIG, with(two_of_the_course, {"--games", "8", "--openings", "6", "--record", record}));
  BOOST_TEST(drawn.status == 0);
  BOOST_TEST(contains(drawn.output, "in 8 games, 8 of them different"), drawn.output);
  BOOST_TEST(contains(drawn.output, " plies (6 of the opening)"), drawn.output);
  BOOST_TEST(!contains(drawn.output, "lost by"), drawn.output);
  BOOST_TEST(run(RIG, {"check", record, "--game", "8"}).status == 0);
  BOOST_TEST(contains(content_of(record), "[Opening \"6\"]\n"));
}

BOOST_AUTO_TEST_CASE(the_games_of_a_record_are_openings) {
  const TemporaryFolder folder;
  const std::string record = folder.file("openings.txt");
  BOOST_REQUIRE(run(RIG, {"match", "--contest", "course", "--first", "opponent:random", "--second",
                          "opponent:random", "--games", "3", "--plies", "5", "--record", record})
                    .status == 0);
  const Outcome outcome = run(RIG, with(two_of_the_course, {"--games", "6", "--openings", record}));
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "in 6 games, 6 of them different"), outcome.output);
  BOOST_TEST(contains(outcome.output, " plies (5 of the opening)"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_sequential_test_ends_when_it_is_decided) {
  const Outcome weak = run(RIG, {"match", "--contest", "icfpt2014", "--first", "builtin:blokus", "--second",
                                 "opponent:random", "--sprt", "0", "100"});
  BOOST_TEST(weak.status == 0);
  BOOST_TEST(contains(weak.output, "SPRT of Elo differences 0 and 100: LLR "), weak.output);
  BOOST_TEST(contains(weak.output, "decided: the difference is rather 100\n"), weak.output);
  const Outcome few = run(RIG, with(two_of_2014, {"--sprt", "-5", "5", "--games", "4"}));
  BOOST_TEST(few.status == 0);
  BOOST_TEST(contains(few.output, "(-2.94 to 2.94), not decided\n"), few.output);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(a_record_becomes_scenarios) {
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  BOOST_REQUIRE(run(RIG, {"match", "--contest", "icfpt2014", "--first", "builtin:blokus?fault=own-edge",
                          "--second", "builtin:blokus", "--games", "2", "--record", record})
                    .status == 0);
  const Outcome outcome = run(RIG, {"scenarios", "--contest", "icfpt2014", record, folder.file("scenarios")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "2 games, each a file in "), outcome.output);
  const std::string second = content_of(folder.file("scenarios") + "/game-002.toml");
  BOOST_TEST(contains(second, "contests = [\"icfpt2014\"]\nbegins = 2\n"), second);
  const Outcome played = run(CERTIFY, {"--contest", "icfpt2014", "--referee",
                                       std::string(RIG_SOURCE_DIR) + "/fixtures/referees/rig-match.toml",
                                       "--scenario", folder.file("scenarios"), "--reports", "", "--quiet"});
  BOOST_TEST(played.status == 0, played.output);
}

BOOST_AUTO_TEST_CASE(how_a_recorded_game_was_lost_becomes_what_its_board_says) {
  const TemporaryFolder folder;
  const std::string head = "[Contest \"icfpt2014\"]\n[Begins \"5\"]\n";
  const std::vector<std::pair<std::string, std::string>> games = {
      {"[Ending \"time-out\"]\n53e0\n", "silent = true\n"},
      {"[Ending \"hang-up\"]\n53e0\n", "hangs-up = true\n"},
      {"[Ending \"wrong reply\"]\n53e0\n", "verdict = \"anything\"\n"},
      {"[Ending \"interrupted\"]\n53e0\n", "verdict = \"anything\"\n"},
      {"[Ending \"illegal move\"]\n[Refused \"a8e1\"]\n53e0\n", "move = \"a8e1\"\n"},
  };
  for (const auto& [game, becomes] : games) {
    std::ofstream(folder.file("games.txt")) << head << game;
    const Outcome outcome =
        run(RIG, {"scenarios", "--contest", "icfpt2014", folder.file("games.txt"), folder.file("scenarios")});
    BOOST_TEST(outcome.status == 0, outcome.output);
    const std::string text = content_of(folder.file("scenarios") + "/game-001.toml");
    BOOST_TEST(contains(text, becomes), text);
  }
  const std::vector<std::pair<std::string, std::string>> odd = {
      {head + "[Ending \"time-out\"]\n\n", "left out: 1 in which nobody has moved"},
      {"[Contest \"heart-trax\"]\n@0/\n", "games.txt, game 1: it is of heart-trax."},
      {head + "0123\n", "game 1: 0123 is illegal."},
      {"{\"match\": 1, \"games\": []}", "allowed is what its --record writes"},
  };
  for (const auto& [text, why] : odd) {
    std::ofstream(folder.file("games.txt")) << text;
    const Outcome outcome =
        run(RIG, {"scenarios", "--contest", "icfpt2014", folder.file("games.txt"), folder.file("scenarios")});
    BOOST_TEST(contains(outcome.output, why), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(what_does_not_go_together_is_refused) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"--openings", "4"}, "Contests in which a player is handed the whole position: course."},
      {{"--sprt", "5", "0"}, "--sprt 5 0: the first difference has to be the smaller one."},
      {{"--sprt", "0", "inf"}, "not in range"},
      {{"--sprt", "nan", "5"}, "--sprt nan 5: the first difference has to be the smaller one."},
      {{"--concurrency", "2", "--live"}, "--live draws one game"},
      {{"--concurrency", "2", "--transcript", "x.jsonl"}, "--transcript is of one game after the other"},
      {{"--concurrency", "0"}, "not in range"},
      {{"--time-margin", "5000"}, "not in range"},
      {{"--replays", "-1"}, "not in range"},
      {{"--restart", "never"}, "as-needed"},
  };
  for (const auto& [words, why] : wrong) {
    const Outcome outcome = run(RIG, with(two_of_2014, words));
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(contains(outcome.output, why), outcome.output);
  }
  for (const auto& [openings, why] :
       std::vector<std::pair<std::string, std::string>>{{"0", "the number of plies is from 1 to 1000"},
                                                        {"/nowhere", "/nowhere"},
                                                        {"90", "none was open"}}) {
    const Outcome outcome = run(RIG, with(two_of_the_course, {"--openings", openings}));
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(contains(outcome.output, why), outcome.output);
  }
  const Outcome once = run(RIG, {"match", "--contest", "icfpt2014", "--first", "tcp:127.0.0.1:1", "--second",
                                 "opponent:random", "--concurrency", "2"});
  BOOST_TEST(once.status == 2);
  BOOST_TEST(contains(once.output, "tcp:127.0.0.1:1 can be opened only once"), once.output);
  const Outcome traced = run(RIG, {"match", "--contest", "icfpt2014", "--first", "rtl:blokus_duo?trace=w.fst",
                                   "--second", "opponent:random", "--concurrency", "2"});
  BOOST_TEST(traced.status == 2);
  BOOST_TEST(contains(traced.output, "rtl:blokus_duo?trace=w.fst writes one waveform"), traced.output);
  const Outcome admission = run(RIG, {"match", "--admission", "--contest", "icfpt2014", "--dut",
                                      "builtin:blokus", "--time-margin", "5"});
  BOOST_TEST(admission.status == 2);
  BOOST_TEST(contains(admission.output, "by the contest's own deadlines"), admission.output);
}

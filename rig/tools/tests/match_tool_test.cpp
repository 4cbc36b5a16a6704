/// `rig match`, as a user or a script uses it.

#include <unistd.h>

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "conformance/run/tests/programs.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;

namespace {

Outcome match(std::vector<std::string> words) {
  words.insert(words.begin(), "match");
  return run(RIG, words);
}

Outcome two_builtins(std::vector<std::string> words) {
  words.insert(words.begin(),
               {"--contest", "icfpt2014", "--first", "builtin:blokus", "--second", "builtin:blokus"});
  return match(words);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_match_tells_who_plays_its_seed_each_game_and_the_table) {
  const Outcome outcome = two_builtins({"--games", "5", "--seed", "9"});
  BOOST_TEST(outcome.status == 0);
  const std::string& text = outcome.output;
  BOOST_TEST(text.starts_with("ICFPT 2014 design contest: Blokus Duo over RS-232\n"), text);
  BOOST_TEST(contains(text, "first     builtin:blokus  (builtin player, virtual time, 115200 8N1)\n"), text);
  BOOST_TEST(contains(text, "seed      9\n"), text);
  const std::vector<std::string> seats = {"first on (5,5)", "first on (a,a)", "second on (5,5)",
                                          "second on (a,a)", "first on (5,5)"};
  for (std::size_t game = 0; game < seats.size(); ++game)
    BOOST_TEST(contains(text, "game " + std::to_string(game + 1) + "  " + seats[game] + ": "), text);
  BOOST_TEST(contains(text, "all             2      0      3\n"), text);
  BOOST_TEST(contains(text, "points 2.0 : 3.0 in 5 games, 4 of them different"), text);
  BOOST_TEST(contains(text, "Elo difference -70.4 +/- "), text);
  BOOST_TEST(contains(text, "repeated games add nothing"), text);
}

BOOST_AUTO_TEST_CASE(one_game_has_no_table) {
  const Outcome outcome = two_builtins({});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "game 1"));
  BOOST_TEST(!contains(outcome.output, "Elo"), outcome.output);
}

BOOST_AUTO_TEST_CASE(two_hundred_games_of_builtins_are_played) {
  const Outcome outcome = two_builtins({"--games", "200"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "points 100.0 : 100.0 in 200 games, 4 of them different"),
             outcome.output);
}

BOOST_AUTO_TEST_CASE(a_loss_is_told_with_its_clause_and_the_next_game_goes_on) {
  const Outcome outcome = match({"--contest", "icfpt2014", "--first", "builtin:blokus?fault=late", "--second",
                                 "builtin:blokus", "--games", "2"});
  BOOST_TEST(outcome.status == 0);
  const std::string& text = outcome.output;
  BOOST_TEST(
      contains(text, "first lost by time-out on ply 1: answered after 1.02 s; the deadline is 1.00 s\n"),
      text);
  BOOST_TEST(contains(text, "ICFPT14-FIRST-1: "), text);
  BOOST_TEST(contains(text, "game 2  first on (a,a): second won, time-out"), text);
}

BOOST_AUTO_TEST_CASE(each_loss_has_its_clause_whatever_the_contest) {
  const std::vector<std::array<std::string, 4>> losses = {
      {"icfpt2014", "blokus", "wrong-digit", "ICFPT14-INIT-2: "},
      {"icfpt2013", "blokus", "used-tile", "ICFPT13-TILE-1: "},
      {"heart-trax", "trax", "names-not-shifted", "HEART-MOVE-8: "},
      {"aut-trax", "trax", "names-not-shifted", "AUT-MOVE-8: "},
      {"course", "blokus", "two-pieces", "COURSE-BOARD-2: "},
      {"ustc", "blokus", "wrong-id", "USTC-MSG-3: "},
  };
  for (const auto& [contest, game, fault, clause] : losses) {
    const std::string good = game == "trax" ? "opponent:winner" : "builtin:blokus";
    const Outcome outcome = match(
        {"--contest", contest, "--first", good, "--second", fmt::format("builtin:{}?fault={}", game, fault)});
    BOOST_TEST(contains(outcome.output, "        second lost by "), outcome.output);
    BOOST_TEST(contains(outcome.output, "\n        " + clause), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_record_is_read_back_by_the_other_tools) {
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  const Outcome played = match({"--contest", "icfpt2014", "--first", "builtin:blokus?fault=own-edge",
                                "--second", "opponent:random", "--games", "3", "--record", record});
  BOOST_TEST(played.status == 0);
  const Outcome check = run(RIG, {"check", record, "--game", "3"});
  BOOST_TEST(check.status == 0);
  BOOST_TEST(contains(check.output, " illegal edge\n"), check.output);
  BOOST_TEST(contains(check.output, "\nrecorded second, illegal move\n"), check.output);
  const Outcome same = run(RIG, {"check", "--contest", "icfpt2014", record, "--game", "3"});
  BOOST_TEST(same.output == check.output);
  const Outcome show = run(RIG, {"show", record});
  BOOST_TEST(show.status == 0);
  BOOST_TEST(contains(show.output, "result open"), show.output);  // the illegal move is not played
  const Outcome moves = run(RIG, {"moves", record, "--count"});
  BOOST_TEST(moves.status == 0);
  BOOST_TEST(moves.output.starts_with("placements "), moves.output);
}

BOOST_AUTO_TEST_CASE(a_record_that_its_moves_contradict_is_found) {
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  BOOST_REQUIRE(match({"--contest", "icfpt2014", "--first", "builtin:blokus?fault=own-edge", "--second",
                       "builtin:blokus", "--games", "2", "--record", record})
                    .status == 0);
  const std::string written = content_of(record);
  const auto check_with = [&](const std::string& from, const std::string& to) {
    std::string text = written;
    BOOST_REQUIRE(contains(text, from));
    std::ofstream(record) << text.replace(text.find(from), from.size(), to);
    return run(RIG, {"check", record});
  };
  BOOST_TEST(check_with("\n65u0", "\n65u0").status == 0);
  const std::vector<std::array<std::string, 3>> changes = {
      {"[Result \"second\"]", "[Result \"first\"]", "contradicted by the moves: the result is second"},
      {"[Score \"-", "[Score \"1", "contradicted by the moves: the score is -"},
      {"[Loss \"", "[Seed \"", "contradicted by the moves: the game is not over after its moves"},
      {"\n65u0", "\n0000", "illegal"},
      {"[FirstSeat \"", "[FirstSeat \"no ", "has no seat \"no first on (5,5)\""},
  };
  for (const auto& [from, to, words] : changes) {
    const Outcome outcome = check_with(from, to);
    BOOST_TEST(outcome.status != 0, from << outcome.output);
    BOOST_TEST(contains(outcome.output, words), from << outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(each_contests_record_is_read_back) {
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  const std::vector<std::vector<std::string>> contests = {{"icfpt2013"},
                                                          {"heart-trax", "--plies", "40"},
                                                          {"aut-trax", "--board", "8"},
                                                          {"trax-jp", "--plies", "40"},
                                                          {"course", "--set", "tie=draw"},
                                                          {"ustc"},
                                                          {"ustc", "--board", "20", "--set", "corners=any"}};
  for (const std::vector<std::string>& contest : contests) {
    std::vector<std::string> words = {"--contest"};
    words.insert(words.end(), contest.begin(), contest.end());
    const std::string player = contains(contest[0], "trax") ? "builtin:trax" : "builtin:blokus";
    words.insert(words.end(),
                 {"--first", player, "--second", player, "--record", record, "--force", "--games", "2"});
    BOOST_REQUIRE(match(words).status == 0);
    const Outcome check = run(RIG, {"check", record, "--game", "2"});
    BOOST_TEST(check.status == 0);
    BOOST_TEST(!contains(check.output, "illegal"), contest[0] << ": " << check.output);
    BOOST_TEST(contains(check.output, "\nrecorded "), contest[0] << ": " << check.output);
    BOOST_TEST(run(RIG, {"show", record}).status == 0);
  }
}

BOOST_AUTO_TEST_CASE(a_record_leaves_no_room_for_what_it_says_itself) {
  const TemporaryFolder folder;
  const std::string record = folder.file("games.txt");
  two_builtins({"--record", record});
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"check", record, "--game", "2"}, "holds the games 1 to 1"},
      {{"check", record, "--contest", "heart-trax"}, "is of icfpt2014"},
      {{"check", record, "--first", "5"}, "--first, --board and --set are not allowed here"},
      {{"show", record, "--board", "8"}, "--first, --board and --set are not allowed here"},
      {{"check", "--contest", "icfpt2014", "--game", "1", "53e0"}, "--game chooses from a record"},
      {{"check", "53e0"}, "--contest is required"},
      {{"moves"}, "--contest is required"},
  };
  for (const auto& [words, why] : wrong) {
    const Outcome outcome = run(RIG, words);
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(contains(outcome.output, why), outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(the_json_follows_what_was_printed) {
  const TemporaryFolder folder;
  const std::string file = folder.file("match.json");
  const Outcome outcome = two_builtins({"--games", "4", "--json", file});
  BOOST_TEST(outcome.status == 0);
  const nlohmann::json json = nlohmann::json::parse(content_of(file));
  BOOST_TEST(json.at("games").size() == 4U);
  BOOST_TEST(json.at("table").at("won") == 2);
  BOOST_TEST(json.at("games").at(0).at("plies").size() == 36U);
  BOOST_TEST(json.at("first").at("description") == "builtin player, virtual time, 115200 8N1");
}

BOOST_AUTO_TEST_CASE(the_transcript_has_both_sides_bytes_with_their_times) {
  const TemporaryFolder folder;
  const std::string file = folder.file("bytes.jsonl");
  BOOST_TEST(two_builtins({"--transcript", file}).status == 0);
  std::istringstream lines(content_of(file));
  std::string line;
  std::getline(lines, line);
  BOOST_TEST(nlohmann::json::parse(line).at("match_transcript") == 1);
  std::getline(lines, line);
  BOOST_TEST(nlohmann::json::parse(line).at("game") == 1);
  std::array<std::string, 2> sent;
  std::array<int, 2> received{};
  while (std::getline(lines, line)) {
    const nlohmann::json json = nlohmann::json::parse(line);
    const std::size_t side = json.at(0) == "first" ? 0 : 1;
    const nlohmann::json& operation = json.at(1);
    if (operation.at(0) == "send") sent[side] += operation.at(1).get<std::string>() + " ";
    if (operation.at(0) == "receive" && operation.at(2) == "byte") ++received[side];
  }
  BOOST_TEST(sent[0].starts_with("30 3235 34"), sent[0]);  // 0, 25, 4XXXX
  BOOST_TEST(sent[1].starts_with("30 3341"), sent[1]);     // 0, 3AXXXX
  BOOST_TEST(sent[0].ends_with(" 39 "), sent[0]);          // 9
  BOOST_TEST(received[0] == 3 + 4 * 18);
  BOOST_TEST(received[1] == 3 + 4 * 18);
}

BOOST_AUTO_TEST_CASE(a_live_board_is_drawn_at_each_move) {
  const Outcome outcome =
      match({"--contest", "heart-trax", "--first", "opponent:winner", "--second", "builtin:trax", "--live"});
  BOOST_TEST(outcome.status == 0);
  const std::string& text = outcome.output;
  BOOST_TEST(!contains(text, "\033["), text);  // no terminal
  BOOST_TEST(
      contains(text,
               "heart-trax  game 1 of 1\n> first   opponent:winner  White  0 s\n  second  builtin:trax"),
      text);
  BOOST_TEST(contains(text, "ply 1: first played @0"), text);
  BOOST_TEST(contains(text, ", tiles A1:"), text);
  BOOST_TEST(contains(text, "["), text);  // what was laid last is marked
}

BOOST_AUTO_TEST_CASE(the_live_board_marks_what_was_laid_last_after_the_box_has_grown) {
  // of two tiles the one that came last lies left of the other, and is A1 now
  const Outcome outcome = match({"--contest", "heart-trax", "--first", "opponent:random", "--second",
                                 "opponent:random", "--live", "--seed", "1", "--plies", "2"});
  const std::size_t last = outcome.output.find("ply 2:");
  BOOST_REQUIRE(last != std::string::npos);
  const std::string picture = outcome.output.substr(last);
  const std::string cell = picture.substr(picture.find(", tiles ") + 8, 2);
  const std::size_t row = picture.find("\n" + cell.substr(1) + " ");
  BOOST_REQUIRE(row != std::string::npos);
  const std::string line = picture.substr(row + 1, picture.find('\n', row + 1) - row - 1);
  // a row's name and then five characters for each column, @ first
  const auto column = static_cast<std::size_t>(cell[0] - '@');
  BOOST_TEST(line.substr(2 + 5 * column, 5).find('[') != std::string::npos, cell << " in " << line);
}

/// A program that takes longer to start than its contest gives it for the handshake.
BOOST_AUTO_TEST_CASE(a_program_that_starts_slowly_is_left_alone_first) {
  const std::string slow = std::string("exec:sh -c 'sleep 1.5; exec ") + BLOKUS_PLAYER + " --stdio'";
  const std::vector<std::string> words = {"--contest", "icfpt2014", "--first",
                                          slow,        "--second",  "opponent:random"};
  std::vector<std::string> impatient = words;
  impatient.insert(impatient.end(), {"--grace", "0"});
  const Outcome hurried = match(impatient);
  BOOST_TEST(contains(hurried.output, "first lost by time-out"), hurried.output);
  impatient.insert(impatient.end(), {"--settle", "4"});
  for (const std::vector<std::string>& patient : {words, impatient}) {
    const Outcome settled = match(patient);
    BOOST_TEST(!contains(settled.output, "lost by"), settled.output);
  }
}

BOOST_AUTO_TEST_CASE(no_match_can_be_told_to_lie) {
  const Outcome outcome = match({"--admission", "--contest", "icfpt2014", "--dut",
                                 "builtin:blokus?fault=own-edge", "--seed", "3", "--fault", "wrong-loser"});
  BOOST_TEST(outcome.status == 2, outcome.output);
  BOOST_TEST(contains(outcome.output, "Unknown option \"--fault\""), outcome.output);
  BOOST_TEST(!contains(outcome.output, "admitted"), outcome.output);
}

BOOST_AUTO_TEST_CASE(admission_is_four_games_in_four_seats_all_to_be_won) {
  const Outcome good = match({"--admission", "--contest", "icfpt2014", "--dut", "builtin:blokus"});
  BOOST_TEST(good.status == 0);
  BOOST_TEST(contains(good.output, "game 4  second on (a,a): first won"), good.output);
  BOOST_TEST(contains(good.output, "admitted: 4 of 4 games won against the contest's simple player\n"),
             good.output);
  const Outcome bad =
      match({"--admission", "--contest", "icfpt2014", "--dut", "builtin:blokus?fault=lower-case-2a"});
  BOOST_TEST(bad.status == 1);
  BOOST_TEST(contains(bad.output, "not admitted: 2 of 4 games won"), bad.output);
}

BOOST_AUTO_TEST_CASE(programs_play_over_pipes_and_over_files) {
  const Outcome pipes =
      match({"--contest", "icfpt2014", "--first", std::string("exec:") + BLOKUS_PLAYER + " --stdio",
             "--second", "opponent:simple"});
  BOOST_TEST(pipes.status == 0);
  BOOST_TEST(contains(pipes.output, "first won, both passed"), pipes.output);
  const Outcome files = match({"--contest", "course", "--first", std::string("files:") + BLOKUS_COURSE,
                               "--second", "builtin:blokus"});
  BOOST_TEST(files.status == 0);
  BOOST_TEST(contains(files.output, "both passed, score 68 : 74"), files.output);
}

BOOST_AUTO_TEST_CASE(a_program_in_real_time_plays_a_player_in_virtual_time) {
  const Outcome outcome = match({"--contest", "icfpt2014", "--first", "builtin:blokus", "--second",
                                 std::string("exec:") + BLOKUS_PLAYER + " --stdio"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "virtual time, 115200 8N1, paced to real time"), outcome.output);
  BOOST_TEST(contains(outcome.output, "second won, both passed, score -21 : -15, 36 plies"), outcome.output);
}

BOOST_AUTO_TEST_CASE(a_program_that_goes_away_loses_and_is_started_again) {
  const Outcome outcome =
      match({"--contest", "icfpt2014", "--first", "opponent:random", "--second",
             std::string("exec:") + BLOKUS_PLAYER + " --stdio --fault hang-up", "--games", "2"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "game 1  first on (5,5): first won, hang-up"), outcome.output);
  BOOST_TEST(contains(outcome.output, "game 2  first on (a,a): first won, hang-up"), outcome.output);
  BOOST_TEST(contains(outcome.output, "second lost by hang-up on ply 6"), outcome.output);
}

BOOST_AUTO_TEST_CASE(two_simulated_boards_play_in_one_time) {
  const Outcome outcome = match({"--contest", "heart-trax", "--first", "rtl:trax", "--second", "rtl:trax"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "first     rtl:trax  (Verilated RTL, 50 MHz, 460800 8N1)\n"),
             outcome.output);
  BOOST_TEST(!contains(outcome.output, "lost by"), outcome.output);
  BOOST_TEST(!contains(outcome.output, "noticed"), outcome.output);
  const Outcome mixed =
      match({"--contest", "icfpt2014", "--first", "rtl:blokus_duo", "--second", "builtin:blokus"});
  BOOST_TEST(mixed.status == 0);
  BOOST_TEST(contains(mixed.output, "both passed"), mixed.output);
}

BOOST_AUTO_TEST_CASE(a_board_on_a_serial_device_plays_a_simulated_one) {
  const TemporaryFolder folder;
  Running board(RIG, {"serve", "--dut", "rtl:blokus_duo", "--pty", folder.file("board")});
  BOOST_TEST_REQUIRE(board.wait_for("board"));
  const Outcome outcome = match({"--contest", "icfpt2014", "--first", "serial:" + folder.file("board"),
                                 "--second", "rtl:blokus_duo", "--games", "2"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "Verilated RTL, 50 MHz, 115200 8N1, paced to real time"),
             outcome.output);
  BOOST_TEST(contains(outcome.output, "2 games, 2 of them different"), outcome.output);
  BOOST_TEST(!contains(outcome.output, "lost by"), outcome.output);
}

BOOST_AUTO_TEST_CASE(boards_that_do_not_play_are_told_to_stand_by_and_nothing_else) {
  const TemporaryFolder folder;
  const std::string file = folder.file("bytes.jsonl");
  const Outcome outcome =
      match({"--contest", "heart-trax", "--first", "builtin:trax", "--second", "opponent:winner",
             "--stand-by", "builtin:trax", "--stand-by", "rtl:trax", "--games", "2", "--transcript", file});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(contains(outcome.output, "stand-by  rtl:trax  (Verilated RTL"), outcome.output);
  BOOST_TEST(!contains(outcome.output, "noticed"), outcome.output);
  std::istringstream lines(content_of(file));
  std::string line;
  std::array<std::string, 2> sent;
  while (std::getline(lines, line)) {
    const nlohmann::json json = nlohmann::json::parse(line);
    for (const std::size_t idle : {0U, 1U}) {
      const bool is_its = json.is_array() && json.at(0) == "stand-by " + std::to_string(idle + 1);
      if (is_its && json.at(1).at(0) == "send") sent[idle] += json.at(1).at(1).get<std::string>() + " ";
    }
  }
  for (const std::string& bytes : sent) BOOST_TEST(bytes == "2d2d0a 2d2d0a ");  // --, a game each
  const Outcome talks = match({"--contest", "heart-trax", "--first", "builtin:trax", "--second",
                               "opponent:winner", "--stand-by", "builtin:trax?fault=answers-stand-by"});
  BOOST_TEST(contains(talks.output, "noticed: a board that does not play: "), talks.output);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_is_refused_with_what_can) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"--first", "a", "--second", "b"}, "--contest is required"},
      {{"--contest", "icfp2014", "--first", "builtin:blokus", "--second", "builtin:blokus"},
       "Did you mean \"icfpt2014\"?"},
      {{"--contest", "icfpt2014"}, "--first NAME and --second NAME"},
      {{"--contest", "icfpt2014", "--first", "builtin:blokus"}, "--first NAME and --second NAME"},
      {{"--contest", "icfpt2014", "--first", "builtin:trax", "--second", "builtin:blokus"},
       "builtin:blokus fits"},
      {{"--contest", "icfpt2014", "--first", "opponent:radnom", "--second", "builtin:blokus"},
       "Did you mean \"random\"?"},
      {{"--contest", "heart-trax", "--first", "opponent:simple", "--second", "builtin:trax"},
       "Known: random"},
      {{"--contest", "course", "--first", "exec:cat", "--second", "builtin:blokus"}, "is played over files"},
      {{"--contest", "icfpt2014", "--first", "transcript:x", "--second", "builtin:blokus"},
       "cannot be opened"},
      {{"--contest", "heart-trax", "--admission", "--dut", "builtin:trax"},
       "Contests that have: icfpt2014, heart2014."},
      {{"--contest", "icfpt2014", "--admission"}, "--dut NAME"},
      {{"--contest", "icfpt2014", "--admission", "--dut", "builtin:blokus", "--games", "5"},
       "--games is not allowed here"},
      {{"--contest", "icfpt2014", "--admission", "--dut", "builtin:blokus", "--first", "builtin:blokus"},
       "without --first"},
  };
  for (const auto& [words, why] : wrong) {
    const Outcome outcome = match(words);
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(contains(outcome.output, why), outcome.output);
  }
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong_beside = {
      {{"--games", "0"}, "not in range"},
      {{"--plies", "0"}, "not in range"},
      {{"--stand-by", "builtin:blokus"}, "icfpt2014 has no request for boards that do not play"},
      {{"--gmaes", "2"}, "Did you mean \"--games\"?"},
      {{"--board", "8"}, "--board is not allowed here"},
      {{"--set", "time=2"}, "time"},
      {{"--dut", "builtin:blokus"}, "--dut belongs to --admission"},
      {{"--record", "/nowhere/at/all"}, "Cannot write /nowhere/at/all"},
      {{"--json", "/nowhere/at/all"}, "Cannot write /nowhere/at/all"},
      {{"--transcript", "/nowhere/at/all"}, "Cannot write /nowhere/at/all"},
  };
  for (const auto& [words, why] : wrong_beside) {
    const Outcome outcome = two_builtins(words);
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(contains(outcome.output, why), outcome.output);
  }
}

/// A board on a socket that goes away between two games: its port is free then, and nobody answers.
BOOST_AUTO_TEST_CASE(what_was_played_before_a_far_end_vanished_is_kept) {
  const TemporaryFolder folder;
  const int port = free_tcp_port();
  Running board(BLOKUS_PLAYER, {"--tcp", std::to_string(port), "--fault", "hang-up"});
  BOOST_REQUIRE(board.wait_for("serving on port"));
  const Outcome outcome = match({"--contest", "icfpt2014", "--first", "tcp:127.0.0.1:" + std::to_string(port),
                                 "--second", "opponent:random", "--games", "3", "--json",
                                 folder.file("match.json"), "--record", folder.file("games.txt")});
  BOOST_TEST(outcome.status != 2);
  BOOST_TEST(contains(outcome.output, "game 1  first on (5,5): second won, hang-up"), outcome.output);
  BOOST_TEST(run(RIG, {"check", folder.file("games.txt")}).status == 0);
  BOOST_TEST(!nlohmann::json::parse(content_of(folder.file("match.json"))).at("games").empty());
}

BOOST_AUTO_TEST_CASE(a_far_end_that_cannot_be_reached_is_an_error_of_the_run) {
  for (const std::string name : {"exec:/nowhere/at/all", "tcp:127.0.0.1:1"}) {
    const Outcome outcome = match({"--contest", "icfpt2014", "--first", name, "--second", "builtin:blokus"});
    BOOST_TEST(outcome.status == 3);
    BOOST_TEST(contains(outcome.output, "cannot be"), outcome.output);
  }
}

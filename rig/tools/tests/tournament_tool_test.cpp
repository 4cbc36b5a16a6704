/// `rig tournament`, as an organiser uses it.

#include <signal.h>

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <tuple>

#include "conformance/run/tests/programs.hpp"
#include "rig/base/bytes.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/base/random.hpp"
#include "rig/tests/contains.hpp"

using rig::contains;
using namespace conformance::testing_programs;
using namespace std::chrono_literals;

namespace {

const std::string six_players = R"(contest = "heart-trax"
title = "Six players"
seed = 2015
[format]
name = "pools"
[policy]
plies = 300
at_once = 2
[[entrant]]
team = "Winner"
dut = "opponent:winner"
[[entrant]]
team = "Double"
dut = "opponent:double"
[[entrant]]
team = "Random"
dut = "opponent:random"
[[entrant]]
team = "Illegal"
dut = "exec:/usr/bin/python3 -u {folder}/illegal_at_move_9.py {player} --stdio"
[[entrant]]
team = "Late"
dut = "builtin:trax?fault=late"
[[entrant]]
team = "Gone"
dut = "builtin:trax?fault=dies-at-question"
)";

/// Plays as the program behind it, but for its ninth move of each game.
const std::string illegal_at_move_9 = R"(import subprocess, sys
player = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
moves = 0
for request in sys.stdin.buffer:
    player.stdin.write(request)
    player.stdin.flush()
    if request in (b"-B\n", b"-W\n", b"--\n"):
        moves = 0
    if request in (b"-B\n", b"--\n"):
        continue
    reply = player.stdout.readline()
    if request != b"?\n":
        moves += 1
    sys.stdout.buffer.write(b"@0+\n" if moves == 9 else reply)
    sys.stdout.buffer.flush()
)";

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

Outcome tournament(std::vector<std::string> words) {
  words.insert(words.begin(), "tournament");
  return run(RIG, words);
}

/// So many opponents, who are quick.
std::string quick_plan(int teams, const std::string& more = {}) {
  std::string text = "contest = \"heart-trax\"\nseed = 11\n" + more + "[format]\nname = \"round-robin\"\n";
  for (int team = 1; team <= teams; ++team)
    text += fmt::format("[[entrant]]\nteam = \"T{}\"\ndut = \"opponent:{}\"\n", team,
                        team % 2 == 0 ? "random" : "winner");
  return text;
}

/// The last lines: from the title of the final order on.
std::string final_order(const std::string& output) {
  const auto at = output.find("The final order\n");
  return at == std::string::npos ? "none: " + output : output.substr(at);
}

int entries(const std::string& journal, const std::string& kind) {
  std::ifstream in(journal);
  int count = 0;
  for (std::string line; std::getline(in, line);)
    count += contains(line, "{\"entry\":\"" + kind + "\"") ? 1 : 0;
  return count;
}

/// How often the kill test kills: more in the full tests.
int kills() {
  const char* wanted = std::getenv("TOURNAMENT_KILLS");
  return wanted == nullptr ? 8 : std::atoi(wanted);
}

}  // namespace

// Gone hangs up when it is asked for its name, Late answers after 1.02 s, Illegal lays a tile by itself at
// its ninth move. Games won by each of a pair, in the round robin:
const std::vector<std::tuple<std::string, std::string, int, int>> matches_of_six = {
    {"Winner", "Double", 2, 0},  // the one looks a move ahead, the other does not
    {"Winner", "Random", 2, 0},  {"Winner", "Illegal", 2, 0},
    {"Winner", "Late", 2, 0},    {"Winner", "Gone", 2, 0},
    {"Double", "Random", 1, 1},  {"Double", "Illegal", 2, 0},
    {"Double", "Late", 2, 0},    {"Double", "Gone", 2, 0},
    {"Random", "Illegal", 1, 1},  // one game ends before the ninth move
    {"Random", "Late", 2, 0},    {"Random", "Gone", 2, 0},
    {"Illegal", "Late", 2, 0},   {"Illegal", "Gone", 2, 0},
    {"Late", "Gone", 2, 0},  // late it is only for its first move, and that is not asked for
};

// Added up by hand: two points for a match that was won, one for a drawn one.
const std::vector<std::string> table_of_six = {
    "1  Winner        5    5     0    0      10", "2  Double        5    3     1    1       7",
    "3  Random        5    2     2    1       6", "4  Illegal       5    2     1    2       5",
    "5  Late          5    1     0    4       2", "6  Gone          5    0     0    5       0",
};

BOOST_AUTO_TEST_CASE(six_players_finish_with_the_standings_that_follow_from_the_rules) {
  const TemporaryFolder folder;
  write(folder.file("illegal_at_move_9.py"), illegal_at_move_9);
  std::string plan = six_players;
  const auto put = [&plan](const std::string& word, const std::string& value) {
    plan.replace(plan.find(word), word.size(), value);
  };
  put("{folder}", folder.file(""));
  put("{player}", std::string(PLAYERS) + "/trax-player");
  write(folder.file("six.toml"), plan);
  const Outcome outcome = tournament({folder.file("six.toml"), "--sandbox", "off"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  std::ifstream in(folder.file("six.tournament/site/results.json"));
  const auto results = nlohmann::json::parse(in);
  std::map<std::string, int> losses;
  std::map<std::pair<std::string, std::string>, int> won;  // the first against the second
  for (const auto& game : results.at("games")) {
    if (!game.at("game").get<std::string>().starts_with("pool/")) continue;
    const std::string first = game.at("first");
    const std::string second = game.at("second");
    if (game.at("outcome") == "first") won[{first, second}] += 1;
    if (game.at("outcome") == "second") won[{second, first}] += 1;
    const std::string loss = game.at("loss").is_string() ? game.at("loss").get<std::string>() : "";
    losses[loss.substr(0, loss.find(','))] += 1;
  }
  BOOST_TEST(losses["hang-up"] == 10);
  BOOST_TEST(losses["time-out"] == 8);
  BOOST_TEST(losses["illegal move"] == 5);
  for (const auto& [one, other, of_one, of_other] : matches_of_six) {
    BOOST_TEST((won[{one, other}] == of_one), one << " - " << other);
    BOOST_TEST((won[{other, one}] == of_other), one << " - " << other);
  }
  const std::string& text = outcome.output;
  for (const std::string& line : table_of_six) BOOST_TEST(contains(text, line), line << " / " << text);
  BOOST_TEST(contains(final_order(text), "1. Winner (won the final 4:0)\n    2. Double (lost the final 0:4)"),
             text);
  const Outcome verified = tournament({folder.file("six.toml"), "--verify"});
  BOOST_TEST(verified.status == 0, verified.output);
  BOOST_TEST(contains(verified.output, ", 0 differences\n"), verified.output);
}

BOOST_AUTO_TEST_CASE(killed_at_any_moment_it_ends_in_the_same_places) {
  const TemporaryFolder folder;
  write(folder.file("plan.toml"), quick_plan(6, "[policy]\nat_once = 2\n"));
  const Outcome undisturbed = tournament({folder.file("plan.toml"), "--folder", folder.file("undisturbed")});
  BOOST_TEST(undisturbed.status == 0, undisturbed.output);
  const std::string journal = folder.file("killed/journal.jsonl");
  rig::Random random(5);
  for (int kill = 0; kill < kills();) {
    Running running(RIG, {"tournament", folder.file("plan.toml"), "--folder", folder.file("killed")});
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + random.below(300)));
    ::kill(running.pid(), SIGKILL);
    if (running.wait().status != 0) {
      kill += 1;
      continue;
    }
    std::filesystem::remove_all(folder.file("killed"));  // it was over before: anew
  }
  Outcome last = tournament({folder.file("plan.toml"), "--folder", folder.file("killed")});
  BOOST_TEST(last.status == 0, last.output);
  BOOST_TEST(final_order(last.output) == final_order(undisturbed.output));
  BOOST_TEST(entries(journal, "game") == 30);  // fifteen pairs, two games, none twice
  const Outcome verified =
      tournament({folder.file("plan.toml"), "--folder", folder.file("killed"), "--verify"});
  BOOST_TEST(verified.status == 0, verified.output);
}

BOOST_AUTO_TEST_CASE(a_second_process_is_refused_and_a_decision_is_handed_to_the_first) {
  const TemporaryFolder folder;
  write(folder.file("plan.toml"), quick_plan(8, "[policy]\npause = \"1s\"\n"));
  Running running(RIG, {"tournament", folder.file("plan.toml")});
  BOOST_TEST(running.wait_for("    1  "));
  const Outcome second = tournament({folder.file("plan.toml")});
  BOOST_TEST(second.status == 2, second.output);
  BOOST_TEST(contains(second.output, fmt::format("is held by process {} on ", running.pid())), second.output);
  const Outcome status = tournament({folder.file("plan.toml"), "--status"});
  BOOST_TEST(status.status == 0, status.output);
  BOOST_TEST(contains(status.output, "It goes on: process "), status.output);
  const Outcome decided =
      tournament({folder.file("plan.toml"), "--withdraw", "T3", "--reason", "their power supply burnt"});
  BOOST_TEST(decided.status == 0, decided.output);
  BOOST_TEST(contains(decided.output, "Taken in"), decided.output);
  BOOST_TEST(running.wait_for("decided: withdraw T3: their power supply burnt"));
  ::kill(running.pid(), SIGINT);
  const Outcome first = running.wait();
  BOOST_TEST(first.status == 3, first.output);
  BOOST_TEST(contains(first.output, "Interrupted."), first.output);
  const std::string journal = content_of(folder.file("plan.tournament/journal.jsonl"));
  BOOST_TEST(entries(folder.file("plan.tournament/journal.jsonl"), "broken-off") == 0, journal);
}

BOOST_AUTO_TEST_CASE(played_in_parts_elsewhere_it_ends_in_the_same_places) {
  const TemporaryFolder folder;
  write(folder.file("plan.toml"), quick_plan(5));
  const std::vector<std::string> here = {folder.file("plan.toml"), "--folder", folder.file("here")};
  const Outcome undisturbed = tournament(here);
  BOOST_TEST(undisturbed.status == 0, undisturbed.output);
  const auto farm = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = {folder.file("plan.toml"), "--folder", folder.file("farm")};
    all.insert(all.end(), words.begin(), words.end());
    return tournament(all);
  };
  const Outcome given = farm({"--give"});
  BOOST_TEST(given.status == 0, given.output);
  BOOST_TEST(contains(given.output, "20 games wait in "), given.output);
  BOOST_TEST(contains(farm({"--work", "2/3"}).output, "7 games played."));
  BOOST_TEST(contains(farm({"--work", "2/3"}).output, "0 games played."));
  BOOST_TEST(contains(farm({"--give"}).output, "13 games wait in "));
  BOOST_TEST(contains(farm({"--work", "1/1"}).output, "13 games played."));
  const Outcome last = farm({"--give"});
  BOOST_TEST(last.status == 0, last.output);
  BOOST_TEST(final_order(last.output) == final_order(undisturbed.output));
  BOOST_TEST(entries(folder.file("farm/journal.jsonl"), "game") == 20);
  BOOST_TEST(farm({"--verify"}).status == 0);
  for (const char* part : {"0/3", "4/3", "1", "a/b", "1/"}) {
    const Outcome refused = farm({"--work", part});
    BOOST_TEST(refused.status == 2, refused.output);
    BOOST_TEST(contains(refused.output, "allowed is a part of all, as 2/8"), refused.output);
  }
}

/// Each machine sees the folder at a place of its own.
BOOST_AUTO_TEST_CASE(work_is_done_where_the_folder_is) {
  const TemporaryFolder folder;
  write(folder.file("plan.toml"), quick_plan(2));
  const std::vector<std::string> there = {folder.file("plan.toml"), "--folder", folder.file("there")};
  const auto farm = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = there;
    all.insert(all.end(), words.begin(), words.end());
    return tournament(all);
  };
  BOOST_TEST(farm({"--give"}).status == 0);
  std::filesystem::rename(folder.file("there"), folder.file("mounted"));
  BOOST_TEST(contains(
      tournament({folder.file("plan.toml"), "--folder", folder.file("mounted"), "--work", "1/1"}).output,
      "2 games played."));
  std::filesystem::rename(folder.file("mounted"), folder.file("there"));
  write(folder.file("there/orders/note.json"), "{}");
  write(folder.file("there/orders/note.result"), "{}");
  const Outcome refused = farm({"--give"});
  BOOST_TEST(refused.status == 2, refused.output);
  BOOST_TEST(contains(refused.output, "note.json is no order of a game"), refused.output);
  std::filesystem::remove(folder.file("there/orders/note.json"));
  BOOST_TEST(farm({"--give"}).status == 0);
  BOOST_TEST(farm({"--verify"}).status == 0);
}

BOOST_AUTO_TEST_CASE(evidence_that_was_changed_is_found) {
  const TemporaryFolder folder;
  write(folder.file("plan.toml"), quick_plan(3));
  BOOST_TEST(tournament({folder.file("plan.toml")}).status == 0);
  const std::string game = folder.file("plan.tournament/games/000002.jsonl");
  const std::string before = content_of(game);
  write(game, before + " ");
  const Outcome changed = tournament({folder.file("plan.toml"), "--verify"});
  BOOST_TEST(changed.status == 1, changed.output);
  BOOST_TEST(contains(changed.output, "its hash differs"), changed.output);
  write(game, before);
  BOOST_TEST(tournament({folder.file("plan.toml"), "--verify"}).status == 0);
}

// Whoever has the folder can chain other entries anew. What they say has to follow from the evidence and the
// plan.
BOOST_AUTO_TEST_CASE(a_journal_that_was_made_anew_with_other_facts_is_found) {
  const TemporaryFolder folder;
  write(folder.file("plan.toml"), quick_plan(3));
  BOOST_TEST(tournament({folder.file("plan.toml")}).status == 0);
  const std::string journal = folder.file("plan.tournament/journal.jsonl");
  const std::string before = content_of(journal);
  struct Row {
    std::string what;
    std::function<void(std::vector<nlohmann::ordered_json>&)> change;
    std::string said;
  };
  const auto first_game = [](std::vector<nlohmann::ordered_json>& all) -> nlohmann::ordered_json& {
    return *std::find_if(all.begin(), all.end(), [](const auto& one) { return one["entry"] == "game"; });
  };
  const std::vector<Row> rows = {
      {"nothing", [](auto&) {}, ""},
      {"another winner",
       [&](auto& all) {
         auto& game = first_game(all);
         game["outcome"] = game["outcome"] == "first" ? "second" : "first";
       },
       "judged again it is "},
      {"fewer moves", [&](auto& all) { first_game(all)["moves"] = 0; }, "judged again it is "},
      {"other teams", [](auto& all) { std::swap(all[1]["first"], all[1]["second"]); }, "of other teams"},
      {"another seat", [](auto& all) { all[1]["seat"] = 2; }, "of another seat or seed"},
      {"a game that nobody gave away",
       [&](auto& all) {
         nlohmann::ordered_json& game = first_game(all);
         game["entry"] = "forfeited";
         game["first"] = all[1]["first"];
         game["second"] = all[1]["second"];
       },
       "by who has withdrawn it is not"},
      {"another order", [](auto& all) { all.back()["places"][0]["team"] = "T9"; },
       "the final order does not follow"},
      {"no beginning of a game", [](auto& all) { all.erase(all.begin() + 1); }, "had not begun"},
      {"who played whom",
       [&](auto& all) {  // T1 and T3 are alike but for their names
         const auto is_it = [](const auto& one) {
           return one["entry"] == "started" && (one["first"] == "T1" || one["first"] == "T3") &&
                  (one["second"] == "T1" || one["second"] == "T3");
         };
         auto& started = *std::find_if(all.begin(), all.end(), is_it);
         std::swap(started["first"], started["second"]);
         auto& game = *std::find_if(all.begin(), all.end(), [&](const auto& one) {
           return one["entry"] == "game" && one["game"] == started["game"];
         });
         const std::string evidence =
             folder.file("plan.tournament/" + game["evidence"].template get<std::string>());
         std::string text = content_of(evidence);
         for (std::size_t at = 0; (at = text.find("\"T", at)) != std::string::npos; ++at)
           text[at + 2] = text[at + 2] == '1' ? '3' : '1';
         write(evidence, text);
         game["sha256"] = rig::sha256_hex(rig::to_bytes(text));
       },
       "the format asks for other teams or another seat"},
      {"an entry that there is not", [](auto& all) { all[1]["entry"] = "nonsense"; }, "\"entry\" is"},
  };
  for (const Row& row : rows) {
    std::vector<nlohmann::ordered_json> all;
    std::istringstream lines(before);
    for (std::string line; std::getline(lines, line);) all.push_back(nlohmann::ordered_json::parse(line));
    row.change(all);
    std::string text;
    std::string previous(64, '0');
    int number = 0;
    for (nlohmann::ordered_json& one : all) {
      one["number"] = ++number;
      one["previous"] = previous;
      const std::string line = one.dump();
      previous = rig::sha256_hex(rig::to_bytes(line));
      text += line + "\n";
    }
    write(journal, text);
    const Outcome outcome = tournament({folder.file("plan.toml"), "--verify"});
    BOOST_TEST(outcome.status == (row.said.empty() ? 0 : 1), row.what + ": " + outcome.output);
    BOOST_TEST(contains(outcome.output, row.said), row.what + ": " + outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_plan_with_a_mistake_is_refused_with_its_line) {
  struct Row {
    std::string text;
    std::string said;
  };
  const std::string two =
      "[[entrant]]\nteam = \"A\"\ndut = \"opponent:random\"\n"
      "[[entrant]]\nteam = \"B\"\ndut = \"opponent:random\"\n";
  const std::string format = "[format]\nname = \"round-robin\"\n";
  const std::vector<Row> rows = {
      {format + two, "contest is missing"},
      {"contest = \"chess\"\n" + format + two, "line 1: contest: Unknown contest \"chess\""},
      {"contest = \"heart-trax\"\n" + two, "format is missing"},
      {"contest = \"heart-trax\"\n[format]\nname = \"cup\"\n" + two, "line 2: format: "},
      {"contest = \"heart-trax\"\n[format]\nname = \"swiss\"\nrounds = 0\n" + two, "rounds"},
      {"contest = \"heart-trax\"\n" + format, "found 0 of [[entrant]]"},
      {"contest = \"heart-trax\"\nsede = 1\n" + format + two, "line 2: Unknown key \"sede\""},
      {"contest = \"heart-trax\"\n[policy]\nday = \"soon\"\n" + format + two, "line 3: policy.day is"},
      {"contest = \"heart-trax\"\n[policy]\nreplays = 1000\n" + format + two,
       "line 3: policy.replays is 1000"},
      {"contest = \"heart-trax\"\n" + format + two + "[[entrant]]\nteam = \"A\"\ndut = \"opponent:random\"\n",
       "line 11: entrant.team is"},
      {"contest = \"heart-trax\"\n" + format + two + "bench = \"left\"\n", "line 10: entrant.bench is"},
      {"contest = \"heart-trax\"\n" + format + two + "[[entrant]]\nteam = \"C\"\ndut = \"opponent:rook\"\n",
       "line 12: entrant.dut: Unknown opponent \"rook\""},
      {"contest = \"heart-trax\"\n" + format +
           "[[entrant]]\nteam = \"A\"\ndut = \"serial:/dev/x\"\n"
           "[[entrant]]\nteam = \"B\"\ndut = \"serial:/dev/x\"\n",
       "line 9: entrant.dut is"},
      {"contest = \"heart-trax\"\nkey = \"nobody.pub\"\n" + format + two, "nobody.pub"},
      {"contest = heart\n", "line 1"},
  };
  for (const Row& row : rows) {
    const TemporaryFolder folder;
    write(folder.file("plan.toml"), row.text);
    const Outcome outcome = tournament({folder.file("plan.toml")});
    BOOST_TEST(outcome.status == 2, row.text + outcome.output);
    BOOST_TEST(contains(outcome.output, row.said), row.said + " / " + outcome.output);
    BOOST_TEST(!std::filesystem::exists(folder.file("plan.tournament")));
  }
}

BOOST_AUTO_TEST_CASE(idle_boards_of_a_bench_are_told_to_stand_by) {
  const TemporaryFolder folder;
  std::string plan =
      "contest = \"heart-trax\"\n[policy]\nplies = 20\n[[bench]]\nname = \"left\"\n"
      "[format]\nname = \"round-robin\"\n";
  for (const char* team : {"A", "B", "C"})
    plan += fmt::format("[[entrant]]\nteam = \"{}\"\ndut = \"builtin:trax\"\nbench = \"left\"\n", team);
  write(folder.file("plan.toml"), plan);
  const Outcome outcome = tournament({folder.file("plan.toml")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  const std::string evidence = content_of(folder.file("plan.tournament/games/000002.jsonl"));
  BOOST_TEST(contains(evidence, "[\"idle 1\",[\"send\",\"2d2d0a\""), evidence.substr(0, 2000));  // "--"
}

/// Not an error of the rig, by which it would stop the benches of both.
BOOST_AUTO_TEST_CASE(a_board_that_sends_what_is_no_text_has_lost) {
  const TemporaryFolder folder;
  write(folder.file("board.py"),
        "import sys\nfor request in sys.stdin.buffer:\n"
        "    sys.stdout.buffer.write(b'XX\\n' if request == b'?\\n' else b'\\xff\\x1b\\n')\n"
        "    sys.stdout.buffer.flush()\n");
  write(folder.file("plan.toml"),
        "contest = \"heart-trax\"\n[format]\nname = \"round-robin\"\ngames = 1\n"
        "[[entrant]]\nteam = \"A\\u001b[2J\"\ndut = \"builtin:trax\"\n"
        "[[entrant]]\nteam = \"B\"\ndut = \"exec:/usr/bin/python3 -u " +
            folder.file("board.py") + "\"\n");
  const Outcome outcome = tournament({folder.file("plan.toml"), "--sandbox", "off"});
  BOOST_TEST(outcome.status == 0, outcome.output);
  BOOST_TEST(contains(outcome.output, "illegal move, HEART-MOVE-"), outcome.output);
  BOOST_TEST(contains(outcome.output, "1. A\\x1b[2J"), outcome.output);
  BOOST_TEST(!contains(outcome.output, "\x1b"), outcome.output);
  const std::string page = content_of(folder.file("plan.tournament/site/games/000002.html"));
  BOOST_TEST(contains(page, "<th scope=\"row\">Refused move</th><td>\\xff\\x1b</td>"), page);
  const Outcome verified = tournament({folder.file("plan.toml"), "--verify"});
  BOOST_TEST(verified.status == 0, verified.output);
}

BOOST_AUTO_TEST_CASE(times_stand_beside_the_moves_of_a_game_that_was_recorded) {
  const TemporaryFolder folder;
  std::string plan =
      "contest = \"heart-trax\"\n[policy]\nplies = 4\n[format]\nname = \"round-robin\"\ngames = 1\n";
  for (const auto& [team, dut] : {std::pair{"Even", "builtin:trax"},
                                  {"Slow", "builtin:trax?fault=slows-down"},
                                  {"House", "opponent:random"}})
    plan += fmt::format("[[entrant]]\nteam = \"{}\"\ndut = \"{}\"\n", team, dut);
  write(folder.file("plan.toml"), plan);
  const Outcome outcome = tournament({folder.file("plan.toml")});
  BOOST_TEST(outcome.status == 0, outcome.output);
  const auto rows_on = [&](const char* page) {
    std::vector<std::string> rows;
    std::istringstream lines(content_of(folder.file("plan.tournament/site/games/") + page));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("<tr data-ply=")) rows.push_back(line);
    }
    return rows;
  };
  const std::vector<std::string> times = {"2.09 ms", "152 ms", "2.09 ms", "302 ms"};
  const std::vector<std::string> rows = rows_on("000006.html");  // Even - Slow
  BOOST_TEST_REQUIRE(rows.size() == times.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    BOOST_TEST(rows[i].ends_with("<td class=\"number\">" + times[i] + "</td></tr>"), rows[i]);
  for (const std::string& row : rows_on("000002.html")) BOOST_TEST(!contains(row, " ms"), row);
}

BOOST_AUTO_TEST_CASE(options_that_do_not_go_together_are_refused) {
  const TemporaryFolder folder;
  write(folder.file("plan.toml"), quick_plan(3));
  BOOST_TEST(tournament({folder.file("plan.toml")}).status == 0);
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows = {
      {{"--pause", "--resume"}, "One decision at a time"},
      {{"--forfeit", "single/1-2/1"}, "--team"},
      {{"--team", "T1"}, "--forfeit"},
      {{"--override", "x"}, "--outcome"},
      {{"--override", "nonsense", "--outcome", "first", "--reason", "why"}, "nonsense"},
      {{"--withdraw", "T9", "--reason", "why"}, "T9"},
      {{"--withdraw", "T1"}, "reason"},
      {{"--status", "--verify"}, "exclude"},
      {{"--key", "organiser.key"}, "--key belongs to a decision"},
      {{"--reason", "why"}, "--reason belongs to a decision"},
      {{"--password-file", "x", "--pause"}, "--password-file belongs to --key"},
      {{"--pause", "--status"}, "--status: a decision is entered by itself"},
      {{"--pause", "--give"}, "--give: a decision is entered by itself"},
  };
  for (const auto& [words, said] : rows) {
    std::vector<std::string> all = {folder.file("plan.toml")};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = tournament(all);
    BOOST_TEST(outcome.status == 2, outcome.output);
    BOOST_TEST(contains(outcome.output, said), said + " / " + outcome.output);
  }
}

BOOST_AUTO_TEST_CASE(a_board_with_another_name_is_refused) {
  const TemporaryFolder folder;
  write(folder.file("plan.toml"),
        "contest = \"heart-trax\"\n[policy]\nreplays = 0\n[format]\nname = \"round-robin\"\n"
        "[[entrant]]\nteam = \"Rook\"\ndut = \"builtin:trax\"\ncode = \"Rook\"\n"
        "[[entrant]]\nteam = \"B\"\ndut = \"opponent:winner\"\n");
  const Outcome outcome = tournament({folder.file("plan.toml")});
  BOOST_TEST(outcome.status == 3, outcome.output);
  BOOST_TEST(contains(outcome.output, "The board of Rook answered \""), outcome.output);
  BOOST_TEST(contains(outcome.output, "The bench of Rook has stopped"), outcome.output);
}

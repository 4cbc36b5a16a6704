#include "rig/tools/match_options.hpp"

#include <fmt/format.h>

#include "rig/game/examples.hpp"
#include "rig/protocol/contest.hpp"

namespace rig {

namespace {

std::string known_contests() {
  std::string text;
  for (const protocol::Contest& contest : protocol::contests()) {
    text += (text.empty() ? "" : ", ") + contest.name;
  }
  return text;
}

}  // namespace

CLI::Option* add_contest_option(CLI::App& tool, std::string& name) {
  return tool
      .add_option("--contest", name,
                  "The rule book: " + known_contests() + "; or a file that describes one, FILE.toml")
      ->type_name("NAME");
}

void add_board_option(CLI::App& tool, std::optional<int>& board) {
  tool.add_option("--board", board, "The size of the board: " + game::what_board_chooses())
      ->type_name("SIZE");
}

void put_under(CLI::App& tool, const std::string& heading, const std::vector<std::string>& options) {
  for (const std::string& name : options) tool.get_option(name)->group(heading);
}

namespace {

/// An option in seconds, or in parts of one.
template <typename Unit>
void add_time(CLI::App& tool, const std::string& name, Duration& time, double most, const std::string& help,
              const std::string& unit = "SECONDS") {
  const double usual = std::chrono::duration<double, typename Unit::period>(time).count();
  tool.add_option_function<double>(
          name,
          [&time](const double& value) {
            time = std::chrono::duration_cast<Duration>(
                std::chrono::duration<double, typename Unit::period>(value));
          },
          help)
      ->type_name(unit)
      ->default_str(fmt::format("{}", usual))
      ->check(CLI::Range(0.0, most));
}

}  // namespace

void add_policy_options(CLI::App& tool, arbiter::Policy& policy) {
  tool.add_option_function<std::string>(
          "--restart",
          [&policy](const std::string& when) {
            policy.restart = when == "each-game" ? arbiter::Restart::each_game : arbiter::Restart::as_needed;
          },
          "When a player that the rig can start is started again: as-needed, or each-game")
      ->type_name("WHEN")
      ->default_str("as-needed")
      ->check(CLI::IsMember({"as-needed", "each-game"}));
  add_time<std::chrono::seconds>(
      tool, "--settle", policy.settle, 600,
      "Seconds to wait after each start of a player over a line, before the first request");
  add_time<std::chrono::seconds>(
      tool, "--grace", policy.grace, 600,
      "Seconds that a program may take to answer the first handshake after each start");
  add_time<std::chrono::milliseconds>(tool, "--time-margin", policy.time_margin, 1000,
                                      "Milliseconds by which a reply may be later than the contest allows",
                                      "MS");
  tool.add_option("--replays", policy.replays,
                  "How often a game is played again if the rig fails, or if it has no result")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(0, 100));
}

void add_match_options(CLI::App& tool, MatchRequest& request) {
  add_contest_option(tool, request.contest)->required();
  tool.add_option("--first", request.first, "A player: a DUT, or opponent:NAME")->type_name("PLAYER");
  tool.add_option("--second", request.second, "The other one")->type_name("PLAYER");
  tool.add_option("--stand-by", request.idle,
                  "A DUT that is connected and does not play, in a contest that has such; may come several "
                  "times")
      ->type_name("DUT")
      ->allow_extra_args(false);
  tool.add_option("--games", request.games, "Number of games (default: 1)")->check(CLI::Range(1, 1'000'000));
  tool.add_option("--seat", request.seat, "The seat of --first in the first game; the others follow in turn")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, 8));
  add_board_option(tool, request.board);
  tool.add_option("--set", request.set, "NAME=VALUE, a setting of the contest; may come several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  tool.add_option("--plies", request.policy.most_plies, "Ends a game as a draw after this number of plies")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  add_policy_options(tool, request.policy);
  tool.add_option("--concurrency", request.concurrency, "Number of games that are played at a time")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  tool.add_option(
          "--openings", request.openings,
          "Each game begins with N drawn plies, or as a game of this record (FILE), from every seat; in "
          "a contest whose requests hold the position")
      ->type_name("N|FILE");
  tool.add_option("--sprt", request.sprt,
                  "ELO0 ELO1: plays until the games show which is the likelier difference (errors 0.05)")
      ->expected(2)
      ->type_name("ELO")
      ->check(CLI::Range(-4000.0, 4000.0));  // beyond, the share of the points rounds to all of them
  tool.add_option(
          "--sandbox", request.sandbox,
          "Run programs in a sandbox (bubblewrap): auto: if this machine can; require: else not at all; "
          "off")
      ->type_name("WHEN")
      ->capture_default_str();
  tool.add_option("--sandbox-show", request.sandbox_shows,
                  "A file or folder that programs may see in it besides their own; may come several times")
      ->type_name("PATH")
      ->allow_extra_args(false);
  tool.add_option("--seed", request.seed, "Seed of power-on states and of opponents")
      ->type_name("N")
      ->capture_default_str();
  tool.add_option(
          "--live",
          [&request](const CLI::results_t& given) {
            const bool has_place = !given.empty() && !given.front().empty() && given.front() != "true";
            if (has_place)
              request.live_at = given.front();
            else
              request.live = true;
            return true;
          },
          "Draws the board at each move; with a port: on a page for browsers, at 127.0.0.1 or at HOST")
      ->type_name("[[HOST:]PORT]")
      ->expected(0, 1);
  tool.add_option("--record", request.record, "Writes the games to this file, for rig check and rig show")
      ->type_name("FILE");
  tool.add_option("--json", request.json, "Writes the match to this file as JSON")->type_name("FILE");
  tool.add_option("--transcript", request.transcript,
                  "Writes to this file what both sides received and sent, with times")
      ->type_name("FILE");
  tool.add_flag("--force", request.force, "Overwrites these files where they are there");
  tool.add_flag("--admission", request.admission,
                "The contest's admission test: four games of --dut against the simple player, all to be won");
  tool.add_option("--dut", request.dut, "The player to be admitted")->type_name("DUT");
  put_under(tool, "Who plays", {"--contest", "--first", "--second", "--stand-by", "--board", "--set"});
  put_under(tool, "How it is played",
            {"--games", "--seat", "--plies", "--seed", "--concurrency", "--openings", "--sprt", "--sandbox",
             "--sandbox-show"});
  put_under(tool, "What players are granted",
            {"--restart", "--settle", "--grace", "--time-margin", "--replays"});
  put_under(tool, "What is shown and written", {"--live", "--record", "--json", "--transcript", "--force"});
  put_under(tool, "An admission test", {"--admission", "--dut"});
}

}  // namespace rig
